import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import Testing

@MainActor struct CornerRoundingTests {
  private nonisolated static let masks: [CornerRadii] = (0..<16).map { bits in
    CornerRadii(
      topLeft: bits & 1 != 0 ? 15 : 0, topRight: bits & 2 != 0 ? 11 : 0,
      bottomLeft: bits & 4 != 0 ? 7.5 : 0, bottomRight: bits & 8 != 0 ? 20 : 0)
  }

  private func image(
    _ rounding: DisplayNode.CornerRounding, radii: CornerRadii, scale: Double, isDrawn: Bool
  ) throws -> Bitmap {
    let test = TestEnvironment(scale: scale, size: Size(width: 60, height: 50))
    test.host.backgroundColor = Color(argb: 0xFF00_FF00)
    let content = ProbeContent(log: Log(), color: Color(argb: 0xFF00_00FF))
    let node =
      isDrawn
      ? DisplayNode(content, environment: test.environment)
      : DisplayNode(environment: test.environment)
    node.frame = Rect(x: 4, y: 4, width: 50, height: 40)
    if !isDrawn { node.backgroundColor = Color(argb: 0xFF00_00FF) }
    node.masksToBounds = true
    node.cornerRadii = radii
    node.cornerRounding = rounding
    test.settle(showing: node)
    return try test.image()
  }

  // C01: corners clipped into the bitmap, each corner separately.
  // C02: corners covered with the background color.
  // N25: equal corners with three techniques at three scales.
  @Test(arguments: masks, [1.0, 2.0, 3.0])
  func `all corner rounding modes give the same coverage`(radii: CornerRadii, scale: Double) throws
  {
    for isDrawn in [true, false] {
      let layer = try image(.layer, radii: radii, scale: scale, isDrawn: isDrawn)
      let rasterized = try image(.rasterized, radii: radii, scale: scale, isDrawn: isDrawn)
      let clipped = try image(
        .clipping(Color(argb: 0xFF00_FF00)), radii: radii, scale: scale, isDrawn: isDrawn)
      #expect(layer == rasterized)
      #expect(difference(layer, clipped) <= 1)
    }
  }

  // C01: corners clipped into the bitmap, each corner separately.
  // C02: corners covered with the background color.
  @Test(arguments: 0..<16)
  func `only corners with a radius are cut, each by its radius`(mask: Int) throws {
    let (green, blue) = (UInt32(0xFF00_FF00), UInt32(0xFF00_00FF))
    let radii = CornerRadii(
      topLeft: mask & 1 != 0 ? 15 : 0, topRight: mask & 2 != 0 ? 15 : 0,
      bottomLeft: mask & 4 != 0 ? 15 : 0, bottomRight: mask & 8 != 0 ? 15 : 0)
    for rounding in [DisplayNode.CornerRounding.rasterized, .clipping(Color(argb: green)), .layer] {
      let test = TestEnvironment(size: Size(width: 120, height: 120))
      test.host.backgroundColor = Color(argb: green)
      let content = ProbeContent(log: Log(), color: Color(argb: blue))
      let node = DisplayNode(content, environment: test.environment)
      node.frame = Rect(x: 10, y: 10, width: 100, height: 100)
      // The other two techniques clip the contents themselves.
      node.masksToBounds = rounding == .layer
      node.cornerRadii = radii
      node.cornerRounding = rounding
      test.settle(showing: node)
      let image = try test.image()
      let corners = [(10, 10), (109, 10), (10, 109), (109, 109)]
      for (index, corner) in corners.enumerated() {
        let isRound = mask >> index & 1 != 0
        #expect(image.pixel(x: corner.0, y: corner.1) == (isRound ? green : blue), "\(rounding)")
      }
      for (x, y) in [(60, 60), (25, 10), (94, 10), (10, 25), (109, 94), (25, 109)] {
        #expect(image.pixel(x: x, y: y) == blue, "\(rounding)")
      }
      // The area of the corner outside the quarter circle.
      let greens = image.pixels.reduce(0) { $0 + Int($1 >> 8 & 255) }
      let cut = Double(greens) / 255 - (120 * 120 - 100 * 100)
      let expected = Double(mask.nonzeroBitCount) * 225 * (1 - .pi / 4)
      #expect(abs(cut - expected) < 1.5, "\(rounding): \(cut)")
    }
  }

