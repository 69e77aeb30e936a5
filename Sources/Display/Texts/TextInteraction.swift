public import GalleyGeometry
public import GalleyTypesetting

/// A pointer handler for a text: taps on links, tokens, spoilers and blocks, and long presses.
///
/// It takes a pointer only on something that can be tapped, or anywhere if ``onLongPress`` is set;
/// other pointers fall through. The node retains it.
@MainActor public final class TextInteraction: PointerHandler {
  /// Called when a link of the text is tapped.
  public var onLink: (@MainActor (AttributedText.Annotation) -> Void)?
  /// Called when a link or action in a truncation token is tapped, such as "Read more".
  public var onToken: (@MainActor (TextLayout.TokenPart) -> Void)?
  /// Called with the index of a spoiler that was tapped and is being revealed.
  public var onSpoiler: (@MainActor (_ spoiler: Int) -> Void)?
  /// Called when a block is tapped, with whether to expand it; by default the block is expanded or
  /// collapsed with the default transition.
  public var onBlock: (@MainActor (_ block: Int, _ isExpanded: Bool) -> Void)?
  /// Called with the target and position of a long press.
  public var onLongPress: (@MainActor (TextNode.Target?, Point) -> Void)?

  /// The text's node, which retains the interaction.
  private weak var node: DisplayNode?
  private let gestures = GestureRecognizer()

  /// Creates an interaction and sets it as the pointer handler of a text.
  @discardableResult public init(_ text: TextNode) {
    node = text.node
    // The end of a press needs no action: it is a tap, a drag or a long press.
    gestures.onPress = { [weak self] point in if let point { self?.text?.press(at: point) } }
    gestures.onTap = { [weak self] in self?.tap(at: $0) }
    gestures.onDrag = { [weak self] _, _ in self?.text?.cancelPress() }
    gestures.onLongPress = { [weak self] in self?.pressLong(at: $0) }
    text.node.pointerHandler = self
  }

  private var text: TextNode? { node?.textNode }

  /// Takes a pointer on a target, or anywhere if long presses are handled.
  public func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    guard onLongPress != nil || node.textNode?.target(at: event.position) != nil else {
      return false
    }
    return gestures.node(node, pointerBegan: event)
  }

  /// Tracks a pointer.
  public func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    if event.phase == .moved { node.textNode?.movePress(to: event.position) }
    if event.phase == .canceled { node.textNode?.cancelPress() }
    gestures.node(node, pointerChanged: event)
  }

  private func tap(at point: Point) {
    guard let text else { return }
    switch text.endPress(at: point) {
    case .link(let link)?: onLink?(link)
    case .token(let part)?: onToken?(part)
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
    guard let text else { return }
    let target = text.target(at: point)
    text.cancelPress()
    onLongPress?(target, point)
  }
}
