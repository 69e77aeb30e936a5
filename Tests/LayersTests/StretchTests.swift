import GalleyGeometry
import GalleyLayers
import GalleyPixels
import Testing

/// Bitmaps with a stretched middle, aligned to pixels or not.
@MainActor struct StretchTests {
  /// Returns a bitmap with the pixels given by `color`.
  private func bitmap(_ side: Int, _ color: (Int, Int) -> Color) throws -> Bitmap {
    var bitmap = try Bitmap(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side {
        bitmap.fill(PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1), with: color(x, y))
      }
    }
    return bitmap
  }

  /// Draws the bitmap in a layer of 30 x 24, with the middle third stretched.
  private func picture(_ image: Bitmap, x: Double = 2) throws -> Bitmap {
    let host = LayerHost(size: Size(width: 40, height: 30), backgroundColor: .white)
    let layer = Layer(frame: Rect(x: x, y: 3, width: 30, height: 24))
    layer.contents = image
    layer.contentsCenter = Rect(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)
    host.root.addSublayer(layer)
    return try host.commit(at: 0).bitmap(at: 0)
  }

  @Test func `stretching contents with a uniform middle is pixel-exact`() throws {
    let (edge, middle) = (Color(argb: 0xFF20_3040), Color(argb: 0xFFC0_D0E0))
    func isEdge(_ x: Int) -> Bool { x < 2 || x > 9 }
    let image = try bitmap(12) { x, y in isEdge(x) || isEdge(y) ? edge : middle }
    let picture = try picture(image)
    for y in 0..<24 {
      for x in 0..<30 {
        let isEdge = x < 2 || x > 27 || y < 2 || y > 21
        #expect(picture.pixel(x: x + 2, y: y + 3) == (isEdge ? edge : middle).argb, "\(x) \(y)")
      }
    }
  }

  @Test func `corners keep their pixels, whatever the middle contains`() throws {
    let image = try bitmap(12) { x, y in
      Color(argb: 0xFF00_0000 | UInt32(x * 20) << 16 | UInt32(y * 20) << 8 | UInt32(x * y))
    }
    let picture = try picture(image)
    for y in 0..<4 {
      for x in 0..<4 {
        #expect(picture.pixel(x: x + 2, y: y + 3) == image.pixel(x: x, y: y))
        #expect(picture.pixel(x: 31 - x, y: y + 3) == image.pixel(x: 11 - x, y: y))
        #expect(picture.pixel(x: x + 2, y: 26 - y) == image.pixel(x: x, y: 11 - y))
        #expect(picture.pixel(x: 31 - x, y: 26 - y) == image.pixel(x: 11 - x, y: 11 - y))
      }
    }
  }

  @Test func `horizontally uniform contents are drawn the same with interpolation`() throws {
    // Rows differ, but middle columns are equal: a shadow above and below.
    let image = try bitmap(12) { x, y in
      let alpha: UInt32 = (3...8).contains(y) ? 255 : UInt32(y * 17 + 30)
      return Color(argb: (2...9).contains(x) ? alpha << 24 | 0x40_8020 : 0x8010_2030)
    }
    // At an offset of an eighth of a pixel, everything is interpolated.
    let (whole, between) = (try picture(image), try picture(image, x: 2.125))
    for y in 0..<30 {
      for x in 12..<22 {
        let (one, other) = (whole.pixel(x: x, y: y), between.pixel(x: x, y: y))
        for shift in stride(from: 0, through: 24, by: 8) {
          let difference = Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)
          #expect(abs(difference) <= 1, "\(x) \(y)")
        }
      }
    }
  }
}
