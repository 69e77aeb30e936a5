/// The coverage of a pixel that two shapes cover in part, each known by its own coverage there.
///
/// Coverage is an area, so that the union of both lies between the greater of the two and their sum,
/// and their edges tell where. Edges that face each other, as those of strokes that abut, leave
/// nothing covered twice: the union is the sum. Edges of one direction, as those of strokes that
/// overlap lengthwise, cover the same part: the union is the greater one. Edges that cross cover
/// parts that are independent.
struct CoverageJoint {
  /// The coverage of a pixel and of its neighbors, 0 to 255.
  struct Neighborhood {
    var center: Int
    var left: Int
    var right: Int
    var above: Int
    var below: Int

    /// The direction in which coverage grows, as twice its change from pixel to pixel.
    var slope: SIMD2<Int> { SIMD2(right - left, below - above) }
  }

  /// Slopes that are less steep tell no direction.
  private static let leastSlope = 24

  /// The coverage of both shapes together.
  static func union(_ first: Neighborhood, _ second: Neighborhood) -> Int {
    let greater = max(first.center, second.center)
    let sum = min(255, first.center + second.center)
    let (a, b) = (first.slope, second.slope)
    // Where a stroke goes on in another it is not darker than on either side.
    var facing = 0
    if a.x * b.x < 0 {
      let most = a.x < 0 ? max(first.left, second.right) : max(first.right, second.left)
      facing = min(sum, most)
    }
    if a.y * b.y < 0 {
      let most = a.y < 0 ? max(first.above, second.below) : max(first.below, second.above)
      facing = max(facing, min(sum, most))
    }
    return max(greater, facing, crossing(first, second, slopes: (a, b)))
  }

  /// The coverage of both shapes together where their edges cross; none if an edge is not clear.
  private static func crossing(
    _ first: Neighborhood, _ second: Neighborhood, slopes: (SIMD2<Int>, SIMD2<Int>)
  ) -> Int {
    let (a, b) = slopes
    let lengths = (a.x * a.x + a.y * a.y, b.x * b.x + b.y * b.y)
    guard min(lengths.0, lengths.1) >= leastSlope * leastSlope else { return 0 }
    // 1 for parallel edges, 0 for a right angle.
    let cosine = Double(abs(a.x * b.x + a.y * b.y)) / Double(lengths.0 * lengths.1).squareRoot()
    let (x, y) = (first.center, second.center)
    let independent = Double(x + y) - Double(x * y) / 255
    return Int(independent + cosine * (Double(max(x, y)) - independent) + 0.5)
  }
}
