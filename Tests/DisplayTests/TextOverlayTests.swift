import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLayers
import GalleyPainting
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Overlays of a text on separate layers: the highlight of a pressed link, and the dust of
/// spoilers.
@MainActor struct TextOverlayTests {
  let test = TestEnvironment(size: Size(width: 140, height: 60))
  let engine = TestFonts.engine()
  /// The number of times that the text itself was shown.
  let log = Log()
  private let observer: LoggingObserver

  init() { observer = LoggingObserver(log) }

  private static let origin = Point(x: 10, y: 10)

  /// Returns a text with a link and two spoilers.
  private func makeText() -> AttributedText {
    var text = AttributedText("ab cdef gh", style: TestFonts.style())
    text.annotate(0..<2, as: .link(type: "url", url: nil))
    text.annotate(3..<7, as: .spoiler)
    text.annotate(8..<10, as: .spoiler)
    return text
  }

  private func makeNode(_ text: AttributedText? = nil) -> TextNode {
    let node = TextNode(text ?? makeText(), engine: engine, environment: test.environment)
    node.palette = Palette(
      text: .black,
      [.linkHighlight: Color(argb: 0x8000_FF00), .secondaryText: Color(argb: 0xFF80_0000)])
    let size = node.size(thatFits: Size(width: 120, height: .infinity))
    node.frame = Rect(origin: Self.origin, size: size)
    node.node.addObserver(observer)
    return node
  }

  private func shownNode() -> TextNode {
    let node = makeNode()
    test.settle(showing: node.node)
    return node
  }

  private var drawings: Int { log.count(of: "did") }

  /// Returns the node's layout as drawn by a painter.
  private func painted(_ node: TextNode, _ change: (inout TextPainter) -> Void = { _ in }) throws
    -> Bitmap
  {
    var painter = TextPainter()
    painter.palette = node.palette
    change(&painter)
    var bitmap = try Bitmap(width: 140, height: 60)
    painter.paint(node.layout, at: Self.origin, into: &bitmap, scale: 1)
    return bitmap
  }

  private func overlay(_ name: String, of node: TextNode) -> DisplayNode? {
    node.node.subnodes.last { $0.name == name }
  }

  // MARK: Links

  @Test func `a pressed link is highlighted without redrawing the text`() throws {
    let node = shownNode()
    let calm = try test.image()
    #expect(drawings == 1)
    node.press(at: Point(x: 3, y: 3))
    test.settle()
    test.frame()
    test.frame(after: 1)
    var context = try DrawingContext(size: Size(width: 140, height: 60), scale: 1)
    context.fill(
      Path(highlighting: node.layout.rects(of: 0..<2)).offset(x: 10, y: 10),
      with: Color(argb: 0x8000_FF00))
    var expected = calm
    expected.draw(context.image(), x: 0, y: 0)
    #expect(try test.image() == expected)
    node.cancelPress()
    test.frame()
    test.frame(after: 1)
    test.settle()
    #expect(try test.image() == calm)
    #expect(drawings == 1)
    #expect(overlay("highlight", of: node) == nil)
  }

  @Test func `the highlight fades in over a tenth of a second, then fades out`() throws {
    let node = shownNode()
    node.press(at: Point(x: 3, y: 3))
    test.settle()
    test.frame()
    let start = test.clock.now
    let layer = try #require(overlay("highlight", of: node)?.layer)
    func opacity(after seconds: Double) -> Double {
      layer.presentation(at: start + seconds).opacity
    }
    #expect(opacity(after: 0) == 0)
    #expect(abs(opacity(after: 0.05) - 0.5) < 1e-6)
    #expect(opacity(after: 0.1) == 1)
    test.frame(after: 0.04)
    #expect(node.endPress(at: Point(x: 3, y: 3)) == .link(node.text.annotations[0]))
    test.frame()
    #expect(abs(opacity(after: 0.05) - 0.5) < 1e-6)
    #expect(opacity(after: 0.1) == 1)
    #expect(abs(opacity(after: 0.175) - 0.5) < 1e-6)
    #expect(opacity(after: 0.25) < 1e-9)
    test.frame(after: 0.2)
    #expect(overlay("highlight", of: node) != nil)
    test.frame(after: 0.02)
    #expect(overlay("highlight", of: node) == nil)
  }

  @Test func `a tap that ends before the highlight is drawn still shows it`() throws {
    let node = shownNode()
    node.press(at: Point(x: 3, y: 3))
    node.cancelPress()
    test.settle()
    test.frame()
    let start = test.clock.now
    let layer = try #require(overlay("highlight", of: node)?.layer)
    #expect(layer.presentation(at: start + 0.1).opacity == 1)
    #expect(abs(layer.presentation(at: start + 0.175).opacity - 0.5) < 1e-6)
    test.frame(after: 0.3)
    #expect(overlay("highlight", of: node) == nil)
  }

