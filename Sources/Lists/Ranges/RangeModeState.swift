/// The state machine of the range mode.
struct RangeModeState: Sendable {
  /// The mode while the list scrolls: ``RangeTuning/Mode/full`` or ``RangeTuning/Mode/inset``.
  var active = RangeTuning.Mode.full
  /// The mode after a memory warning while the list is not visible.
  var hidden = RangeTuning.Mode.lowMemory
  /// The mode of the last update; `nil` before the first.
  private(set) var current: RangeTuning.Mode?
  /// Whether the application is in the background, where nothing is visible.
  var isInBackground = false
  private var hasScrolled = false
  /// A requested mode, and whether an update has used it.
  private var wish: (mode: RangeTuning.Mode, isUsed: Bool)?

  /// Switches to the active mode because the user scrolls.
  mutating func noteScrolling() {
    hasScrolled = true
    wish = nil
    current = active
  }

  /// Requests a mode until the viewport moves after an update in it.
  mutating func ask(for mode: RangeTuning.Mode) { wish = (mode, false) }

  /// Returns the mode of the next update, given whether the list is visible and the viewport has
  /// moved since the last one.
  mutating func next(isContainerVisible: Bool, hasMoved: Bool) -> RangeTuning.Mode {
    if let wish, !wish.isUsed || !hasMoved || isInBackground {
      self.wish = (wish.mode, true)
      current = wish.mode
      return wish.mode
    }
    wish = nil
    let mode = current.map { hasScrolled && isContainerVisible ? active : $0 } ?? .minimum
    current = mode
    return mode
  }
}
