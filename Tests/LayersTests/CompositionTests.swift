import GalleyGeometry
import GalleyLayers
import GalleyPixels
import Testing

@MainActor @Suite struct CompositionTests {
  let host = LayerHost(size: Size(width: 40, height: 30), backgroundColor: .white)
  let layer = Layer(frame: Rect(5, 5, 20, 16))

  init() {
    layer.backgroundColor = .blue
    host.root.addSublayer(layer)
  }

  private func picture(at time: Double = 0) throws -> Bitmap {
    try host.commit(at: time).bitmap(at: time)
  }

  // N25: equal corners with three techniques at three scales.
  @Test(arguments: [1.0, 2, 3])
  func `corner rounding techniques give equal results at every scale`(scale: Double) throws {
    host.scale = scale
    host.backgroundColor = .green
    let radii = CornerRadii(topLeft: 8, topRight: 3.5, bottomRight: 6)
    let (width, height) = (Int(20 * scale), Int(16 * scale))
    layer.backgroundColor = nil
    layer.contentsScale = scale
    layer.contents = try bitmap(width, height, .blue)
    layer.masksToBounds = true
    layer.cornerRadii = radii
    let byLayer = try picture()

    layer.masksToBounds = false
    layer.cornerRadii = .zero
    var rounded = try bitmap(width, height, .blue)
    rounded.roundCorners(radii, scale: scale)
    layer.contents = rounded
    let precomposited = try picture()

    layer.contents = try bitmap(width, height, .blue)
    for corner in CornerMask.Corner.allCases {
      let cover = try Bitmap.cornerCover(corner, radius: radii[corner], scale: scale, color: .green)
      guard let cover else { continue }
      let side = Double(cover.width) / scale
      let piece = Layer(
        frame: Rect(corner.isRight ? 20 - side : 0, corner.isBottom ? 16 - side : 0, side, side))
      piece.contents = cover
      piece.contentsScale = scale
      layer.addSublayer(piece)
    }
    let clipped = try picture()
    #expect(largestDifference(byLayer, precomposited) <= 1)
    #expect(largestDifference(byLayer, clipped) <= 1)
    #expect(byLayer.pixel(x: Int(5 * scale), y: Int(5 * scale)) == Color.green.argb)
  }

  @Test func `layers are drawn by depth, then in sublayer order`() throws {
    let (first, second) = (Layer(frame: Rect(0, 0, 9, 9)), Layer(frame: Rect(0, 0, 9, 9)))
    first.backgroundColor = .red
    second.backgroundColor = .green
    layer.addSublayer(first)
    layer.addSublayer(second)
    #expect(try picture().pixel(x: 6, y: 6) == Color.green.argb)
    first.zPosition = 1
    #expect(try picture().pixel(x: 6, y: 6) == Color.red.argb)
    second.zPosition = 1
    #expect(try picture().pixel(x: 6, y: 6) == Color.green.argb)
    second.isHidden = true
    #expect(try picture().pixel(x: 6, y: 6) == Color.red.argb)
    first.opacity = 0
    #expect(try picture().pixel(x: 6, y: 6) == Color.blue.argb)
  }

  @Test func `opacity applies to a layer and its sublayers as a group`() throws {
    let sublayer = Layer(frame: Rect(0, 0, 9, 9))
    sublayer.backgroundColor = .red
    layer.addSublayer(sublayer)
    layer.opacity = 0.5
    // Half-transparent red over white, without the blue beneath.
    #expect(try picture().pixel(x: 6, y: 6) == 0xFFFF_7F7F)
  }

  @Test func `the bounds origin moves sublayers, and masking clips them`() throws {
    let sublayer = Layer(frame: Rect(10, 0, 30, 5))
    sublayer.backgroundColor = .red
    layer.addSublayer(sublayer)
    layer.bounds.origin = Point(x: 10, y: -2)
    var picture = try picture()
    #expect(picture.pixel(x: 5, y: 7) == Color.red.argb)
    #expect(picture.pixel(x: 5, y: 6) == Color.blue.argb)
    #expect(picture.pixel(x: 30, y: 8) == Color.red.argb)
    layer.masksToBounds = true
    picture = try self.picture()
    #expect(picture.pixel(x: 24, y: 8) == Color.red.argb)
    #expect(picture.pixel(x: 25, y: 8) == Color.white.argb)
  }

