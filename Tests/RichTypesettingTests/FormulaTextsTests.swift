import GalleyFonts
import GalleyGeometry
import GalleyMessages
import GalleyRichMessages
import GalleyShaping
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// The display formulas that a text engine keeps.
@Suite struct FormulaTextsTests {
  private let engine = TestFonts.engine()

  private func text(_ source: String, size: Double = 10) throws -> ComposedText {
    let theme = RichTheme(message: MessageTheme(text: TestFonts.style(size: size)))
    let document = RichDocument(
      RichMessage([.paragraph("x"), .formula(source)]), theme: theme, engine: engine)
    return try #require(document.layout(width: 400).texts.last).composed
  }

  @Test func `messages of one theme share a display formula`() throws {
    #expect(try text("a+b") === text("a+b"))
    #expect(try text("a+b") !== text("a-b"))
    #expect(try text("a+b") !== text("a+b", size: 20))
    #expect(try text("a+b", size: 20).natural.size.width == 2 * text("a+b").natural.size.width)
  }

  @Test func `sources that differ in bytes are different formulas`() throws {
    #expect(try text("\u{E9}").text.string == text("\u{E9}").text.string)
    #expect(try text("\u{E9}") !== text("e\u{301}"))
  }

  @Test func `a broken formula is not kept, and shows its source`() throws {
    #expect(try text("{a").text.string == "{a")
    #expect(try text("{a") !== text("{a"))
  }

  @Test func `engines that share words share formulas`() throws {
    let other = TextEngine(forTextsOfOneUse: engine)
    #expect(engine.formulas === other.formulas)
    #expect(engine.formulas !== TestFonts.engine().formulas)
  }

  @Test func `the budget evicts the least recently used formulas`() throws {
    let texts = FormulaTexts(byteLimit: 40_000)
    let text = try text("a")
    for number in 0..<100 {
      texts.insert(text, for: .init("\(number)"), byteCount: 1_000)
      if number > 0 { #expect(texts.text(of: .init("\(number - 1)")) != nil) }
      if number > 0 { #expect(texts.text(of: .init("0")) != nil) }
    }
    #expect(texts.text(of: .init("1")) == nil)
  }

  @Test func `an engine keeps one object of each type`() {
    final class Note: Sendable {}
    let first = engine.companions.object { Note() }
    #expect(engine.companions.object { Note() } === first)
    #expect(TestFonts.engine().companions.object { Note() } !== first)
  }
}
