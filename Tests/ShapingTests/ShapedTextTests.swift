import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

@Suite struct ShapedTextTests {
  let workshop: Workshop

  init() throws { workshop = Workshop(try TestFonts.collection()) }

  private func shape(_ text: String, size: Double = 10, letterSpacing: Double = 0) -> ShapedText {
    let font = FontDescription(families: ["Galley Box"], size: size)
    return workshop.pool.shape(
      ShapingInput(
        text: UTF8Text(text), base: ShapingStyle(font: font, letterSpacing: letterSpacing)))
  }

  @Test func `an empty text has the level of its direction`() {
    #expect(workshop.shape("").firstLevel == 0)
    #expect(workshop.shape("", direction: .leftToRight).firstLevel == 0)
    #expect(workshop.shape("", direction: .rightToLeft).firstLevel == 1)
  }

  @Test func `a run continues the one before it only in the same font and style`() {
    // Floods of marks are shaped in pieces.
    let flood = workshop.shape("x" + String(repeating: "\u{323}", count: 600), "Galley Mark")
    #expect(flood.runs.map(flood.isContinuation) == [false, true, true])
    let styled = workshop.shape("ab", spans: [(1, "Galley Box"), (2, "Galley Kern")])
    #expect(styled.runs.map(styled.isContinuation) == [false, false])
    let mixed = workshop.shape("a😀b", "Galley Box")
    #expect(mixed.runs.map(mixed.isContinuation) == [false, false, false])
  }

  @Test func `pieces of a flood are reshaped as they were shaped`() throws {
    let workshop = Workshop(try NotoFonts.collection())
    for syllable in ["क\u{93F}", "ক\u{9BF}", "ក\u{17C4}", "က\u{1031}", "ம\u{BCA}", "ཀ\u{F72}"] {
      let (base, mark) = (String(syllable.unicodeScalars.prefix(1)), syllable.unicodeScalars.last)
      let text = workshop.shape(
        base + String(repeating: mark.map { String($0) } ?? "", count: 600))
      #expect(text.runs.count > 1)
      for run in text.runs {
        let range = Int(run.start)..<Int(run.end)
        let glyphs = workshop.pool.reshape(
          range, context: text.context(at: range.lowerBound), of: run, in: text)
        #expect(glyphs == text.glyphs(of: run), "\(syllable) at \(run.start)")
      }
    }
  }

  @Test func `letter spacing is added to words that are known without it`() {
    #expect(shape("ab ab").glyphs.map(\.advance) == [1000, 1000, 1000, 1000, 1000])
    #expect(
      shape("ab ab", letterSpacing: 1).glyphs.map(\.advance) == [1100, 1100, 1100, 1100, 1100])
  }

  @Test func `letter spacing is added below a size of one point`() {
    #expect(
      shape("ab", size: 0.5, letterSpacing: 0.05).glyphs.map(\.advance) == [1100, 1100])
  }

  @Test func `the run of an object has no ink`() throws {
    let run = try #require(workshop.pool.shape(.object).runs.first)
    #expect(run.kind == .object && run.inkAbove == 0 && run.inkBelow == 0)
  }
}
