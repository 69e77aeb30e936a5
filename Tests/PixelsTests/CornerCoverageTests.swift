import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

@Suite struct CornerCoverageTests {
  @Test(arguments: [1.0, 2.0, 3.0])
  func `corner coverage matches the area of a quarter disc`(scale: Double) {
    let radius = 8 * scale
    let side = Int(radius * 2)
    let coverage = CornerCoverage(
      Rect(x: 0, y: 0, width: radius * 2, height: radius * 2), radii: CornerRadii(radius))
    let mask = coverage.mask(in: PixelRect(minX: 0, minY: 0, maxX: side, maxY: side))
    let area = mask.coverage.reduce(0) { $0 + Double($1) / 255 }
    #expect(abs(area - .pi * radius * radius) < radius * 0.2)
    #expect(mask.coverage[0] == 0)
    #expect(mask.coverage[side * side / 2 + side / 2] == 255)
  }

  @Test func `square corners on whole pixels have full coverage`() {
    let coverage = CornerCoverage(
      Rect(x: 1, y: 1, width: 2, height: 1), radii: CornerRadii(bottomLeft: 0))
    let mask = coverage.mask(in: PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 3))
    #expect(mask.coverage == [0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0])
  }

  @Test func `radii that do not fit are scaled down together`() {
    let coverage = CornerCoverage(
      Rect(x: 0, y: 0, width: 10, height: 4), radii: CornerRadii(topLeft: 30, bottomLeft: 10))
    #expect(coverage.radii == CornerRadii(topLeft: 3, bottomLeft: 1))
  }

  @Test(arguments: 0..<200)
  func `pieces add up to the mask without overlap`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Double {
      let whole = Double(Int.random(in: range, using: &random))
      return seed % 4 == 0 ? whole + 0.25 : whole
    }
    let rect = Rect(
      x: number(-3...3), y: number(-3...3), width: number(1...24), height: number(1...24))
    func radius() -> Double { .random(in: 0...14, using: &random) }
    let coverage = CornerCoverage(
      rect,
      radii: CornerRadii(
        topLeft: radius(), topRight: radius(), bottomLeft: radius(), bottomRight: radius()))
    let area = PixelRect(minX: -2, minY: -4, maxX: 20, maxY: 22)
    let whole = coverage.mask(in: area)
    var sum = [Int](repeating: 0, count: whole.coverage.count)
    func add(_ piece: PixelRect, _ value: (Int) -> UInt8) {
      for y in 0..<piece.height {
        for x in 0..<piece.width {
          let place = (piece.minY - area.minY + y) * area.width + piece.minX - area.minX + x
          sum[place] += Int(value(y * piece.width + x))
        }
      }
    }
    let pieces = coverage.pieces(in: area)
    for piece in pieces.whole { add(piece) { _ in 255 } }
    for piece in pieces.partial { add(piece.rect) { piece.coverage[$0] } }
    #expect(sum == whole.coverage.map(Int.init))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `nonfinite rectangles cover nothing, and nonfinite radii are zero`(value: Double) {
    let area = PixelRect(minX: 0, minY: 0, maxX: 2, maxY: 2)
    let odd = CornerCoverage(Rect(x: value, y: 0, width: 2, height: 2), radii: .zero)
    #expect(odd.mask(in: area).coverage == [0, 0, 0, 0])
    let round = CornerCoverage(
      Rect(x: 0, y: 0, width: 2, height: 2), radii: CornerRadii(topLeft: value))
    #expect(round.radii == .zero)
  }
}
