/// The union of two shapes in pixels that both cover in part, computed from their coverage.
///
/// The area of the union lies between the greater coverage and the sum, depending on the edges.
/// Edges that face each other, as of strokes that abut, do not overlap: the union is the sum. Other
/// edges, as of strokes that overlap lengthwise, cover much the same area: the union is the greater
/// one.
enum CoverageJoint {
  /// Eight pixels of a row, the leftmost in the first lane.
  typealias Lanes = SIMD8<UInt8>

  /// The coverage of eight pixels of a row and of their neighbors.
  struct Neighborhood {
    var center: Lanes
    var left: Lanes
    var right: Lanes
    var above: Lanes
    var below: Lanes
  }

  /// Returns the coverage of the union where it exceeds that of each shape, and 0 elsewhere.
  @inline(__always) static func union(_ first: Neighborhood, _ second: Neighborhood) -> Lanes {
    let sum = first.center &+ lesser(second.center, 255 &- first.center)
    // At most the coverage beside the joint, so that a stroke that continues in another one does
    // not darken.
    let union = lesser(sum, coverageBesideJoint(first, second))
    let most = greater(first.center, second.center)
    let least = lesser(first.center, second.center)
    return only(union, where: lesser(excess(union, over: most), lesser(least, 255 &- most)))
  }

  /// Returns the greater coverage on both sides of a joint, toward which that of each shape
  /// decreases, and 0 elsewhere.
  @inline(__always) private static func coverageBesideJoint(
    _ first: Neighborhood, _ second: Neighborhood
  ) -> Lanes {
    // In four directions, from the first shape to the second: the amount by which both decrease.
    let rightward = lesser(
      excess(first.left, over: first.right), excess(second.right, over: second.left))
    let leftward = lesser(
      excess(first.right, over: first.left), excess(second.left, over: second.right))
    let downward = lesser(
      excess(first.above, over: first.below), excess(second.below, over: second.above))
    let upward = lesser(
      excess(first.below, over: first.above), excess(second.above, over: second.below))
    let across =
      only(greater(first.left, second.right), where: rightward)
      | only(greater(first.right, second.left), where: leftward)
    let along =
      only(greater(first.above, second.below), where: downward)
      | only(greater(first.below, second.above), where: upward)
    return greater(across, along)
  }

  // Each of these compiles to one or two instructions. Generic vectors, masks and comparisons with
  // scalars would go lane by lane.

  @inline(__always) private static func greater(_ first: Lanes, _ second: Lanes) -> Lanes {
    first.replacing(with: second, where: second .> first)
  }

  @inline(__always) private static func lesser(_ first: Lanes, _ second: Lanes) -> Lanes {
    first.replacing(with: second, where: second .< first)
  }

  /// Returns the difference where a lane is greater than the other, and 0 elsewhere.
  @inline(__always) private static func excess(_ first: Lanes, over second: Lanes) -> Lanes {
    first &- lesser(first, second)
  }

  /// Returns the lanes for which another lane is not 0, and 0 elsewhere.
  @inline(__always) private static func only(_ lanes: Lanes, where other: Lanes) -> Lanes {
    Lanes.zero.replacing(with: lanes, where: other .> Lanes.zero)
  }
}