  @Test func `contents smaller than their node are stretched before the corners are cut`() throws {
    let images = try [DisplayNode.CornerRounding.layer, .rasterized].map { rounding -> Bitmap in
      let test = TestEnvironment(size: Size(width: 30, height: 30))
      let node = DisplayNode(ProbeImage(log: Log()), environment: test.environment)
      node.frame = Rect(x: 5, y: 5, width: 20, height: 20)
      node.masksToBounds = true
      node.cornerRadii = CornerRadii(6)
      node.cornerRounding = rounding
      test.settle(showing: node)
      #expect(node.layer.contents?.width == (rounding == .layer ? 4 : 20))
      return try test.image()
    }
    #expect(images[0] == images[1])
  }

  /// Returns the pictures of a node whose corners are rounded by the layer, and in the bitmap.
  private func pictures(
    of content: some NodeContent, _ change: (DisplayNode) -> Void
  ) throws -> [Bitmap] {
    try [DisplayNode.CornerRounding.layer, .rasterized].map { rounding in
      let test = TestEnvironment(size: Size(width: 30, height: 30))
      let node = DisplayNode(content, environment: test.environment)
      node.frame = Rect(x: 5, y: 5, width: 20, height: 20)
      change(node)
      node.masksToBounds = true
      node.cornerRadii = CornerRadii(6)
      node.cornerRounding = rounding
      test.settle(showing: node)
      return try test.image()
    }
  }

  @Test(arguments: [Layer.ContentsGravity.resize, .center, .topLeft])
  func `contents of another scale are placed as layers show them before the corners are cut`(
    gravity: Layer.ContentsGravity
  ) throws {
    let images = try pictures(of: DenseImage()) { $0.contentsGravity = gravity }
    #expect(images[0] == images[1])
    // At their own size, the contents cover ten points.
    #expect(images[0].pixel(x: 22, y: 15) == (gravity == .resize ? 0xFF00_0000 : 0))
  }

  @Test func `a border is drawn over contents that are cut in the bitmap`() throws {
    let images = try pictures(of: ProbeContent(log: Log())) {
      $0.border = Layer.Border(width: 2, color: .white)
    }
    #expect(images[0] == images[1])
    #expect(images[0].pixel(x: 5, y: 15) == Color.white.argb)
  }

  @Test func `corners that the layer rounds or covers do not redraw the contents`() throws {
    for rounding in [DisplayNode.CornerRounding.layer, .clipping(.green)] {
      let test = TestEnvironment()
      let node = DisplayNode(ProbeContent(log: Log()), environment: test.environment)
      node.frame = Rect(x: 0, y: 0, width: 40, height: 40)
      node.cornerRounding = rounding
      test.settle(showing: node)
      let count = test.executor.submitted.count
      node.cornerRadii = CornerRadii(12)
      test.settle()
      #expect(test.executor.submitted.count == count)
      node.cornerRounding = .rasterized
      #expect(node.layer.contents?.pixel(x: 0, y: 0) == 0)
      node.cornerRadii = CornerRadii(2)
      test.settle()
      #expect(test.executor.submitted.count == count + 1)
      // The contents are whole at once.
      node.cornerRounding = rounding
      #expect(node.layer.contents?.pixel(x: 0, y: 0) == 0xFF00_00FF)
    }
  }

  @Test func `contents are cut together with the background in the bitmap`() throws {
    let test = TestEnvironment()
    let node = DisplayNode(ProbeContent(log: Log()), environment: test.environment)
    node.backgroundColor = .green
    node.frame = Rect(x: 0, y: 0, width: 40, height: 40)
    node.cornerRadii = CornerRadii(12)
    node.cornerRounding = .rasterized
    test.settle(showing: node)
    let contents = try #require(node.layer.contents)
    #expect(contents.pixel(x: 0, y: 0) == 0 && contents.pixel(x: 39, y: 39) == 0)
    #expect(contents.pixel(x: 20, y: 0) == 0xFF00_00FF)
  }

  private func covers(of node: DisplayNode) -> [Layer] {
    node.layer.sublayers.filter { $0.zPosition == 99_999 }
  }

