internal import GalleyGeometry

/// The axes along which a list can scroll.
package struct ScrollAxes: OptionSet, Hashable, Sendable {
  /// The bit set of axes.
  package let rawValue: UInt8

  /// Creates a set of axes from bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Left and right.
  package static let horizontal = ScrollAxes(rawValue: 1)
  /// Up and down.
  package static let vertical = ScrollAxes(rawValue: 2)
}

/// The direction in which the viewport moves on each axis.
package struct ScrollDirection: Hashable, Sendable {
  /// Whether the last horizontal movement was to the right.
  package var isRightward = true
  /// Whether the last vertical movement was down.
  package var isDownward = true

  /// Creates the direction into the content: right and down.
  package init() {}

  /// Creates a direction.
  package init(isRightward: Bool, isDownward: Bool) {
    self.isRightward = isRightward
    self.isDownward = isDownward
  }

  /// Updates the direction from a velocity; an axis without movement keeps its direction.
  ///
  /// - Parameters:
  ///   - velocity: The velocity of the viewport over the content, in points per second to the right
  ///     and down.
  ///   - axes: The scrollable axes.
  mutating func follow(_ velocity: Point, axes: ScrollAxes) {
    if axes.contains(.horizontal), velocity.x != 0, velocity.x.isFinite {
      isRightward = velocity.x > 0
    }
    if axes.contains(.vertical), velocity.y != 0, velocity.y.isFinite {
      isDownward = velocity.y > 0
    }
  }

  /// Returns a viewport extended by a reach along the scrollable axes.
  ///
  /// - Parameters:
  ///   - viewport: The viewport.
  ///   - reach: The reach.
  ///   - margin: The additional distance, as a fraction of the viewport.
  ///   - axes: The scrollable axes.
  /// - Returns: The extended rectangle.
  func rect(
    around viewport: Rect, reaching reach: RangeTuning.Reach, margin: Double, axes: ScrollAxes
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

  /// Returns the weighted distance of a frame from a viewport, in points.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - viewport: The viewport.
  ///   - trailingWeight: The weight of distances against the scroll direction.
  /// - Returns: The distance; 0 if the rectangles intersect.
  func distance(of frame: Rect, from viewport: Rect, trailingWeight: Double) -> Double {
    let right = max(0, frame.minX - viewport.maxX)
    let left = max(0, viewport.minX - frame.maxX)
    let down = max(0, frame.minY - viewport.maxY)
    let up = max(0, viewport.minY - frame.maxY)
    return right * (isRightward ? 1 : trailingWeight) + left * (isRightward ? trailingWeight : 1)
      + down * (isDownward ? 1 : trailingWeight) + up * (isDownward ? trailingWeight : 1)
  }
}
