import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLayers
import GalleyLayoutSpecs
import GalleyPixels
import GalleyScheduling
import Testing

@MainActor struct ImageContentTests {
  let test = TestEnvironment()

  private func makeNode(
    _ content: some NodeContent, size: Size = Size(width: 20, height: 20)
  ) -> DisplayNode {
    let node = DisplayNode(content, environment: test.environment)
    node.frame = Rect(origin: .zero, size: size)
    test.show(node)
    return node
  }

  /// Returns an appearance that logs each creation of a bitmap.
  private func countedLook(_ log: Log) -> ImageAppearance {
    var appearance = ImageAppearance()
    appearance.modification = ImageRecipe.Modification { bitmap in
      log.add("made")
      return bitmap
    }
    return appearance
  }

  @Test func `an image is decoded off the main actor at its node's size`() throws {
    let node = makeNode(ImageContent(try .square(40, .green)))
    test.tick()
    #expect(node.layer.contents == nil)
    #expect(test.executor.waiting.count == 1)
    test.settle()
    let contents = try #require(node.layer.contents)
    #expect(contents.width == 20)
    #expect(contents.pixel(x: 7, y: 7) == Color.green.argb)
  }

  // Images are not scaled up.
  @Test func `an image smaller than its node is decoded at its own size`() throws {
    let node = makeNode(ImageContent(try .square(8, .green)))
    test.settle()
    #expect(node.layer.contents?.width == 8)
    #expect(try test.image().pixel(x: 19, y: 19) == Color.green.argb)
  }

  // N11: an image of one size is rendered once.
  @Test func `nodes with the same image and appearance share one bitmap`() throws {
    let file = try ImageFile.square(40, .green)
    let log = Log()
    let appearance = countedLook(log)
    let nodes = (0..<3).map { _ in makeNode(ImageContent(file, appearance: appearance)) }
    test.settle()
    let first = try #require(nodes[0].layer.contents)
    #expect(nodes.allSatisfy { $0.layer.contents?.sharesPixels(with: first) == true })
    #expect(log.count(of: "made") == 1)
    #expect(test.environment.sharedImages.count == 1)
  }

  @Test func `different appearances and sizes get separate bitmaps`() throws {
    let file = try ImageFile.square(40, .green)
    var tinted = ImageAppearance()
    tinted.rendering = .template(.red)
    var rounds = [ImageAppearance(), ImageAppearance()]
    for index in 0..<2 { rounds[index].corners = ImageCorners(radius: Double(index) + 3) }
    let nodes = [
      makeNode(ImageContent(file)), makeNode(ImageContent(file, appearance: tinted)),
      makeNode(ImageContent(file), size: Size(width: 10, height: 10)),
      makeNode(ImageContent(file, appearance: rounds[0])),
      makeNode(ImageContent(file, appearance: rounds[1])),
      makeNode(ImageContent(file, appearance: rounds[1])),
    ]
    test.settle()
    #expect(nodes.allSatisfy { $0.layer.contents != nil })
    #expect(test.environment.sharedImages.count == 5)
  }

  @Test func `invalid image data is reported, and the node has no contents`() throws {
    let errors = Log()
    let node = makeNode(
      ImageContent(ImageFile([1, 2, 3])) { node, error in errors.add("\(error)") })
    test.settle()
    #expect(errors.all == ["\(ImageError.unknownFormat)"])
    #expect(node.layer.contents == nil)
  }

  @Test func `an image over the limits is refused before it is decoded`() throws {
    let errors = Log()
    var limits = ImageLimits()
    limits.pixelCount = 100
    let file = ImageFile(try .png(of: 40, .green), limits: limits)
    let node = makeNode(ImageContent(file) { node, error in errors.add("\(error)") })
    test.settle()
    #expect(node.layer.contents == nil)
    let expected = ImageError.tooManyPixels(width: 40, height: 40, limit: 100)
    #expect(errors.all == ["\(expected)"])
  }

  @Test func `a canceled display reports no error`() {
    let errors = Log()
    let node = makeNode(ImageContent(ImageFile([])) { node, error in errors.add("\(error)") })
    test.tick()
    node.cancelDisplay()
    test.settle()
    #expect(errors.all.isEmpty)
    node.setNeedsDisplay()
    test.tick()
    test.executor.startNext().map(test.executor.draw)
    node.cancelDisplay()
    test.settle()
    #expect(errors.all.isEmpty)
  }

