internal import GalleyDisplay
public import GalleyGeometry
internal import GalleyTypesetting
public import GalleyWindow

extension TextField: TextInputClient {
  /// Inserts typed text in place of the selection.
  public func insertText(_ text: String) { edit { field, _ in field.insert(text) } }

  /// Shows the text that an input method composes, underlined.
  public func compose(_ composition: WindowEvent.Composition) {
    edit { field, _ in field.compose(composition.text, selected: composition.selection) }
  }

  /// Shows or hides the caret.
  public func textInputDidChange(isActive: Bool) {
    self.isActive = isActive
    restartBlinking()
  }

  /// The frame of the caret in the coordinates of the root of the node's tree, in points.
  public var caretFrame: Rect? {
    let caret = caret(at: text.selection.focus)
    let origin = Point(
      x: textArea.minX + caret.minX, y: textArea.minY + caret.minY - scrollOffset)
    guard isActive, let place = node.convert(origin, to: nil) else { return nil }
    return Rect(origin: place, size: caret.size)
  }

  /// Handles the keys that move the caret, delete, copy, paste, undo and submit.
  ///
  /// Up and down have no function in an empty field, so that they may edit the last message or
  /// scroll, nor in a field of one line, which has no line for Shift+Enter either.
  public func handleKey(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers) -> Bool {
    let extends = modifiers.contains(.shift)
    let isControl = modifiers.contains(.control)
    if let movement = FieldKeys.movement(key, isControl: isControl) {
      if string.isEmpty || !text.isMultiline, key == .up || key == .down { return false }
      edit { field, layout in field.move(movement, extending: extends, in: layout) }
      return true
    }
    switch key {
    case .backspace: delete(isControl ? .backward(.word) : .backward(.character))
    case .delete: delete(isControl ? .forward(.word) : .forward(.character))
    case .enter where extends && !text.isMultiline: return false
    case .enter:
      if let onSubmit, !extends { onSubmit() } else { insertText("\n") }
    case .escape: return onCancel?() ?? false
    case .character(let character) where isControl: return handleShortcut(character, extends)
    // Other keys type text, which comes as such.
    case .character, .space: return modifiers.isDisjoint(with: [.control, .alt, .system])
    default: return false
    }
    return true
  }

  private func delete(_ movement: TextLayout.CaretMovement) {
    edit { field, layout in field.delete(movement, in: layout) }
  }

  private func handleShortcut(_ character: Character, _ isShifted: Bool) -> Bool {
    switch character {
    case "a": edit { field, _ in field.selectAll() }
    // Without a selection, the window may copy something else.
    case "c": return copySelection()
    case "x":
      guard copySelection() else { return true }
      insertText("")
    case "v": if let pasted = clipboard?.clipboardText { insertText(pasted) }
    case "z" where isShifted, "y": edit { field, _ in field.redo() }
    case "z": edit { field, _ in field.undo() }
    default: return false
    }
    return true
  }

  private func copySelection() -> Bool {
    let selected = text.selectedText
    guard !selected.isEmpty, let clipboard else { return false }
    return clipboard.copy(selected)
  }
}

/// The keys that move a caret, as on Linux desktops.
enum FieldKeys {
  /// Returns the movement of a key; `nil` if it moves nothing.
  static func movement(
    _ key: WindowEvent.Key, isControl: Bool
  ) -> TextLayout.CaretMovement? {
    switch key {
    case .left: isControl ? .wordLeft : .left
    case .right: isControl ? .wordRight : .right
    case .up: isControl ? .backward(.paragraph) : .up
    case .down: isControl ? .forward(.paragraph) : .down
    case .home: isControl ? .backward(.text) : .backward(.line)
    case .end: isControl ? .forward(.text) : .forward(.line)
    default: nil
    }
  }
}
