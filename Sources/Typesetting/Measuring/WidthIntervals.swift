/// Intervals of widths in vectors, which are compared with a width at once.
///
/// Widths are kept as their bits, which have the order of the widths.
struct WidthIntervals: Sendable {
  private(set) var count = 0
  private var least: [SIMD4<Int64>] = []
  private var greatest: [SIMD4<Int64>] = []

  /// Appends the interval from one width to another, which has no width if that is less.
  mutating func append(_ least: Double, _ greatest: Double) {
    if count % 4 == 0 {
      // The intervals behind the last contain all widths.
      self.least.append(SIMD4(repeating: 0))
      self.greatest.append(SIMD4(repeating: .max))
    }
    count += 1
    set(count - 1, least, greatest)
  }

  /// Sets the interval at an index.
  mutating func set(_ index: Int, _ least: Double, _ greatest: Double) {
    let isEmpty = least > greatest
    self.least[index / 4][index % 4] = isEmpty ? .max : Int64(bitPattern: least.bitPattern)
    self.greatest[index / 4][index % 4] = isEmpty ? 0 : Int64(bitPattern: greatest.bitPattern)
  }

  /// Returns the indices of the intervals without a width, which is not negative.
  func indices(without width: Double) -> [Int] {
    let width = SIMD4(repeating: Int64(bitPattern: width.bitPattern))
    var indices: [Int] = []
    let (least, greatest) = (least.span, greatest.span)
    for group in 0..<min(least.count, greatest.count) {
      // Negative in the lanes that are outside.
      let signs = (width &- least[group]) | (greatest[group] &- width)
      guard signs[0] | signs[1] | signs[2] | signs[3] < 0 else { continue }
      for lane in 0..<4 where signs[lane] < 0 { indices.append(group &* 4 &+ lane) }
    }
    return indices
  }
}
