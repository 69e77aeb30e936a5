/// The coverage of pixels that two shapes cover in part, each known by its own coverage there.
///
/// Coverage is an area, so that the union of both lies between the greater of the two and their
/// sum, and their edges tell where. Edges that face each other, as those of strokes that abut,
/// leave nothing covered twice: the union is the sum. Others, as those of strokes that overlap
/// lengthwise, cover much the same part: the union is the greater one.
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

  /// The coverage of both shapes together where it is more than that of each; otherwise 0.
  @inline(__always) static func union(_ first: Neighborhood, _ second: Neighborhood) -> Lanes {
    let sum = first.center &+ lesser(second.center, 255 &- first.center)
    // At most as much as beside the joint, so that a stroke that continues in another one does
    // not darken.
    let union = lesser(sum, coverageBesideJoint(first, second))
    let most = greater(first.center, second.center)
    let least = lesser(first.center, second.center)
    return only(union, where: lesser(excess(union, over: most), lesser(least, 255 &- most)))
  }

  /// The greater coverage on both sides of a joint, toward which that of each shape falls;
  /// otherwise 0.
  @inline(__always) private static func coverageBesideJoint(
    _ first: Neighborhood, _ second: Neighborhood
  ) -> Lanes {
    // In four directions: from the first shape to the second, and how far both fall.
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

  // Each of these becomes one or two instructions. Generic vectors, masks and comparisons with
  // numbers would go lane by lane.

  @inline(__always) private static func greater(_ first: Lanes, _ second: Lanes) -> Lanes {
    first.replacing(with: second, where: second .> first)
  }

  @inline(__always) private static func lesser(_ first: Lanes, _ second: Lanes) -> Lanes {
    first.replacing(with: second, where: second .< first)
  }

  /// The amount by which each lane is greater than the other; otherwise 0.
  @inline(__always) private static func excess(_ first: Lanes, over second: Lanes) -> Lanes {
    first &- lesser(first, second)
  }

  /// The lanes for which another lane is not 0; otherwise 0.
  @inline(__always) private static func only(_ lanes: Lanes, where other: Lanes) -> Lanes {
    Lanes.zero.replacing(with: lanes, where: other .> Lanes.zero)
  }
}
