internal import GalleyDisplay
public import GalleyGeometry
internal import GalleyTypesetting

extension ListSelection {
  /// Selects the word under a finger that was pressed for a while; the finger may then move.
  ///
  /// - Parameter point: The point, in the list's coordinates.
  /// - Returns: Whether there is a word. If so, call ``moveTouch(to:)`` and ``endTouch()``.
  @discardableResult public func beginTouch(at point: Point) -> Bool {
    guard let items, isText(at: point) else { return false }
    begin(at: point, clicks: 2)
    guard !isEmpty else { return false }
    let handles = SelectionHandles(self, items: items)
    self.handles = handles
    handles.finger = point
    (pointer.isSelecting, pointer.position) = (true, point)
    items.setNeedsSettling()
    return true
  }

  /// Extends the selection to a finger, which holds the selected word or one of the handles.
  public func moveTouch(to point: Point) {
    guard let handles, handles.isTouched else { return }
    pointer.position = point
    handles.finger = point
    let place = handles.caretPoint(for: point)
    guard let stretch = stretch(at: place, unit: model.unit) else { return }
    // A handle never reaches the other one, which would end the selection.
    if stretch == model.anchor, handles.heldStart != nil { return handles.setNeedsPlaces() }
    model.extend(to: stretch)
    noteChange()
  }

  /// Ends the finger's selecting, and keeps the selection with its handles.
  public func endTouch() {
    guard let handles, handles.isTouched else { return }
    (pointer.isSelecting, pointer.position) = (false, nil)
    handles.finger = nil
    handles.heldStart = nil
    handles.setNeedsPlaces()
    onTouchEnd?()
  }

  /// Whether a finger is selecting.
  public var isTouched: Bool { handles?.isTouched ?? false }

  /// The selected text that is on screen, in the list's coordinates; `nil` if there is none.
  public var visibleFrame: Rect? {
    guard let items else { return nil }
    let host = items.selectionHost
    let screen = Rect(origin: .zero, size: host.bounds.size)
    let frames = ranges.flatMap { index, range -> [Rect] in
      guard let (node, _) = items.selectableNode(of: index),
        let text = source?.textNode(in: node.node, of: node.item),
        let origin = text.node.convert(.zero, to: host)
      else { return [] }
      return text.layout.rects(of: range).map {
        $0.offset(x: origin.x, y: origin.y).intersection(screen)
      }
    }.filter { !$0.isEmpty }
    return frames.first.map { frames.dropFirst().reduce($0) { $0.union($1) } }
  }

  /// Starts to drag a handle.
  func beginHandleDrag(ofStart isStart: Bool, at point: Point) {
    guard let handles, let edge = handles.edge(ofStart: isStart) else { return }
    model.hold(movingStart: isStart)
    handles.heldStart = isStart
    handles.grip = Size(
      width: edge.minX - point.x, height: edge.minY + edge.size.height / 2 - point.y)
    handles.finger = point
    (pointer.isSelecting, pointer.position) = (true, point)
    handles.setNeedsPlaces()
    items?.setNeedsSettling()
  }

  /// Removes the handles.
  func endHandles() {
    guard let handles else { return }
    handles.remove()
    self.handles = nil
    (pointer.isSelecting, pointer.position) = (false, nil)
  }
}
