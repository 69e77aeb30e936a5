/// A histogram of durations, with their count and total.
package struct Durations: Hashable, Sendable {
  /// The number of durations.
  package private(set) var count = 0
  /// The total duration, in seconds.
  package private(set) var total = 0.0
  /// The longest duration, in seconds.
  package private(set) var longest = 0.0
  /// The counts per bucket of microseconds: one below 1, then four per power of two.
  private var steps: [Int] = []

  /// Creates an empty histogram.
  package init() {}

  /// Adds a duration in seconds; negative values count as 0.
  package mutating func add(_ seconds: Double) {
    let seconds = max(0, seconds)
    count += 1
    total += seconds
    longest = max(longest, seconds)
    let step = Self.step(of: seconds * 1e6)
    while steps.count <= step { steps.append(0) }
    steps[step] += 1
  }

  /// Returns a quantile of the durations, to within a quarter.
  ///
  /// - Parameter share: The fraction of durations at or below the result, 0...1, for example 0.99.
  /// - Returns: The duration in seconds; 0 if there are none.
  package func quantile(_ share: Double) -> Double {
    var rest = Int((min(1, max(0, share)) * Double(count)).rounded(.up))
    for (step, many) in steps.enumerated() {
      rest -= many
      if rest <= 0 { return min(longest, Self.end(of: step) / 1e6) }
    }
    return longest
  }

  /// Returns the bucket of a duration; the four buckets of a power of two are equally wide.
  private static func step(of microseconds: Double) -> Int {
    guard microseconds >= 1 else { return 0 }
    let bounded = min(microseconds, 0x1p60)
    return 1 + 4 * Int(bounded.exponent) + Int((bounded.significand - 1) * 4)
  }

  /// Returns the upper bound of a bucket, in microseconds.
  private static func end(of step: Int) -> Double {
    guard step > 0 else { return 1 }
    let (doubling, quarter) = (step - 1).quotientAndRemainder(dividingBy: 4)
    return Double(sign: .plus, exponent: doubling, significand: 1 + Double(quarter + 1) / 4)
  }
}