  // C02: corners covered with the background color.
  // C03: corner covers are not animated.
  @Test func `corner covers follow size and color changes without animation`()
    throws
  {
    let test = TestEnvironment()
    test.host.backgroundColor = .green
    let node = DisplayNode(ProbeContent(log: Log()), environment: test.environment)
    node.needsDisplayOnBoundsChange = true
    node.frame = Rect(x: 0, y: 0, width: 40, height: 40)
    node.cornerRadii = CornerRadii(12)
    node.cornerRounding = .clipping(.green)
    test.settle(showing: node)
    #expect(covers(of: node).count == 4)
    test.frame()
    Layer.animate(duration: 1) {
      node.frame = Rect(x: 0, y: 0, width: 60, height: 50)
      node.layer.layoutIfNeeded()
      node.cornerRadii = CornerRadii(topLeft: 0, topRight: 9, bottomLeft: 9, bottomRight: 9)
    }
    #expect(!node.layer.animationKeys.isEmpty)
    #expect(covers(of: node).count == 3)
    #expect(covers(of: node).flatMap(\.animationKeys) == [])
    test.frame()
    test.frame(after: 1)
    test.settle()
    #expect(try test.image().pixel(x: 59, y: 49) == Color.green.argb)
    #expect(try test.image().pixel(x: 0, y: 0) == 0xFF00_00FF)
    node.cornerRounding = .clipping(.red)
    #expect(try test.image().pixel(x: 59, y: 49) == Color.red.argb)
  }

  // C04: a change of appearance changes the background of covers.
  @Test func `a new background color is visible in every corner rounding mode`() throws {
    for rounding in [DisplayNode.CornerRounding.layer, .rasterized, .clipping(.green)] {
      let test = TestEnvironment()
      test.host.backgroundColor = .green
      let node = DisplayNode(environment: test.environment)
      node.frame = Rect(x: 0, y: 0, width: 40, height: 40)
      node.cornerRadii = CornerRadii(12)
      node.cornerRounding = rounding
      test.show(node)
      for color in [Color.black, .white] {
        node.backgroundColor = color
        test.settle()
        let image = try test.image()
        #expect(image.pixel(x: 20, y: 20) == color.argb, "\(rounding)")
        #expect(image.pixel(x: 0, y: 0) == Color.green.argb, "\(rounding)")
      }
    }
  }

  // Every change between two rounding techniques.
  @Test func `changing the corner rounding mode never shows square corners`() throws {
    let ways: [DisplayNode.CornerRounding] = [
      .layer, .rasterized, .clipping(Color(argb: 0xFF00_FF00)),
    ]
    for old in ways {
      for new in ways {
        let test = TestEnvironment()
        test.host.backgroundColor = Color(argb: 0xFF00_FF00)
        let node = DisplayNode(ProbeContent(log: Log()), environment: test.environment)
        node.frame = Rect(x: 0, y: 0, width: 40, height: 40)
        node.masksToBounds = true
        node.cornerRadii = CornerRadii(12)
        node.cornerRounding = old
        test.settle(showing: node)
        node.cornerRounding = new
        #expect(try test.image().pixel(x: 0, y: 0) == 0xFF00_FF00, "\(old) to \(new)")
        test.settle()
        #expect(try test.image().pixel(x: 0, y: 0) == 0xFF00_FF00, "\(old) to \(new)")
      }
    }
  }

  /// Returns the maximum difference of a channel.
  private func difference(_ first: Bitmap, _ second: Bitmap) -> Int {
    zip(first.pixels, second.pixels).map { pair in
      (0..<4).map { channel in
        let (one, other) = (pair.0 >> (8 * channel) & 255, pair.1 >> (8 * channel) & 255)
        return abs(Int(one) - Int(other))
      }.max() ?? 0
    }.max() ?? 0
  }
}

/// A content of 20 x 20 pixels at two pixels per point.
private struct DenseImage: NodeContent {
  static let drawing: DisplayNode.DrawingModes = .image

  func parameters(for node: DisplayNode) {}

  static func image(_ parameters: Void, for request: NodeImage.Request) -> NodeImage? {
    let bitmap = try? Bitmap(width: 20, height: 20, color: .black)
    return bitmap.map { NodeImage($0, scale: 2) }
  }
}
