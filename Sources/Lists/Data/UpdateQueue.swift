/// A queue that brings changes of a list from the data source to the screen, one at a time.
///
/// A change is *prepared* only once the previous one has been shown, so that it is prepared for
/// what is on screen. The queue only decides; its owner performs the actions.
struct UpdateQueue {
  /// The next action.
  enum Action: Equatable, Sendable {
    /// Create and measure the nodes of a change.
    case prepare(Int)
    /// Show a change.
    case show(Int)
    /// Report that everything is shown.
    case settle
  }

  private var waiting: [Int] = []
  /// The number of the change that is being prepared or shown.
  private(set) var inFlight: Int?
  private var isShowing = false
  /// The number of changes submitted so far.
  private(set) var count = 0

  /// Whether everything is shown.
  var isIdle: Bool { inFlight == nil }

  /// Appends a change.
  ///
  /// - Returns: The number of the change, starting at 1, and the next action.
  mutating func submit() -> (number: Int, action: Action?) {
    count += 1
    waiting.append(count)
    return (count, begin())
  }

  /// Marks a change as prepared, or as having reached its deadline.
  mutating func finishPreparing(_ number: Int) -> Action? {
    guard inFlight == number, !isShowing else { return nil }
    isShowing = true
    return .show(number)
  }

  /// Marks a change as shown.
  mutating func finishShowing(_ number: Int) -> Action? {
    guard inFlight == number, isShowing else { return nil }
    inFlight = nil
    return begin() ?? .settle
  }

  private mutating func begin() -> Action? {
    guard inFlight == nil, !waiting.isEmpty else { return nil }
    let number = waiting.removeFirst()
    (inFlight, isShowing) = (number, false)
    return .prepare(number)
  }
}
