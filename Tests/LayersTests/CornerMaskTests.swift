import GalleyGeometry
import GalleyLayers
import GalleyPixels
import Testing

@Suite struct CornerMaskTests {
  /// Returns the part of a pixel inside the corner, by counting samples.
  private func counted(x: Int, y: Int, radius: Double) -> Double {
    let steps = 64
    var inside = 0
    for row in 0..<steps {
      for column in 0..<steps {
        let dx = radius - (Double(x) + (Double(column) + 0.5) / Double(steps))
        let dy = radius - (Double(y) + (Double(row) + 0.5) / Double(steps))
        if dx <= 0 || dy <= 0 || dx * dx + dy * dy <= radius * radius { inside += 1 }
      }
    }
    return Double(inside) / Double(steps * steps)
  }

  @Test(arguments: [0.3, 1, 2.5, 4, 7.75, 15, 18])
  func `coverage is the area of the pixel within the circle`(radius: Double) {
    let mask = CornerMask(radius: radius, scale: 1)
    for y in 0...mask.side {
      for x in 0...mask.side {
        let expected = counted(x: x, y: y, radius: radius) * 255
        #expect(abs(Double(mask.coverage(x: x, y: y)) - expected) <= 1.5, "\(x) \(y)")
      }
    }
  }

  @Test(arguments: [1.0, 2, 3])
  func `a corner mask is symmetric about its diagonal`(scale: Double) {
    let mask = CornerMask(radius: 11.3, scale: scale)
    for y in 0..<mask.side {
      for x in 0..<mask.side { #expect(mask.coverage(x: x, y: y) == mask.coverage(x: y, y: x)) }
    }
  }

  @Test func `zero and invalid radii give square corners without coverage outside`() {
    for radius in [0, -1, Double.nan, -Double.infinity] {
      let mask = CornerMask(radius: radius, scale: 2)
      #expect(mask.side == 0 && mask.coverage(x: 0, y: 0) == 255)
    }
    #expect(CornerMask(radius: 2, scale: 1).coverage(x: -1, y: 0) == 0)
    #expect(CornerMask(radius: Double.infinity, scale: 1).side == 0)
  }

  @Test func `radii that exceed a side are scaled down together`() {
    let radii = CornerRadii(topLeft: 30, topRight: 10, bottomLeft: 5, bottomRight: 0)
    #expect(radii.fitted(to: Size(width: 100, height: 100)) == radii)
    #expect(
      radii.fitted(to: Size(width: 20, height: 100))
        == CornerRadii(topLeft: 15, topRight: 5, bottomLeft: 2.5, bottomRight: 0))
    #expect(CornerRadii(9).fitted(to: .zero) == .zero)
  }

  @Test(arguments: [1.0, 2, 3])
  func `a corner cover hides the pixels that rounding removes`(scale: Double) throws {
    let side = Int(20 * scale)
    var rounded = try bitmap(side, side, .blue)
    rounded.roundCorners(CornerRadii(topLeft: 8, bottomRight: 5), scale: scale, over: .green)
    var covered = try bitmap(side, side, .blue)
    for (corner, radius) in [(CornerMask.Corner.topLeft, 8.0), (.bottomRight, 5)] {
      let cover = try #require(
        try Bitmap.cornerCover(corner, radius: radius, scale: scale, color: .green))
      covered.draw(
        cover, x: corner.isRight ? side - cover.width : 0,
        y: corner.isBottom ? side - cover.height : 0)
    }
    for y in 0..<side {
      for x in 0..<side {
        let (first, second) = (rounded.pixel(x: x, y: y), covered.pixel(x: x, y: y))
        for shift: UInt32 in [0, 8, 16, 24] {
          let distance = Int(first >> shift & 255) - Int(second >> shift & 255)
          #expect(abs(distance) <= 1)
        }
      }
    }
    #expect(rounded.pixel(x: 0, y: 0) == 0xFF00_FF00)
    #expect(rounded.pixel(x: side - 1, y: 0) == 0xFF00_00FF)
  }
}
