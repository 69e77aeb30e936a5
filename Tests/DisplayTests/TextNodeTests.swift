import GalleyDisplay
import GalleyFonts
import GalleyGeometry
import GalleyLayoutSpecs
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

/// Texts of nodes, in a font whose glyphs are 10 points wide and whose lines are as high as stated
/// in
/// `Fonts/testing`.
struct TextNodeTests {
  let engine = TestFonts.engine()

  private func text(_ string: String) -> AttributedText {
    AttributedText(string, style: TestFonts.style())
  }

  private func makeNode(_ string: String) -> TextNode {
    TextNode(text(string), engine: engine, environment: .shared)
  }

  private let long = Array(repeating: "aa bb", count: 40).joined(separator: " ")

  // MARK: Measuring

  // X01: a long paragraph in 100 x 100 is truncated, and reports it.
  @Test func `text that does not fit is truncated`() {
    let node = makeNode(long)
    #expect(node.layout(fitting: Size(width: 100, height: 100)).isTruncated)
    node.frame = Rect(x: 0, y: 0, width: 100, height: 100)
    #expect(node.isTruncated)
    node.frame = Rect(x: 0, y: 0, width: 100, height: 10_000)
    #expect(!node.isTruncated)
  }

  // X05: empty text has no width.
  @Test func `empty text has no width`() {
    let size = makeNode("").size(thatFits: Size(width: .infinity, height: .infinity))
    #expect(size.width == 0)
    #expect(size.height.isFinite)
  }

  // X06: the size is limited to 10 to 500 points.
  @Test func `truncated text does not exceed an available size of at least one letter`() {
    let node = makeNode(long)
    for side in stride(from: 10.0, through: 500, by: 10) {
      let size = node.size(thatFits: Size(width: side, height: side))
      #expect(size.width <= side && size.height <= side)
    }
  }

  @Test func `a text that does not fit even truncated reports the size that it needs`() {
    let node = TextNode(
      AttributedText("ab cd", style: TestFonts.style(size: 30)), engine: engine,
      environment: .shared)
    let needed = node.size(thatFits: Size(width: 10, height: 10))
    #expect(needed == Size(width: 30, height: 30))
    #expect(node.layout(fitting: Size(width: 10, height: 10)).isTruncated)
    let measure = TextNode.asyncLayout(engine: engine, environment: .shared)
    let measured = measure(
      TextNode.LayoutRequest(node.text, availableSize: Size(width: 10, height: 10)))
    #expect(measured.size == needed)
    // Layout specs grant no more than they have.
    let range = SizeRange(upTo: Size(width: 10, height: 10))
    #expect(node.node.layoutThatFits(range).size == Size(width: 10, height: 10))
    // The layout that was measured is drawn in a box of its size.
    node.frame = Rect(origin: .zero, size: needed)
    #expect(node.layout === node.layout(fitting: Size(width: 10, height: 10)))
  }

  // X07: measuring again gives the same size.
  @Test(arguments: [100.0, 99.7, 33.3])
  func `measuring again returns the same size`(width: Double) {
    let node = makeNode(long)
    let first = node.size(thatFits: Size(width: width, height: .infinity))
    let layout = node.layout(fitting: Size(width: width, height: .infinity))
    #expect(node.size(thatFits: Size(width: width, height: .infinity)) == first)
    #expect(node.layout(fitting: Size(width: width, height: .infinity)) === layout)
    #expect(makeNode(long).size(thatFits: Size(width: width, height: .infinity)) == first)
  }

  // X08: no room, with a placeholder.
  // X22: zero sizes are laid out without a trap.
  @Test(arguments: [
    Size(width: 0, height: 0), Size(width: 0, height: 50), Size(width: 50, height: 0),
    Size(width: -1, height: -1), Size(width: .infinity, height: 0),
  ])
  func `text in an empty available size is truncated to what it needs at least`(size: Size) {
    let node = makeNode(long)
    let own = node.size(thatFits: size)
    // At least a letter; no more than that if the available size is less.
    #expect(own.width >= 10 && own.height >= 10)
    #expect(own.width <= max(10, size.width) && own.height <= max(10, size.height))
    #expect(node.layout(fitting: size).isTruncated == size.width.isFinite)
    let range = SizeRange(upTo: size)
    #expect(node.node.layoutThatFits(range).size == range.clamp(own))
  }

