/// How fast a pointer moves, by where it was of late.
///
/// The velocity is the slope of the straight line that fits best, so that one sample that came late or
/// was rounded does not throw it off.
struct VelocityTracker: Hashable, Sendable {
  /// How far back samples count, in seconds.
  static let window = 0.1
  /// After how long without a sample the pointer counts as resting, in seconds.
  static let rest = 0.05
  /// How fast it moves at most, in points a second: what no finger reaches.
  static let limit = 30_000.0

  private struct Sample: Hashable, Sendable {
    let position: Double
    let time: Double
  }

  private var samples: [Sample] = []

  /// Takes a sample; what is no number, or before the last one, is not taken.
  mutating func add(_ position: Double, at time: Double) {
    guard position.isFinite, time.isFinite else { return }
    if let last = samples.last {
      if time < last.time { return }
      if time == last.time { samples.removeLast() }
    }
    samples.append(Sample(position: position, time: time))
    let start = time - Self.window
    samples.removeAll { $0.time < start }
  }

  /// How fast the pointer moves at a time, in points a second; 0 if that is not known.
  func velocity(at time: Double) -> Double {
    guard let last = samples.last, time - last.time <= Self.rest, samples.count > 1 else {
      return 0
    }
    let count = Double(samples.count)
    let meanTime = samples.reduce(0) { $0 + ($1.time - last.time) } / count
    let meanPosition = samples.reduce(0) { $0 + ($1.position - last.position) } / count
    var (covariance, variance) = (0.0, 0.0)
    for sample in samples {
      let offset = sample.time - last.time - meanTime
      covariance += offset * (sample.position - last.position - meanPosition)
      variance += offset * offset
    }
    guard variance > 0 else { return 0 }
    return max(-Self.limit, min(covariance / variance, Self.limit))
  }
}
