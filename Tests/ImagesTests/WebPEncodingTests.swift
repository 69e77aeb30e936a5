import GalleyGeometry
import GalleyImages
import GalleyPixels
import Testing

@Suite struct WebPEncodingTests {
  @Test func `an encoded image is decoded to the same pixels`() throws {
    var bitmap = try Bitmap(width: 37, height: 21, color: .clear)
    bitmap.fill(PixelRect(minX: 3, minY: 2, maxX: 23, maxY: 11), with: Color(argb: 0xFF12_80F3))
    bitmap.fill(PixelRect(minX: 10, minY: 5, maxX: 30, maxY: 17), with: Color(argb: 0x8000_FF00))
    let data = try bitmap.webpData()
    let image = try ImageSource(data).decode()
    #expect((image.bitmap.width, image.bitmap.height) == (37, 21))
    #expect(Set(bitmap.pixels).count == 4)
    // A color that is nearly transparent is rounded when its alpha is divided out.
    #expect(difference(image.bitmap.pixels, bitmap.pixels) <= 1)
    #expect(!image.isOpaque)
    #expect(try bitmap.webpData() == data)
  }

  @Test func `opaque pixels are decoded exactly`() throws {
    let expected = try Fixture.pixels("rgb.png")
    let bitmap = try ImageSource(Fixture.bytes("rgb.png")).decode().bitmap
    let image = try ImageSource(bitmap.webpData()).decode()
    #expect(image.bitmap.pixels == expected.pixels)
    #expect(image.isOpaque)
  }

  @Test func `an image with a side above the maximum is refused`() throws {
    #expect(throws: Bitmap.WebPError.tooLarge(width: 16_384, height: 1, maximum: 16_383)) {
      try Bitmap(width: 16_384, height: 1).webpData()
    }
    #expect(try Bitmap(width: 16_383, height: 1).webpData().count > 0)
  }

  @Test func `the least effort keeps every color, too`() throws {
    var bitmap = try Bitmap(width: 120, height: 80)
    for y in 0..<80 {
      let color = Color(argb: 0xFF00_0000 | UInt32(y * 3) << 16 | UInt32(y * 77 & 255))
      bitmap.fill(PixelRect(minX: y, minY: y, maxX: 120, maxY: y + 1), with: color)
    }
    let (small, fast) = (try bitmap.webpData(), try bitmap.webpData(.least))
    #expect(small != fast)
    #expect(try ImageSource(fast).decode().bitmap.pixels == bitmap.pixels)
    #expect(try ImageSource(small).decode().bitmap.pixels == bitmap.pixels)
  }
}
