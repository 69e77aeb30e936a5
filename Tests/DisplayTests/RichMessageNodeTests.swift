import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Nodes that show rich messages.
@MainActor struct RichMessageNodeTests {
  private let engine = TestFonts.engine()
  private let stage = TestEnvironment(size: Size(width: 300, height: 300))

  private func document(
    _ html: String, _ state: RichState = RichState()
  ) throws -> RichDocument {
    RichDocument(try RichMessage(html: html), state: state, engine: engine)
  }

  private func node(_ html: String) throws -> RichMessageNode {
    RichMessageNode(try document(html), engine: engine, environment: stage.environment)
  }

  private static let section = "<details><summary>More</summary><p>in</p></details><p>end</p>"

  @Test func `the node is as large as the layout in its width`() throws {
    let rich = try node("<h1>Title</h1><p>Some words of text</p>")
    let own = try document("<h1>Title</h1><p>Some words of text</p>").layout(width: 120).size
    let size = rich.node.layoutThatFits(
      SizeRange(min: .zero, max: Size(width: 120, height: 1_000))
    ).size
    // Nodes fill whole pixels.
    #expect((0..<1).contains(size.width - own.width) && (0..<1).contains(size.height - own.height))
    #expect(rich.layout(fitting: 120) === rich.layout(fitting: 120))
    rich.fillsWidth = true
    #expect(rich.layout(fitting: 250).size.width == 250)
  }

  @Test func `the node shows what the painter paints`() throws {
    let rich = try node("<h2>Ab</h2><ul><li>cd</li></ul>")
    let layout = rich.layout(fitting: 200)
    rich.frame = Rect(x: 10, y: 20, width: layout.size.width, height: layout.size.height)
    stage.settle(showing: rich.node)
    let image = try #require(rich.node.layer.contents)
    let outsets = rich.node.layer.contentsOutsets
    var expected = try Bitmap(width: image.width, height: image.height)
    TextPainter().paint(
      layout, at: Point(x: outsets.left, y: outsets.top), into: &expected, scale: 1)
    #expect(image == expected)
  }

  @Test func `a document set on another thread is drawn with the next tick`() async throws {
    let rich = try node("<p>One</p>")
    rich.frame = Rect(x: 0, y: 0, width: 200, height: 40)
    stage.settle(showing: rich.node)
    let old = rich.node.layer.contents
    let next = try document("<p>Two and three</p>")
    await Task.detached { rich.document = next }.value
    stage.settle()
    #expect(rich.document === next)
    #expect(rich.node.layer.contents != old)
  }

  @Test func `the node of a rich message is found by its node`() throws {
    let rich = try node("<p>One</p>")
    #expect(rich.node.richMessageNode?.document === rich.document)
    #expect(rich.node.textNode == nil)
  }

  @Test func `a point on a summary hits its control`() throws {
    let rich = try node(Self.section)
    rich.frame = Rect(origin: .zero, size: rich.layout(fitting: 200).size)
    let path = RichMessage.BlockPath([0])
    #expect(rich.hit(at: Point(x: 20, y: 15)).control == .details(path, isOpen: false))
    #expect(rich.hit(at: Point(x: 2, y: rich.layout.size.height - 4)).control == nil)
  }

  /// Opens the only section of a node, once the drawing in flight has ended.
  private func open(
    _ rich: RichMessageNode, duration: Double, _ completion: @escaping @MainActor (Bool) -> Void
  ) throws -> RichDocument {
    let path = RichMessage.BlockPath([0])
    var state = RichState()
    state.setOpen(path, true)
    let opened = try document(Self.section, state)
    rich.fold(path, isOpening: true, LayoutTransition(duration: duration)) {
      opened.layout(width: 200, fillsWidth: true)
    } completion: {
      completion($0)
    }
    stage.tick()
    stage.executor.waitUntilIdle()
    return opened
  }

  /// Returns a node that shows a closed section.
  private func closedSection() throws -> RichMessageNode {
    let rich = try node(Self.section)
    rich.fillsWidth = true
    rich.frame = Rect(origin: .zero, size: rich.layout(fitting: 200).size)
    stage.settle(showing: rich.node)
    return rich
  }

  @Test func `a section moves the pixels that its node shows`() throws {
    let rich = try closedSection()
    let old = try #require(rich.node.layer.contents)
    _ = try open(rich, duration: 0.2) { _ in }
    stage.tick()
    // The new pixels are those of the node in the same tick.
    let new = try #require(rich.node.layer.contents)
    #expect(new.height > old.height)
    let moving = try #require(rich.node.layer.sublayers.first).sublayers
    #expect(moving[0].sublayers.first?.contents == new && moving[1].contents == new)
    // They begin a pixel above and beside the text.
    #expect(moving[0].position == Point(x: -1, y: -1) && moving[1].position.x == -1)
  }

  @Test func `a section is opened at once without a duration`() throws {
    let rich = try closedSection()
    var ends: [Bool] = []
    let opened = try open(rich, duration: 0) { ends.append($0) }
    stage.tick()
    #expect(ends == [true])
    #expect(rich.document === opened)
    #expect(rich.node.layer.sublayers.isEmpty)
  }

  @Test func `a section is drawn again if the scale changed while it was drawn`() throws {
    let rich = try closedSection()
    _ = try open(rich, duration: 0) { _ in }
    stage.host.scale = 2
    stage.tick()
    #expect(rich.node.layer.contentsScale == 2)
    // A pixel more at either side.
    #expect(rich.node.layer.contents?.width == 402)
  }

