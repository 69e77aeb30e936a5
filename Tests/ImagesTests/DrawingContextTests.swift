import GalleyGeometry
import GalleyImages
import GalleyPixels
import TestSupport
import Testing

@Suite struct DrawingContextTests {
  let red = Color(argb: 0xFFFF_0000)
  let blue = Color(argb: 0xFF00_00FF)

  @Test func `a context has whole pixels, and at least one per side`() throws {
    let image = try DrawingContext(size: Size(width: 10.4, height: 0.2), scale: 2).image()
    #expect((image.width, image.height, image.scale) == (20, 1, 2))
    #expect(image.pixels.allSatisfy { $0 == 0 })
  }

  @Test(arguments: [
    (0.0, 1.0, 1.0), (1, -1, 1), (.nan, 1, 1), (1, 1, 0), (1, 1, .nan), (1, 1, .infinity),
    (.infinity, 1, 1), (1e5, 1, 1), (2e4, 1, 1),
  ])
  func `an empty, invalid or oversized context is refused`(
    width: Double, height: Double, scale: Double
  ) {
    let size = Size(width: width, height: height)
    #expect(throws: BitmapError.self) { _ = try DrawingContext(size: size, scale: scale).image() }
  }

  @Test func `an opaque context starts black and stays opaque`() throws {
    var context = try DrawingContext(size: Size(width: 2, height: 1), isOpaque: true)
    context.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: red, mode: .clear)
    #expect(context.image().pixels == [0xFF00_0000, 0xFF00_0000])
  }

  @Test func `a rectangle at fractional coordinates covers edge pixels partially`() throws {
    var context = try DrawingContext(size: Size(width: 3, height: 1))
    context.fill(Rect(x: 0.5, y: 0, width: 2, height: 1), with: red)
    #expect(context.image().pixels == [0x8080_0000, 0xFFFF_0000, 0x8080_0000])
  }

  @Test(arguments: [1.0, 2, 3])
  func `rounded corners match the corner coverage of layers`(scale: Double) throws {
    let radii = CornerRadii(topLeft: 9, topRight: 0, bottomLeft: 4, bottomRight: 7.5)
    let rect = Rect(x: 1, y: 2, width: 24, height: 20)
    var context = try DrawingContext(size: Size(width: 30, height: 30), scale: scale)
    context.fill(rect, corners: radii, with: .black)
    let image = context.image()
    let place = PixelRect(minX: 0, minY: 0, maxX: image.width, maxY: image.height)
    let pixels = Rect(x: scale, y: 2 * scale, width: 24 * scale, height: 20 * scale)
    let mask = CornerCoverage(pixels, radii: radii.scaled(by: scale)).mask(in: place)
    #expect(image.pixels.map { UInt8($0 >> 24) } == mask.coverage)
  }

  @Test func `blend modes combine the source with the destination`() throws {
    let half = Color(argb: 0x8000_00FF)
    for (mode, expected) in [
      (Bitmap.BlendMode.normal, UInt32(0xFF7F_0080)), (.copy, 0x8000_0080),
      (.destinationIn, 0x8080_0000), (.clear, 0),
    ] {
      var context = try DrawingContext(size: Size(width: 2, height: 1))
      context.fill(Rect(x: 0, y: 0, width: 2, height: 1), with: red)
      context.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: half, mode: mode)
      #expect(context.image().pixels == [expected, 0xFFFF_0000])
    }
  }

  @Test(arguments: 0..<20)
  func `blend modes keep pixels premultiplied`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var context = try DrawingContext(size: Size(width: 12, height: 12))
    for _ in 0..<30 {
      func number() -> Double { .random(in: -4...16, using: &random) }
      let color = Color(argb: .random(in: 0...UInt32.max, using: &random))
      let mode = Bitmap.BlendMode.allCases.randomElement(using: &random) ?? .normal
      let rect = Rect(x: number(), y: number(), width: number(), height: number())
      if Bool.random(using: &random) {
        context.fillEllipse(in: rect, with: color, mode: mode)
      } else {
        context.fill(rect, corners: CornerRadii(abs(number())), with: color, mode: mode)
      }
    }
    let isPremultiplied = context.image().pixels.allSatisfy { pixel in
      [0, 8, 16].allSatisfy { pixel >> UInt32($0) & 255 <= pixel >> 24 }
    }
    #expect(isPremultiplied)
  }

  @Test func `colors are read back as they were drawn`() throws {
    var context = try DrawingContext(size: Size(width: 4, height: 4), scale: 2)
    context.fill(Rect(x: 1, y: 0, width: 3, height: 4), with: Color(argb: 0x80FF_4000))
    #expect(context.color(at: Point(x: 0.9, y: 0)) == .clear)
    #expect(context.color(at: Point(x: 1, y: 3.9)) == Color(argb: 0x80FF_4000))
    for outside in [Point(x: 4, y: 0), Point(x: 0, y: -0.1), Point(x: .nan, y: 0)] {
      #expect(context.color(at: outside) == .clear)
    }
  }

  @Test func `a clip applies only within its scope`() throws {
    var context = try DrawingContext(size: Size(width: 3, height: 1))
    let whole = Rect(x: 0, y: 0, width: 3, height: 1)
    context.withClip(to: Rect(x: 0, y: 0, width: 2, height: 1)) { context in
      context.withClip(to: Rect(x: 1.5, y: 0, width: 2, height: 1)) { $0.fill(whole, with: red) }
      #expect(context.color(at: Point(x: 1, y: 0)).alpha == 128)
      context.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: blue)
    }
    context.fill(Rect(x: 2, y: 0, width: 1, height: 1), with: blue)
    #expect(context.image().pixels == [0xFF00_00FF, 0x8080_0000, 0xFF00_00FF])
  }

  @Test func `paths and ellipses are filled`() throws {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.addLine(to: Point(x: 4, y: 0))
    path.addLine(to: Point(x: 0, y: 4))
    path.close()
    var context = try DrawingContext(size: Size(width: 4, height: 4))
    context.fill(path, with: .black)
    #expect(context.image().pixels.reduce(0) { $0 + Int($1 >> 24) } / 255 == 8)

    var round = try DrawingContext(size: Size(width: 40, height: 40))
    round.fillEllipse(in: Rect(x: 0, y: 10, width: 40, height: 20), with: .black)
    let area = round.image().pixels.reduce(0) { $0 + Double($1 >> 24) / 255 }
    #expect(abs(area - .pi * 20 * 10) < 2)
  }

  @Test func `a linear gradient interpolates between its colors`() throws {
    var context = try DrawingContext(size: Size(width: 4, height: 1), scale: 2)
    let gradient = LinearGradient(
      from: Point(x: 1, y: 0), to: Point(x: 3, y: 0), colors: [.black, .white])
    try context.fill(Rect(x: 0, y: 0, width: 4, height: 1), with: gradient)
    let row = context.image().pixels.prefix(8).map { $0 & 255 }
    #expect(row == [0, 0, 32, 96, 159, 223, 255, 255])
  }

  @Test func `a gradient without colors or with invalid points draws nothing`() throws {
    var context = try DrawingContext(size: Size(width: 1, height: 1))
    let rect = Rect(x: 0, y: 0, width: 1, height: 1)
    try context.fill(rect, with: LinearGradient(from: .zero, to: .zero, colors: []))
    let odd = LinearGradient(from: Point(x: .nan, y: 0), to: .zero, colors: [.white])
    try context.fill(rect, with: odd)
    #expect(context.color(at: .zero) == .clear)
    try context.fill(rect, with: LinearGradient(from: .zero, to: .zero, colors: [.black, .white]))
    #expect(context.image().pixels == [0xFFFF_FFFF])
  }

  @Test func `extreme and NaN coordinates do not trap`() throws {
    var context = try DrawingContext(size: Size(width: 2, height: 2))
    let image = try Bitmap(width: 2, height: 2, color: .white)
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300] {
      for rect in [
        Rect(x: value, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: value, height: 1),
        Rect(x: -1, y: value, width: 2, height: value),
      ] {
        context.fill(rect, corners: CornerRadii(value), with: red)
        context.fillEllipse(in: rect, with: red)
        var path = Path()
        path.addRect(rect)
        context.fill(path, with: red)
        for fitting in ImageFitting.allCases {
          try context.draw(image, in: rect, .init(fitting, mode: .copy))
        }
        context.apply(ImageCorners(radius: value), to: rect)
        context.withClip(to: rect) { $0.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: red) }
      }
    }
    #expect(context.image().width == 2)
  }
}
