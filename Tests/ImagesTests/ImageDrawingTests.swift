import GalleyGeometry
import GalleyImages
import GalleyPixels
import Testing

@Suite struct ImageDrawingTests {
  /// Returns a bitmap of opaque pixels with the given blue values.
  private func image(_ rows: [[UInt8]]) throws -> Bitmap {
    var context = try DrawingContext(
      size: Size(width: Double(rows[0].count), height: Double(rows.count)))
    for (y, row) in rows.enumerated() {
      for (x, blue) in row.enumerated() {
        context.fill(
          Rect(x: Double(x), y: Double(y), width: 1, height: 1),
          with: Color(red: 0, green: 0, blue: blue))
      }
    }
    return context.image()
  }

  private func drawn(
    _ image: Bitmap, in rect: Rect, _ drawing: DrawingContext.ImageOptions, width: Double = 4,
    height: Double = 2
  ) throws -> [UInt32] {
    var context = try DrawingContext(size: Size(width: width, height: height))
    try context.draw(image, in: rect, drawing)
    return context.image().pixels
  }

  @Test func `an image drawn at its own size keeps its pixels`() throws {
    let image = try image([[10, 20], [30, 40]])
    for quality in [DrawingContext.ImageQuality.nearest, .smooth] {
      let pixels = try drawn(
        image, in: Rect(x: 1, y: 0, width: 2, height: 2), .init(quality: quality))
      #expect(pixels.map { $0 & 255 } == [0, 10, 20, 0, 0, 30, 40, 0])
    }
  }

  @Test func `a downscaled pixel is the mean of its source pixels`() throws {
    let image = try image([[0, 100, 50, 250], [20, 40, 50, 250]])
    let pixels = try drawn(
      image, in: Rect(x: 0, y: 0, width: 2, height: 1), .init(), width: 2, height: 1)
    #expect(pixels.map { $0 & 255 } == [40, 150])
  }

  @Test func `upscaled pixels are interpolated unless nearest quality is requested`() throws {
    let image = try image([[0, 100]])
    let rect = Rect(x: 0, y: 0, width: 4, height: 1)
    let smooth = try drawn(image, in: rect, .init(), height: 1)
    #expect(smooth.map { $0 & 255 } == [0, 25, 75, 100])
    #expect(smooth.allSatisfy { $0 >> 24 == 255 })
    let nearest = try drawn(image, in: rect, .init(quality: .nearest), height: 1)
    #expect(nearest.map { $0 & 255 } == [0, 0, 100, 100])
  }

  @Test func `an image is placed in its rectangle by the fitting mode`() throws {
    let image = try image([[10, 20], [30, 40]])
    let rect = Rect(x: 0, y: 0, width: 4, height: 2)
    func blues(_ fitting: ImageFitting, in rect: Rect) throws -> [UInt32] {
      try drawn(image, in: rect, .init(fitting, quality: .nearest)).map {
        $0 & 255
      }
    }
    #expect(try blues(.stretch, in: rect) == [10, 10, 20, 20, 30, 30, 40, 40])
    #expect(try blues(.aspectFit, in: rect) == [0, 10, 20, 0, 0, 30, 40, 0])
    #expect(try blues(.aspectFill, in: rect) == [10, 10, 20, 20, 30, 30, 40, 40])
    let low = Rect(x: 0, y: 0, width: 2, height: 1)
    #expect(try blues(.center, in: rect) == [0, 10, 20, 0, 0, 30, 40, 0])
    #expect(try blues(.aspectFill, in: low).prefix(4) == [30, 40, 0, 0])
  }

  @Test func `an image with a scale is drawn at its size in points`() throws {
    var image = try image([[10, 10], [10, 10]])
    image.scale = 2
    let pixels = try drawn(
      image, in: Rect(x: 0, y: 0, width: 3, height: 1), .init(.center), width: 3, height: 1)
    #expect(pixels == [0, 0xFF00_000A, 0])
  }

  // D22: templates are tinted, originals are not.
  @Test func `a tinted image keeps its shape and takes the tint's color`() throws {
    var mask = try DrawingContext(size: Size(width: 2, height: 1))
    mask.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: Color(argb: 0x8012_3456))
    let image = mask.image()
    let tint = DrawingContext.ImageOptions(tint: Color(argb: 0xFFFF_0000))
    let rect = Rect(x: 0, y: 0, width: 2, height: 1)
    #expect(try drawn(image, in: rect, tint, width: 2, height: 1) == [0x8080_0000, 0])
  }

  @Test func `destination-in drawing uses only the image's opacity`() throws {
    var mask = try DrawingContext(size: Size(width: 2, height: 1))
    mask.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: Color(argb: 0x8012_3456))
    let image = mask.image()
    var context = try DrawingContext(size: Size(width: 3, height: 1))
    context.fill(Rect(x: 0, y: 0, width: 3, height: 1), with: .white)
    try context.draw(image, in: Rect(x: 0, y: 0, width: 2, height: 1), .init(mode: .destinationIn))
    #expect(context.image().pixels == [0x8080_8080, 0, 0xFFFF_FFFF])
  }
}
