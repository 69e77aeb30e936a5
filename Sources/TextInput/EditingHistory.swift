import GalleyTypesetting

/// The steps of an editing history, which undo and redo.
///
/// Consecutive edits of one kind are one step: characters typed up to the start of the next word,
/// and deletions in one direction. Several characters at once, such as pasted text, are a step of
/// their own.
struct EditingHistory: Sendable {
  /// A replacement of a part of the text.
  struct Edit: Hashable, Sendable {
    /// The offset of the part, in UTF-8 bytes.
    var start: Int
    /// The text before and after the replacement.
    var (old, new): (String, String)
    /// The selection before the replacement.
    var before: TextSelection
  }

  /// The maximum number of steps; older ones are dropped.
  private static let limit = 1_000

  private var done: [Edit] = []
  private var undone: [Edit] = []
  private var isStepOpen = false

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Records an edit, as a part of the last step if it continues that.
  mutating func record(_ edit: Edit) {
    undone = []
    let isWhole = !edit.new.dropFirst().isEmpty
    defer { isStepOpen = !isWhole }
    if isStepOpen, !isWhole, let last = done.last, let joined = last.joined(with: edit) {
      done[done.count - 1] = joined
    } else {
      done.append(edit)
      if done.count > Self.limit { done.removeFirst(done.count - Self.limit) }
    }
  }

  /// Ends the last step, because the caret was moved.
  mutating func endStep() { isStepOpen = false }

  /// Takes back the last step, and returns it; `nil` if there is none.
  mutating func undo() -> Edit? {
    isStepOpen = false
    guard let edit = done.popLast() else { return nil }
    undone.append(edit)
    return edit
  }

  /// Repeats the last undone step, and returns it; `nil` if there is none.
  mutating func redo() -> Edit? {
    isStepOpen = false
    guard let edit = undone.popLast() else { return nil }
    done.append(edit)
    return edit
  }
}

extension EditingHistory.Edit {
  /// Returns the edit followed by another one as one edit; `nil` if they are separate steps.
  fileprivate func joined(with next: Self) -> Self? {
    var joined = self
    switch (new.isEmpty, next.new.isEmpty) {
    case (false, false):
      let isNextWord = new.last?.isWhitespace ?? false && !(next.new.first?.isWhitespace ?? true)
      guard next.old.isEmpty, next.start == start + new.utf8.count, !isNextWord else { return nil }
      joined.new += next.new
    case (true, true):
      if next.start + next.old.utf8.count == start {
        joined.start = next.start
        joined.old = next.old + old
      } else if next.start == start {
        joined.old += next.old
      } else {
        return nil
      }
    default: return nil
    }
    return joined
  }
}
