import GalleySystem

/// A line on the terminal that shows how far a long command is.
///
/// It is shown only if standard error is a terminal, and at most ten times a second.
package struct ProgressLine {
  private static let width = 20
  private static let pause = Duration.milliseconds(100)

  private let isShown: Bool
  /// The total amount of work, if it is known.
  private let total: Int?
  private let start = ContinuousClock.now
  private var next: ContinuousClock.Instant
  private var isVisible = false
  /// The amount of work that was done before the first call.
  private var first: Int?

  /// Creates a line, which appears when there is something to show.
  ///
  /// - Parameters:
  ///   - isShown: Whether the user wants it.
  ///   - total: The total amount of work, such as bytes to read; `nil` if it is unknown.
  package init(isShown: Bool, total: Int?) {
    self.isShown = isShown && StandardStreams.isErrorTerminal
    self.total = total
    next = start + Self.pause
  }

  /// Shows an amount of work, such as bytes that were read, and a number of results.
  package mutating func show(done: Int, count: Int) {
    guard isShown else { return }
    let first = first ?? done
    self.first = first
    let now = ContinuousClock.now
    guard now >= next else { return }
    next = now + Self.pause
    isVisible = true
    let seconds = start.duration(to: now) / .seconds(1)
    StandardStreams.showStatus(
      Self.text(done: done, of: total, since: first, count: count, seconds: seconds))
  }

  /// Removes the line, before something else is written.
  package mutating func clear() {
    guard isVisible else { return }
    isVisible = false
    StandardStreams.showStatus("")
  }

  /// Returns the text of the line.
  ///
  /// - Parameters:
  ///   - done: The amount of work that is done.
  ///   - total: The total amount, if it is known.
  ///   - first: The amount that was done at the start.
  ///   - count: The number of results since the start.
  ///   - seconds: The time since the start.
  /// - Returns: A text such as `42 % [========            ] 1234, 812 a second, 0:12 left`.
  static func text(
    done: Int, of total: Int?, since first: Int, count: Int, seconds: Double
  ) -> String {
    let rate = seconds > 0 ? Int((Double(count) / seconds).rounded()) : 0
    var text = "\(count), \(rate) a second"
    guard let total, total > 0 else { return text }
    let share = min(Double(done) / Double(total), 1)
    let filled = Int(share * Double(width))
    let bar =
      String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
    text = "\(Int(share * 100)) % [\(bar)] " + text
    if done > first, seconds > 0 {
      let left = Double(max(0, total - done)) / Double(done - first) * seconds
      text += ", \(clock(Int(left.rounded(.up)))) left"
    }
    return text
  }

  /// Returns a time as minutes and seconds, or hours, minutes and seconds.
  private static func clock(_ seconds: Int) -> String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let end = ":" + (seconds % 60).padded(to: 2)
    return hours > 0 ? "\(hours):\(minutes.padded(to: 2))\(end)" : "\(minutes)\(end)"
  }
}
