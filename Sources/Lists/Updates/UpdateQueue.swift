/// The order in which changes of a list get from the data source to the screen: one at a time.
///
/// A change is *prepared* when the one before it has been shown, and not earlier, so that it is
/// prepared for what is on screen then. It only decides; others do what it says.
struct UpdateQueue {
  /// What is to be done next.
  enum Action: Hashable, Sendable {
    /// Nodes are to be made and measured for a change.
    case prepare(Int)
    /// A change is to be shown.
    case show(Int)
    /// Everything is shown.
    case settle
  }

  private enum Stage {
    case preparing
    case showing
  }

  private var waiting: [Int] = []
  private var current: (number: Int, stage: Stage)?
  private var count = 0

  /// Whether everything is shown.
  var isIdle: Bool { current == nil }

  /// The number of the change that is being prepared or shown.
  var inFlight: Int? { current?.number }

  /// Takes a change on.
  ///
  /// - Returns: Its number, counted from 1.
  mutating func submit() -> (number: Int, action: Action?) {
    count += 1
    waiting.append(count)
    return (count, begin())
  }

  /// Takes note that a change is prepared, or that there is no more time to wait for that.
  mutating func finishPreparing(_ number: Int) -> Action? {
    guard let current, current.number == number, current.stage == .preparing else { return nil }
    self.current = (number, .showing)
    return .show(number)
  }

  /// Takes note that a change is shown.
  mutating func finishShowing(_ number: Int) -> Action? {
    guard let current, current.number == number, current.stage == .showing else { return nil }
    self.current = nil
    return begin() ?? .settle
  }

  private mutating func begin() -> Action? {
    guard current == nil, !waiting.isEmpty else { return nil }
    let number = waiting.removeFirst()
    current = (number, .preparing)
    return .prepare(number)
  }
}
