import GalleyGeometry
import GalleyQuotes
import Testing

@Suite struct StickerSizeTests {
  @Test(arguments: [
    // Wide: 512 × 154, and 75 rows.
    (Size(width: 1_000, height: 300), 512, 229, 154),
    // Tall: 154 × 512, then 587 rows become 512.
    (Size(width: 300, height: 1_000), 134, 512, 447),
    // Square: 512 × 587 becomes 447 × 512.
    (Size(width: 40, height: 40), 447, 512, 447),
    // The strip alone makes it tall.
    (Size(width: 512, height: 450), 499, 512, 439),
    // Extreme shapes keep a pixel.
    (Size(width: 100_000, height: 1), 512, 75, 1),
    (Size(width: 1, height: 100_000), 1, 512, 447),
  ])
  func `one side is 512 after 75 rows are added`(
    size: Size, width: Int, height: Int, picture: Int
  ) {
    let sticker = StickerSize(of: size)
    #expect(sticker.whole == PixelBox(width: width, height: height))
    #expect(sticker.picture.height == picture)
    #expect(max(sticker.whole.width, sticker.whole.height) == 512)
  }

  @Test func `the strip can be switched off`() {
    let sticker = StickerSize(of: Size(width: 300, height: 1_000), addsStrip: false)
    #expect(sticker.whole == PixelBox(width: 154, height: 512))
    #expect(sticker.picture == sticker.whole)
  }
}
