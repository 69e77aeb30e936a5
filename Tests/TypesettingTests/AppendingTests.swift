import GalleyBasics
import GalleyFonts
import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

@Suite struct AppendingTests {
  private let kern = TestFonts.style("Galley Kern")
  private let mark = TestFonts.style("Galley Mark")

  private func text(_ string: String, _ style: TextStyle? = nil) -> AttributedText {
    AttributedText(string, style: style ?? TestFonts.style())
  }

  @Test func `an appended text keeps its styles and annotations`() {
    var other = text("world", kern)
    other.setStyle(mark, in: 1..<3)
    other.annotate(2..<5, as: .spoiler)
    var whole = text("hello ")
    whole.annotate(0..<2, as: .code)
    whole.append(other)
    #expect(whole.string == "hello world")
    #expect(
      [5, 6, 7, 8, 9].map { whole.style(at: $0) } == [whole.baseStyle, kern, mark, mark, kern])
    #expect(whole.annotations.map(\.range) == [0..<2, 8..<11])
    #expect(whole.annotations.map(\.kind) == [.code, .spoiler])
  }

  @Test func `words take the base style or their own`() {
    var whole = text("a")
    whole.append("b")
    #expect(whole == text("ab"))
    whole.append("c", style: kern)
    #expect(whole.style(at: 1) == whole.baseStyle)
    #expect(whole.style(at: 2) == kern)
    whole.append(text(""))
    #expect(whole.length == 3)
  }

  @Test func `an appended text keeps its language`() {
    var whole = AttributedText("a", style: TestFonts.style(), language: "en")
    whole.append(AttributedText("b", style: TestFonts.style(), language: "ja"))
    #expect(whole.language == "en")
    #expect(whole.style(at: 0).language == nil)
    #expect(whole.style(at: 1).language == "ja")
  }

  @Test func `blocks, attachments, paragraphs and source offsets move`() {
    let icon = TextAttachment(id: "i", size: Size(width: 10, height: 10), text: "🙂")
    var other = AttributedText(
      "x:)y", replacing: [(1..<3, icon)], style: TestFonts.style())
    other.addBlocks([TextBlock(.quote, in: 0..<other.length)])
    other.setParagraphStyle(ParagraphStyle(firstLineIndent: 7), in: 0..<1)
    var whole = AttributedText(
      ":) and\n", replacing: [(0..<2, icon)], style: TestFonts.style())
    whole.addBlocks([TextBlock(.code(language: nil), in: 0..<whole.length)])
    let start = whole.length
    whole.append(other)
    #expect(whole.blocks.map(\.range) == [0..<start, start..<whole.length])
    #expect(whole.attachments.map(\.offset) == [0, start + 1])
    #expect(whole.paragraphStyle(at: 0).firstLineIndent == 0)
    #expect(whole.paragraphStyle(at: start).firstLineIndent == 7)
    #expect(whole.indexMap.sourceOffset(ofLayout: start) == 7)
    #expect(whole.indexMap.layoutRange(ofSource: 8..<10) == start + 1..<start + 4)
    #expect(whole.indexMap.sourceOffset(ofLayout: whole.length) == 11)
  }

  @Test(arguments: 0..<40)
  func `a text appended in parts equals the whole`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = (0..<6).map { _ in
      ["a", "bc", "日本", "e\u{301}", " "].randomElement(using: &random)!
    }
    let styles = words.map { _ in [kern, mark, TestFonts.style()].randomElement(using: &random)! }
    var (whole, parts) = (text(words.joined()), text(""))
    var start = 0
    for (word, style) in zip(words, styles) {
      let end = start + word.utf8.count
      whole.setStyle(style, in: start..<end)
      whole.annotate(start..<end, as: .code)
      var part = text(word, style)
      part.annotate(0..<word.utf8.count, as: .code)
      parts.append(part)
      start = end
    }
    #expect(parts == whole)
  }

  @Test func `words are styled wherever they are`() {
    var whole = text("ab AB ab \u{E9} e\u{301}")
    #expect(whole.ranges(of: "ab") == [0..<2, 6..<8])
    #expect(whole.ranges(of: "e\u{301}") == [9..<11, 12..<15])
    #expect(whole.ranges(of: "e").isEmpty)
    whole.updateStyle(ofEach: "ab") { $0 = kern }
    #expect(
      [0, 1, 2, 3, 6, 7, 8].map { whole.style(at: $0) == kern } == [
        true, true, false, false, true, true, false,
      ])
    whole.annotate(0..<2, as: .spoiler)
    #expect(whole.ranges(of: "ab").count == 2)
  }

  @Test func `a plain text takes the blocks and attachments of an appended one`() {
    let icon = TextAttachment(id: "i", size: Size(width: 10, height: 10), text: "🙂")
    var other = AttributedText("x:)", replacing: [(1..<3, icon)], style: TestFonts.style())
    other.addBlocks([TextBlock(.quote, in: 0..<other.length)])
    var whole = text("ab")
    whole.append(other)
    #expect(whole.blocks.map(\.range) == [2..<6])
    #expect(whole.attachments.map(\.offset) == [3])
    var reverse = other
    reverse.append(text("ab"))
    #expect(reverse.blocks.map(\.range) == [0..<4])
    #expect(reverse.attachments.map(\.offset) == [1])
  }

  @Test func `offsets after a part that was removed are behind it in the source`() {
    let text = AttributedText(
      "ab[]cd", replacing: [(2..<4, .text(""))], style: TestFonts.style(), direction: .auto,
      language: nil)
    #expect(text.string == "abcd")
    #expect((0...4).map { text.indexMap.sourceOffset(ofLayout: $0) } == [0, 1, 4, 5, 6])
    #expect((0...6).map { text.indexMap.layoutOffset(ofSource: $0) } == [0, 1, 2, 2, 2, 3, 4])
    #expect(text.indexMap.sourceRange(ofLayout: 2..<3) == 4..<5)
  }
}
