public import GalleyGeometry

extension TextPainter {
  /// The cover of hidden spoilers.
  public enum SpoilerDust: Hashable, Sendable {
    /// None: the text leaves an empty space.
    case none
    /// Still dots.
    case still
    /// Drifting dots at a time, in seconds from an arbitrary start.
    ///
    /// The same time always has the same dots.
    case drifting(time: Double)
  }
}

/// One moment of the transition that reveals or hides spoilers.
///
/// The host sets the elapsed time, and redraws until ``isOver``; from then on,
/// ``TextPainter/revealed`` alone determines what is visible.
public struct SpoilerTransition: Hashable, Sendable {
  /// The kind of a transition.
  public enum Change: Hashable, Sendable {
    /// Reveals the spoilers: in a circle that grows from a point, in the layout's coordinates, or
    /// everywhere at once.
    case reveals(from: Point?)
    /// Hides the spoilers, everywhere at once.
    case hides
  }

  /// The indices of the spoilers.
  public var spoilers: Set<Int>
  /// The kind of the transition.
  public var change: Change
  /// The elapsed time, in seconds.
  public var elapsed: Double

  /// Creates a moment of a transition.
  public init(_ change: Change, of spoilers: Set<Int>, elapsed: Double) {
    self.change = change
    self.spoilers = spoilers
    self.elapsed = elapsed
  }

  /// The delay before the circle grows, and the duration of its growth, in seconds.
  private static let (delay, growth) = (0.1, 0.55)
  /// The durations of a fade that reveals and of one that hides, in seconds.
  private static let (revealFade, hideFade) = (0.3, 0.4)
  /// The fractions of the circle's radius at which the text starts to fade and is transparent.
  private static let (opaquePart, clearPart) = (0.7, 0.95)

  /// The duration of the transition, in seconds.
  public var duration: Double {
    switch change {
    case .reveals(from: .some): Self.delay + Self.growth
    case .reveals(from: nil): Self.revealFade
    case .hides: Self.hideFade
    }
  }

  /// Whether the transition has ended.
  public var isOver: Bool { elapsed >= duration }

  /// Returns the opacity of a spoiler's text at a point; the dust has the complement.
  ///
  /// - Parameters:
  ///   - point: The point, in the layout's coordinates.
  ///   - size: The layout's size.
  /// - Returns: The opacity, from 0 to 1.
  public func opacity(at point: Point, in size: Size) -> Double {
    let elapsed = elapsed.isNaN ? 0 : max(0, elapsed)
    switch change {
    case .hides: return 1 - min(1, elapsed / Self.hideFade)
    case .reveals(from: nil): return min(1, elapsed / Self.revealFade)
    case .reveals(from: .some(let center)):
      if elapsed >= duration { return 1 }
      let progress = Self.eased(min(1, max(0, elapsed - Self.delay) / Self.growth))
      // At the end, the opaque part contains the farthest corner.
      let corners = [
        Point.zero, Point(x: size.width, y: 0), Point(x: 0, y: size.height),
        Point(x: size.width, y: size.height),
      ]
      let reach = corners.reduce(0) { max($0, $1.distance(to: center)) }
      let radius = progress * reach / Self.opaquePart
      guard radius > 0 else { return 0 }
      let place = point.distance(to: center) / radius
      return min(1, max(0, (Self.clearPart - place) / (Self.clearPart - Self.opaquePart)))
    }
  }

  /// Smoothstep: the cubic with zero slope at both ends.
  private static func eased(_ time: Double) -> Double { time * time * (3 - 2 * time) }
}

extension Point {
  fileprivate func distance(to other: Point) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}
