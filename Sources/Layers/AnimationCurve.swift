internal import Glibc

/// How far an animation has come, as a function of the time that has passed.
///
/// The functions are exact to 1e-6 and keep no state: the same time gives the same answer on any
/// thread. Progress is 0 at the start and 1 at the end; between, springs may go beyond.
public struct AnimationCurve: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    case linear
    case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
    case systemSpring
    case spring(Spring)
  }

  private let kind: Kind

  /// As fast at the end as at the start.
  public static let linear = AnimationCurve(kind: .linear)
  /// Slow at the start.
  public static let easeIn = bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// Slow at the end.
  public static let easeOut = bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// Slow at the start and at the end.
  public static let easeInOut = bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
  /// Fast at once, and slow for long: what stands for a spring where there are only curves.
  public static let springLike = bezier(x1: 0.23, y1: 1, x2: 0.32, y2: 1)
  /// How what is pushed in from a side moves.
  public static let slide = bezier(x1: 0.33, y1: 0.52, x2: 0.25, y2: 0.99)

  /// The spring that lists and keyboards move by: critically damped, and at 0.9989 of its way at the end
  /// of whatever duration it is given.
  ///
  /// A mass of 3 at a stiffness of 1000 through 0.5 s, with the time stretched to the duration.
  public static let systemSpring = AnimationCurve(kind: .systemSpring)

  /// A curve from (0, 0) to (1, 1) with two control points; x is time and y is progress.
  ///
  /// The x of control points is brought back into 0...1, so that no time comes twice.
  public static func bezier(
    x1: Double, y1: Double, x2: Double, y2: Double
  ) -> AnimationCurve {
    guard y1.isFinite, y2.isFinite, !x1.isNaN, !x2.isNaN else { return .linear }
    return AnimationCurve(
      kind: .bezier(x1: min(max(x1, 0), 1), y1: y1, x2: min(max(x2, 0), 1), y2: y2))
  }

  /// A spring in seconds; the duration of the animation says when it is stopped.
  public static func spring(_ spring: Spring) -> AnimationCurve {
    AnimationCurve(kind: .spring(spring))
  }

  /// How far an animation has come.
  ///
  /// - Parameters:
  ///   - time: The seconds since it began.
  ///   - duration: The seconds that it takes.
  /// - Returns: The progress; 0 before the beginning, and exactly 1 at the end and after it.
  public func progress(at time: Double, duration: Double) -> Double {
    guard time < duration else { return 1 }
    guard time > 0 else { return 0 }
    switch kind {
    case .linear: return time / duration
    case .bezier(let x1, let y1, let x2, let y2):
      let t = Self.parameter(x1, x2, at: time / duration)
      return Self.cubic(y1, y2, at: t)
    case .systemSpring: return Spring.system.progress(at: 0.5 * time / duration)
    case .spring(let spring): return spring.progress(at: time)
    }
  }

  /// A cubic curve from 0 to 1 with two control values.
  private static func cubic(_ first: Double, _ second: Double, at t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * first + 3 * u * t * t * second + t * t * t
  }

  /// Where a cubic curve that never goes back has a value.
  private static func parameter(_ first: Double, _ second: Double, at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var t = x
    for _ in 0..<64 {
      let error = cubic(first, second, at: t) - x
      if abs(error) < 1e-12 { break }
      if error > 0 { high = t } else { low = t }
      let u = 1 - t
      let slope =
        3 * u * u * first + 6 * u * t * (second - first) + 3 * t * t * (1 - second)
      // Newton's step where it stays between what is known, half of the interval otherwise.
      let next = slope > 1e-9 ? t - error / slope : -1
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }
}

/// A mass on a spring, pulled from 0 to 1.
public struct Spring: Hashable, Sendable {
  /// How heavy what moves is.
  public let mass: Double
  /// How strongly the spring pulls for its length.
  public let stiffness: Double
  /// How strongly motion is held back for its speed.
  public let damping: Double
  /// The speed at the start, in lengths of the whole way a second.
  public let initialVelocity: Double

  /// Makes a spring.
  ///
  /// What is not positive and finite is taken as 1, a damping below 0 as none.
  public init(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) {
    func positive(_ value: Double) -> Double { value > 0 && value.isFinite ? value : 1 }
    self.mass = positive(mass)
    self.stiffness = positive(stiffness)
    self.damping = damping.isFinite ? max(0, damping) : 1
    self.initialVelocity = initialVelocity.isFinite ? initialVelocity : 0
  }

  /// The spring behind ``AnimationCurve/systemSpring``: overdamped on paper, so taken as critical.
  public static let system = Spring(mass: 3, stiffness: 1000, damping: 500)

  /// The spring by which list items follow a finger.
  public static let bounce = Spring(stiffness: 443.704223632812, damping: 31.8211269378662)

  /// How far the mass has come.
  ///
  /// A damping beyond the critical one counts as critical, as in WebKit and Core Animation.
  ///
  /// - Parameter time: The seconds since it was let go, from 0.
  /// - Returns: The part of the way; beyond 1 where it swings over.
  public func progress(at time: Double) -> Double {
    let frequency = (stiffness / mass).squareRoot()
    let ratio = damping / (2 * (stiffness * mass).squareRoot())
    guard ratio < 1 else {
      return 1 - (1 + (frequency - initialVelocity) * time) * exp(-frequency * time)
    }
    let swing = frequency * (1 - ratio * ratio).squareRoot()
    let weight = (ratio * frequency - initialVelocity) / swing
    return 1 - exp(-ratio * frequency * time) * (cos(swing * time) + weight * sin(swing * time))
  }

  /// The seconds after which the mass stays within 1/1000 of the way from its end; at most 60.
  public var settlingDuration: Double {
    let frequency = (stiffness / mass).squareRoot()
    let ratio = min(1, damping / (2 * (stiffness * mass).squareRoot()))
    let rate = max(ratio * frequency, 1e-3)
    // The envelope: 1e-3 of it is left after 6.9 of its time constants; critical ones take longer.
    let constants = ratio < 1 ? 6.907_755_3 - log((1 - ratio * ratio).squareRoot()) : 9.233_413_5
    return min(60, constants / rate)
  }
}
