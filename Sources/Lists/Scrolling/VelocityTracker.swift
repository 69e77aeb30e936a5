/// The velocity of a pointer, estimated from its recent positions.
///
/// The velocity is the slope of a least-squares line, which is robust against single late or
/// rounded samples.
struct VelocityTracker: Sendable {
  /// The maximum age of a sample, in seconds.
  static let window = 0.1
  /// The time without samples after which the pointer is at rest, in seconds.
  static let rest = 0.05
  /// The maximum velocity, in points per second, which no finger reaches.
  static let limit = 30_000.0

  private struct Sample: Sendable {
    let position: Double
    let time: Double
  }

  private var samples: [Sample] = []

  /// Adds a sample; a non-finite one, or one older than the last, is ignored.
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

  /// Returns the velocity at a time, in points per second; 0 if unknown.
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