  @Test func `contents aligned to surface pixels are copied unchanged`() throws {
    host.scale = 2
    layer.contentsScale = 2
    var image = try Bitmap(width: 40, height: 32)
    for x in 0..<40 {
      image.fill(
        PixelRect(minX: x, minY: 0, maxX: x + 1, maxY: 32),
        with: Color(red: UInt8(x), green: 0, blue: UInt8(255 - x)))
    }
    layer.contents = image
    let picture = try picture()
    for x in 0..<40 { #expect(picture.pixel(x: 10 + x, y: 20) == image.pixel(x: x, y: 5)) }
  }

  @Test func `contents that need no scaling snap to the nearest pixels`() throws {
    var image = try bitmap(20, 16, .black)
    image.fill(PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 16), with: .red)
    layer.contents = image
    layer.backgroundColor = nil
    // Fractional bounds have one more pixel.
    layer.frame = Rect(5.25, 5.5, 19.3, 15.1)
    var picture = try self.picture()
    for (x, color) in [(4, Color.white), (5, .red), (6, .black), (24, .black), (25, .white)] {
      #expect(picture.pixel(x: x, y: 6) == color.argb)
    }
    for (y, color) in [(5, Color.white), (6, .black), (21, .black), (22, .white)] {
      #expect(picture.pixel(x: 9, y: y) == color.argb)
    }
    layer.frame.origin.x = 5.75
    picture = try self.picture()
    #expect(picture.pixel(x: 6, y: 6) == Color.red.argb)
    #expect(picture.pixel(x: 25, y: 6) == Color.black.argb)
  }

  @Test func `contents stretched to fractional pixels are interpolated, with soft edges`() throws {
    layer.contents = try bitmap(10, 8, .black)
    layer.backgroundColor = nil
    layer.position.x += 0.25
    let picture = try picture()
    #expect(abs(Int(picture.pixel(x: 5, y: 10) & 255) - 64) <= 1)
    #expect(picture.pixel(x: 6, y: 10) == Color.black.argb)
    #expect(abs(Int(picture.pixel(x: 25, y: 10) & 255) - 191) <= 1)
  }

  @Test(arguments: [
    (Layer.ContentsGravity.center, 9, 7), (.topLeft, 5, 5), (.bottomRight, 13, 9), (.top, 9, 5),
    (.left, 5, 7), (.resize, 5, 5), (.right, 13, 7), (.bottom, 9, 9), (.topRight, 13, 5),
    (.bottomLeft, 5, 9),
  ])
  func `gravity positions contents within the layer`(gravity: Layer.ContentsGravity, x: Int, y: Int)
    throws
  {
    layer.backgroundColor = nil
    layer.contents = try bitmap(12, 12, .black)
    layer.contentsGravity = gravity
    let picture = try picture()
    #expect(picture.pixel(x: x, y: y) == Color.black.argb)
    #expect(picture.pixel(x: x, y: y - 1) == Color.white.argb)
    #expect(picture.pixel(x: x - 1, y: y) == Color.white.argb)
  }

  @Test(arguments: [false, true])
  func `a border is drawn inside the edge, above sublayers`(masks: Bool) throws {
    let sublayer = Layer(frame: Rect(0, 0, 20, 16))
    sublayer.backgroundColor = .green
    layer.addSublayer(sublayer)
    layer.border = Layer.Border(width: 2, color: .red)
    layer.masksToBounds = masks
    let picture = try picture()
    for y in 5..<21 {
      for x in 5..<25 {
        let isLine = x < 7 || x >= 23 || y < 7 || y >= 19
        #expect(picture.pixel(x: x, y: y) == (isLine ? Color.red : .green).argb)
      }
    }
    #expect(picture.pixel(x: 4, y: 10) == Color.white.argb)

    layer.transform = AffineTransform(rotationCosine: 0.8, sine: 0.6)
    #expect(try self.picture().pixel(x: 15, y: 13) == Color.green.argb)
  }

