internal import GalleyDisplay
public import GalleyGeometry
public import GalleyTypesetting

/// The text selection of a list, which can span several items.
///
/// A mouse selects by dragging from text; a double click selects a word, and a triple click
/// a paragraph. Keys extend the selection with ``extend(moving:)``. A finger selects a word with
/// ``beginTouch(at:)``, and then has handles and a magnifier. Offsets are in UTF-8 bytes, points in
/// the list's coordinates.
@MainActor public final class ListSelection {
  /// The source of the items' texts, which is not retained.
  ///
  /// Without a source, nothing can be selected.
  public weak var source: (any Source)?
  /// Called when the selection has changed.
  public var onChange: (() -> Void)?

  /// Called when a finger has finished selecting, and a menu for the selection can be shown.
  public var onTouchEnd: (() -> Void)?
  /// The color of the handles that a finger drags.
  public var tint = Color(argb: 0xFF2F_86D4)

  weak var items: (any SelectableItems)?
  var model: SelectionModel
  var pointer = SelectionPointer()
  /// The preferred x coordinate of vertical movements by keys, in the text's coordinates.
  var goal: Double?
  /// The handles of a selection made by a finger.
  var handles: SelectionHandles?
  /// The ranges shown as selected, by element.
  private var shown: [ElementID: Range<Int>] = [:]

  /// Creates an empty selection; in a reversed list, item 0 is the last in reading order.
  init(isReversed: Bool) { model = SelectionModel(isReversed: isReversed) }

  /// Whether nothing is selected.
  public var isEmpty: Bool { model.isEmpty }

  /// The start and end of the selection in reading order; `nil` if there is none.
  public var ends: (start: Position, end: Position)? { model.isEmpty ? nil : model.ends }

  /// The selected text of all items to copy: in reading order, each item on its own lines, with
  /// placeholders for the text of hidden spoilers.
  ///
  /// - Complexity: O(*n*) for *n* items from the first to the last.
  public var text: DisclosedText {
    guard let range = model.items else { return DisclosedText() }
    let order = model.isReversed ? Array(range.reversed()) : Array(range)
    return order.compactMap { index in
      guard let (item, text, range) = part(of: index), let source else { return nil }
      return source.plainText(of: range, of: item)
        ?? text.plainText(of: range, revealed: source.revealedSpoilers(of: item))
    }.joined(separator: "\n")
  }

  /// The selected ranges of all items with text, on screen or not, in reading order.
  ///
  /// - Complexity: O(*n*) for *n* items from the first to the last.
  public var parts: [(item: ListItem, range: Range<Int>)] {
    guard let range = model.items else { return [] }
    let order = model.isReversed ? Array(range.reversed()) : Array(range)
    return order.compactMap { index in part(of: index).map { ($0.item, $0.range) } }
  }

  private func part(
    of index: Int
  ) -> (item: ListItem, text: AttributedText, range: Range<Int>)? {
    guard let item = items?.selectableItem(at: index),
      let text = source?.selectableText(of: item),
      let range = model.range(of: index, length: text.length)
    else { return nil }
    return (item, text, range)
  }

  /// The selected ranges of items that have nodes, by ascending index.
  public var ranges: [(index: Int, range: Range<Int>)] {
    guard let items else { return [] }
    return items.selectableNodes.compactMap { node in
      range(of: node.index).map { (node.index, $0) }
    }
  }

  // MARK: Selecting

  /// Starts a selection at a point.
  ///
  /// - Parameters:
  ///   - point: The point, in the list's coordinates.
  ///   - clicks: The number of clicks: two select a word, three a paragraph.
  public func begin(at point: Point, clicks: Int = 1) {
    let unit: Unit = clicks >= 3 ? .paragraph : clicks == 2 ? .word : .character
    guard let stretch = stretch(at: point, unit: unit) else { return clear() }
    model.begin(stretch, unit: unit)
    endHandles()
    noteChange()
  }

  /// Extends the selection to a point, by the unit with which it was started.
  public func extend(to point: Point) {
    guard model.anchor != nil else { return begin(at: point) }
    guard let stretch = stretch(at: point, unit: model.unit) else { return }
    model.extend(to: stretch)
    noteChange()
  }

  /// Ends the pointer's selecting and keeps the selection.
  public func end() { pointer.isSelecting = false }

  /// Selects the text between two positions, the second of which is the movable end.
  public func select(from anchor: Position, to focus: Position) {
    guard source != nil else { return }
    func stretch(_ position: Position) -> SelectionModel.Stretch {
      SelectionModel.Stretch(index: position.index, range: position.offset..<position.offset)
    }
    model.begin(stretch(anchor), unit: .character)
    model.extend(to: stretch(focus))
    noteChange()
  }

  /// The movable end of the selection, also of an empty one; `nil` without a selection.
  public var focus: Position? {
    guard let focus = model.focus, let ends = model.ends else { return nil }
    let isForward = ends.end.index == focus.index && ends.end.offset == focus.range.upperBound
    return isForward ? ends.end : ends.start
  }

  /// Selects the text of all items.
  public func selectAll() {
    guard let count = items?.selectableCount, source != nil, count > 0 else { return }
    let (first, last) = model.isReversed ? (count - 1, 0) : (0, count - 1)
    model.begin(SelectionModel.Stretch(index: first, range: 0..<0), unit: .character)
    model.extend(to: SelectionModel.Stretch(index: last, range: Int.max..<Int.max))
    goal = nil
    noteChange()
  }

