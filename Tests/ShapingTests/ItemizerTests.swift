import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

@Suite struct ItemizerTests {
  let workshop: Workshop

  init() throws { workshop = Workshop(try TestFonts.collection()) }

  private func runs(_ text: String, _ family: String = "Galley Box") -> [RunSummary] {
    workshop.shape(text, family).summary
  }

  @Test func `text in one font forms a single run`() {
    #expect(runs("one two, three!") == [.init("one two, three!", "Galley Box")])
    #expect(runs("") == [])
  }

  @Test func `a space between fallback words stays in the fallback run`() {
    #expect(
      runs("ab سلام سلام cd").prefix(2) == [
        .init("ab ", "Galley Box"), .init("سلام سلام", "Galley Joining"),
      ])
    // With equal level and script, the space takes the font of the preceding letters.
    #expect(
      runs("Жжж ab", "Galley Joining") == [
        .init("Жжж ", "Galley Box"), .init("ab", "Galley Joining"),
      ])
    #expect(runs("字字 字\u{3000}字", "Galley Joining") == [.init("字字 字\u{3000}字", "Galley Box")])
  }

  @Test func `ASCII letters that the primary font lacks have another font`() {
    #expect(runs("ab", "Galley Emoji") == [.init("ab", "Galley Box")])
  }

  @Test func `a space before a skin tone stays with the letters before it`() {
    #expect(
      runs("あ \u{1F3FD}", "Galley Kern Letters") == [
        .init("あ ", "Galley Box"), .init("\u{1F3FD}", "Galley Emoji"),
      ])
  }

  @Test func `a space after an emoji uses the text font`() {
    #expect(runs("a 😀 b 😀").map(\.text) == ["a ", "😀", " b ", "😀"])
    #expect(runs("😀 ").map(\.family) == ["Galley Emoji", "Galley Box"])
  }

  @Test(arguments: [
    "e\u{301}", "e\u{301}\u{323}", "e\u{200D}", "e\u{FE0F}", "e\u{301}\u{200D}\u{FE0F}",
  ])
  func `marks, joiners and selectors stay with their base`(cluster: String) {
    for family in ["Galley Box", "Galley Joining", "Galley Kern"] {
      let found = runs("ab" + cluster + "cd", family)
      let bases = found.filter { $0.text.unicodeScalars.contains("e") }
      #expect(bases.count == 1)
      #expect(bases.allSatisfy { $0.text.contains(cluster) }, "\(found)")
    }
  }

  @Test func `only an emoji behind a joiner is part of the cluster before it`() {
    #expect(
      runs("x\u{323}😀") == [.init("x\u{323}", "Galley Mark"), .init("😀", "Galley Emoji")])
  }

  @Test func `a mark moves only its base to a font with both`() {
    #expect(
      runs("abe\u{301}cd", "Galley Box") == [
        .init("abe\u{301}cd", "Galley Box")
      ] || runs("abe\u{301}cd", "Galley Box").map(\.text) == ["ab", "e\u{301}", "cd"])
    #expect(
      runs("abx\u{323}cd", "Galley Box") == [
        .init("ab", "Galley Box"), .init("x\u{323}", "Galley Mark"), .init("cd", "Galley Box"),
      ])
    // The first of all marks.
    #expect(runs("abx\u{300}cd", "Galley Box").map(\.text) == ["ab", "x\u{300}", "cd"])
  }

  @Test func `controls have no glyphs and join the preceding run`() {
    let text = workshop.shape("a\u{1}\u{2}b\u{7F}\u{9F}", "Galley Box")
    #expect(text.summary.map(\.text) == ["a\u{1}\u{2}", "b\u{7F}\u{9F}"])
    #expect(text.glyphs.map(\.cluster) == [0, 3])
    let alone = workshop.shape("\u{1}\u{2}ab", "Galley Box")
    #expect(alone.summary == [.init("\u{1}\u{2}", "control"), .init("ab", "Galley Box")])
    #expect(alone.glyphs.map(\.cluster) == [2, 3])
    #expect(workshop.shape("\n\r\n\u{85}\u{2028}\u{2029}", "Galley Box").glyphs == [])
  }

  @Test func `a tab forms its own run`() {
    #expect(
      runs("a\tb\t\tc\u{1}\t\u{1}") == [
        .init("a", "Galley Box"), .init("\t", "tab"), .init("b", "Galley Box"),
        .init("\t", "tab"), .init("\t", "tab"), .init("c\u{1}", "Galley Box"),
        .init("\t", "tab"), .init("\u{1}", "control"),
      ])
  }

  @Test func `a change of style starts a new run`() {
    let text = workshop.shape(
      "abcdef", "Galley Box", spans: [(2, "Galley Kern"), (3, "Galley Box"), (6, "Galley Mark")])
    #expect(
      text.summary == [
        .init("ab", "Galley Kern"), .init("c", "Galley Box"), .init("def", "Galley Mark"),
      ])
    #expect(text.runs.map(\.style) == [1, 2, 3])
    // After the last span, the base style applies.
    let rest = workshop.shape("abcdef", "Galley Box", spans: [(2, "Galley Kern")])
    #expect(rest.summary == [.init("ab", "Galley Kern"), .init("cdef", "Galley Box")])
    #expect(rest.runs.map(\.style) == [1, 0])
  }

  @Test func `a control does not join a run of another style`() {
    let text = workshop.shape(
      "a\u{1}\u{1}b", "Galley Box", spans: [(2, "Galley Box"), (4, "Galley Kern")])
    #expect(text.summary.map(\.text) == ["a\u{1}", "\u{1}", "b"])
  }

  @Test func `a control does not join a run of another segment`() {
    let style = ShapingStyle(font: FontDescription(families: ["Galley Box"], size: 10))
    func runs(_ segments: [TextSegment]) -> [String] {
      workshop.pool.shape(
        ShapingInput(
          text: UTF8Text("a\n\u{1}b"), base: style, details: ShapingDetails(segments: segments))
      ).summary.map(\.text)
    }
    let ends = [2, 4].map { TextSegment(end: $0, direction: .auto) }
    #expect(runs(ends) == ["a\n", "\u{1}", "b"])
    #expect(runs([ends[1]]) == ["a\n\u{1}", "b"])
  }

  @Test func `bidi levels and paragraphs separate runs`() {
    let text = workshop.shape("ab אב 12 א\nab", "Galley Box")
    #expect(text.faults == [])
    #expect(text.summary.map(\.text) == ["ab ", "אב ", "12", " א", "\n", "ab"])
    #expect(text.runs.map(\.level) == [0, 1, 2, 1, 0, 0])
  }

  @Test(arguments: [
    ("1", "Galley Box"), ("#", "Galley Box"), ("©", "Galley Box"),
    ("1\u{FE0F}\u{20E3}", "Galley Emoji"), ("#\u{FE0F}\u{20E3}", "Galley Emoji"),
    ("©\u{FE0F}", "Galley Emoji"), ("❤", "Galley Emoji"), ("❤\u{FE0F}", "Galley Emoji"),
    ("🇩🇪", "Galley Emoji"), ("👍🏽", "Galley Emoji"), ("👨‍👩‍👧", "Galley Emoji"),
    ("👩‍❤️‍👨", "Galley Emoji"), ("1\u{FE0E}", "Galley Box"),
  ])
  func `digits, signs, keycaps, flags and families use the text or emoji font`(
    cluster: String, family: String
  ) {
    let found = runs("a" + cluster + "b")
    if family == "Galley Box" {
      #expect(found == [.init("a" + cluster + "b", "Galley Box")])
    } else {
      #expect(
        found == [.init("a", "Galley Box"), .init(cluster, family), .init("b", "Galley Box")])
      // One picture, independent of its code points.
      let text = workshop.shape(cluster, "Galley Box")
      #expect(text.glyphs.filter { $0.advance > 0 }.count == 1)
    }
  }

  @Test func `a character joined to an emoji uses the emoji font`() {
    // Alone, © is text.
    #expect(runs("👩\u{200D}©").map(\.family) == ["Galley Emoji"])
    #expect(runs("👩©").map(\.family) == ["Galley Emoji", "Galley Box"])
    #expect(runs("a\u{200D}©").map(\.family) == ["Galley Box"])
  }

  @Test(arguments: ["\u{FE0F}", "\u{200D}", "\u{1F3FD}", "\u{20E3}", "\u{E0067}", "\u{301}"])
  func `an extending character without a base is shaped without faults`(scalar: String) {
    for text in [scalar, scalar + "a", "\n" + scalar, "\u{1}" + scalar, "\t" + scalar + "😀"] {
      #expect(workshop.shape(text, "Galley Box").faults == [])
    }
  }

  @Test func `an unpaired regional indicator has its own glyph`() {
    #expect(runs("🇩🇪🇫🇷🇪").map(\.text) == ["🇩🇪🇫🇷🇪"])
    #expect(workshop.shape("🇩🇪🇫🇷🇪", "Galley Box").glyphs.filter { $0.advance > 0 }.count == 3)
  }
}