  @Test func `a template image is drawn in its tint color`() throws {
    var appearance = ImageAppearance()
    appearance.rendering = .template(.red)
    let node = makeNode(ImageContent(try .square(40, .green), appearance: appearance))
    test.settle()
    #expect(node.layer.contents?.pixel(x: 10, y: 10) == Color.red.argb)
  }

  @Test func `rounded corners are sharp even for a small image`() throws {
    var appearance = ImageAppearance()
    appearance.corners = ImageCorners(radius: 6)
    let node = makeNode(ImageContent(try .square(4, .green), appearance: appearance))
    test.settle()
    let contents = try #require(node.layer.contents)
    #expect(contents.width == 20)
    #expect(contents.pixel(x: 0, y: 0) == 0)
    #expect(contents.pixel(x: 10, y: 0) == Color.green.argb)
    #expect(contents.pixel(x: 10, y: 10) == Color.green.argb)
  }

  @Test func `a tail takes up space beside the image`() throws {
    var appearance = ImageAppearance()
    appearance.corners.bottomRight = .tail(8)
    let node = makeNode(ImageContent(try .square(4, .green), appearance: appearance))
    test.settle()
    let contents = try #require(node.layer.contents)
    #expect(contents.pixel(x: 15, y: 2) == Color.green.argb)
    #expect(contents.pixel(x: 17, y: 2) == 0)
    #expect((0..<20).contains { contents.pixel(x: 16, y: $0) != 0 })
  }

  @Test(arguments: [(true, false, 12), (false, true, 8), (true, true, 10)])
  func `an image between tails is as wide as they leave room`(
    hasLeft: Bool, hasRight: Bool, middle: Int
  ) throws {
    var appearance = ImageAppearance(.stretch)
    if hasLeft { appearance.corners.bottomLeft = .tail(8) }
    if hasRight { appearance.corners.bottomRight = .tail(8) }
    // Half green and half red; each tail takes four of twenty points.
    var halves = try Bitmap(width: 64, height: 64, color: .red)
    halves.fill(PixelRect(minX: 0, minY: 0, maxX: 32, maxY: 64), with: .green)
    let node = makeNode(ImageContent(ImageFile(try halves.pngData()), appearance: appearance))
    test.settle()
    let contents = try #require(node.layer.contents)
    #expect(contents.width == 20 && contents.height == 20)
    let colors = (0..<20).map { contents.pixel(x: $0, y: 2) }
    let (start, end) = (hasLeft ? 4 : 0, hasRight ? 16 : 20)
    #expect(colors[..<start].allSatisfy { $0 == 0 } && colors[end...].allSatisfy { $0 == 0 })
    #expect(colors[start..<(middle - 1)].allSatisfy { $0 == Color.green.argb })
    #expect(colors[(middle + 1)..<end].allSatisfy { $0 == Color.red.argb })
  }

  @Test func `an unscaled image is centered`() throws {
    let node = makeNode(ImageContent(try .square(4, .green), appearance: ImageAppearance(.center)))
    test.settle()
    let contents = try #require(node.layer.contents)
    #expect(contents.pixel(x: 7, y: 7) == 0)
    #expect(contents.pixel(x: 8, y: 8) == Color.green.argb)
    #expect(contents.pixel(x: 12, y: 12) == 0)
  }

  @Test func `an image with stretchable parts is not scaled`() throws {
    var appearance = ImageAppearance(nil)
    appearance.stretch = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    let node = makeNode(ImageContent(try .square(4, .green), appearance: appearance))
    test.settle()
    #expect(node.layer.contents?.width == 4)
    #expect(node.layer.contentsCenter == appearance.stretch)
  }

