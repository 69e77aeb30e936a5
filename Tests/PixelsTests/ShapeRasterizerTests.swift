import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

@Suite struct ShapeRasterizerTests {
  private let area = PixelRect(minX: -3, minY: 2, maxX: 17, maxY: 14)

  @Test func `a rectangle covers each pixel in proportion to their overlap`() {
    var shape = ShapeRasterizer(PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 3))
    shape.addBox(x: 0.5, y: 1, width: 2.25, height: 1.5)
    #expect(shape.mask().coverage == [0, 0, 0, 0, 128, 255, 191, 0, 64, 128, 96, 0])
  }

  @Test(arguments: 0..<200)
  func `the coverage of a triangle sums to its area`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let corners = (0..<3).map { _ in
      SIMD2(Double.random(in: -3...17, using: &random), Double.random(in: 2...14, using: &random))
    }
    let (a, b) = (corners[1] - corners[0], corners[2] - corners[0])
    let expected = abs(a.x * b.y - a.y * b.x) / 2
    let sum = mask(corners, in: area).coverage.reduce(0) { $0 + Double($1) / 255 }
    #expect(abs(sum - expected) < 0.6)
  }

  @Test(arguments: 0..<200)
  func `rasterizing into a smaller area gives the same coverage`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let corners = (0..<5).map { _ in
      SIMD2(Double.random(in: -9...25, using: &random), Double.random(in: -4...20, using: &random))
    }
    let whole = mask(corners, in: PixelRect(minX: -10, minY: -5, maxX: 26, maxY: 21))
    let part = mask(corners, in: area)
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX {
        let difference = Int(whole.coverage(x: x, y: y)) - Int(part.coverage(x: x, y: y))
        #expect(abs(difference) <= 1)
      }
    }
  }

  @Test func `an inner contour with the opposite winding is a hole`() {
    var shape = ShapeRasterizer(PixelRect(minX: 0, minY: 0, maxX: 5, maxY: 1))
    shape.addBox(x: 0, y: 0, width: 5, height: 1)
    shape.move(to: SIMD2(1, 0))
    shape.line(to: SIMD2(1, 1))
    shape.line(to: SIMD2(3, 1))
    shape.line(to: SIMD2(3, 0))
    #expect(shape.mask().coverage == [255, 0, 0, 255, 255])
  }

  @Test func `an ellipse covers its area but not the corners`() {
    var shape = ShapeRasterizer(PixelRect(minX: 0, minY: 0, maxX: 40, maxY: 40))
    shape.addEllipse(in: Rect(x: 0, y: 0, width: 40, height: 40))
    let mask = shape.mask()
    let sum = mask.coverage.reduce(0) { $0 + Double($1) / 255 }
    #expect(abs(sum - Double.pi * 400) < 4)
    #expect(mask.coverage(x: 20, y: 0) > 200 && mask.coverage(x: 5, y: 5) < 40)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `non-finite and huge coordinates do not trap`(value: Double) {
    var shape = ShapeRasterizer(area)
    shape.move(to: SIMD2(value, 3))
    shape.line(to: SIMD2(4, value))
    shape.curve(SIMD2(value, value), SIMD2(0, 0), to: SIMD2(2, value))
    #expect(shape.mask().coverage.count == 240)
  }

  @Test func `a blur spreads coverage symmetrically`() {
    let dot = LooseMask(PixelRect(minX: 5, minY: 5, maxX: 6, maxY: 6), coverage: [255])
    for deviation in [0.8, 1, 1.5, 2] {
      let blurred = dot.blurred(deviation: deviation)
      let reach = LooseMask.blurReach(deviation: deviation)
      #expect(
        blurred.rect
          == PixelRect(minX: 5 - reach, minY: 5 - reach, maxX: 6 + reach, maxY: 6 + reach))
      let side = 2 * reach + 1
      for y in 0..<side {
        for x in 0..<side {
          let value = blurred.coverage[y * side + x]
          #expect(abs(Int(value) - Int(blurred.coverage[x * side + y])) <= 2)
          #expect(abs(Int(value) - Int(blurred.coverage[y * side + side - 1 - x])) <= 2)
        }
      }
    }
  }

  @Test(arguments: [0, -1, 0.1, Double.nan])
  func `a blur with a negligible or invalid deviation has no effect`(deviation: Double) {
    let mask = LooseMask(PixelRect(minX: 0, minY: 0, maxX: 2, maxY: 1), coverage: [7, 9])
    #expect(mask.blurred(deviation: deviation).coverage == [7, 9])
  }

  @Test func `fading scales color and opacity alike`() throws {
    var bitmap = try Bitmap(width: 3, height: 1, color: Color(argb: 0xFF80_4020))
    bitmap.fade(PixelRect(minX: -4, minY: 0, maxX: 2, maxY: 9)) { x, _ in x == 0 ? 0 : 128 }
    #expect(bitmap.pixels == [0, 0x8040_2010, 0xFF80_4020])
  }

  @Test func `an opacity mask contains the alpha of the bitmap`() throws {
    var bitmap = try Bitmap(width: 2, height: 1)
    bitmap.fill(PixelRect(minX: 1, minY: 0, maxX: 2, maxY: 1), with: Color(argb: 0x80FF_FFFF))
    let mask = bitmap.opacityMask(x: 4, y: 7)
    #expect(mask.coverage == [0, 128] && mask.rect.minX == 4 && mask.rect.maxY == 8)
  }

  private func mask(_ corners: [SIMD2<Double>], in area: PixelRect) -> LooseMask {
    var shape = ShapeRasterizer(area)
    for (index, corner) in corners.enumerated() {
      if index == 0 { shape.move(to: corner) } else { shape.line(to: corner) }
    }
    return shape.mask()
  }
}

extension ShapeRasterizer {
  fileprivate mutating func addBox(x: Double, y: Double, width: Double, height: Double) {
    move(to: SIMD2(x, y))
    line(to: SIMD2(x + width, y))
    line(to: SIMD2(x + width, y + height))
    line(to: SIMD2(x, y + height))
    close()
  }
}

extension LooseMask {
  fileprivate func coverage(x: Int, y: Int) -> UInt8 {
    coverage[(y - rect.minY) * rect.width + x - rect.minX]
  }
}