  @Test func `another link gets its own highlight while the first one fades out`() throws {
    var text = makeText()
    text.annotate(2..<3, as: .link(type: "url", url: nil))
    let node = makeNode(text)
    test.settle(showing: node.node)
    node.press(at: Point(x: 3, y: 3))
    test.settle()
    test.frame()
    test.frame(after: 1)
    node.cancelPress()
    node.press(at: Point(x: 25, y: 3))
    test.settle()
    #expect(node.node.subnodes.count { $0.name == "highlight" } == 2)
    test.frame()
    test.frame(after: 0.2)
    #expect(node.node.subnodes.count { $0.name == "highlight" } == 1)
    #expect(drawings == 1)
  }

  @Test func `the highlight covers its link and two points on each side`() throws {
    let node = shownNode()
    node.press(at: Point(x: 3, y: 3))
    test.settle()
    // Two letters of ten points.
    let expected = Rect(x: -2, y: -2, width: 24, height: 14)
    #expect(node.layout.rects(of: 0..<2) == [Rect(x: 0, y: 0, width: 20, height: 10)])
    #expect(overlay("highlight", of: node)?.frame == expected)
  }

  @Test func `a link released after its text left the host has no highlight`() {
    let node = shownNode()
    node.press(at: Point(x: 3, y: 3))
    node.node.layer.removeFromSuperlayer()
    test.settle()
    node.cancelPress()
    #expect(overlay("highlight", of: node) == nil)
  }

  @Test func `setting another text releases the pressed link`() {
    let node = shownNode()
    node.press(at: Point(x: 3, y: 3))
    test.settle()
    test.frame()
    node.text = AttributedText("other", style: TestFonts.style())
    #expect(node.pressedTarget == nil)
    test.settle()
    test.frame()
    test.frame(after: 0.3)
    #expect(overlay("highlight", of: node) == nil)
  }

  // MARK: Spoilers

  @Test func `text under a spoiler is absent from the contents and covered as painted`() throws {
    let node = shownNode()
    #expect(try test.image() == painted(node))
    let contents = try #require(node.node.layer.contents)
    let outsets = node.node.layer.contentsOutsets
    let spoiler = try #require(node.layout.spoilers.first).rects[0].offset(
      x: outsets.left, y: outsets.top)
    for y in Int(spoiler.minY)..<Int(spoiler.maxY) {
      for x in Int(spoiler.minX)..<Int(spoiler.maxX) { #expect(contents.pixel(x: x, y: y) == 0) }
    }
    let cover = try #require(overlay("cover", of: node))
    #expect(cover.frame.size.width < node.node.bounds.size.width)
  }

  @Test func `revealing a spoiler matches the painter and redraws the text once`() throws {
    let node = shownNode()
    let point = Point(x: 40, y: 5)
    let start = test.clock.now
    node.reveal(0, from: point)
    for frame in 1...39 {
      test.tick()
      guard frame % 8 == 0 else { continue }
      test.present()
      let elapsed = test.clock.now - start
      let expected = try painted(node) {
        $0.transition = SpoilerTransition(.reveals(from: point), of: [0], elapsed: elapsed)
      }
      #expect(try test.image() == expected)
      #expect(!node.revealed.contains(0))
      #expect(drawings == 1)
    }
    test.tick()
    #expect(node.revealed.contains(0))
    // The text is updated in the same tick in which the cover loses the spoiler.
    test.executor.runAll()
    #expect(drawings == 1)
    test.settle()
    #expect(drawings == 2)
    #expect(try test.image() == painted(node) { $0.revealed = RevealedSpoilers([0]) })
    #expect(!test.environment.loop.needsTick)
  }

  @Test func `revealing the last spoiler removes the cover`() throws {
    let node = shownNode()
    for spoiler in 0...1 {
      node.reveal(spoiler)
      for _ in 0..<30 { test.tick() }
      test.settle()
    }
    #expect(overlay("cover", of: node) == nil)
    #expect(try test.image() == painted(node) { $0.revealed = .all })
    #expect(drawings == 3)
  }

  @Test func `revealing a second spoiler completes the first reveal at once`() throws {
    let node = shownNode()
    node.reveal(0, from: .zero)
    for _ in 0..<5 { test.tick() }
    node.reveal(1, from: .zero)
    #expect(node.revealed.contains(0) && !node.revealed.contains(1))
    for _ in 0..<60 {
      test.tick()
      test.present()
      let hasFirst = try test.image().pixel(x: 46, y: 18) != 0
      #expect(hasFirst == (try painted(node) { $0.revealed = .all }.pixel(x: 46, y: 18) != 0))
    }
    test.settle()
    #expect(node.revealed.contains(1))
    #expect(try test.image() == painted(node) { $0.revealed = .all })
  }

