import GalleyDisplay
import GalleyFonts
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
import GalleyPainting
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

@MainActor struct TextDisplayTests {
  let test = TestEnvironment(size: Size(width: 120, height: 120))
  let engine = TestFonts.engine()

  private func makeNode(_ text: AttributedText) -> TextNode {
    let node = TextNode(text, engine: engine, environment: test.environment)
    let size = node.size(thatFits: Size(width: 100, height: .infinity))
    node.frame = Rect(origin: Point(x: 10, y: 10), size: size)
    return node
  }

  private func text(_ string: String) -> AttributedText {
    AttributedText(string, style: TestFonts.style())
  }

  @Test func `a text, its blocks and its cover are drawn on threads of the executor`() {
    let environment = DisplayEnvironment(
      executor: PoolExecutor(threads: 2), clock: SystemClock())
    let surface = NodeSurface(
      LayerHost(size: Size(width: 120, height: 120), scale: 1), environment: environment)
    let lines = (0..<8).map { "*\($0)" }.joined(separator: "\n")
    let box = TextAttachment(id: "star", size: Size(width: 10, height: 10))
    var string = AttributedText(lines, replacing: [(0..<1, box)], style: TestFonts.style())
    string.annotate(3..<5, as: .spoiler)
    string.addBlocks([TextBlock(.quote, in: 0..<string.length, isCollapsible: true)])
    let log = Log()
    let node = TextNode(string, engine: engine, environment: environment)
    node.painter.attachmentImages = AttachmentImages { _ in
      log.add("drawn on main: \(isOnMain)")
      return nil
    }
    node.frame = Rect(origin: .zero, size: node.size(thatFits: Size(width: 100, height: .infinity)))
    surface.rootNode = node.node
    func settle() -> Set<String> {
      environment.loop.tick()
      environment.loop.settle()
      return Set(log.take())
    }
    #expect(settle() == ["drawn on main: false"])
    node.palette = Palette(text: .white)
    #expect(settle() == ["drawn on main: false"])
    node.setExpanded(true, block: 0, LayoutTransition())
    #expect(settle() == ["drawn on main: false"])
    surface.rootNode = nil
    environment.loop.settle()
  }

  @Test func `text drawn off the main actor matches the painter's output`() throws {
    let node = makeNode(text("ab cd"))
    test.tick(showing: node.node)
    #expect(node.node.layer.contents == nil)
    test.settle()
    var expected = try Bitmap(width: 120, height: 120)
    TextPainter().paint(node.layout, at: Point(x: 10, y: 10), into: &expected, scale: 1)
    #expect(try test.image() == expected)
  }

  /// The node that draws a text.
  enum Drawer: CaseIterable { case itself, itselfWithSubnodes, supernode }

  @Test(arguments: [1.0, 1.25, 2, 3], Drawer.allCases)
  func `ink overhanging the text's box is drawn`(scale: Double, drawer: Drawer) throws {
    let test = TestEnvironment(scale: scale, size: Size(width: 120, height: 120))
    let marked = AttributedText(
      "a" + String(repeating: "\u{301}", count: 9) + String(repeating: "\u{323}", count: 9),
      style: TestFonts.style("Galley Mark"))
    let node = TextNode(
      marked, options: LayoutOptions(lineHeight: .absolute(10)), engine: engine,
      environment: test.environment)
    let size = node.size(thatFits: Size(width: 100, height: .infinity))
    node.frame = Rect(origin: Point(x: 40, y: 60), size: size)
    #expect(node.layout.inkBounds.minY < -8 && node.layout.inkBounds.maxY > size.height + 8)
    var root = node.node
    if drawer == .supernode {
      root = DisplayNode(environment: test.environment)
      root.frame = node.frame
      node.frame.origin = .zero
      root.rasterizesSubtree = true
      root.addSubnode(node.node)
    } else if drawer == .itselfWithSubnodes {
      root.rasterizesSubtree = true
      root.addSubnode(DisplayNode(environment: test.environment))
    }
    test.settle(showing: root)
    var expected = try Bitmap(width: Int(120 * scale), height: Int(120 * scale))
    TextPainter().paint(node.layout, at: Point(x: 40, y: 60), into: &expected, scale: scale)
    #expect(try test.image() == expected)
    #expect(root.bounds == Rect(origin: .zero, size: size))
  }

