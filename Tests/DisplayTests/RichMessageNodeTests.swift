import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
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
}
