extension DisplayWork {
  /// The priority of work: visible content first, then by proximity.
  ///
  /// Smaller keys run first. Work with equal keys runs in the order of submission.
  public struct Key: Hashable, Comparable, Sendable {
    /// The proximity of the work's owner to the visible area, nearest first.
    public enum Rank: UInt8, Comparable, Sendable, CaseIterable {
      /// The owner is on screen.
      case visible
      /// The owner is about to be on screen.
      case display
      /// The owner's data is loaded, but it need not be drawn.
      case preload
      /// The owner is only measured.
      case measureLayout
      /// The owner is not wanted.
      case none

      /// Returns whether the left rank is nearer to visible than the right one.
      public static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    /// The rank of the work's owner.
    public let rank: Rank
    /// The distance of the owner from the viewport in points, weighted by scrolling direction.
    public let distance: Double

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - rank: The rank of the work's owner.
    ///   - distance: The distance of the owner from the viewport, in points. NaN counts as
    ///     infinity, negative values as 0.
    public init(_ rank: Rank, distance: Double = 0) {
      self.rank = rank
      self.distance = distance.isNaN ? .infinity : max(0, distance)
    }

    /// Returns whether the left key runs before the right one.
    public static func < (left: Key, right: Key) -> Bool {
      left.rank == right.rank ? left.distance < right.distance : left.rank < right.rank
    }
  }
}