  // R34: inset text on a color, pixel by pixel.
  @Test func `inset text on a color matches the painter's pixels`() throws {
    let node = TextNode(text("ab cd"), engine: engine, environment: test.environment)
    let parent = DisplayNode(environment: test.environment)
    parent.managesSubnodes = true
    parent.backgroundColor = Color(argb: 0xFF00_FF00)
    parent.layoutSpec = { [inner = node.node] _, _ in
      InsetSpec(Insets(top: 3, left: 5, bottom: 7, right: 11), inner)
    }
    parent.frame = Rect(x: 0, y: 0, width: 120, height: 120)
    test.settle(showing: parent)
    #expect(node.frame == Rect(x: 5, y: 3, width: 104, height: 110))
    var expected = try Bitmap(width: 120, height: 120, color: Color(argb: 0xFF00_FF00))
    TextPainter().paint(node.layout, at: node.frame.origin, into: &expected, scale: 1)
    #expect(try test.image() == expected)
  }

  @Test func `drawing reuses the layout from measuring`() {
    let node = makeNode(text("ab cd ef gh"))
    let measured = node.layout(fitting: Size(width: 100, height: .infinity))
    #expect(node.layout === measured)
  }

  @Test func `setting an equal text redraws nothing`() {
    let node = makeNode(text("ab"))
    test.settle(showing: node.node)
    let count = test.executor.submitted.count
    node.text = text("ab")
    node.options = LayoutOptions()
    node.revealed = .none
    test.settle()
    #expect(test.executor.submitted.count == count)
    node.text = text("cd")
    test.settle()
    #expect(test.executor.submitted.count == count + 1)
  }

  // X19: a new text color redraws the text.
  @Test func `a changed palette redraws the text, and an equal one does not`() throws {
    let node = makeNode(
      AttributedText(
        "ab",
        style: TextStyle(font: TestFonts.style().font, paint: TextPaint(color: .role(.text)))))
    test.settle(showing: node.node)
    let (count, old) = (test.executor.submitted.count, try test.image())
    node.palette = .plain
    test.settle()
    #expect(test.executor.submitted.count == count)
    node.palette = Palette(text: Color(argb: 0xFFFF_0000))
    test.settle()
    #expect(test.executor.submitted.count == count + 1)
    #expect(try test.image() != old)
  }

  @Test func `a text drawing canceled before its start shows nothing`() {
    let node = makeNode(text(Array(repeating: "aa", count: 50).joined(separator: "\n")))
    test.tick(showing: node.node)
    node.node.cancelDisplay()
    test.settle()
    #expect(node.node.layer.contents == nil)
    #expect(test.executor.counters.canceledBeforeStart == 1)
  }

  // X18: shadows are drawn outside the letters.
  @Test func `a shadow is drawn outside the letters and the text's box`() throws {
    var style = TestFonts.style()
    style.paint.shadow = TextPaint.Shadow(.black, offset: Point(x: 0, y: 0), blur: 4)
    let node = makeNode(AttributedText("ab", style: style))
    test.settle(showing: node.node)
    let box = node.frame
    /// The sides of the text's box beyond which there is ink.
    func inkedSides() throws -> Set<String> {
      let image = try test.image()
      var sides: Set<String> = []
      for y in 0..<image.height {
        for x in 0..<image.width where image.pixel(x: x, y: y) != 0 {
          if Double(x) < box.minX { sides.insert("left") }
          if Double(x) >= box.maxX { sides.insert("right") }
          if Double(y) < box.minY { sides.insert("top") }
          if Double(y) >= box.maxY { sides.insert("bottom") }
        }
      }
      return sides
    }
    #expect(try inkedSides() == ["left", "right", "top", "bottom"])
    style.paint.shadow = TextPaint.Shadow(.black, offset: Point(x: 0, y: 9), blur: 1)
    node.text = AttributedText("ab", style: style)
    test.settle()
    #expect(try inkedSides() == ["bottom"])
    style.paint.shadow = nil
    node.text = AttributedText("ab", style: style)
    test.settle()
    #expect(try inkedSides() == [])
  }