  @Test func `an opening section uncovers its contents and moves what is below`() throws {
    let rich = try node(Self.section)
    rich.fillsWidth = true
    let path = RichMessage.BlockPath([0])
    let closed = rich.layout(fitting: 200)
    rich.frame = Rect(origin: .zero, size: closed.size)
    stage.settle(showing: rich.node)
    var state = RichState()
    state.setOpen(path, true)
    let opened = try document(Self.section, state)
    var ends: [Bool] = []
    rich.fold(path, isOpening: true, LayoutTransition(duration: 0.2)) {
      opened.layout(width: 200, fillsWidth: true)
    } completion: {
      ends.append($0)
    }
    for _ in 0..<3 {
      stage.executor.waitUntilIdle()
      stage.tick()
    }
    stage.frame()
    let moving = try #require(rich.node.layer.sublayers.first).sublayers
    #expect(moving.count == 2)
    func height() -> Double { moving[0].presentation(at: stage.clock.now).bounds.size.height }
    let start = height()
    stage.clock.advance(by: 0.1)
    let middle = height()
    stage.clock.advance(by: 0.07)
    #expect(start < middle && middle < height())
    stage.clock.advance(by: 0.2)
    stage.frame()
    stage.settle()
    #expect(ends == [true])
    #expect(rich.document === opened)
    #expect(rich.frame.size.height > closed.size.height + 15)
    #expect(rich.node.layer.sublayers.isEmpty)
  }

  @Test func `the pixels end one beyond the box, and contain the ink that overhangs it`() throws {
    let plain = try node("<p>ab</p>")
    plain.frame = Rect(
      origin: Point(x: 20, y: 30), size: plain.layout(fitting: 200).size)
    stage.settle(showing: plain.node)
    #expect(plain.node.layer.contentsOutsets == Insets(top: 1, left: 1, bottom: 1, right: 1))
    plain.node.layer.removeFromSuperlayer()
    // Each accent stands two points above the one before.
    let accents = String(repeating: "\u{301}", count: 5)
    let theme = RichTheme(message: MessageTheme(text: TestFonts.style("Galley Mark")))
    let tall = RichMessageNode(
      RichDocument(
        try RichMessage(html: "<p>a\(accents)</p>"), theme: theme,
        textOptions: LayoutOptions { $0.lineHeight = .absolute(10) }, engine: engine),
      engine: engine, environment: stage.environment)
    tall.frame = Rect(origin: Point(x: 20, y: 30), size: tall.layout(fitting: 200).size)
    stage.settle(showing: tall.node)
    #expect(tall.layout.texts.first?.layout.lineCount == 1)
    #expect(tall.node.layer.contentsOutsets.top > 2)
    var expected = try Bitmap(width: 300, height: 300)
    TextPainter().paint(tall.layout, at: Point(x: 20, y: 30), into: &expected, scale: 1)
    #expect(try stage.image() == expected)
  }

  @Test func `the layouts of the last three widths are kept`() throws {
    let rich = try node("<p>Some words of text</p>")
    let first = rich.layout(fitting: 100)
    for width in [110.0, 120] {
      _ = rich.layout(fitting: width)
      #expect(rich.layout(fitting: 100) === first)
    }
    _ = rich.layout(fitting: 130)
    #expect(rich.layout(fitting: 100) !== first)
  }

  @Test func `filling the width as before draws nothing again`() throws {
    let rich = try node("<p>One</p>")
    rich.frame = Rect(x: 0, y: 0, width: 200, height: 40)
    stage.settle(showing: rich.node)
    let count = stage.executor.submitted.count
    rich.fillsWidth = false
    stage.settle()
    #expect(stage.executor.submitted.count == count)
    rich.fillsWidth = true
    stage.settle()
    #expect(stage.executor.submitted.count > count)
  }

  // MARK: Scrolling

  @Test func `a wide table scrolls sideways up to its ends and keeps its place`() throws {
    let cells = (0..<9).map { "<td>column\($0)</td>" }.joined()
    let rich = try node("<table><tr>\(cells)</tr></table>")
    rich.fillsWidth = true
    rich.frame = Rect(origin: .zero, size: rich.layout(fitting: 200).size)
    stage.settle(showing: rich.node)
    let (old, path) = (rich.node.layer.contents, RichMessage.BlockPath([0]))
    #expect(rich.scrollArea(at: Point(x: 50, y: 10))?.path == path)
    #expect(!rich.scroll(path, by: -20))
    #expect(rich.scroll(path, by: 120))
    stage.settle()
    #expect(rich.node.layer.contents != old)
    #expect(rich.layout.scrollAreas.first?.offset == 120)
    // A narrower layout shows the same column.
    #expect((rich.layout(fitting: 180).scrollAreas.first?.offset ?? 0) > 60)
    #expect(rich.scroll(path, by: 100_000))
    let area = try #require(rich.layout.scrollAreas.first)
    #expect(area.offset == area.maximumOffset)
    #expect(!rich.scroll(RichMessage.BlockPath([7]), by: 10))
  }

  @Test func `a block scrolls if it is wider than its room, however little`() throws {
    let cells = (0..<9).map { "<td>column\($0)</td>" }.joined()
    let rich = try node("<table><tr>\(cells)</tr></table>")
    rich.fillsWidth = true
    let narrow = try #require(rich.layout(fitting: 400).scrollAreas.first)
    let room = narrow.contentWidth + 400 - narrow.viewport.size.width
    func area(in width: Double) -> RichLayout.ScrollArea? {
      rich.frame = Rect(origin: .zero, size: rich.layout(fitting: width).size)
      return rich.scrollArea(at: Point(x: 50, y: 10))
    }
    #expect(area(in: room) == nil)
    #expect(area(in: room - 0.5)?.maximumOffset == 0.5)
    #expect(rich.scroll(narrow.path, by: 5))
    #expect(rich.layout.scrollAreas.first?.offset == 0.5)
  }
}
