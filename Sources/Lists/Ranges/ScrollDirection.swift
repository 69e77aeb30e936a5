internal import GalleyGeometry

/// The axes along which a list can be scrolled.
public struct ScrollAxes: OptionSet, Hashable, Sendable {
  /// The axes as bits.
  public let rawValue: UInt8

  /// Makes a set of axes of bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// To the left and right.
  public static let horizontal = ScrollAxes(rawValue: 1)
  /// Up and down.
  public static let vertical = ScrollAxes(rawValue: 2)
}

/// Where the viewport moves, on each axis.
public struct ScrollDirection: Hashable, Sendable {
  /// Whether it moves to the right, or did so last; otherwise to the left.
  public var isRightward = true
  /// Whether it moves down, or did so last; otherwise up.
  public var isDownward = true

  /// Makes the direction that points into the content: right and down.
  public init() {}

  /// Makes a direction.
  public init(isRightward: Bool, isDownward: Bool) {
    self.isRightward = isRightward
    self.isDownward = isDownward
  }

  /// Has the direction follow a velocity; an axis along which nothing moves keeps its own.
  ///
  /// - Parameters:
  ///   - velocity: How fast the viewport moves over the content, in points a second to the right and
  ///     down.
  ///   - axes: The axes along which it can.
  mutating func follow(_ velocity: Point, axes: ScrollAxes) {
    if axes.contains(.horizontal), velocity.x != 0, velocity.x.isFinite {
      isRightward = velocity.x > 0
    }
    if axes.contains(.vertical), velocity.y != 0, velocity.y.isFinite {
      isDownward = velocity.y > 0
    }
  }

  /// A viewport made larger by a reach, along the axes that can be scrolled.
  ///
  /// - Parameters:
  ///   - viewport: The viewport.
  ///   - reach: How far beyond.
  ///   - margin: How much farther, in shares of the viewport.
  ///   - axes: The axes.
  /// - Returns: The larger rectangle.
  func rect(
    around viewport: Rect, reaching reach: RangeReach, margin: Double, axes: ScrollAxes
  ) -> Rect {
    func sides(_ extent: Double, isForward: Bool) -> (before: Double, behind: Double) {
      let (leading, trailing) = reach.points(along: extent)
      return isForward
        ? (trailing + margin * extent, leading + margin * extent)
        : (leading + margin * extent, trailing + margin * extent)
    }
    var room = Insets.zero
    if axes.contains(.horizontal) {
      (room.left, room.right) = sides(viewport.size.width, isForward: isRightward)
    }
    if axes.contains(.vertical) {
      (room.top, room.bottom) = sides(viewport.size.height, isForward: isDownward)
    }
    return viewport.extended(by: room)
  }

  /// How far a frame is from a viewport, in points; farther where the viewport comes from.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - viewport: The viewport.
  ///   - trailingWeight: How many times farther it is there.
  /// - Returns: The distance; 0 if they meet.
  func distance(of frame: Rect, from viewport: Rect, trailingWeight: Double) -> Double {
    let right = max(0, frame.minX - viewport.maxX)
    let left = max(0, viewport.minX - frame.maxX)
    let down = max(0, frame.minY - viewport.maxY)
    let up = max(0, viewport.minY - frame.maxY)
    return right * (isRightward ? 1 : trailingWeight) + left * (isRightward ? trailingWeight : 1)
      + down * (isDownward ? 1 : trailingWeight) + up * (isDownward ? trailingWeight : 1)
  }
}
