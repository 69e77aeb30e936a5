internal import GalleyChat

/// The keyboard focus among the accessible elements of a conversation.
///
/// Elements are values that are made anew whenever they are asked for; the focus knows them by
/// their message and what they do.
struct FocusState {
  /// The focused element, as it was last seen.
  private(set) var element: ChatElement?

  /// Focuses an element; `nil` for none.
  mutating func set(_ element: ChatElement?) { self.element = element }

  /// Returns the focused element as it is now; `nil` if it is not on screen.
  func current(in elements: [ChatElement]) -> ChatElement? {
    element.flatMap { element in elements.first { $0.isSame(as: element) } }
  }

  /// Moves the focus to the next element, in reading order, that fulfills a condition.
  ///
  /// Without a focus, moving forward starts at the first element, and backward at the last.
  ///
  /// - Returns: Whether there is one.
  mutating func move(
    _ isForward: Bool, in elements: [ChatElement], where isWanted: (ChatElement) -> Bool
  ) -> Bool {
    let index = element.flatMap { element in elements.firstIndex { $0.isSame(as: element) } }
    let next =
      isForward
      ? elements[(index.map { $0 + 1 } ?? 0)...].first(where: isWanted)
      : elements[..<(index ?? elements.count)].last(where: isWanted)
    guard let next else { return false }
    element = next
    return true
  }
}

extension ChatElement {
  /// Returns whether another element is the same part of the same message, perhaps elsewhere.
  func isSame(as other: ChatElement) -> Bool {
    guard role == other.role, message == other.message else { return false }
    switch (action, other.action) {
    case (.expand(_, let block), .expand(_, let otherBlock)): return block == otherBlock
    case (nil, nil): return role == .message || label == other.label
    default: return action == other.action
    }
  }
}
