internal import GalleyDisplay

/// The pointer handler of a row, which takes taps on the header of a reply.
@MainActor final class ReplyTaps: PointerHandler {
  private let gestures = GestureRecognizer()

  /// Creates a handler with its action.
  init(_ action: @escaping @MainActor () -> Void) {
    gestures.onTap = { _ in action() }
  }

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    guard ChatRowNode(node)?.row.part(at: event.position)?.kind == .reply else { return false }
    return gestures.node(node, pointerBegan: event)
  }

  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    gestures.node(node, pointerChanged: event)
  }
}
