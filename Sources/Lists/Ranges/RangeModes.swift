/// Which mode ranges are in, as time goes by.
struct RangeModes: Sendable {
  /// The mode while there is scrolling.
  var active = RangeMode.full
  /// The mode after a memory warning of a list that is not displayed.
  var hidden = RangeMode.lowMemory
  /// The mode of the last update; `nil` before the first.
  private(set) var current: RangeMode?
  private(set) var hasScrolled = false
  private(set) var isInBackground = false
  /// A mode that somebody asked for, and whether an update has used it.
  private var wish: (mode: RangeMode, isUsed: Bool)?

  /// Takes note that the user scrolls.
  mutating func noteScrolling() {
    hasScrolled = true
    wish = nil
    current = active
  }

  /// Asks for a mode, until the viewport moves after an update with it.
  mutating func ask(for mode: RangeMode) {
    wish = (mode, false)
  }

  /// Goes to the background, where nothing is seen.
  mutating func enterBackground(isContainerVisible: Bool) {
    ask(for: isContainerVisible ? .visibleOnly : .lowMemory)
    isInBackground = true
  }

  /// Comes back from the background.
  mutating func enterForeground(isContainerVisible: Bool) {
    isInBackground = false
    ask(for: isContainerVisible ? .minimum : .visibleOnly)
  }

  /// Finds the mode of the next update.
  ///
  /// - Parameters:
  ///   - isContainerVisible: Whether the list can be seen.
  ///   - hasMoved: Whether the viewport is elsewhere than at the last update.
  /// - Returns: The mode.
  mutating func next(isContainerVisible: Bool, hasMoved: Bool) -> RangeMode {
    if let wish, !wish.isUsed || !hasMoved || isInBackground {
      self.wish = (wish.mode, true)
      current = wish.mode
      return wish.mode
    }
    wish = nil
    guard let current else {
      self.current = .minimum
      return .minimum
    }
    let mode = hasScrolled && isContainerVisible ? active : current
    self.current = mode
    return mode
  }
}
