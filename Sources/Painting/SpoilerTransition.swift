public import GalleyGeometry

/// What covers the spoilers that may not be seen.
public enum SpoilerDust: Hashable, Sendable {
  /// Nothing: there is an empty place.
  case none
  /// Dots that stand still.
  case still
  /// Dots that come, drift and go: those of a moment, in seconds from any start.
  ///
  /// The same moment has the same dots, whoever draws them.
  case drifting(time: Double)
}

/// Spoilers on their way to be seen, or to be hidden again: one moment of it.
///
/// The host says how much time has passed, and draws anew until ``isOver``; from then on it says what
/// is seen by ``TextPainter/revealed`` alone.
public struct SpoilerTransition: Hashable, Sendable {
  /// What changes.
  public enum Change: Hashable, Sendable {
    /// The spoilers come to be seen: in a circle that grows from a point, in the layout's coordinates,
    /// or everywhere at once.
    case reveals(from: Point?)
    /// The spoilers come to be hidden, everywhere at once.
    case hides
  }

  /// The numbers of the spoilers.
  public var spoilers: Set<Int>
  /// What changes.
  public var change: Change
  /// How much time has passed, in seconds.
  public var elapsed: Double

  /// Makes a moment of a transition.
  public init(_ change: Change, of spoilers: Set<Int>, elapsed: Double) {
    self.change = change
    self.spoilers = spoilers
    self.elapsed = elapsed
  }

  /// How long the circle waits, and how long it then grows, in seconds.
  private static let (delay, growth) = (0.1, 0.55)
  /// How long a fade takes that reveals, and one that hides, in seconds.
  private static let (revealFade, hideFade) = (0.3, 0.4)
  /// Which part of the circle's radius is opaque, and where nothing is left.
  private static let (opaquePart, clearPart) = (0.7, 0.95)

  /// How long all of it takes, in seconds.
  public var duration: Double {
    switch change {
    case .reveals(from: .some): Self.delay + Self.growth
    case .reveals(from: nil): Self.revealFade
    case .hides: Self.hideFade
    }
  }

  /// Whether nothing changes any more.
  public var isOver: Bool { elapsed >= duration }

  /// How much of a spoiler's text is seen at a point: 0 to 1, and the less of its dust.
  ///
  /// - Parameters:
  ///   - point: The point, in the layout's coordinates.
  ///   - size: The layout's size.
  /// - Returns: How much, from 0 to 1.
  public func opacity(at point: Point, in size: Size) -> Double {
    let elapsed = elapsed.isNaN ? 0 : max(0, elapsed)
    switch change {
    case .hides: return 1 - min(1, elapsed / Self.hideFade)
    case .reveals(from: nil): return min(1, elapsed / Self.revealFade)
    case .reveals(from: .some(let center)):
      if elapsed >= duration { return 1 }
      let progress = Self.eased(min(1, max(0, elapsed - Self.delay) / Self.growth))
      // At the end the opaque part holds the farthest corner.
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

  /// Slow at both ends: the cubic that is level there.
  private static func eased(_ time: Double) -> Double { time * time * (3 - 2 * time) }
}

extension Point {
  fileprivate func distance(to other: Point) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}