  @Test func `setting another text stops a reveal in progress`() throws {
    let node = shownNode()
    node.reveal(0)
    test.tick()
    var text = AttributedText("xyzw", style: TestFonts.style())
    text.annotate(0..<4, as: .spoiler)
    node.text = text
    node.frame.size = node.size(thatFits: Size(width: 120, height: .infinity))
    for _ in 0..<40 { test.tick() }
    test.settle()
    #expect(!node.revealed.contains(0))
    #expect(try test.image() == painted(node))
    #expect(!test.environment.loop.needsTick)
  }

  @Test func `drifting dust follows the clock without redrawing the text`() throws {
    let node = makeNode()
    node.animatesDust = true
    test.settle(showing: node.node)
    for _ in 0..<4 {
      for _ in 0..<7 { test.tick() }
      test.present()
      // Twenty moments a second.
      let time = (test.clock.now * 20).rounded(.down) / 20
      #expect(try test.image() == painted(node) { $0.dust = .drifting(time: time) })
    }
    #expect(drawings == 1)
    #expect(test.environment.loop.needsTick)
    node.node.layer.removeFromSuperlayer()
    test.settle()
    #expect(!test.environment.loop.needsTick)
  }

  @Test func `dust is static again after its animation is turned off`() throws {
    let node = makeNode()
    node.animatesDust = true
    test.show(node.node)
    for _ in 0..<4 { test.tick() }
    node.animatesDust = false
    test.settle()
    #expect(try test.image() == painted(node))
    #expect(!test.environment.loop.needsTick)
  }

  @Test func `drifting dust is drawn up to 8 points beyond the box`() throws {
    var text = AttributedText("abcd", style: TestFonts.style())
    text.annotate(0..<4, as: .spoiler)
    let node = makeNode(text)
    node.animatesDust = true
    test.settle(showing: node.node)
    #expect(node.node.bounds == Rect(x: 0, y: 0, width: 40, height: 10))
    let cover = try #require(overlay("cover", of: node))
    #expect(cover.frame == Rect(x: -8, y: -8, width: 56, height: 26))
  }

  @Test func `ink above its line is visible while a spoiler is revealed`() throws {
    // Each accent stands two points above the one before.
    let accents = String(repeating: "\u{301}", count: 4)
    var text = AttributedText("a\(accents)b", style: TestFonts.style("Galley Mark"))
    text.annotate(0..<text.length, as: .spoiler)
    let node = makeNode(text)
    node.options.lineHeight = .absolute(10)
    node.frame.size = node.size(thatFits: Size(width: 120, height: .infinity))
    test.settle(showing: node.node)
    #expect(node.layout.inkBounds.minY < -2)
    let start = test.clock.now
    node.reveal(0)
    for _ in 0..<9 { test.tick() }
    test.present()
    let expected = try painted(node) {
      $0.transition = SpoilerTransition(
        .reveals(from: nil), of: [0], elapsed: test.clock.now - start)
    }
    #expect(try test.image() == expected)
  }

  // MARK: One bitmap for all

  @Test(arguments: [1.0, 1.5, 2])
  func `a rasterized subtree matches separate layers pixel for pixel`(scale: Double) throws {
    let images = try [false, true].map { isRasterized in
      let test = TestEnvironment(scale: scale, size: Size(width: 140, height: 60))
      let node = TextNode(makeText(), engine: engine, environment: test.environment)
      node.palette = Palette(text: .black, [.linkHighlight: Color(argb: 0x8000_FF00)])
      node.frame = Rect(
        origin: Self.origin, size: node.size(thatFits: Size(width: 120, height: .infinity)))
      let root = DisplayNode(environment: test.environment)
      root.frame = Rect(x: 0, y: 0, width: 140, height: 60)
      root.rasterizesSubtree = isRasterized
      root.addSubnode(node.node)
      test.settle(showing: root)
      var moments = [try test.image()]
      node.press(at: Point(x: 3, y: 3))
      test.settle()
      test.frame()
      test.frame(after: 1)
      moments.append(try test.image())
      node.reveal(0, from: Point(x: 40, y: 5))
      for _ in 0..<20 { test.tick() }
      test.present()
      moments.append(try test.image())
      for _ in 0..<40 { test.tick() }
      test.settle()
      moments.append(try test.image())
      return moments
    }
    #expect(Set(images[0].map(\.pixels)).count == 4)
    for (layered, rasterized) in zip(images[0], images[1]) { #expect(layered == rasterized) }
  }
}
