internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyWindow

/// A panel over a conversation, which receives all pointers and keys until it is closed.
@MainActor protocol ConversationPanel: AnyObject {
  /// The node that covers the view.
  var node: DisplayNode { get }
  /// Places the panel in a view of a size.
  func layout(in size: Size)
  /// Handles a key; a panel handles every key.
  func press(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers)
  /// The texts and the buttons of the panel for accessibility, in reading order.
  var elements: [ChatElement] { get }
  /// Activates the button at a point of the view, and returns whether there is one.
  func activate(at point: Point) -> Bool
  /// Returns whether a point of the view belongs to the panel.
  func covers(_ point: Point) -> Bool
  /// Returns whether there is something to click at a point of the view.
  func isButton(at point: Point) -> Bool
  /// Follows a pressed pointer of the view, which may have been pressed before the panel opened.
  func follow(_ event: PointerEvent)
  /// Follows a pointer without a button down; `nil` if it has left.
  func hover(_ point: Point?)
}

/// The pointer handler of a panel's node, which takes every pointer.
@MainActor final class PanelPointers: PointerHandler {
  weak var panel: (any ConversationPanel)?

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    panel?.follow(event)
    return true
  }

  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) { panel?.follow(event) }

  func node(_ node: DisplayNode, buttonPressed event: PointerEvent) -> Bool {
    panel?.follow(event)
    return true
  }

  func node(_ node: DisplayNode, pointerHovered event: PointerEvent) {
    panel?.hover(event.phase == .exited ? nil : event.position)
  }

  func node(_ node: DisplayNode, scrolled event: ScrollEvent) -> Bool { true }
}
