internal import GalleyLayers
internal import Glibc

/// A motion along a list, as a function of the time since it began.
///
/// Being functions of time, motions are the same however often they are looked at.
enum ScrollMotion: Hashable, Sendable {
  /// What was flung slows down by itself.
  case deceleration(Deceleration)
  /// A spring pulls to a place.
  case spring(ScrollSpring)
  /// A curve leads to a place.
  case curve(ScrollCurve)

  /// Where it has come.
  func offset(at time: Double) -> Double {
    switch self {
    case .deceleration(let motion): motion.offset(at: time)
    case .spring(let motion): motion.offset(at: time)
    case .curve(let motion): motion.offset(at: time)
    }
  }

  /// How fast it goes, in points a second.
  func velocity(at time: Double) -> Double {
    switch self {
    case .deceleration(let motion): motion.velocity(at: time)
    case .spring(let motion): motion.velocity(at: time)
    case .curve(let motion): motion.velocity(at: time)
    }
  }

  /// Where it ends.
  var target: Double {
    switch self {
    case .deceleration(let motion): motion.target
    case .spring(let motion): motion.target
    case .curve(let motion): motion.target
    }
  }

  /// How long it takes, in seconds.
  var duration: Double {
    switch self {
    case .deceleration(let motion): motion.duration
    case .spring(let motion): motion.duration
    case .curve(let motion): motion.duration
    }
  }

  /// The same motion somewhere else.
  func shifted(by distance: Double) -> ScrollMotion {
    switch self {
    case .deceleration(var motion):
      motion.start += distance
      return .deceleration(motion)
    case .spring(let motion):
      return .spring(motion.shifted(by: distance))
    case .curve(var motion):
      motion.start += distance
      motion.target += distance
      return .curve(motion)
    }
  }

  /// What is left of a way when a motion counts as ended, in points: less than a pixel at any scale.
  static let leastDistance = 0.1
}

/// A motion that slows down by a constant share in each millisecond.
struct Deceleration: Hashable, Sendable {
  /// What is left of a velocity after a millisecond, as on Apple's platforms.
  static let shareLeft = 0.998
  /// The velocity falls by this factor to the power of e in a second.
  static let rate = -1_000 * log(shareLeft)

  /// Where it begins.
  var start: Double
  /// How fast it is at first, in points a second.
  let velocity: Double

  func offset(at time: Double) -> Double {
    start - velocity / Self.rate * expm1(-Self.rate * max(0, time))
  }

  func velocity(at time: Double) -> Double { velocity * exp(-Self.rate * max(0, time)) }

  /// Where it ends.
  var target: Double { start + velocity / Self.rate }

  /// How long it takes until what is left cannot be seen.
  var duration: Double {
    let way = velocity.magnitude / Self.rate
    return way > ScrollMotion.leastDistance ? log(way / ScrollMotion.leastDistance) / Self.rate : 0
  }

  /// When it comes to a place, or `nil` if it does not.
  func time(at offset: Double) -> Double? {
    guard velocity != 0 else { return nil }
    let part = (offset - start) * Self.rate / velocity
    guard part >= 0, part < 1 else { return nil }
    return -log1p(-part) / Self.rate
  }

  /// How fast something has to be to come to rest after a distance.
  static func velocity(toGo distance: Double) -> Double { distance * rate }
}

/// A motion on a spring that is damped just so much that it does not swing.
struct ScrollSpring: Hashable, Sendable {
  /// How fast the spring is that brings back what was pulled beyond an end, in radians a second: a
  /// mass of 1 at a stiffness of 100.
  static let bounceFrequency = 10.0
  /// How fast the spring is that follows a wheel or snaps to a place.
  ///
  /// A guess.
  static let followFrequency = 18.0

  /// Where it ends.
  let target: Double
  /// How far it is from there at first, in points.
  let distance: Double
  /// How fast it is at first, in points a second.
  let velocity: Double
  /// How strong it is for its mass, in radians a second.
  let frequency: Double
  /// How long it takes until what is left cannot be seen.
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

  private init(_ spring: ScrollSpring, target: Double) {
    self.target = target
    (distance, velocity) = (spring.distance, spring.velocity)
    (frequency, duration) = (spring.frequency, spring.duration)
  }

  func shifted(by distance: Double) -> ScrollSpring {
    ScrollSpring(self, target: target + distance)
  }

  func offset(at time: Double) -> Double {
    let time = max(0, time)
    return target + (distance + slope * time) * exp(-frequency * time)
  }

  func velocity(at time: Double) -> Double {
    let time = max(0, time)
    return (slope - frequency * (distance + slope * time)) * exp(-frequency * time)
  }

  /// When it first comes to its end and goes on beyond it, or `nil` if it does not.
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
    // From here on what is left grows no more.
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

/// A motion by a curve from one place to another.
struct ScrollCurve: Hashable, Sendable {
  var start: Double
  var target: Double
  let animation: ListAnimation

  var duration: Double { animation.duration }

  func offset(at time: Double) -> Double {
    start + (target - start) * progress(at: time)
  }

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
