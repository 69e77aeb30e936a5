internal import Glibc

/// A timing function, which maps elapsed time to progress.
///
/// Curves are exact to 1e-6 and stateless: the same time gives the same progress on any thread.
/// Progress is 0 at the start and 1 at the end; in between, springs and Bézier curves may leave
/// that range.
public struct AnimationCurve: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    case linear
    case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
    case systemSpring
    case spring(Spring)
  }

  private let kind: Kind

  /// Constant speed.
  public static let linear = AnimationCurve(kind: .linear)
  /// Slow at the start.
  public static let easeIn = bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// Slow at the end.
  public static let easeOut = bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// Slow at the start and at the end.
  public static let easeInOut = bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
  /// A fast start with a long slow end, which approximates a spring.
  public static let springLike = bezier(x1: 0.23, y1: 1, x2: 0.32, y2: 1)
  /// The curve of content that is pushed in from a side.
  public static let slide = bezier(x1: 0.33, y1: 0.52, x2: 0.25, y2: 0.99)

  /// The spring that lists and keyboards move by: critically damped, with a progress of 0.9989 just
  /// before the end of any duration.
  ///
  /// A mass of 3 at a stiffness of 1000 over 0.5 s, stretched to the duration.
  public static let systemSpring = AnimationCurve(kind: .systemSpring)

  /// Returns a cubic Bézier curve from (0, 0) to (1, 1); x is time and y is progress.
  ///
  /// The x coordinates of the control points are clamped to 0...1, so that time is monotonic.
  public static func bezier(x1: Double, y1: Double, x2: Double, y2: Double) -> AnimationCurve {
    guard y1.isFinite, y2.isFinite, !x1.isNaN, !x2.isNaN else { return .linear }
    return AnimationCurve(
      kind: .bezier(x1: min(max(x1, 0), 1), y1: y1, x2: min(max(x2, 0), 1), y2: y2))
  }

  /// Returns a spring curve in real seconds, which the duration of the animation cuts off.
  public static func spring(_ spring: Spring) -> AnimationCurve {
    AnimationCurve(kind: .spring(spring))
  }

  /// Returns the progress of an animation.
  ///
  /// - Parameters:
  ///   - time: The seconds since the start.
  ///   - duration: The duration in seconds.
  /// - Returns: The progress; 0 before the start, and exactly 1 from the end on.
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

  /// Returns a cubic Bézier polynomial from 0 to 1 with two control values.
  private static func cubic(_ first: Double, _ second: Double, at t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * first + 3 * u * t * t * second + t * t * t
  }

  /// Returns the parameter at which a monotonic cubic has a value.
  private static func parameter(_ first: Double, _ second: Double, at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var t = x
    for _ in 0..<64 {
      let error = cubic(first, second, at: t) - x
      if abs(error) < 1e-12 { break }
      if error > 0 { high = t } else { low = t }
      let u = 1 - t
      let slope = 3 * u * u * first + 6 * u * t * (second - first) + 3 * t * t * (1 - second)
      // A Newton step if it stays inside the bracket, otherwise bisection.
      let next = slope > 1e-9 ? t - error / slope : -1
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }
}

extension AnimationCurve {
  /// A damped harmonic oscillator that moves from 0 to 1.
  public struct Spring: Hashable, Sendable {
    /// The moving mass.
    public let mass: Double
    /// The spring constant.
    public let stiffness: Double
    /// The damping coefficient.
    public let damping: Double
    /// The initial velocity, in total distances per second.
    public let initialVelocity: Double

    /// Creates a spring.
    ///
    /// A mass or stiffness that is not positive and finite becomes 1; a negative damping becomes 0.
    public init(mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0) {
      func positive(_ value: Double) -> Double { value > 0 && value.isFinite ? value : 1 }
      self.mass = positive(mass)
      self.stiffness = positive(stiffness)
      self.damping = damping.isFinite ? max(0, damping) : 1
      self.initialVelocity = initialVelocity.isFinite ? initialVelocity : 0
    }

    /// The undamped angular frequency, in radians per second.
    private var frequency: Double { (stiffness / mass).squareRoot() }
    /// The damping as a fraction of critical damping.
    private var ratio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

    /// The spring of ``AnimationCurve/systemSpring``: nominally overdamped, evaluated as critically
    /// damped.
    public static let system = Spring(mass: 3, stiffness: 1000, damping: 500)

    /// The spring by which list items follow a finger.
    public static let bounce = Spring(stiffness: 443.704223632812, damping: 31.8211269378662)

    /// Returns the progress of the mass.
    ///
    /// Overdamping is evaluated as critical damping, as in WebKit and Core Animation.
    ///
    /// - Parameter time: The seconds since the release, not negative.
    /// - Returns: The fraction of the distance; beyond 1 while overshooting.
    public func progress(at time: Double) -> Double {
      guard ratio < 1 else {
        return 1 - (1 + (frequency - initialVelocity) * time) * exp(-frequency * time)
      }
      let swing = frequency * (1 - ratio * ratio).squareRoot()
      let weight = (ratio * frequency - initialVelocity) / swing
      return 1 - exp(-ratio * frequency * time) * (cos(swing * time) + weight * sin(swing * time))
    }

    /// The seconds until the mass stays within 1/1000 of the distance from its end; at most 60.
    public var settlingDuration: Double {
      let ratio = min(1, ratio)
      let rate = max(ratio * frequency, 1e-3)
      // The envelope decays to 1e-3 after 6.9 time constants; critical damping takes longer.
      let constants = ratio < 1 ? 6.907_755_3 - log((1 - ratio * ratio).squareRoot()) : 9.233_413_5
      return min(60, constants / rate)
    }
  }
}
