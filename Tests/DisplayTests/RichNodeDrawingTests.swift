import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// The drawing of rich messages' nodes when their state changes, and scrolling to targets.
@MainActor struct RichNodeDrawingTests {
  private let engine = TestFonts.engine()
  private let stage = TestEnvironment(size: Size(width: 300, height: 300))

  private func node(_ html: String, _ style: TextStyle = TestFonts.style()) throws
    -> RichMessageNode
  {
    let theme = RichTheme(message: MessageTheme(text: style))
    let document = RichDocument(try RichMessage(html: html), theme: theme, engine: engine)
    return RichMessageNode(document, engine: engine, environment: stage.environment)
  }

  private func show(_ rich: RichMessageNode, width: Double = 200) {
    rich.frame = Rect(origin: Point(x: 30, y: 30), size: rich.layout(fitting: width).size)
    stage.settle(showing: rich.node)
  }

  /// The number of drawings so far.
  private var drawings: Int { stage.executor.submitted.count }

  @Test func `another palette or other revealed spoilers redraw the message, equal ones do not`()
    throws
  {
    var style = TestFonts.style()
    style.paint.color = .role(.text)
    let rich = try node("<p>ab <tg-spoiler>cd</tg-spoiler></p>", style)
    show(rich)
    let (first, count) = (rich.node.layer.contents, drawings)
    rich.revealed = .none
    rich.palette = rich.palette
    stage.settle()
    #expect(drawings == count)
    rich.revealed = .all
    stage.settle()
    let second = rich.node.layer.contents
    #expect(drawings == count + 1 && rich.revealed == .all && second != first)
    rich.revealed = .all
    stage.settle()
    #expect(drawings == count + 1)
    rich.palette = Palette(text: Color(argb: 0xFFFF_0000))
    stage.settle()
    #expect(drawings == count + 2 && rich.node.layer.contents != second)
  }

  @Test(arguments: [(0.0, 0.0), (-20, 0), (20, 0), (0, -20), (0, 20)])
  func `the pixels contain shadows on each side of the box`(x: Double, y: Double) throws {
    var style = TestFonts.style()
    style.paint.shadow = TextPaint.Shadow(.black, offset: Point(x: x, y: y), blur: 4)
    let rich = try node("<p>ab</p>", style)
    show(rich)
    let layout = rich.layout
    let text = try #require(layout.texts.first)
    let ink = text.layout.inkBounds.offset(x: text.origin.x, y: text.origin.y)
    func outset(_ overhang: Double) -> Double { max(0, overhang).rounded(.up) + 1 }
    let expected = Insets(
      top: outset(-ink.minY), left: outset(-ink.minX),
      bottom: outset(ink.maxY - layout.size.height), right: outset(ink.maxX - layout.size.width))
    #expect(rich.node.layer.contentsOutsets == expected)
    let overhang = max(expected.top, expected.left, expected.bottom, expected.right)
    #expect(overhang > (x == 0 && y == 0 ? 1 : 10))
    var image = try Bitmap(width: 300, height: 300)
    TextPainter().paint(layout, at: Point(x: 30, y: 30), into: &image, scale: 1)
    #expect(try stage.image() == image)
  }

  // MARK: Targets

  /// Returns a node of two wide tables with a target at the end of each, and one in between.
  private func tables() throws -> RichMessageNode {
    let tables = ["one", "two"].map { name in
      let cells = (0..<9).map { "<td>column\($0)</td>" }.joined()
      return "<table><tr>\(cells)<td><a name=\"\(name)\"></a>end</td></tr></table>"
    }
    let rich = try node(tables.joined(separator: "<p><a name=\"between\"></a>text</p>"))
    rich.fillsWidth = true
    show(rich)
    return rich
  }

  private func offsets(of rich: RichMessageNode) -> [Double] {
    rich.layout.scrollAreas.map(\.offset)
  }

  @Test(arguments: [("one", 0), ("two", 1)])
  func `the block of a target scrolls to it, and others stay`(name: String, index: Int) throws {
    let rich = try tables()
    #expect(offsets(of: rich) == [0, 0])
    let (target, count) = (RichMessage.Target.anchor(name), drawings)
    rich.scroll(toShow: target)
    let offsets = offsets(of: rich)
    try #require(offsets.count == 2)
    #expect(offsets[index] > 300 && offsets[1 - index] == 0)
    let (rect, view) = (
      try #require(rich.layout.rects(of: target).first), rich.layout.scrollAreas[index].viewport
    )
    #expect(rect.minX >= view.minX && rect.maxX <= view.maxX)
    stage.settle()
    #expect(drawings == count + 1)
    // It is visible already.
    rich.scroll(toShow: target)
    stage.settle()
    #expect(drawings == count + 1 && self.offsets(of: rich) == offsets)
  }

  @Test(arguments: ["between", "missing", ""])
  func `nothing scrolls to a target that is in no block that scrolls`(name: String) throws {
    let rich = try tables()
    let count = drawings
    rich.scroll(toShow: .anchor(name))
    stage.settle()
    #expect(offsets(of: rich) == [0, 0])
    #expect(drawings == count)
  }
}
