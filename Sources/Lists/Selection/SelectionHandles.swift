internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyScheduling
internal import GalleyTypesetting

/// The handles at the ends of a selection that a finger has made, with a magnifier while a finger
/// moves one of them.
@MainActor final class SelectionHandles {
  /// The position of the finger that selects; `nil` if none does.
  var finger: Point?
  /// Whether the finger drags the handle that was at the start; `nil` if it drags none.
  var heldStart: Bool?
  /// The distance of the caret's middle from the finger that drags a handle.
  var grip = Size.zero

  private weak var selection: ListSelection?
  private weak var items: (any SelectableItems)?
  /// The handles at the start and the end, or while one is dragged, those that were there.
  private let nodes: [HandleNode]
  private let magnifier: Magnifier
  private var handler: DisplayLoop.Handler?
  private let loop: DisplayLoop

  init(_ selection: ListSelection, items: any SelectableItems) {
    (self.selection, self.items) = (selection, items)
    let host = items.selectionHost
    loop = host.environment.loop
    nodes = (0..<2).map { _ in
      HandleNode(color: selection.tint, environment: host.environment)
    }
    magnifier = Magnifier(environment: host.environment)
    for (index, handle) in nodes.enumerated() {
      handle.node.pointerHandler = HandlePointers(selection, isStart: index == 0)
      host.addSubnode(handle.node)
    }
    host.addSubnode(magnifier.node)
    // After the list has placed its items.
    handler = loop.onEachTick(in: .layout) { [weak self] _ in self?.place() }
    setNeedsPlaces()
  }

  /// Whether a finger is selecting.
  var isTouched: Bool { finger != nil }

  /// Schedules a tick that places the handles.
  func setNeedsPlaces() { loop.setNeedsTick() }

  /// Removes the nodes.
  func remove() {
    handler = nil
    for handle in nodes { handle.node.removeFromSupernode() }
    magnifier.node.removeFromSupernode()
  }

  /// Returns the point of the text that a finger at a point selects.
  func caretPoint(for point: Point) -> Point {
    guard heldStart != nil else { return point }
    return Point(x: point.x + grip.width, y: point.y + grip.height)
  }

  // MARK: Places

  /// Returns the edge of the selection's start or end, in the list's coordinates; `nil` if it is
  /// not near the screen.
  func edge(ofStart isStart: Bool) -> Rect? {
    guard let selection, let ends = selection.model.ends else { return nil }
    return place(of: isStart ? ends.start.index : ends.end.index) { text, range in
      text.layout.selectionHandles(of: range).map { isStart ? $0.startEdge : $0.endEdge }
    }?.edge
  }

  private func place(
    of index: Int, _ edge: (TextNode, Range<Int>) -> Rect?
  ) -> (node: SelectableNode, text: TextNode, edge: Rect)? {
    guard let selection, let items, let (node, _) = items.selectableNode(of: index),
      let text = selection.source?.textNode(in: node.node, of: node.item),
      let range = selection.range(of: index), let edge = edge(text, range),
      let origin = text.node.convert(edge.origin, to: items.selectionHost)
    else { return nil }
    return (node, text, Rect(origin: origin, size: edge.size))
  }

  private func place() {
    guard let selection else { return }
    // The dragged handle follows the focus, even after it has crossed the other one.
    let isCrossed = heldStart.map { $0 != selection.model.isFocusAtStart } ?? false
    for (index, handle) in nodes.enumerated() {
      let isStart = (index == 0) != isCrossed
      handle.place(edge(ofStart: isStart), isStart: isStart)
    }
    placeMagnifier()
  }

  private func placeMagnifier() {
    guard let selection, let items, let finger, let focus = selection.model.focus else {
      return magnifier.hide()
    }
    let offset = selection.model.isFocusAtStart ? focus.range.lowerBound : focus.range.upperBound
    let place = place(of: focus.index) { text, _ in
      text.layout.caret(at: TextPosition(offset: offset, affinity: .upstream))?.frame
    }
    guard let (node, text, edge) = place, let source = selection.source,
      let inside = text.node.convert(
        Point(x: finger.x, y: edge.minY + edge.size.height / 2), from: items.selectionHost)
    else { return magnifier.hide() }
    magnifier.show(
      text, selected: selection.range(of: focus.index), around: inside,
      above: Point(x: finger.x, y: edge.minY), in: items.selectionHost.bounds.size,
      background: source.backgroundColor(of: node.item))
  }
}

/// A handle: a disc with a stem along the edge of the selection.
@MainActor final class HandleNode {
  let node: DisplayNode
  private let disc: DisplayNode
  private let stem: DisplayNode

  init(color: Color, environment: DisplayEnvironment) {
    node = DisplayNode(environment: environment)
    disc = DisplayNode(environment: environment)
    stem = DisplayNode(environment: environment)
    node.name = "handle"
    node.zPosition = 900
    node.isHidden = true
    node.hitTestSlop = Insets(top: 12, left: 16, bottom: 12, right: 16)
    disc.cornerRadii = CornerRadii(TextSelection.Handles.discWidth / 2)
    for part in [stem, disc] {
      part.backgroundColor = color
      part.isOpaque = false
      part.isUserInteractionEnabled = false
      node.addSubnode(part)
    }
  }

  /// Places the handle at an edge; `nil` hides it.
  func place(_ edge: Rect?, isStart: Bool) {
    node.isHidden = edge == nil
    guard let edge else { return }
    let handles = TextSelection.Handles(startEdge: edge, endEdge: edge)
    let frame = handles.frame(of: isStart ? .start : .end)
    let width = TextSelection.Handles.discWidth
    node.frame = frame
    disc.frame = Rect(
      x: 0, y: isStart ? 0 : frame.size.height - width, width: width, height: width)
    stem.frame = Rect(
      x: edge.minX - frame.minX - 1, y: edge.minY - frame.minY, width: 2,
      height: edge.size.height)
  }
}

/// The pointer handler of a handle.
@MainActor private final class HandlePointers: PointerHandler {
  private weak var selection: ListSelection?
  private let isStart: Bool

  init(_ selection: ListSelection, isStart: Bool) {
    (self.selection, self.isStart) = (selection, isStart)
  }

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    guard let selection, let point = inList(event, node) else { return false }
    selection.beginHandleDrag(ofStart: isStart, at: point)
    return selection.isTouched
  }

  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    switch event.phase {
    case .moved: if let point = inList(event, node) { selection?.moveTouch(to: point) }
    default: selection?.endTouch()
    }
  }

  private func inList(_ event: PointerEvent, _ node: DisplayNode) -> Point? {
    selection?.items.flatMap { node.convert(event.position, to: $0.selectionHost) }
  }
}