  /// Selects the whole text of an item, by its visible index.
  public func select(itemAt index: Int) {
    model.begin(SelectionModel.Stretch(index: index, range: 0..<0), unit: .character)
    model.extend(to: SelectionModel.Stretch(index: index, range: Int.max..<Int.max))
    endHandles()
    noteChange()
  }

  /// Clears the selection.
  public func clear() {
    guard model.anchor != nil else { return }
    model.clear()
    endHandles()
    noteChange()
  }

  // MARK: The list

  /// Updates the selection for a change of the list.
  func follow(_ change: MapChange) {
    guard model.anchor != nil else { return }
    let old = model
    model.follow(change.indexMap)
    if model != old { onChange?() }
    for node in items?.selectableNodes ?? [] { show(in: node) }
  }

  /// Shows the selected range in a node, unless a node that is not new shows it already.
  func show(in node: SelectableNode, isNew: Bool = true) {
    guard let source, model.anchor != nil || !shown.isEmpty else { return }
    let range = range(of: node.index)
    guard shown[node.element] != range || (isNew && range != nil) else { return }
    shown[node.element] = range
    source.showSelection(range, in: node.node, of: node.item)
  }

  /// Shows the changed selection.
  func noteChange() {
    for node in items?.selectableNodes ?? [] { show(in: node, isNew: false) }
    if model.isEmpty { shown = [:] }
    handles?.setNeedsPlaces()
    onChange?()
  }

  func range(of index: Int) -> Range<Int>? {
    guard model.items?.contains(index) ?? false, let item = items?.selectableItem(at: index),
      let text = source?.selectableText(of: item)
    else { return nil }
    return model.range(of: index, length: text.length)
  }

  // MARK: Points

  /// Returns the unit of text at a point, or the beginning or end of the nearest item's text.
  func stretch(at point: Point, unit: Unit) -> SelectionModel.Stretch? {
    guard let source, point.x.isFinite, point.y.isFinite,
      let (node, frame) = items?.selectableNode(nearest: point)
    else { return nil }
    let inside = Point(x: point.x - frame.minX, y: point.y - frame.minY)
    guard let offset = source.textOffset(at: inside, in: node.node, of: node.item) else {
      // An item without text is either included or not, depending on the half that contains the
      // point.
      let isLower = inside.y > frame.size.height / 2
      let end = isLower != model.isReversed ? Int.max : 0
      return SelectionModel.Stretch(index: node.index, range: end..<end)
    }
    let range =
      unit == .character
      ? offset..<offset : source.range(of: unit, around: offset, of: node.item)
    return SelectionModel.Stretch(index: node.index, range: range)
  }

  /// Returns whether there is text at a point.
  public func isText(at point: Point) -> Bool {
    guard let source, let (node, frame) = items?.selectableNode(at: point) else { return false }
    return source.isText(
      at: Point(x: point.x - frame.minX, y: point.y - frame.minY), in: node.node, of: node.item)
  }

  // MARK: Pointers

  /// Handles a pressed pointer.
  ///
  /// - Returns: Whether the pointer selects at once, so that nothing else receives it.
  func press(_ event: PointerEvent) -> Bool {
    guard event.kind == .mouse, source != nil else { return false }
    goal = nil
    let clicks = pointer.press(event, isText: isText(at: event.position))
    if event.modifiers.contains(.shift), model.anchor != nil {
      extend(to: event.position)
    } else if pointer.isOnText, clicks > 1 {
      begin(at: event.position, clicks: clicks)
    } else {
      return false
    }
    pointer.isSelecting = true
    return true
  }

  /// Returns whether a pointer that nothing else accepts can select.
  func wants(_ event: PointerEvent) -> Bool { source != nil && event.kind == .mouse }

  /// Takes over a pointer that was pressed on text and has moved, and returns whether it has.
  func takeOver(_ event: PointerEvent, since start: PointerEvent? = nil) -> Bool {
    guard pointer.beginSelectingIfNeeded(event), let start = start ?? pointer.start else {
      return false
    }
    begin(at: start.position)
    extend(to: event.position)
    return true
  }

  /// Follows the selecting pointer.
  ///
  /// - Returns: Whether the pointer is the selecting one.
  func follow(_ event: PointerEvent) -> Bool {
    guard pointer.isSelecting, event.kind == .mouse else { return false }
    switch event.phase {
    case .began, .hovered, .exited: break
    case .moved:
      pointer.position = event.position
      extend(to: event.position)
    case .ended, .canceled: end()
    }
    return true
  }

  /// Whether a pointer is selecting.
  package var isSelecting: Bool { pointer.isSelecting }

  /// Returns the distance to scroll for the selecting pointer; `nil` if there is none.
  ///
  /// `beyond` returns the distance of a point from the viewport, negative before its beginning.
  func scrollDistance(at time: Double, beyond: (Point) -> Double) -> Double? {
    guard pointer.isSelecting, let position = pointer.position else {
      pointer.lastScroll = nil
      return nil
    }
    return pointer.scrollDistance(beyond: beyond(position), at: time)
  }

  /// Extends the selection to its pointer because the list has scrolled.
  func extendToPointer() {
    guard let position = pointer.position else { return }
    if handles?.isTouched ?? false { moveTouch(to: position) } else { extend(to: position) }
  }

  /// Clears the selection after a click outside any item.
  func click(_ event: PointerEvent) {
    if event.kind == .mouse || handles != nil { clear() }
  }
}
