internal import GalleyChat

/// The keyboard focus among the accessible elements of a conversation.
///
/// Elements are values that are made anew whenever they are asked for, and know their message by
/// its index. The focus knows them by the key of the message, which edits do not change, and by
/// what they do.
struct FocusState {
  /// An element with the key of its message.
  struct Entry {
    var element: ChatElement
    var key: Int?
  }

  /// The focused element, as it was last seen.
  private(set) var entry: Entry?

  /// Focuses an element; `nil` for none.
  mutating func set(_ entry: Entry?) { self.entry = entry }

  /// Returns the focused element as it is now; `nil` if it is not on screen.
  func current(in entries: [Entry]) -> ChatElement? {
    entry.flatMap { entry in entries.first { $0.isSame(as: entry) } }?.element
  }

  /// Moves the focus to the next element, in reading order, that fulfills a condition.
  ///
  /// Without a focus, moving forward starts at the first element, and backward at the last.
  ///
  /// - Returns: Whether there is one.
  mutating func move(
    _ isForward: Bool, in entries: [Entry], where isWanted: (ChatElement) -> Bool
  ) -> Bool {
    let index = entry.flatMap { entry in entries.firstIndex { $0.isSame(as: entry) } }
    let next =
      isForward
      ? entries[(index.map { $0 + 1 } ?? 0)...].first { isWanted($0.element) }
      : entries[..<(index ?? entries.count)].last { isWanted($0.element) }
    guard let next else { return false }
    entry = next
    return true
  }
}

extension FocusState.Entry {
  /// Returns whether another entry is the same part of the same message, perhaps elsewhere.
  func isSame(as other: FocusState.Entry) -> Bool {
    guard element.role == other.element.role, key == other.key else { return false }
    switch (element.action, other.element.action) {
    case (.expand(_, let block), .expand(_, let otherBlock)): return block == otherBlock
    case (nil, nil): return element.role == .message || element.label == other.element.label
    case (let action, let otherAction): return action == otherAction
    }
  }
}
