/// The coverage of a pixel that two shapes cover in part, each known by its own coverage there.
///
/// Coverage is an area, so that the union of both lies between the greater of the two and their
/// sum, and their edges tell where. Edges that face each other, as those of strokes that abut,
/// leave nothing covered twice: the union is the sum. Others, as those of strokes that overlap
/// lengthwise, cover much the same part: the union is the greater one.
struct CoverageJoint {
  /// The coverage of a pixel and of its neighbors, 0 to 255.
  struct Neighborhood {
    var center: Int
    var left: Int
    var right: Int
    var above: Int
    var below: Int
  }

  /// The coverage of both shapes together.
  @inline(__always) static func union(_ first: Neighborhood, _ second: Neighborhood) -> Int {
    let sum = min(255, first.center + second.center)
    let across = facing(
      (first.left, first.right), (second.left, second.right), sum: sum)
    let along = facing(
      (first.above, first.below), (second.above, second.below), sum: sum)
    return max(first.center, second.center, across, along)
  }

  /// The sum, if coverage falls in one shape where it rises in the other; otherwise 0.
  ///
  /// The sum is at most the coverage beside the joint, so that a stroke that continues in another
  /// one does not darken.
  @inline(__always) private static func facing(
    _ first: (Int, Int), _ second: (Int, Int), sum: Int
  ) -> Int {
    if first.0 > first.1, second.0 < second.1 { return min(sum, max(first.0, second.1)) }
    if first.0 < first.1, second.0 > second.1 { return min(sum, max(first.1, second.0)) }
    return 0
  }
}