  @Test func `revealing an invalid or already revealed spoiler redraws nothing`() {
    var text = text("ab")
    text.annotate(0..<2, as: .spoiler)
    let node = makeNode(text)
    node.revealed = .all
    test.settle(showing: node.node)
    let count = test.executor.submitted.count
    for number in [-1, 0, 1] { node.reveal(number) }
    test.settle()
    #expect(test.executor.submitted.count == count)
  }

  @Test func `an expanded block keeps its old contents until the new ones are ready`() throws {
    let lines = (0..<8).map { "a\($0)" }.joined(separator: "\n")
    var text = text(lines)
    text.addBlocks([TextBlock(.quote, in: 0..<text.length, isCollapsible: true)])
    let node = makeNode(text)
    test.settle(showing: node.node)
    let old = try #require(node.node.layer.contents)
    let height = node.frame.size.height
    #expect(node.target(at: Point(x: 30, y: 10)) == .block(0))
    node.setExpanded(true, block: 0)
    let size = node.size(thatFits: Size(width: 100, height: .infinity))
    #expect(size.height > height)
    node.frame.size = size
    test.tick()
    #expect(node.node.layer.contents == old)
    #expect(node.node.layer.contentsGravity == .topLeft)
    test.settle()
    let new = try #require(node.node.layer.contents)
    // One more pixel on each side, for rounded positions.
    #expect(new.height == Int(size.height.rounded(.up)) + 2)
    node.setExpanded(false, block: 0)
    #expect(node.size(thatFits: Size(width: 100, height: .infinity)).height == height)
  }

  @Test func `the later of two texts is shown in any drawing order`()
    throws
  {
    let node = makeNode(text("aa"))
    test.tick(showing: node.node)
    node.text = text("ab")
    test.tick()
    let works = test.executor.waiting
    for work in works.reversed() { test.executor.run(work) }
    test.settle()
    var expected = try Bitmap(width: 120, height: 120)
    TextPainter().paint(
      engine.layout(text("ab")), at: Point(x: 10, y: 10), into: &expected, scale: 1)
    #expect(try test.image() == expected)
  }

  @Test func `the pixels of a text include ink to the left of its box`() {
    let engine = NotoFonts.engine()
    let string = AttributedText(
      "j",
      style: TextStyle(
        font: FontDescription(families: ["Noto Serif"], size: 80, slant: .italic)))
    let node = TextNode(string, engine: engine, environment: test.environment)
    node.frame = Rect(x: 40, y: 10, width: 60, height: 100)
    test.settle(showing: node.node)
    let ink = engine.layout(string).inkBounds
    #expect(ink.minX < -5)
    #expect(node.node.layer.contentsOutsets.left == (-ink.minX).rounded(.up) + 1)
  }

  @Test(arguments: [1.0, 2])
  func `the pixels of a text end one beyond its box`(scale: Double) {
    let test = TestEnvironment(scale: scale, size: Size(width: 120, height: 120))
    let node = TextNode(text("ab"), engine: engine, environment: test.environment)
    node.frame = Rect(x: 10, y: 10, width: 20, height: 10)
    test.settle(showing: node.node)
    // Letters are clear of each side of their width, and lower than the line.
    let side = 1 / scale
    #expect(
      node.node.layer.contentsOutsets
        == Insets(top: side, left: side, bottom: side, right: side))
  }
}
