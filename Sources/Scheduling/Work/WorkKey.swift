/// How soon work is wanted: what the user sees first, then what is near it.
///
/// Smaller keys come first. Work with equal keys runs in the order it was submitted in.
public struct WorkKey: Hashable, Comparable, Sendable {
  /// How far work's owner is from being seen, nearest first.
  public enum Rank: UInt8, Comparable, Sendable, CaseIterable {
    /// It is on screen.
    case visible
    /// It is about to be.
    case display
    /// It has what it shows loaded, but need not be drawn.
    case preload
    /// It is measured, and no more.
    case measureLayout
    /// Nobody has asked for it.
    case none

    /// Whether one rank is nearer to being seen than another.
    public static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// How far the work's owner is from being seen.
  public let rank: Rank
  /// How far the owner is from the viewport, in points, weighed by the direction of scrolling.
  public let distance: Double

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - rank: How far the work's owner is from being seen.
  ///   - distance: How far the owner is from the viewport, in points. NaN counts as infinity, and
  ///     what is negative as 0.
  public init(_ rank: Rank, distance: Double = 0) {
    self.rank = rank
    self.distance = distance.isNaN ? .infinity : max(0, distance)
  }

  /// Whether one key comes before another.
  public static func < (left: WorkKey, right: WorkKey) -> Bool {
    left.rank == right.rank ? left.distance < right.distance : left.rank < right.rank
  }
}
