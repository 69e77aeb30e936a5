internal import GalleyLayers
internal import Glibc

/// A motion along a list, as a function of the time since its start.
///
/// The path does not depend on how often the motion is sampled.
enum ScrollMotion: Sendable {
  /// The deceleration of flung content.
  case deceleration(Deceleration)
  /// A spring toward a target.
  case spring(ScrollSpring)
  /// An animation curve toward a target.
  case curve(ScrollCurve)

  /// Returns the offset at a time.
  func offset(at time: Double) -> Double {
    switch self {
    case .deceleration(let motion): motion.offset(at: time)
    case .spring(let motion): motion.offset(at: time)
    case .curve(let motion): motion.offset(at: time)
    }
  }

  /// Returns the velocity at a time, in points per second.
  func velocity(at time: Double) -> Double {
    switch self {
    case .deceleration(let motion): motion.velocity(at: time)
    case .spring(let motion): motion.velocity(at: time)
    case .curve(let motion): motion.velocity(at: time)
    }
  }

  /// The final offset.
  var target: Double {
    switch self {
    case .deceleration(let motion): motion.target
    case .spring(let motion): motion.target
    case .curve(let motion): motion.target
    }
  }

  /// The duration, in seconds.
  var duration: Double {
    switch self {
    case .deceleration(let motion): motion.duration
    case .spring(let motion): motion.duration
    case .curve(let motion): motion.duration
    }
  }

  /// Returns the motion moved by a distance.
  func shifted(by distance: Double) -> ScrollMotion {
    switch self {
    case .deceleration(var motion):
      motion.start += distance
      return .deceleration(motion)
    case .spring(var motion):
      motion.target += distance
      return .spring(motion)
    case .curve(var motion):
      motion.start += distance
      motion.target += distance
      return .curve(motion)
    }
  }

  /// The remaining distance at which a motion ends, in points: less than a pixel at any scale.
  static let leastDistance = 0.1
}

/// A motion whose velocity decays exponentially.
struct Deceleration: Sendable {
  /// The fraction of the velocity left after a millisecond, as on Apple's platforms.
  static let shareLeft = 0.998
  /// The decay rate of the velocity, per second.
  static let rate = -1_000 * log(shareLeft)

  /// The initial offset.
  var start: Double
  /// The initial velocity, in points per second.
  let velocity: Double

  func offset(at time: Double) -> Double {
    start - velocity / Self.rate * expm1(-Self.rate * max(0, time))
  }

  func velocity(at time: Double) -> Double { velocity * exp(-Self.rate * max(0, time)) }

  /// The final offset.
  var target: Double { start + velocity / Self.rate }

  /// The time until the remaining distance is invisible.
  var duration: Double {
    let way = velocity.magnitude / Self.rate
    return way > ScrollMotion.leastDistance ? log(way / ScrollMotion.leastDistance) / Self.rate : 0
  }

  /// Returns the time at which the motion reaches an offset; `nil` if it does not.
  func time(at offset: Double) -> Double? {
    guard velocity != 0 else { return nil }
    let part = (offset - start) * Self.rate / velocity
    guard part >= 0, part < 1 else { return nil }
    return -log1p(-part) / Self.rate
  }
}

/// The motion of a critically damped spring.
struct ScrollSpring: Sendable {
  /// The angular frequency of the spring that returns overscrolled content, in radians per second:
  /// a mass of 1 at a stiffness of 100.
  static let bounceFrequency = 10.0
  /// The angular frequency of the spring that follows a wheel or snaps to an offset, in radians per
  /// second.
  ///
  /// A guess.
  static let followFrequency = 18.0

  /// The final offset.
  fileprivate(set) var target: Double
  /// The initial distance from the target, in points.
  let distance: Double
  /// The initial velocity, in points per second.
  let velocity: Double
  /// The angular frequency, in radians per second.
  let frequency: Double
  /// The time until the remaining distance is invisible.
  let duration: Double

  init(from start: Double, to target: Double, velocity: Double, frequency: Double) {
    self.target = target
    self.velocity = velocity
    self.frequency = frequency
    distance = start - target
    duration = Self.duration(
      distance: start - target, slope: velocity + frequency * (start - target),
      frequency: frequency)
  }

  func offset(at time: Double) -> Double {
    let time = max(0, time)
    return target + (distance + slope * time) * exp(-frequency * time)
  }

  func velocity(at time: Double) -> Double {
    let time = max(0, time)
    return (slope - frequency * (distance + slope * time)) * exp(-frequency * time)
  }

  /// The time at which the spring first passes its target; `nil` if it does not.
  var crossing: Double? {
    guard distance != 0, slope != 0 else { return nil }
    let time = -distance / slope
    return time > 0 ? time : nil
  }

  private var slope: Double { velocity + frequency * distance }

  private static func duration(distance: Double, slope: Double, frequency: Double) -> Double {
    func isFar(_ time: Double) -> Bool {
      (distance.magnitude + slope.magnitude * time) * exp(-frequency * time)
        > ScrollMotion.leastDistance
    }
    // From here on, the bound on the remaining distance decreases.
    var low = 1 / frequency
    guard isFar(low) else { return low }
    var high = 2 * low
    while isFar(high), high < 1_000 { high *= 2 }
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if isFar(middle) { low = middle } else { high = middle }
    }
    return high
  }
}

/// A motion between two offsets along an animation curve.
struct ScrollCurve: Sendable {
  var start: Double
  var target: Double
  let animation: ListAnimation

  var duration: Double { animation.duration }

  func offset(at time: Double) -> Double { start + (target - start) * progress(at: time) }

  func velocity(at time: Double) -> Double {
    guard time >= 0, time < duration else { return 0 }
    let step = 1.0 / 4_096
    let (before, after) = (max(0, time - step), min(duration, time + step))
    guard after > before else { return 0 }
    return (offset(at: after) - offset(at: before)) / (after - before)
  }

  func progress(at time: Double) -> Double {
    animation.curve.progress(at: time, duration: duration)
  }
}
