import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct SelectionTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, width: Double = .infinity, blocks: [TextBlock] = []
  ) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style())
    text.addBlocks(blocks)
    return engine.layout(text, options: LayoutOptions(width: width))
  }

  @Test func `a selection at a point covers the requested unit`() {
    let layout = layout("ab cd\nef")
    let point = Point(x: 36, y: 5)
    #expect(layout.selection(at: point).range == 4..<4)
    #expect(layout.selection(at: point, by: .word).range == 3..<5)
    #expect(layout.selection(at: Point(x: 49, y: 5), by: .word).range == 3..<5)
    #expect(layout.selection(at: point, by: .paragraph).range == 0..<6)
    #expect(layout.selection(at: point, by: .text).range == 0..<8)
  }

  @Test func `a word selection on an emoji covers the whole emoji`() {
    let layout = layout("a 👨‍👩‍👧 b")
    #expect(layout.selection(at: Point(x: 22, y: 5), by: .word).range == 2..<20)
  }

  @Test func `a word selection extends by whole words around the first`() {
    let layout = layout("ab cd ef gh")
    let word = layout.selection(at: Point(x: 35, y: 5), by: .word)
    #expect(layout.extend(word, to: Point(x: 95, y: 5)).range == 3..<11)
    #expect(layout.extend(word, to: Point(x: 65, y: 5)).range == 3..<8)
    #expect(layout.extend(word, to: Point(x: 5, y: 5)).range == 0..<5)
    #expect(layout.extend(word, to: Point(x: 41, y: 5)).range == 3..<5)
    let caret = layout.selection(at: Point(x: 35, y: 5))
    #expect(layout.extend(caret, to: Point(x: 61, y: 5)).range == 4..<6)
    #expect(layout.extend(caret, to: Point(x: 1, y: 5)).range == 0..<4)
  }

  @Test func `caret movements extend a selection, even past its start`() {
    let layout = layout("abcdef")
    var x: Double?
    var selection = TextSelection(at: TextPosition(offset: 2))
    for (movement, range) in [
      (TextLayout.CaretMovement.right, 2..<3), (.right, 2..<4), (.left, 2..<3), (.left, 2..<2),
      (.left, 1..<2), (.forward(.text), 2..<6),
    ] {
      selection = layout.extend(selection, moving: movement, x: &x)
      #expect(selection.range == range)
    }
  }

  @Test func `selection handles are at the first and the last character`() throws {
    let layout = layout("ab cd", width: 20)
    let handles = try #require(layout.selectionHandles(of: 1..<4))
    #expect(handles.startEdge == Rect(x: 10, y: 0, width: 0, height: 10))
    #expect(handles.endEdge == Rect(x: 10, y: 10, width: 0, height: 10))
    #expect(handles.frame(of: .start) == Rect(x: 4, y: -11, width: 12, height: 24))
    #expect(handles.frame(of: .end) == Rect(x: 5, y: 11, width: 12, height: 24))
    #expect(handles.handle(at: Point(x: 10, y: -5)) == .start)
    #expect(handles.handle(at: Point(x: 10, y: 33)) == .end)
    #expect(handles.handle(at: Point(x: 28, y: 45)) == .end)
    #expect(handles.handle(at: Point(x: 90, y: 5)) == nil)
    // The end of a range at a line's end is on that line.
    #expect(layout.selectionHandles(of: 0..<3)?.endEdge.origin == Point(x: 20, y: 0))
    #expect(layout.selectionHandles(of: 2..<2) == nil)
    #expect(layout.selectionHandles(of: 7..<9) == nil)
  }

  @Test func `a handle is hit up to 14 points beside its frame`() {
    // The frames are from 94 to 106 and 89 to 113, and 1000 points further right.
    let handles = TextSelection.Handles(
      startEdge: Rect(x: 100, y: 100, width: 0, height: 10),
      endEdge: Rect(x: 1_100, y: 100, width: 0, height: 10))
    #expect(handles.frame(of: .start) == Rect(x: 94, y: 89, width: 12, height: 24))
    let inside = [(80.0, 100.0), (119.75, 100), (100, 75), (100, 126.75), (80, 75)]
    for (x, y) in inside { #expect(handles.handle(at: Point(x: x, y: y)) == .start) }
    for (x, y) in [(79.75, 100.0), (120, 100), (100, 74.75), (100, 127)] {
      #expect(handles.handle(at: Point(x: x, y: y)) == nil)
    }
  }

  @Test func `a point close to one handle hits it although it is near the other`() {
    // The frame of the end is from 120 to 132 and 101 to 125.
    let handles = TextSelection.Handles(
      startEdge: Rect(x: 100, y: 100, width: 0, height: 10),
      endEdge: Rect(x: 125, y: 100, width: 0, height: 10))
    #expect(handles.handle(at: Point(x: 115.75, y: 100)) == .start)
    #expect(handles.handle(at: Point(x: 116, y: 100)) == .end)
    #expect(handles.handle(at: Point(x: 117, y: 93)) == .end)
    #expect(handles.handle(at: Point(x: 117, y: 92.75)) == .start)
    #expect(handles.handle(at: Point(x: 115.75, y: 126.75)) == .start)
    #expect(handles.handle(at: Point(x: 120, y: 127)) == .end)
  }

  @Test func `selection handles in mixed text are at visual positions`() {
    // Displayed as: ab בא cd.
    let handles = layout("abאבcd").selectionHandles(of: 1..<4)
    #expect(handles?.startEdge.minX == 10)
    #expect(handles?.endEdge.minX == 30)
  }

  @Test func `a highlight encloses the selected lines with a margin`() {
    let layout = layout("ab cd", width: 20)
    #expect(layout.highlight(of: 0..<5).bounds == Rect(x: -1, y: -1, width: 22, height: 22))
    #expect(layout.highlight(of: 2..<3).isEmpty)
    #expect(
      layout.highlight(of: 0..<2, as: .link).bounds == Rect(x: -2, y: -2, width: 24, height: 14))
  }

  @Test func `a selection over a collapsed block covers only its visible lines`() throws {
    let text = "a\nb\nc\nd\ne\nf"
    let layout = layout(text, blocks: [TextBlock(.quote, in: 2..<9, isCollapsible: true)])
    try #require(!layout.hiddenRanges.isEmpty)
    let all = layout.rects(of: 0..<text.utf8.count)
    #expect(all.count == layout.lineCount)
    #expect(layout.selectionHandles(of: 0..<text.utf8.count) != nil)
    let hidden = layout.hiddenRanges[0]
    let start = layout.selectionHandles(of: hidden.lowerBound..<text.utf8.count)
    #expect(start?.startEdge.minY == layout.lines.last?.y)
    #expect(layout.selectionHandles(of: hidden) == nil)
    // A caret skips hidden text.
    let ends = [TextPosition(offset: hidden.lowerBound), TextPosition(offset: hidden.upperBound)]
    #expect(layout.position(from: ends[0], moving: .forward(.character)).offset == ends[1].offset)
    #expect(layout.position(from: ends[1], moving: .backward(.character)).offset == ends[0].offset)
    #expect(layout.visibleText(of: 0..<text.utf8.count).string == "a\nb\nc\nd\nf")
  }

  @Test func `a block is hit anywhere in its frame`() throws {
    let layout = layout(
      "a\nb\nc",
      blocks: [
        TextBlock(.quote, in: 2..<3), TextBlock(.code(language: "c"), in: 4..<5, title: "C"),
      ])
    let (quote, code) = (try #require(layout.blocks.first), try #require(layout.blocks.last))
    let frame = quote.frame
    #expect(layout.block(at: Point(x: frame.minX + 1, y: frame.minY + 1))?.index == 0)
    #expect(layout.block(at: Point(x: frame.maxX - 1, y: frame.maxY - 1))?.index == 0)
    #expect(layout.block(at: Point(x: 1, y: 1)) == nil)
    #expect(layout.block(at: Point(x: frame.maxX + 1, y: frame.minY + 1)) == nil)
    let title = try #require(code.titleFrame)
    #expect(layout.block(at: Point(x: title.minX + 1, y: title.minY + 1))?.index == 1)
    // The last line of code below a title is an ordinary line.
    let last = try #require(layout.lines.last)
    #expect(layout.character(at: Point(x: last.x + 5, y: last.y + 5)) == 4..<5)
  }

  @Test func `a point in nested blocks hits the innermost one`() throws {
    let layout = layout(
      "ab\ncd\nef", blocks: [TextBlock(.quote, in: 0..<8), TextBlock(.quote, in: 3..<5)])
    let (outer, inner) = (try #require(layout.blocks.first), try #require(layout.blocks.last))
    #expect(layout.block(at: Point(x: inner.frame.minX + 1, y: inner.frame.minY + 1))?.index == 1)
    #expect(layout.block(at: Point(x: outer.frame.minX + 1, y: inner.frame.minY + 1))?.index == 0)
    #expect(layout.block(at: Point(x: outer.frame.minX + 1, y: outer.frame.maxY - 1))?.index == 0)
  }

  @Test func `a point on a token hits the token and no character`() throws {
    let layout = layout(
      "abcdefghijkl", width: 90, blocks: [TextBlock(.code(language: nil), in: 0..<12)])
    let token = try #require(layout.placedTokens.first)
    let (x, y) = (token.frame.minX + token.frame.size.width / 2, token.frame.minY + 1)
    let hit = layout.hit(at: Point(x: x, y: y))
    #expect(hit.token == token.kind)
    #expect(hit.character == nil)
    #expect(hit.block?.index == 0)
    #expect(layout.token(at: Point(x: x, y: token.frame.maxY + 500)) == nil)
    #expect(layout.token(at: Point(x: x, y: -500)) == nil)
  }

  @Test func `hasSameLines compares glyphs and positions but not colors`() {
    var text = AttributedText("ab cd", style: TestFonts.style())
    let first = engine.layout(text)
    #expect(first.hasSameLines(as: first))
    text.updateStyle(in: 0..<2) { $0.paint.color = .fixed(.white) }
    #expect(first.hasSameLines(as: engine.layout(text)))
    #expect(!first.hasSameLines(as: engine.layout(text, options: LayoutOptions(width: 20))))
    #expect(!first.hasSameLines(as: layout("ab ce")))
    #expect(!first.hasSameLines(as: layout("ab ccd")))
  }

  @Test func `selection handles respect blocks, insets and right-to-left text`() {
    let quote = layout("ab\ncd", blocks: [TextBlock(.quote, in: 0..<5)])
    let inQuote = quote.selectionHandles(of: 0..<2)
    #expect(inQuote?.startEdge.minX == 9)
    #expect(inQuote?.endEdge == Rect(x: 29, y: 7, width: 0, height: 10))
    let hebrew = layout("אב\nגדהו").selectionHandles(of: 0..<4)
    #expect(hebrew?.startEdge.minX == 40)
    #expect(hebrew?.endEdge.minX == 20)
    var options = LayoutOptions(width: 100, alignment: .right)
    options.insets = Insets(top: 3, left: 7, bottom: 0, right: 0)
    let text = AttributedText("ab\nabcd", style: TestFonts.style())
    let inset = engine.layout(text, options: options).selectionHandles(of: 0..<2)
    #expect(inset?.startEdge == Rect(x: 27, y: 3, width: 0, height: 10))
    #expect(inset?.endEdge == Rect(x: 47, y: 3, width: 0, height: 10))
  }

  @Test func `tokens of any kind are hit within their frames`() throws {
    let layout = layout(
      "a\nb\nc\nd\nabcdefgh\na\nb\nc\nd", width: 70,
      blocks: [
        TextBlock(.quote, in: 0..<7, isCollapsible: true),
        TextBlock(.code(language: nil), in: 8..<16),
        TextBlock(.quote, in: 17..<24, isCollapsible: true),
      ])
    let tokens = layout.placedTokens
    #expect(tokens.map(\.kind) == [.collapse, .softWrap, .collapse])
    for token in tokens {
      let frame = token.frame
      let middle = Point(x: frame.minX + frame.size.width / 2, y: frame.minY + 1)
      #expect(layout.token(at: middle)?.frame == frame)
      #expect(layout.token(at: Point(x: frame.maxX + 1, y: frame.minY + 1)) == nil)
    }
  }

  @Test func `a hit in a block has both the block and the text position`() {
    let layout = layout("abc", blocks: [TextBlock(.code(language: "c"), in: 0..<3)])
    let hit = layout.hit(at: Point(x: 22, y: 12))
    #expect(hit.block?.index == 0)
    #expect(hit.character == 1..<2)
    #expect(hit.position == TextPosition(offset: 1))
    #expect(layout.selection(at: Point(x: 22, y: 12), by: .word).range == 0..<3)
  }
}