  @Test func `a NaN available size sets no limit`() {
    let node = makeNode("ab")
    #expect(
      node.size(thatFits: Size(width: .nan, height: .nan))
        == node.size(thatFits: Size(width: .infinity, height: .infinity)))
  }

  // X11: cutouts are kept, invalidate the measured layout and make text taller.
  @MainActor @Test func `cutouts make text taller and remeasure it`() {
    let test = TestEnvironment(size: Size(width: 100, height: 1_000))
    let node = TextNode(text(long), engine: engine, environment: test.environment)
    let parent = test.makeParent { _, _ in InsetSpec(Insets(top: 5), node.node) }
    parent.frame = Rect(x: 0, y: 0, width: 100, height: 1_000)
    test.settle(showing: parent)
    let range = SizeRange(upTo: Size(width: 100, height: 10_000))
    let (old, before) = (parent.layoutThatFits(range).size, node.layout.lines)
    #expect(old.height == node.layout(fitting: range.max).size.height + 5)
    let cutout = LayoutOptions.Cutout.topRight(Size(width: 50, height: 50))
    node.options.cutouts = [cutout]
    #expect(node.options.cutouts == [cutout])
    // The text and its ancestors are measured again, and the text is drawn again.
    #expect(parent.layoutThatFits(range).size.height > old.height)
    test.settle()
    for line in node.layout.lines {
      #expect(line.frame.maxX <= (line.frame.minY < 50 ? 50 : 100))
    }
    #expect(before[0].frame.maxX > 50)
  }

  // X13: insets are part of the size, and move text and highlights.
  @Test func `insets are part of the size and move the text`() {
    let node = makeNode("ab")
    let room = Size(width: 100, height: Double.infinity)
    let size = node.size(thatFits: room)
    var options = LayoutOptions()
    options.insets = Insets(top: 3, left: 5, bottom: 7, right: 11)
    node.options = options
    #expect(node.size(thatFits: room) == Size(width: size.width + 16, height: size.height + 10))
    #expect(node.layout(fitting: room).rects(of: 0..<1).first?.minX == 5)
  }

  // X20: a known sentence in 100 x 60 shows as many letters as fit, then the token.
  @Test func `truncated text ends with an ellipsis`() {
    let sentence = "the quick brown fox jumps over the lazy dog and runs away from all of them"
    let node = makeNode(sentence)
    let layout = node.layout(fitting: Size(width: 100, height: 60))
    #expect(layout.isTruncated)
    #expect(layout.lineCount == 6)
    // Nine letters of the last line and the ellipsis fill the width.
    let shown = "the quick brown fox jumps over the lazy dog and runs away"
    #expect(layout.hiddenRanges == [shown.utf8.count..<sentence.utf8.count])
    #expect(layout.placedTokens.map(\.layout.text.string) == ["…"])
    #expect(layout.lines.allSatisfy { $0.frame.maxY <= 60 })
  }

  // X12: a custom truncation token is kept.
  // X15: custom tokens with and without styles.
  // X17: the style of a token takes precedence.
  @Test func `a custom truncation token replaces the ellipsis and keeps its style`() {
    let node = makeNode(long)
    let room = Size(width: 100, height: 20)
    #expect(node.layout(fitting: room).placedTokens.first?.layout.text.string == "…")
    let token = AttributedText("+ all", style: TestFonts.style(size: 5))
    node.options.truncationToken = LayoutOptions.TruncationToken(token)
    #expect(node.options.truncationToken == LayoutOptions.TruncationToken(token))
    let placed = node.layout(fitting: room).placedTokens
    #expect(placed.map(\.layout.text.string) == ["+ all"])
    #expect(placed.map(\.layout.text.baseStyle) == [token.baseStyle])
    #expect(node.layout(fitting: room).isTruncated)
  }

  // X23: 20 nodes created at once.
  @Test func `nodes created, changed and measured at once are as if made one by one`() {
    let texts = (0..<20).map { text(String(long.dropLast($0 * 7))) }
    let room = Size(width: 100, height: Double.infinity)
    let expected = texts.map { text in
      let layout = TestFonts.engine().layout(text, options: LayoutOptions(width: 100))
      return "\(layout.size) \(layout.lines.map(\.range))"
    }
    #expect(Set(expected).count == 20)
    let parent = DisplayNode(environment: .shared)
    let found = Shared([String](repeating: "", count: 20))
    Threads(20) { [engine] index in
      let node = TextNode(engine: engine, environment: .shared)
      parent.addSubnode(node.node)
      node.text = texts[index]
      let layout = node.layout(fitting: room)
      found.change { $0[index] = "\(node.size(thatFits: room)) \(layout.lines.map(\.range))" }
    }.wait()
    #expect(found.current == expected)
    #expect(Set(parent.subnodes.compactMap { $0.textNode?.text.string }).count == 20)
    #expect(parent.subnodes.allSatisfy { $0.supernode === parent })
  }

  @Test func `a text node's frame positions its display node`() {
    let node = makeNode("ab")
    node.frame = Rect(x: 20, y: 30, width: 40, height: 50)
    #expect(node.frame == Rect(x: 20, y: 30, width: 40, height: 50))
    #expect(node.node.bounds == Rect(x: 0, y: 0, width: 40, height: 50))
    #expect(node.node.convert(.zero, to: nil) == Point(x: 20, y: 30))
  }

  @Test func `lines aligned within an alignment width are measured at that width`() {
    let node = makeNode("\u{5D0}\u{5D1}")
    node.options.alignmentWidth = 100
    let size = node.size(thatFits: Size(width: 100, height: .infinity))
    #expect(size.width == 100)
    node.frame = Rect(origin: .zero, size: size)
    #expect(node.layout === node.layout(fitting: Size(width: 100, height: .infinity)))
    #expect(node.layout.lines[0].frame.maxX == 100)
  }

  @Test func `layout specs exclude overhanging ink and remeasure changed text`() {
    let node = makeNode("ab")
    let range = SizeRange(min: .zero, max: Size(width: 100, height: 1_000))
    let size = node.size(thatFits: Size(width: 100, height: 1_000))
    #expect(node.node.layoutThatFits(range).size == size)
    node.text = text("abcd")
    #expect(node.node.layoutThatFits(range).size.width == size.width + 20)
    let marks = String(repeating: "\u{301}", count: 5)
    node.text = AttributedText("a" + marks, style: TestFonts.style("Galley Mark"))
    node.options.lineHeight = .absolute(10)
    #expect(node.layout.inkBounds.minY < 0)
    #expect(node.node.layoutThatFits(range).size.height == size.height)
  }

  @Test func `the layouts of the last three widths are kept`() {
    let node = makeNode(long)
    func layout(_ width: Double) -> TextLayout {
      node.layout(fitting: Size(width: width, height: .infinity))
    }
    let first = layout(100)
    for width in [110.0, 120] {
      _ = layout(width)
      #expect(layout(100) === first)
    }
    _ = layout(130)
    #expect(layout(100) !== first)
  }

  @Test func `layout specs align texts by their first and last baselines`() {
    // Lines are 10 points high, with 8 above the baseline.
    let range = SizeRange(min: .zero, max: Size(width: 100, height: 1_000))
    let layout = makeNode("ab\ncd\nef").node.layoutThatFits(range)
    #expect(layout.baselines == NodeLayout.Baselines(first: 8, last: 28))
  }

  // MARK: Taps

  private func makeLinkNode() -> (node: TextNode, link: AttributedText.Annotation) {
    var text = text("Link notalink")
    text.annotate(0..<4, as: .link(type: "text_link", url: "https://example.org"))
    let node = TextNode(text, engine: engine, environment: .shared)
    let size = node.size(thatFits: Size(width: 300, height: .infinity))
    node.frame = Rect(origin: .zero, size: size)
    return (node, text.annotations[0])
  }

  // X09: the link at (3, 3), with kind and range.
  @MainActor @Test func `a hit test on a link returns its kind and range`() {
    let (node, link) = makeLinkNode()
    #expect(node.target(at: Point(x: 3, y: 3)) == .link(link))
    #expect(link.range == 0..<4)
    #expect(node.press(at: Point(x: 3, y: 3)))
    #expect(node.pressedTarget == .link(link))
    #expect(node.endPress(at: Point(x: 9, y: 3)) == .link(link))
    #expect(node.pressedTarget == nil)
  }

  // X10: there is no link beside the link.
  @MainActor @Test
  func `a hit test beside a link or far from the text returns nil`() {
    let (node, _) = makeLinkNode()
    for point in [Point(x: 110, y: 3), Point(x: 3, y: 300), Point(x: -40, y: 3)] {
      #expect(node.target(at: point) == nil)
      #expect(!node.press(at: point))
      #expect(node.pressedTarget == nil)
      #expect(node.endPress(at: point) == nil)
    }
  }

  @MainActor @Test func `a link is not tapped after the pointer leaves it`() {
    let (node, _) = makeLinkNode()
    node.press(at: Point(x: 3, y: 3))
    node.movePress(to: Point(x: 12, y: 3))
    #expect(node.pressedTarget != nil)
    node.movePress(to: Point(x: 110, y: 3))
    #expect(node.pressedTarget == nil)
    #expect(node.endPress(at: Point(x: 3, y: 3)) == nil)
  }

  @MainActor @Test func `a link under a spoiler is neither pressed nor followed`() {
    var text = text("secret")
    text.annotate(0..<6, as: .link(type: "url", url: nil))
    text.annotate(0..<6, as: .spoiler)
    let node = TextNode(text, engine: engine, environment: .shared)
    node.frame = Rect(x: 0, y: 0, width: 60, height: 20)
    #expect(node.target(at: Point(x: 3, y: 3)) == .spoiler(0))
    #expect(node.press(at: Point(x: 3, y: 3)))
    #expect(node.pressedTarget == nil)
    #expect(node.endPress(at: Point(x: 3, y: 3)) == .spoiler(0))
    node.revealed = .all
    #expect(node.target(at: Point(x: 3, y: 3)) == .link(text.annotations[0]))
  }

  // X02: text is read as accessible text.
  @Test func `a screen reader reads the text and its links with roles, frames and order`() {
    var string = text("a one b\ntwo c")
    string.annotate(8..<11, as: .link(type: "url", url: "https://two.example"))
    string.annotate(2..<5, as: .link(type: "text_link", url: "https://one.example"))
    let node = TextNode(string, engine: engine, environment: .shared)
    node.frame = Rect(
      origin: Point(x: 7, y: 9), size: node.size(thatFits: Size(width: 300, height: 300)))
    let elements = node.accessibilityElements
    let links = Dictionary(
      string.annotations.map { ($0.range, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(
      elements.map(\.role) == [
        .text, links[2..<5].map { .link($0) }, .text, links[8..<11].map { .link($0) }, .text,
      ])
    #expect(elements.map(\.range) == [0..<2, 2..<5, 5..<8, 8..<11, 11..<13])
    #expect(elements.map(\.label.string) == ["a ", "one", " b\n", "two", " c"])
    // In the node's coordinates, which its origin does not move.
    #expect(
      [1, 3].map { elements[$0].frames } == [
        [Rect(x: 20, y: 0, width: 30, height: 10)], [Rect(x: 0, y: 10, width: 30, height: 10)],
      ])
  }

  // X02: text is read as accessible text.
  @Test func `plain text has one accessibility element, and empty text has none`() {
    let node = makeNode("plain text")
    node.frame = Rect(origin: .zero, size: node.size(thatFits: Size(width: 300, height: 300)))
    #expect(node.accessibilityElements.map(\.role) == [.text])
    #expect(node.accessibilityElements.map(\.label.string) == ["plain text"])
    node.text = text("")
    #expect(node.accessibilityElements.isEmpty)
  }

  // X24: the last style set is used.
  @Test func `the style set last wins`() {
    var text = text("abc")
    text.setStyle(TestFonts.style(size: 20), in: 0..<3)
    text.setStyle(TestFonts.style(size: 30), in: 1..<2)
    #expect([0, 1, 2].map { text.style(at: $0).font.size } == [20, 30, 20])
  }
}