  @Test func `nine-part contents keep their edges and stretch their middle`() throws {
    var image = try bitmap(9, 9, .red)
    image.fill(PixelRect(minX: 3, minY: 3, maxX: 6, maxY: 6), with: .green)
    layer.contents = image
    layer.contentsCenter = Rect(1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3)
    let picture = try picture()
    #expect(picture.pixel(x: 7, y: 10) == Color.red.argb)
    #expect(picture.pixel(x: 15, y: 10) == Color.green.argb)
    #expect(picture.pixel(x: 12, y: 12) == Color.green.argb)
    #expect(picture.pixel(x: 22, y: 10) == Color.red.argb)
  }

  @Test func `extreme property values still produce a bitmap`() throws {
    let numbers = [0, -1e300, 1e300, 1e-300, 1e9, -7, .leastNonzeroMagnitude]
    layer.contents = try bitmap(3, 3, .red)
    for number in numbers {
      for other in numbers {
        layer.bounds = Rect(other, number, number, other)
        layer.position = Point(x: number, y: 3)
        layer.transform = AffineTransform(a: number, b: other, c: 1, d: number)
        layer.cornerRadii = CornerRadii(abs(other))
        layer.border = Layer.Border(width: abs(number))
        layer.shadow = Layer.Shadow(
          opacity: 1, offset: Size(width: other, height: number), radius: abs(other))
        layer.contentsScale = number > 0 ? number : 1
        layer.contentsRect = Rect(number, other, number, 1)
        layer.contentsCenter = Rect(other, 0, number, 1)
        layer.masksToBounds.toggle()
        layer.contentsGravity = number > 0 ? .resizeAspectFill : .center
        #expect(try picture().width == 40)
        layer.transform = AffineTransform(a: 1, b: 0.1, c: 0, d: 1)
        #expect(try picture().width == 40)
      }
    }
  }

  @Test func `an oversized surface is refused, and an empty one has one pixel`() throws {
    host.size = Size(width: 1e9, height: 1e9)
    #expect(throws: BitmapError.self) { try picture() }
    #expect(Compositor(sinks: []).present(host.commit(at: 0), at: 0) == nil)
    host.size = .zero
    #expect(try picture().pixels == [Color.white.argb])
    host.size = Size(width: Double.nan, height: 1)
    #expect(host.size == .zero)
  }

  @Test func `the same tree and time give the same bytes on any thread`() async throws {
    let tree = try RandomTree(seed: 7, scale: 2)
    for _ in 0..<6 { tree.change() }
    let committed = tree.host.commit(at: 1)
    let expected = try committed.bitmap(at: 1.1)
    let threads = (0..<6).map { _ in Task.detached { try committed.bitmap(at: 1.1) } }
    for thread in threads { #expect(try await thread.value == expected) }
  }

  @Test(arguments: [0.0, 0.25, 3.5])
  func `a stretched one-pixel column matches a full-width bitmap`(place: Double) throws {
    // The lower half is translucent, so that rows of both kinds are adjacent.
    func column(_ width: Int) throws -> Bitmap {
      var bitmap = try bitmap(width, 6, .red)
      bitmap.replace(PixelRect(minX: 0, minY: 2, maxX: width, maxY: 4), with: .green)
      bitmap.replace(
        PixelRect(minX: 0, minY: 4, maxX: width, maxY: 6), with: Color(argb: 0x6000_00FF))
      return bitmap
    }
    layer.backgroundColor = nil
    layer.frame = Rect(5, 2 + place, 20, 16)
    layer.contents = try column(1)
    let stretched = try picture()
    layer.contents = try column(20)
    #expect(try largestDifference(stretched, picture()) <= 1)
    #expect(stretched.pixel(x: 10, y: 10) != Color.white.argb)
  }

  private func largestDifference(_ first: Bitmap, _ second: Bitmap) -> Int {
    zip(first.pixels, second.pixels).reduce(0) { largest, pair in
      [0, 8, 16, 24].reduce(largest) { largest, shift in
        max(largest, abs(Int(pair.0 >> shift & 255) - Int(pair.1 >> shift & 255)))
      }
    }
  }
}
