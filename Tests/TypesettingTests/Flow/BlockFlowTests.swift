import GalleyFonts
import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Tests in Galley Box at 10 points: letters are 10 points wide, lines 10 points high.
@Suite struct BlockFlowTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, _ blocks: [TextBlock], width: Double = .infinity,
    _ change: (inout LayoutOptions) -> Void = { _ in }
  ) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style())
    text.addBlocks(blocks)
    var options = LayoutOptions(width: width)
    change(&options)
    return engine.layout(text, options: options)
  }

  @Test func `a block is indented on both sides and spaced from its neighbors`()
    throws
  {
    let layout = layout("ab\ncd ef\ngh", [TextBlock(.quote, in: 3..<8)], width: 60)
    #expect(layout.lineTexts == ["ab\n", "cd ", "ef\n", "gh"])
    #expect(layout.lines.map(\.x) == [0, 9, 9, 0])
    // Six points above the block, eight below.
    #expect(layout.lines.map(\.y) == [0, 16, 26, 44])
    let block = try #require(layout.blocks.first)
    // 0.2 of the line height above, 0.15 below, rounded to points.
    #expect(block.frame == Rect(x: 0, y: 14, width: 45, height: 23))
    #expect(block.contentFrame == Rect(x: 9, y: 16, width: 27, height: 20))
    #expect(block.lines == 1..<3)
    #expect(block.range == 3..<8)
    #expect(layout.size == Size(width: 45, height: 54))
  }

  @Test func `the first and last blocks have their own outer spacing`() {
    #expect(layout("ab", [TextBlock(.quote, in: 0..<2)]).lines.map(\.y) == [7])
    #expect(layout("ab", [TextBlock(.quote, in: 0..<2)]).size == Size(width: 45, height: 23))
    let two = layout("ab\ncd", [TextBlock(.quote, in: 0..<2), TextBlock(.quote, in: 3..<5)])
    #expect(two.lines.map(\.y) == [7, 31])
    #expect(two.size.height == 47)
  }

  @Test func `the first line leaves space for the icon in quotations only`() {
    let quote = layout("abcdef", [TextBlock(.quote, in: 0..<6)], width: 80)
    #expect(quote.lineTexts == ["abcde", "f"])
    #expect(quote.blocks.map(\.iconFrame) == [Rect(x: 63, y: 9, width: 8, height: 6.4)])
    let code = layout("abcdef", [TextBlock(.code(language: nil), in: 0..<6)], width: 80)
    #expect(code.lineTexts == ["abcdef"])
    #expect(code.blocks.map(\.iconFrame) == [nil])
    #expect(code.blocks.map(\.frame.size.width) == [78])
  }

  @Test func `blocks of right-to-left text are mirrored`() throws {
    let layout = layout("abcdef\nאב", [TextBlock(.quote, in: 7..<11)])
    let block = try #require(layout.blocks.first)
    #expect(block.isRightToLeft)
    #expect(block.frame.maxX == 60)
    #expect(block.frame.minX == 0)
    #expect(layout.lines[1].x == 60 - 9 - 20)
    #expect(block.iconFrame?.minX == block.frame.minX + 4)
  }

  @Test func `sibling blocks are as wide as their container`() {
    let blocks = [
      TextBlock(.quote, in: 0..<2), TextBlock(.code(language: nil), in: 12..<18),
      TextBlock(.quote, in: 19..<26), TextBlock(.quote, in: 19..<20),
    ]
    let string = "ab\ncd ef gh\nabcdef\nab\nabcd"
    let wide = layout(string, blocks)
    #expect(wide.blocks.map(\.frame.minX) == [0, 0, 0, 9])
    #expect(wide.blocks.map(\.frame.maxX) == [80, 80, 80, 71])
    #expect(wide.lines.map(\.x) == [9, 0, 9, 18, 9, 9])
    // Telegram's blocks have the width of their own lines.
    let own = layout(string, blocks) { $0.lineHeight = .interactiveTextNode }
    #expect(own.blocks.map(\.frame.maxX) == [45, 78, 58, 44])
  }

  @Test func `the trailing reserve is placed beside a final block`() {
    let layout = layout("abcdef\nab", [TextBlock(.quote, in: 7..<9)], width: 90) {
      $0.trailingReserve = Size(width: 30, height: 10)
    }
    #expect(layout.size.width == 75)
    #expect(layout.blocks.map(\.frame.maxX) == [45])
    #expect(layout.trailingFrame?.minX == 45)
  }

  @Test func `a quotation that begins with a nested block has no icon`() {
    let blocks = [TextBlock(.quote, in: 0..<5), TextBlock(.quote, in: 0..<2)]
    #expect(layout("ab\ncd", blocks).blocks.map { $0.iconFrame == nil } == [true, false])
    let later = [TextBlock(.quote, in: 0..<5), TextBlock(.quote, in: 3..<5)]
    #expect(layout("ab\ncd", later).blocks.map { $0.iconFrame == nil } == [false, false])
  }

  @Test func `blocks are equal only if all of them looks the same`() throws {
    let code = TextBlock(.code(language: "c"), in: 0..<2, title: "T")
    let block = try #require(layout("ab\ncd", [code]).blocks.first)
    let other = try #require(layout("ab", [code]).blocks.first)
    #expect(block == other && block.hashValue == other.hashValue)
    let changes: [(inout TextLayout.Block) -> Void] = [
      { $0.index += 1 }, { $0.kind = .quote }, { $0.range = 0..<1 }, { $0.parent = 0 },
      { $0.frame.size.width += 1 }, { $0.contentFrame.size.width += 1 }, { $0.contentWidth += 1 },
      { $0.titleFrame = nil }, { $0.iconFrame = nil }, { $0.arrowFrame = .zero },
      { $0.isCollapsible = true }, { $0.isCollapsed = true }, { $0.isRightToLeft = true },
      { $0.lines = 0..<2 }, { $0.hiddenRange = 1..<2 }, { $0.title = nil },
    ]
    for (index, change) in changes.enumerated() {
      var changed = block
      change(&changed)
      #expect(changed != block, "change \(index)")
    }
  }

  // MARK: Titles

  @Test func `a title is above the first line, which gets the full width`() throws {
    let code = TextBlock(.code(language: "c"), in: 0..<6, title: "T")
    let layout = layout("abcdef\nab", [code], width: 80)
    #expect(layout.lineTexts == ["abcdef\n", "ab"])
    let block = try #require(layout.blocks.first)
    let title = try #require(block.title)
    // 14/17 of 10, rounded, and bold.
    #expect(title.text.baseStyle.font.size == 8)
    #expect(title.text.baseStyle.font.weight >= 700)
    #expect(title.text.baseStyle.paint.color == code.paint.title)
    #expect(block.titleFrame == Rect(x: 9, y: 7, width: 8, height: 8))
    #expect(block.iconFrame != nil)
    #expect(block.contentFrame == Rect(x: 9, y: 7, width: 60, height: 18))
    #expect(layout.lines.map(\.y) == [15, 33])
    #expect(block.lines == 0..<1)
    #expect(layout.rects(of: 5..<6) == [Rect(x: 59, y: 15, width: 10, height: 10)])
  }

  @Test func `a block is wide enough for its title and icon`() {
    let code = TextBlock(.code(language: "c"), in: 0..<1, title: "Title")
    let widths: [Double] = [40 + 7 + 18]
    #expect(layout("a", [code]).blocks.map(\.frame.size.width) == widths)
    #expect(layout("a", [TextBlock(.code(language: nil), in: 0..<1, title: "")]).lines[0].y == 7)
  }

  @Test func `a title keeps its styles and attachments, and its line is as high as they are`()
    throws
  {
    var words = AttributedText(
      "ab*c\nd", replacing: [(2..<3, TextAttachment(id: "cat", size: Size(width: 7, height: 5)))],
      style: TestFonts.style(size: 12))
    words.updateStyle(in: 1..<2) { $0.font.size = 20 }
    words.updateStyle(in: 5..<6) { $0.paint.color = .fixed(.white) }
    let quote = TextBlock(.quote, in: 0..<2, title: .styled(words))
    let layout = layout("xy", [quote])
    let block = try #require(layout.blocks.first)
    let title = try #require(block.title)
    // The first line, with letters of 12, 20 and 12 points and an attachment of 7.
    #expect(title.text.length == 6)
    #expect(title.text.style(at: 1).font.size == 20)
    #expect(title.text.style(at: 5).paint.color == .fixed(.white))
    #expect(title.text.attachmentIDs == ["cat"])
    #expect(block.titleFrame == Rect(x: 9, y: 7, width: 51, height: 20))
    #expect(block.frame.size.width == 51 + 7 + 18)
    #expect(layout.lines.map(\.y) == [27])
    #expect(layout.text.attachmentIDs == ["cat"])
    // Nothing of the title is part of the text.
    #expect(layout.text.attachments.isEmpty && layout.lineCount == 1)
    let narrow = self.layout("xy", [quote], width: 18 + 7 + 45)
    #expect(narrow.blocks.first?.title?.isTruncated == true)
  }

  @Test func `an earlier layout of a title is used again for an equal title`() throws {
    let code = TextBlock(.code(language: "c"), in: 0..<2, title: "Title")
    let earlier = try #require(layout("ab", [code]).blocks.first?.title)
    for (title, isSame) in [("Title", true), ("Other", false)] {
      var block = code
      block.title = .plain(title)
      var text = AttributedText("cd", style: TestFonts.style())
      text.addBlocks([block], earlierTitle: earlier)
      let (own, expected) = (engine.layout(text), layout("cd", [block]))
      #expect((own.blocks.first?.title === earlier) == isSame)
      #expect(own.blocks == expected.blocks && own.text == expected.text)
    }
  }

  @Test func `a title shows no hidden text, and no blocks`() throws {
    var words = AttributedText("a secret\nb", style: TestFonts.style(size: 12))
    words.addBlocks([TextBlock(.quote, in: 0..<8)])
    let open = layout("x", [TextBlock(.quote, in: 0..<1, title: .styled(words))])
    #expect(open.blocks.first?.titleFrame == Rect(x: 9, y: 7, width: 96, height: 12))
    #expect(open.blocks.first?.title?.blocks.isEmpty == true)
    words.annotate(2..<8, as: .spoiler)
    let hidden = layout("x", [TextBlock(.quote, in: 0..<1, title: .styled(words))])
    let title = try #require(hidden.blocks.first?.title)
    #expect(title.text.string == words.plainText(of: 0..<8).string)
    #expect(!title.text.string.contains("secret"))
    let empty = AttributedText("\nb", style: TestFonts.style())
    #expect(layout("x", [TextBlock(.quote, in: 0..<1, title: .styled(empty))]).lines[0].y == 7)
  }

  @Test func `the title of a right-to-left block is right-aligned`() throws {
    let quote = TextBlock(.quote, in: 0..<12, title: "ab")
    let block = try #require(layout("אבגדהו", [quote]).blocks.first)
    #expect(block.titleFrame == Rect(x: 69 - 16, y: 7, width: 16, height: 8))
    #expect(block.iconFrame?.minX == 4)
  }

  // MARK: Blocks in blocks

  @Test func `a nested block is indented further and stays within its parent`() throws {
    let blocks = [TextBlock(.quote, in: 0..<11), TextBlock(.code(language: nil), in: 3..<8)]
    let layout = layout("ab\ncd\nef\ngh\nij", blocks, width: 100)
    #expect(layout.lineTexts == ["ab\n", "cd\n", "ef\n", "gh\n", "ij"])
    #expect(layout.lines.map(\.x) == [9, 18, 18, 9, 0])
    #expect(layout.lines.map(\.y) == [7, 23, 33, 51, 69])
    #expect(layout.blocks.map(\.parent) == [nil, 0])
    #expect(layout.blocks.map(\.lines) == [0..<4, 1..<3])
    #expect(layout.blocks[0].frame == Rect(x: 0, y: 5, width: 56, height: 57))
    #expect(layout.blocks[1].frame == Rect(x: 9, y: 21, width: 38, height: 23))
    #expect(layout.size == Size(width: 56, height: 79))
  }

  @Test func `nested blocks with shared edges keep the spacing of each level`() {
    let blocks = [TextBlock(.quote, in: 0..<2), TextBlock(.quote, in: 0..<2)]
    let layout = layout("ab", blocks)
    #expect(layout.lines.map(\.y) == [14])
    #expect(layout.size.height == 36)
    #expect(layout.blocks.map(\.frame.minY) == [5, 12])
    #expect(layout.blocks.map(\.frame.maxY) == [31, 25])
  }

  @Test func `the indentation of deeply nested blocks is limited`() {
    let count = 3_000
    let string = String(repeating: "a", count: count)
    let blocks = (0..<count).map { TextBlock(.quote, in: $0..<count) }
    let layout = layout(string, blocks, width: 200)
    #expect(layout.lineCount == count)
    #expect(layout.lines[count - 1].x == 72)
    #expect(layout.blocks.count == count)
    #expect(layout.size.width == 72 + 17 + 72)
  }

  @Test func `a block nested in a right-to-left block is right-aligned`() {
    let blocks = [TextBlock(.quote, in: 0..<10), TextBlock(.quote, in: 5..<9)]
    let layout = layout("אב\nגד\nאבגדהוזח", blocks, width: 200)
    #expect(layout.blocks.map(\.isRightToLeft) == [true, true])
    #expect(layout.blocks[0].frame.maxX == 80)
    #expect(layout.blocks[1].frame.maxX == 71)
    #expect(layout.lines.map(\.frame.maxX) == [71, 62, 80])
  }

  @Test func `code is left-aligned regardless of the alignment option`() {
    let code = layout("ab\nabcd", [TextBlock(.code(language: nil), in: 0..<7)]) {
      $0.alignment = .center
    }
    #expect(code.lines.map(\.x) == [9, 9])
    let quote = layout("ab\nabcd", [TextBlock(.quote, in: 0..<7)]) { $0.alignment = .center }
    // The first line ends before the icon.
    #expect(quote.lines.map(\.x) == [15.5, 9])
  }

  @Test func `scrolling code lines stay unwrapped in a block within the measure`() throws {
    let code = TextBlock(.code(language: nil), in: 0..<13)
    let layout = layout("abc abcdef ab\nab", [code], width: 100) { $0.codeOverflow = .scrolls }
    #expect(layout.lineTexts == ["abc abcdef ab\n", "ab"])
    let block = try #require(layout.blocks.first)
    #expect(block.frame.size.width == 100)
    #expect(block.contentWidth == 130)
    #expect(layout.size.width == 100)
    #expect(layout.relayout(layout.options.with(width: 60)).blocks[0].frame.size.width == 60)
    #expect(layout.relayout(layout.options.with(width: 200)).blocks[0].frame.size.width == 148)
  }

  @Test func `wrapped code lines have a wrap mark in the padding`() {
    let code = TextBlock(.code(language: nil), in: 0..<9)
    let layout = layout("ab cd\nef\nab cd", [code], width: 40)
    #expect(layout.lineTexts == ["ab ", "cd\n", "ef\n", "ab ", "cd"])
    let marks = layout.placedTokens
    #expect(marks.map(\.kind) == [.softWrap])
    #expect(marks.map(\.layout.text.string) == ["\u{21B5}"])
    // Three quarters of the text size, centered in nine points.
    #expect(marks.map(\.frame) == [Rect(x: 9 + 20 + 0.75, y: 7, width: 7.5, height: 10)])
    #expect(marks[0].origin.y + marks[0].layout.lines[0].baseline == layout.lines[0].baseline)
    #expect(self.layout("ab cd", [code], width: 400).placedTokens.isEmpty)
    #expect(self.layout("ab cd", [TextBlock(.quote, in: 0..<5)], width: 40).placedTokens.isEmpty)
    let scrolling = self.layout("ab cd", [code], width: 40) { $0.codeOverflow = .scrolls }
    #expect(scrolling.placedTokens.isEmpty)
  }

  @Test func `a long title is truncated with an ellipsis before the icon`() throws {
    let code = TextBlock(.code(language: "c"), in: 0..<1, title: "abcdefgh")
    // The measure minus padding and icon: six letters of eight points fit, seven do not.
    let layout = layout("a", [code], width: 18 + 7 + 55)
    let block = try #require(layout.blocks.first)
    let title = try #require(block.title)
    #expect(title.isTruncated && title.hiddenRanges == [5..<8])
    #expect(title.placedTokens.map(\.frame) == [Rect(x: 40, y: 0, width: 8, height: 8)])
    #expect(block.titleFrame == Rect(x: 9, y: 7, width: 48, height: 8))
    let icon = try #require(block.iconFrame)
    #expect(icon.minX >= 9 + 48)
    let whole = self.layout("a", [code], width: 18 + 7 + 64)
    #expect(whole.blocks.first?.title?.isTruncated == false)
    let wide = self.layout("a", [code], width: 400)
    #expect(wide.blocks.first?.titleFrame?.size.width == 64)
  }

  @Test func `lines of a nested block are narrowed by all enclosing blocks`() {
    let blocks = [TextBlock(.quote, in: 0..<8), TextBlock(.quote, in: 3..<8)]
    // Twice the padding on each side, and the icon beside the first line.
    let narrow = layout("ab\ncd ef", blocks, width: 36 + 56)
    #expect(narrow.lineTexts == ["ab\n", "cd ", "ef"])
    #expect(narrow.size.width <= 92)
    #expect(layout("ab\ncd ef", blocks, width: 36 + 57).lineTexts == ["ab\n", "cd ef"])
  }
}
