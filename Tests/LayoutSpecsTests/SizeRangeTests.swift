import GalleyGeometry
import GalleyLayoutSpecs
import Testing

@Suite struct SizeRangeTests {
  private func range(_ least: Double, _ greatest: Double) -> SizeRange {
    SizeRange(min: Size(width: least, height: least), max: Size(width: greatest, height: greatest))
  }

  @Test(
    arguments: [
      (0, 10, 5, 20, 5, 10), (0, 10, 20, 30, 10, 10), (20, 30, 0, 10, 20, 20),
      (0, .infinity, 7, 7, 7, 7), (5, .infinity, 0, .infinity, 5, .infinity),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func `an intersection of ranges stays within the first one`(
    a: Double, b: Double, c: Double, d: Double, least: Double, greatest: Double
  ) {
    #expect(range(a, b).intersection(range(c, d)) == range(least, greatest))
  }

  @Test(
    arguments: [
      (.nan, 10, 0, 10), (5, .nan, 5, 5), (-5, -1, 0, 0), (20, 10, 20, 20),
      (.infinity, .infinity, 0, .infinity), (1e300, 1e301, 0, .infinity), (.nan, .nan, 0, 0),
    ] as [(Double, Double, Double, Double)])
  func `invalid bounds of a range are repaired`(
    least: Double, greatest: Double, min: Double, max: Double
  ) {
    #expect(range(least, greatest).min.width == min)
    #expect(range(least, greatest).max.width == max)
  }

  @Test func `a size is clamped to the nearest one in the range`() {
    let sizes = range(10, 20)
    #expect(sizes.clamp(Size(width: 5, height: 25)) == Size(width: 10, height: 20))
    #expect(sizes.contains(Size(width: 15, height: 20)))
    #expect(!sizes.contains(Size(width: 15, height: 21)))
    #expect(sizes.clamp(Size(width: .nan, height: 12)) == Size(width: 10, height: 12))
  }
}
