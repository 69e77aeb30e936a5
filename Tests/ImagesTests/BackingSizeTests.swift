import GalleyGeometry
import GalleyImages
import TestSupport
import Testing

@Suite struct BackingSizeTests {
  private func backing(
    _ image: (Double, Double), in bounds: (Double, Double), _ fitting: ImageFitting,
    _ options: ImageRecipe.BackingOptions = ImageRecipe.BackingOptions()
  ) -> ImageRecipe.Backing? {
    ImageRecipe.Backing(
      image: Size(width: image.0, height: image.1), bounds: Size(width: bounds.0, height: bounds.1),
      fitting: fitting, options: options)
  }

  // D19: 100 x 100 fitted into 200 x 400 is stored as 100 x 200.
  @Test func `an aspect-fit backing has the bounds' aspect and contains the image`() {
    let small = backing((100, 100), in: (200, 400), .aspectFit)
    #expect(small?.size == PixelSize(width: 100, height: 200))
    #expect(small?.drawRect == Rect(x: 0, y: 50, width: 100, height: 100))
    let large = backing((1_000, 1_000), in: (200, 400), .aspectFit)
    #expect(large?.size == PixelSize(width: 200, height: 400))
    #expect(large?.drawRect == Rect(x: 0, y: 100, width: 200, height: 200))
  }

  // D20: 100 x 100 filling 200 x 400 is stored as 50 x 100.
  @Test func `an aspect-fill backing has the bounds' aspect and is covered by the image`() {
    let small = backing((100, 100), in: (200, 400), .aspectFill)
    #expect(small?.size == PixelSize(width: 50, height: 100))
    #expect(small?.drawRect == Rect(x: -25, y: 0, width: 100, height: 100))
    let large = backing((1_000, 1_000), in: (200, 400), .aspectFill)
    #expect(large?.size == PixelSize(width: 200, height: 400))
    #expect(large?.drawRect == Rect(x: -100, y: 0, width: 400, height: 400))
  }

  @Test(arguments: [(0.0, 0.0), (0.5, -25), (1, -50), (7, -50), (.nan, -25)])
  func `the crop origin selects the visible part of an aspect-fill image`(origin: Double, x: Double)
  {
    var options = ImageRecipe.BackingOptions()
    options.crop.origin.x = origin
    let fill = backing((100, 100), in: (200, 400), .aspectFill, options)
    #expect(fill?.drawRect == Rect(x: x, y: 0, width: 100, height: 100))
    let fit = backing((100, 100), in: (200, 400), .aspectFit, options)
    #expect(fit?.drawRect == Rect(x: 0, y: 50, width: 100, height: 100))
  }

  // D21: a forced size applies to the bitmap, not to the layout.
  @Test func `a forced size overrides the sizes of the image and the bounds`() {
    var options = ImageRecipe.BackingOptions()
    options.forcedSize = PixelSize(width: 100, height: 100)
    let forced = backing((10, 20), in: (4, 8), .aspectFit, options)
    #expect(forced?.size == PixelSize(width: 100, height: 100))
    #expect(forced?.drawRect == Rect(x: 25, y: 0, width: 50, height: 100))
  }

  @Test func `a centered image keeps its own size`() {
    let small = backing((10, 20), in: (100, 100), .center)
    #expect(small?.size == PixelSize(width: 10, height: 20))
    #expect(small?.drawRect == Rect(x: 0, y: 0, width: 10, height: 20))
    let large = backing((300, 200), in: (100, 50), .center)
    #expect(large?.size == PixelSize(width: 100, height: 50))
    #expect(large?.drawRect == Rect(x: -100, y: -75, width: 300, height: 200))
    let wide = backing((300, 20), in: (100, 50), .center)
    #expect(wide?.size == PixelSize(width: 100, height: 20))
    #expect(wide?.drawRect == Rect(x: -100, y: 0, width: 300, height: 20))
  }

  @Test func `the cropped part of an image fills the backing`() {
    var options = ImageRecipe.BackingOptions()
    options.crop = Rect(x: 0.25, y: 0.5, width: 0.5, height: 0.5)
    let small = backing((100, 100), in: (200, 200), .aspectFill, options)
    #expect(small?.size == PixelSize(width: 50, height: 50))
    #expect(small?.drawRect == Rect(x: -25, y: -50, width: 100, height: 100))
    let large = backing((1_000, 1_000), in: (200, 200), .aspectFit, options)
    #expect(large?.size == PixelSize(width: 200, height: 200))
    #expect(large?.drawRect == Rect(x: -100, y: -200, width: 400, height: 400))
  }

  @Test(arguments: 0..<200)
  func `images are not upscaled unless upscaling is allowed`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func side() -> Double { .random(in: 2...500, using: &random).rounded() }
    let (image, bounds) = ((side(), side()), (side(), side()))
    for fitting in ImageFitting.allCases {
      guard let backing = backing(image, in: bounds, fitting) else { continue }
      #expect(backing.size.width <= Int(bounds.0) && backing.size.height <= Int(bounds.1))
      // Rounding may add half a pixel to the kept side.
      let factor = min(
        backing.drawRect.size.width / image.0, backing.drawRect.size.height / image.1)
      #expect(factor <= 1 + 1 / min(image.0, image.1))
    }
    var options = ImageRecipe.BackingOptions()
    options.allowsUpscaling = true
    let larger = backing(image, in: bounds, .aspectFill, options)
    #expect(larger?.size == PixelSize(width: Int(bounds.0), height: Int(bounds.1)))
  }

  @Test(arguments: [0, 0.9, -5, .nan, .infinity])
  func `invalid sizes and sizes below one pixel have no backing`(side: Double) {
    for fitting in ImageFitting.allCases {
      #expect(backing((side, 10), in: (10, 10), fitting) == nil)
      #expect(backing((10, 10), in: (10, side), fitting) == nil)
    }
    #expect(backing((1_000, 1), in: (1, 1_000), .aspectFill) == nil)
  }
}
