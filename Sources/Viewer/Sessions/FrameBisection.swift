/// A binary search for the first frame that fails a test, as `git bisect run` does for commits.
///
/// The frame before the first is taken as good, and the last as bad.
struct FrameBisection: Equatable {
  /// The outcome of a test, by the exit status of its command.
  enum Outcome: Equatable {
    case good, bad
    /// The command could not run: 126, 127, or 128 and a signal.
    case broken
  }

  private var good = 0
  private var bad: Int

  /// Creates a search in frames from 1 to `last`, of which `last` fails.
  init(last: Int) { bad = last }

  /// The next frame to test; `nil` if the first bad one is known.
  var next: Int? { bad - good > 1 ? good + (bad - good) / 2 : nil }

  /// The first bad frame that is known.
  var firstBad: Int { bad }

  /// Records the outcome for a frame.
  mutating func note(_ frame: Int, isGood: Bool) {
    if isGood { good = max(good, frame) } else { bad = min(bad, frame) }
  }

  /// Returns the outcome for an exit status.
  static func outcome(_ status: Int32) -> Outcome {
    switch status {
    case 0: .good
    case 1...125: .bad
    default: .broken
    }
  }
}
