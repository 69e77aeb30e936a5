import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Parts of texts, as for tokens and titles.
@Suite struct TextPartTests {
  private let kern = TestFonts.style("Galley Kern")
  private let icon = TextAttachment(id: "i", size: Size(width: 10, height: 10), text: "🙂")

  private func text(_ string: String) -> AttributedText {
    AttributedText(string, style: TestFonts.style())
  }

  @Test func `the first line of a text ends before its first line end`() {
    #expect(text("ab\ncd\nef").firstLine == text("ab"))
    #expect(text("ab\u{2028}cd").firstLine == text("ab"))
    #expect(text("ab\r\n").firstLine == text("ab"))
    #expect(text("\nab").firstLine == text(""))
    #expect(text("").firstLine == text(""))
  }

  @Test func `the first line of a single line is the text itself`() {
    var text = AttributedText("x:)", replacing: [(1..<3, icon)], style: TestFonts.style())
    text.setParagraphStyle(ParagraphStyle(indent: 5), in: 0..<1)
    text.annotate(0..<1, as: .code)
    #expect(text.firstLine == text)
    #expect(!text.firstLine.indexMap.isIdentity)
  }

  @Test func `a tapped token has the text that the host gave`() throws {
    var token = AttributedText(
      "x:)", replacing: [(1..<3, icon)], style: TestFonts.style(), direction: .leftToRight)
    token.annotate(0..<4, as: .other(type: "more", value: nil))
    let options = LayoutOptions(width: 40) {
      $0.maximumLines = 1
      $0.truncationToken = LayoutOptions.TruncationToken(token)
    }
    let layout = TestFonts.engine().layout(text("abcdef"), options: options)
    let frame = try #require(layout.placedTokens.first).frame
    let target = layout.hit(at: Point(x: frame.minX + 2, y: 5)).tokenTarget
    #expect(target?.text == token)
    #expect(target?.text.indexMap.sourceRange(ofLayout: 1..<4) == 1..<3)
  }

  @Test(arguments: [
    ("… ab", "ab"), ("… a", "a"), ("… ", "… "), ("…", "…"), ("…ab", "…ab"), ("ab… c", "ab… c"),
    ("", ""), ("… … a", "… a"), ("‥ ab", "‥ ab"),
  ])
  func `a leading ellipsis is dropped with its space before other text`(
    string: String, rest: String
  ) {
    #expect(text(string).withoutLeadingEllipsis.string == rest)
  }

  @Test func `a part has the styles, annotations and attachments of its range`() {
    var whole = AttributedText("ab:)cdef", replacing: [(2..<4, icon)], style: TestFonts.style())
    whole.setStyle(kern, in: 1..<2)
    whole.setStyle(kern, in: 6..<9)
    whole.annotate(0..<2, as: .code)
    whole.annotate(1..<7, as: .spoiler)
    whole.annotate(7..<9, as: .code)
    whole.addBlocks([TextBlock(.quote, in: 0..<9)])
    let part = whole.part(1..<7)
    #expect(part.string == "b\u{FFFC}cd")
    #expect((0..<6).filter { part.style(at: $0) == kern } == [0, 5])
    #expect(part.annotations.map(\.range) == [0..<1, 0..<6])
    #expect(part.annotations.map(\.kind) == [.code, .spoiler])
    #expect(part.attachments.map(\.offset) == [1])
    #expect(part.blocks.isEmpty)
    #expect(whole.part(5..<9).attachments.isEmpty)
    #expect(whole.part(2..<5).attachments.map(\.offset) == [0])
    #expect(whole.part(0..<2).attachments.isEmpty)
  }

  @Test func `a title is the first line without hidden text`() {
    var title = text("ab cd\nef")
    title.setStyle(kern, in: 0..<1)
    #expect(title.titleLine.string == "ab cd")
    #expect(title.titleLine.style(at: 0) == kern)
    title.annotate(3..<5, as: .spoiler)
    #expect(title.titleLine.string == "ab " + DisclosedText.placeholder)
    var later = text("ab\ncd")
    later.annotate(3..<5, as: .spoiler)
    #expect(later.titleLine == text("ab"))
  }

  @Test func `the attachments of a text include those of its titles`() {
    #expect(text("ab").attachmentIDs.isEmpty)
    let other = TextAttachment(id: "o", size: Size(width: 1, height: 1))
    let title = AttributedText(
      "*\n*", replacing: [(0..<1, other), (2..<3, icon)], style: TestFonts.style())
    var text = text("ab")
    text.addBlocks([TextBlock(.quote, in: 0..<2, title: .styled(title))])
    #expect(text.attachmentIDs == ["o"])
    text.append(AttributedText("*", replacing: [(0..<1, icon)], style: TestFonts.style()))
    #expect(text.attachmentIDs == ["i", "o"])
  }

  // MARK: Styles

  @Test func `styles of several ranges replace all others`() {
    let mark = TestFonts.style("Galley Mark")
    var text = text("abcdefgh")
    text.setStyle(mark, in: 0..<8)
    text.setStyles([
      (1..<3, kern), (2..<4, mark), (3..<3, mark), (3..<5, mark), (7..<99, kern), (-4..<1, mark),
    ])
    let base = text.baseStyle
    #expect(
      (0..<8).map { text.style(at: $0) } == [base, kern, kern, mark, mark, base, base, kern])
    text.setStyles([])
    #expect(text == self.text("abcdefgh"))
    text.setStyles([(0..<8, base)])
    #expect(text == self.text("abcdefgh"))
    text.setStyles([(0..<8, kern)])
    #expect((0..<8).allSatisfy { text.style(at: $0) == kern })
  }

  @Test func `effects have the defaults of message apps`() {
    let highlight = TextPaint.Highlight(.black)
    #expect(highlight.cornerRadius == 4 && highlight.outset == 2)
    let shadow = TextPaint.Shadow(.black)
    #expect(shadow.offset == Point(x: 0, y: 1) && shadow.blur == 0)
    #expect(TextStyle().letterSpacing == 0 && TextStyle().baselineShift == 0)
    let emoji = TextAttachment.customEmoji(id: "5", fontSize: 34, text: "x")
    #expect(emoji.size == Size(width: 48, height: 48))
    #expect(LayoutOptions().minimumLines == 0)
  }

  @Test func `a palette has its text color for all but fills`() {
    let (red, blue) = (Color(argb: 0xFFFF_0000), Color(argb: 0xFF00_00FF))
    let palette = Palette(text: red, [.link: blue, .mark: blue])
    #expect(palette[.text] == red && palette[.keyword] == red && palette[.quoteBar] == red)
    #expect(palette[.link] == blue && palette[.mark] == blue)
    #expect(palette[.codeChip] == .clear && palette[.selection] == .clear)
    #expect(palette.color(.role(.link)) == blue && palette.color(.fixed(red)) == red)
    #expect(Palette(text: red, [.text: blue])[.text] == blue)
    #expect(palette.contrast == .none)
  }
}
