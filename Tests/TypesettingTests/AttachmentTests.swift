import GalleyFonts
import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

@Suite struct AttachmentTests {
  let engine = TestFonts.engine()

  /// Returns a text in which each `*` is a box of the size, with letters 10 points wide.
  private func text(
    _ string: String, _ size: Size, _ placement: TextAttachment.Placement = .center,
    style: TextStyle = TestFonts.style()
  ) -> AttributedText {
    let stars = string.utf8.enumerated().filter { $0.element == 0x2A }.map(\.offset)
    return AttributedText(
      string,
      replacing: stars.map {
        ($0..<$0 + 1, TextAttachment(id: "\($0)", size: size, placement: placement))
      }, style: style)
  }

  private func square(_ side: Double) -> Size { Size(width: side, height: side) }

  @Test(arguments: [0, 0.1, 7.25, 24.0 / 17 * 10, 99_999.5])
  func `an attachment takes exactly its requested width`(width: Double) {
    let layout = engine.layout(text("ab*c", square(width)))
    #expect(layout.size.width == 20 + width + 10)
    #expect(layout.placed().map(\.text) == ["ab", "\u{FFFC}", "c"])
    #expect(layout.placedAttachments().map(\.frame.minX) == [20])
    #expect(layout.placedAttachments().map(\.frame.size.width) == [width])
    #expect(layout.misplaced.isEmpty)
  }

  @Test func `an attachment has no glyphs`() {
    #expect(engine.layout(text("ab*c", square(10))).glyphs().map(\.x) == [0, 10, 30])
  }

  @Test(arguments: [-1, .nan, -.infinity, .infinity, 1e300] as [Double])
  func `invalid sizes become zero and excessive sizes the maximum`(length: Double) {
    let layout = engine.layout(text("a*", square(length)))
    let expected = length == 1e300 ? 100_000.0 : 0
    #expect(layout.size.width == 10 + expected)
    #expect(layout.placedAttachments()[0].frame.size.height == expected)
  }

  @Test(arguments: [
    (30.0, ["ab*", "cd"]), (29.0, ["ab", "*", "cd"]), (20.0, ["ab", "*", "cd"]),
    (9.0, ["a", "b", "*", "c", "d"]),
  ])
  func `lines can break before and after an attachment`(width: Double, lines: [String]) {
    let layout = engine.layout(text("ab*cd", square(10)), options: LayoutOptions(width: width))
    #expect(layout.lineTexts.map(\.stars) == lines.map(\.stars))
  }

  @Test(arguments: [
    ("a*!", 20.0, ["a", "*!"]), ("(*a", 20.0, ["(*", "a"]),
    ("a*\u{301}b", 5.0, ["a", "*\u{301}", "b"]),
  ])
  func `line-break rules for letters apply to attachments`(
    string: String, width: Double, lines: [String]
  ) {
    let layout = engine.layout(text(string, square(10)), options: LayoutOptions(width: width))
    #expect(layout.lineTexts.map(\.stars) == lines.map(\.stars))
  }

  @Test func `an attachment wider than the line gets its own line`() {
    let layout = engine.layout(text("a*b", square(50)), options: LayoutOptions(width: 20))
    #expect(layout.lines.map(\.width) == [10, 50, 10])
    #expect(layout.placedAttachments().map(\.line) == [1])
  }

  @Test func `attachments in right-to-left text are ordered right to left`() {
    let layout = engine.layout(text("אב**א", Size(width: 7, height: 10)))
    #expect(layout.placed().map(\.text) == ["א", "\u{FFFC}", "\u{FFFC}", "אב"])
    #expect(layout.placedAttachments().map(\.index) == [1, 0])
    #expect(layout.placedAttachments().map(\.frame.minX) == [10, 17])
    #expect(layout.placedAttachments().map(\.range) == [7..<10, 4..<7])
  }

  @Test func `U+FFFC without an attachment is text`() {
    let plain = AttributedText("a\u{FFFC}b", style: TestFonts.style())
    #expect(plain.shapingInput.details == nil)
    let layout = engine.layout(plain)
    #expect(layout.glyphs().count == 3)
    #expect(layout.placedAttachments().isEmpty)
    let both = engine.layout(text("\u{FFFC}*", square(10)))
    #expect(both.glyphs().count == 1)
    #expect(both.placedAttachments().map(\.range) == [3..<6])
  }

  @Test func `a line feed after an attachment ends the line`() {
    let layout = engine.layout(text("*\n*\t*\n", square(10)))
    #expect(layout.lines.map(\.width) == [10, 90, 0])
    #expect(layout.placedAttachments().map(\.frame.minX) == [0, 0, 80])
  }

