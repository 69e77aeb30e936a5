public import GalleyDisplay
public import GalleyGeometry

/// A receiver of the text typed into a window, such as a text field.
@MainActor public protocol TextInputClient: AnyObject {
  /// Inserts typed text.
  func insertText(_ text: String)

  /// Shows the text that an input method composes, in place of what it composed before.
  func compose(_ composition: WindowEvent.Composition)

  /// Handles a key, and returns whether it has a function in the client.
  ///
  /// Keys that type text come here too, and then as text; return `false` for them.
  func handleKey(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers) -> Bool

  /// Called when the client begins or ends to receive text.
  func textInputDidChange(isActive: Bool)

  /// The frame of the caret in the coordinates of the window's root node; `nil` if it is not shown.
  var caretFrame: Rect? { get }
}

/// A pointer handler whose node receives typed text once it is pressed.
@MainActor public protocol TextInputTarget: PointerHandler {
  /// The client that receives the text.
  var textInputClient: (any TextInputClient)? { get }
}

/// A clipboard for text.
@MainActor public protocol TextClipboard: AnyObject {
  /// The text of the clipboard; `nil` if there is none.
  var clipboardText: String? { get }

  /// Copies text to the clipboard, and returns whether that was possible.
  @discardableResult func copy(_ text: String) -> Bool
}

extension Window: TextClipboard {}