  // D21: a forced size applies to the bitmap, not to the layout.
  @Test func `an image measures in its own aspect ratio, regardless of a forced size`() throws {
    let file = ImageFile(try Bitmap(width: 40, height: 20, color: .red).pngData())
    var appearance = ImageAppearance()
    appearance.options.forcedSize = PixelSize(width: 3, height: 3)
    for content in [ImageContent(file), ImageContent(file, appearance: appearance)] {
      let node = DisplayNode(content, environment: test.environment)
      #expect(node.layoutThatFits(.unbounded).size == Size(width: 40, height: 20))
      #expect(
        node.layoutThatFits(SizeRange(upTo: Size(width: 10, height: 100))).size
          == Size(width: 10, height: 5))
      node.contentsScale = 2
      #expect(node.layoutThatFits(.unbounded).size == Size(width: 20, height: 10))
    }
    let broken = DisplayNode(ImageContent(ImageFile([])), environment: test.environment)
    #expect(broken.layoutThatFits(.unbounded).size == .zero)
  }

  @Test(arguments: [0.0, -1, .nan])
  func `an image has no size at a scale that is not positive`(scale: Double) throws {
    let content = ImageContent(try .square(40, .green))
    let range = SizeRange(upTo: Size(width: 10, height: 10))
    #expect(content.measurement(thatFits: range, scale: scale) == nil)
    #expect(content.measurement(thatFits: range, scale: 1)?.size == range.max)
  }

  @Test(arguments: [2, 4])
  func `threads of a pool share the bitmap made by one of them`(threads: Int) throws {
    let clock = ManualClock()
    let environment = DisplayEnvironment(
      executor: PoolExecutor(threads: threads, clock: clock), clock: clock)
    let file = try ImageFile.square(64, .green)
    let log = Log()
    let appearance = countedLook(log)
    let nodes = (0..<32).map { _ in
      DisplayNode(ImageContent(file, appearance: appearance), environment: environment)
    }
    for node in nodes {
      node.frame = Rect(x: 0, y: 0, width: 16, height: 16)
      node.layer.setNeedsDisplay()
      node.layer.displayIfNeeded()
    }
    environment.loop.tick()
    environment.loop.settle()
    let first = try #require(nodes[0].layer.contents)
    #expect(nodes.allSatisfy { $0.layer.contents?.sharesPixels(with: first) == true })
    #expect(log.count(of: "made") == 1)
  }

  @Test func `a solid content fills its node from a single pixel`() throws {
    let node = makeNode(SolidContent(.red))
    test.settle()
    #expect(node.layer.contents?.width == 1)
    let image = try test.image()
    #expect(image.pixel(x: 0, y: 0) == Color.red.argb)
    #expect(image.pixel(x: 19, y: 19) == Color.red.argb)
    #expect(image.pixel(x: 20, y: 19) == 0)
  }

  @Test(arguments: [1.0, 2, 3])
  func `a solid content has the same rounded corners as a layer`(scale: Double) throws {
    let test = TestEnvironment(scale: scale)
    let node = DisplayNode(
      SolidContent(.red, corners: CornerRadii(7)), environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 20, height: 30)
    test.settle(showing: node)
    let drawn = try test.image()
    node.layer.removeFromSuperlayer()
    let layer = Layer(frame: node.frame)
    layer.backgroundColor = .red
    layer.cornerRadii = CornerRadii(7)
    test.host.root.addSublayer(layer)
    #expect(try test.image() == drawn)
  }

  @Test func `a drawing closure uses points and runs off the main actor`() throws {
    let test = TestEnvironment(scale: 2)
    let log = Log()
    let content = DrawnContent { context, request in
      log.add("\(request.bounds.size.width) \(context.scale)")
      context.fill(Rect(x: 5, y: 0, width: 5, height: 10), with: .red)
    }
    let node = DisplayNode(content, environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    test.tick(showing: node)
    #expect(log.all.isEmpty)
    test.settle()
    #expect(log.all == ["10.0 2.0"])
    let contents = try #require(node.layer.contents)
    #expect(contents.width == 20)
    #expect(contents.pixel(x: 9, y: 0) == 0)
    #expect(contents.pixel(x: 10, y: 0) == Color.red.argb)
  }

  @Test func `empty nodes have no contents`() {
    let nodes = [
      makeNode(SolidContent(.red), size: .zero),
      makeNode(SolidContent(.red, corners: CornerRadii(3)), size: .zero),
      makeNode(DrawnContent { _, _ in }, size: .zero),
    ]
    test.settle()
    #expect(nodes.allSatisfy { $0.layer.contents == nil })
  }
}

extension Color {
  static let green = Color(argb: 0xFF00_FF00)
  static let red = Color(argb: 0xFFFF_0000)
}

extension [UInt8] {
  /// Returns a file with a square of one color.
  static func png(of side: Int, _ color: Color) throws -> [UInt8] {
    try Bitmap(width: side, height: side, color: color).pngData()
  }
}

extension ImageFile {
  /// Returns an image with a square of one color.
  static func square(_ side: Int, _ color: Color) throws -> ImageFile {
    ImageFile(try .png(of: side, color))
  }
}