  @Test func `a centered attachment is midway between ascent and descent`() throws {
    let layout = engine.layout(text("a*", square(4)))
    let metrics = try #require(layout.shaped.fonts.first).metrics
    let scale = 10 / metrics.unitsPerEm
    let middle =
      layout.lines[0].baseline - (Double(metrics.ascent) - Double(metrics.descent)) / 2 * scale
    #expect(layout.placedAttachments()[0].frame == Rect(x: 10, y: middle - 2, width: 4, height: 4))
  }

  @Test(arguments: [(0.0, 0.0), (3.0, 3.0), (-2.0, -2.0), (50.0, 4.0), (-50.0, -4.0)])
  func `a baseline attachment extends below the baseline by its clamped descent`(
    descent: Double, below: Double
  ) {
    let layout = engine.layout(text("a*", square(4), .baseline(descent: descent)))
    #expect(layout.placedAttachments()[0].frame.maxY == layout.lines[0].baseline + below)
  }

  @Test func `per-line heights grow with attachments larger than emoji`() {
    func heights(_ string: String, _ side: Double, _ placement: TextAttachment.Placement)
      -> [Double]
    {
      engine.layout(
        text(string, square(side), placement), options: LayoutOptions(lineHeight: .perLine)
      ).lines.map(\.height)
    }
    let line = heights("a", 0, .center)[0]
    #expect(heights("a\n*\na*", 24.0 / 17 * 10, .center) == [line, line, line])
    #expect(heights("a\n*\na*", 1, .center) == [line, line, line])
    let tall = heights("a\n*\na*b", 50, .center)
    #expect(tall[0] == line)
    #expect(tall[1] >= 50 && tall[1] == tall[2])
    let hanging = heights("*", 20, .baseline(descent: 20))
    #expect(hanging[0] > 20 + line / 2)
  }

  @Test func `only attachments of equal size share a shaping input`() {
    let first = text("a*", square(10)).shapingInput
    let other = AttributedText(
      "a*", replacing: [(1..<2, TextAttachment(id: "other", size: square(10), text: "x"))],
      style: TestFonts.style()
    ).shapingInput
    #expect(first == other)
    #expect(first.hashValue == other.hashValue)
    #expect(first != text("a*", square(11)).shapingInput)
    #expect(first != AttributedText("a\u{FFFC}", style: TestFonts.style()).shapingInput)
  }

  @Test func `letters do not join across an attachment`() {
    let joining = TestFonts.style("Galley Joining")
    let layout = engine.layout(text("ب*ب", square(10), style: joining))
    let alone = engine.layout(AttributedText("ب", style: joining)).glyphs().map(\.id)
    #expect(layout.glyphs().map(\.id) == alone + alone)
  }

  @Test func `layout time is linear in the number of attachments`() {
    expectGrowth(from: 200, to: 2_000, below: 30) { count in
      let text = text(String(repeating: "*a* ", count: count), square(10))
      return processorTime {
        let layout = engine.layoutUncached(text, options: LayoutOptions(width: 200))
        #expect(layout.placedAttachments().count == 2 * count)
      }
    }
  }

  @Test(arguments: [LayoutOptions.LineHeight.uniform, .perLine, .textNode, .interactiveTextNode])
  func `attachment frames match line and query geometry, even in blocks`(
    height: LayoutOptions.LineHeight
  ) {
    var text = text("ab\nc*d\ne*", square(4))
    text.addBlocks([TextBlock(.quote, in: 3..<8)])
    var options = LayoutOptions(lineHeight: height)
    options.lineSpacing = .factor(0.12)
    options.insets = Insets(top: 11, left: 5, bottom: 0, right: 0)
    let layout = engine.layout(text, options: options)
    let placed = layout.placedAttachments()
    #expect(placed.map(\.line) == [1, 2])
    for box in placed {
      let line = layout.line(at: box.line)
      // Centered between an ascent of 8 and a descent of 2.
      #expect(abs(box.frame.minY + 2 - (line.baseline - 3)) < 1e-9)
      #expect(box.frame.minY >= line.y && box.frame.maxY <= line.y + line.height)
      let rects = layout.rects(of: box.range)
      #expect(rects.map(\.minX) == [box.frame.minX] && rects.map(\.maxX) == [box.frame.maxX])
      #expect(layout.hit(at: Point(x: box.frame.minX + 2, y: line.y + 5)).attachment != nil)
    }
  }
}

extension String {
  /// The scalars, with stars in place of boxes.
  fileprivate var stars: [Unicode.Scalar] { unicodeScalars.map { $0 == "\u{FFFC}" ? "*" : $0 } }
}
