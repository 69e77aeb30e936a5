public import GalleyGeometry
public import GalleyTypesetting

/// What pointers do to a text: taps on links, spoilers and blocks, and long presses.
///
/// A pointer belongs to the text only where something can be tapped, or where ``onLongPress`` is set;
/// elsewhere it falls through. Whoever makes an interaction keeps it.
@MainActor public final class TextInteraction: PointerHandler {
  /// Is told of a link that was tapped.
  public var onLink: (@MainActor (Annotation) -> Void)?
  /// Is told of a spoiler that was tapped, by its number, and is on its way to be seen.
  public var onSpoiler: (@MainActor (_ spoiler: Int) -> Void)?
  /// Is told of a block that was tapped, and of whether it is to be expanded; without it the block is
  /// expanded or collapsed with the usual transition.
  public var onBlock: (@MainActor (_ block: Int, _ isExpanded: Bool) -> Void)?
  /// Is told where a pointer has rested, and what is there.
  public var onLongPress: (@MainActor (TextNode.Target?, Point) -> Void)?

  private let text: TextNode
  private let gestures = Gestures()

  /// Has the pointers of a text.
  public init(_ text: TextNode) {
    self.text = text
    // The end of a press is a tap, a drag or a long press, which say so themselves.
    gestures.onPress = { [text] point in if let point { text.press(at: point) } }
    gestures.onTap = { [weak self] in self?.tap(at: $0) }
    gestures.onDrag = { [text] _, _ in text.cancelPress() }
    gestures.onLongPress = { [weak self] in self?.pressLong(at: $0) }
    text.node.pointerHandler = self
  }

  /// Takes a pointer where it means something.
  public func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    guard onLongPress != nil || text.target(at: event.position) != nil else { return false }
    return gestures.node(node, pointerBegan: event)
  }

  /// Follows a pointer.
  public func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    if event.phase == .moved { text.movePress(to: event.position) }
    if event.phase == .canceled { text.cancelPress() }
    gestures.node(node, pointerChanged: event)
  }

  private func tap(at point: Point) {
    switch text.endPress(at: point) {
    case .link(let link)?: onLink?(link)
    case .spoiler(let spoiler)?:
      text.reveal(spoiler, from: point)
      onSpoiler?(spoiler)
    case .block(let block)?:
      let isExpanded = !text.isExpanded(block: block)
      if let onBlock { return onBlock(block, isExpanded) }
      text.setExpanded(isExpanded, block: block, LayoutTransition())
    case nil: break
    }
  }

  private func pressLong(at point: Point) {
    let target = text.target(at: point)
    text.cancelPress()
    onLongPress?(target, point)
  }
}
