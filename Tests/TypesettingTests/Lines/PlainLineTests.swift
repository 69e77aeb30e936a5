import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Lines of text that is neither reshaped nor hyphenated, found in each of the ways there are.
///
/// Tests in Galley Box at 10 points, in which every character is 10 points wide.
@Suite struct PlainLineTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, family: String = "Galley Box", width: Double,
    _ overflow: LayoutOptions.Overflow = .breaks
  ) -> TextLayout {
    let options = LayoutOptions(width: width) { $0.overflow = overflow }
    return engine.layout(AttributedText(string, style: TestFonts.style(family)), options: options)
  }

  /// Returns a layout whose second half is in letters of five points.
  private func mixed(_ string: String, width: Double) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style())
    text.setStyle(TestFonts.style(size: 5), in: text.length / 2..<text.length)
    return engine.layout(text, options: LayoutOptions(width: width))
  }

  /// Returns the lines that are found one by one, up to the first that is not plain.
  private func plainLines(_ layout: TextLayout) -> LineBreaks {
    let breaker = layout.shaped.breaker(layout.options)
    let (table, runs) = (layout.shaped.breaks, layout.shaped.runs)
    var (start, result) = (LinePosition(), LineBreaks())
    while start.entry < table.count {
      let isMandatory = breaker.appendPlainLine(
        from: &start, table.form, table.words.span, runs.span, to: &result)
      guard let isMandatory else { break }
      #expect(isMandatory == (start.entry > 0 && table[start.entry - 1].isMandatory))
    }
    return result
  }

  /// Returns the lines that are found together, up to the first that is not plain.
  private func uniformLines(_ layout: TextLayout) -> (lines: LineBreaks, isMandatory: Bool?) {
    let breaker = layout.shaped.breaker(layout.options)
    let table = layout.shaped.breaks
    var (start, result) = (LinePosition(), LineBreaks())
    let isMandatory = breaker.appendUniformLines(
      from: &start, table.form, table.words.span, scale: layout.shaped.runs[0].pointsPerUnit,
      to: &result)
    return (result, isMandatory)
  }

  private static let widths = [0, 10, 19.9, 20, 25, 30, 45, 50, 60, 75, 80, 110, 200, .infinity]

  @Test(
    arguments: [
      "a", "ab cd", "aa bb c dd ee", "a b c", "ab\ncd ef", "ab  cd   e", "漢字漢字", "אב גד",
      "a \u{200B}b", "aaaaaaaa b", "a b\n",
    ], widths)
  func `a plain line is the same however it is found`(text: String, width: Double) {
    for overflow in [LayoutOptions.Overflow.breaks, .visible] {
      let layout = layout(text, width: width, overflow)
      let (whole, single) = (layout.breaks, plainLines(layout))
      // The empty line after a line end is not found but added.
      let count = whole.lines.count - (text.hasSuffix("\n") ? 1 : 0)
      // After a word that is broken or overflows, the others are found in another way.
      let isPlain = layout.leastWidth() <= width
      #expect(whole.lines.starts(with: single.lines))
      if isPlain { #expect(single.lines.count == count && single.widths == whole.widths) }
      guard layout.shaped.runs.count == 1 else { continue }
      let (together, isMandatory) = uniformLines(layout)
      #expect(whole.lines.starts(with: together.lines))
      if isPlain {
        #expect(together.lines.count == count && together.widths == whole.widths)
        #expect(isMandatory == text.hasSuffix("\n"))
      }
    }
  }

  @Test(arguments: ["ab cd ef gh", "ab cdef gh", "aa bb\ncc dd", "ab  cd    ef gh   ij"], widths)
  func `a plain line of several runs is the same however it is found`(
    text: String, width: Double
  ) {
    let layout = mixed(text, width: width)
    let single = plainLines(layout)
    #expect(layout.breaks.lines.starts(with: single.lines))
    guard layout.leastWidth() <= width else { return }
    #expect(single.lines == layout.breaks.lines)
    #expect(single.widths == layout.breaks.widths)
  }

  @Test func `a text with more kinds of white space than three has plain lines`() {
    let layout = layout("a b  c   d    e     f", width: 60)
    #expect(!layout.shaped.breaks.form.isNarrow)
    #expect(plainLines(layout).lines == layout.breaks.lines)
    #expect(plainLines(layout).widths == layout.breaks.widths)
    #expect(layout.lineTexts == ["a b  c   ", "d    e     ", "f"])
    #expect(layout.validWidths == 60..<100)
  }

  @Test func `a line that ends at a hyphen or within a kerned pair is not plain`() {
    #expect(plainLines(layout("ab\u{AD}cd", width: 30)).lines == [])
    #expect(uniformLines(layout("ab\u{AD}cd", width: 30)).lines.lines == [])
    #expect(uniformLines(layout("ab\u{AD}cd", width: 30)).isMandatory == nil)
    let kerned = layout("b A A", family: "Galley Kern", width: 12)
    #expect(kerned.lineTexts == ["b ", "A ", "A"])
    // What follows on the line decides where it ends.
    #expect(plainLines(kerned).lines == [])
    #expect(uniformLines(kerned).lines.lines == [])
    #expect(plainLines(layout("a\tb", width: 100)).lines == [])
    #expect(plainLines(layout("abc d", width: 20)).lines == [])
    #expect(uniformLines(layout("abc d", width: 20)).isMandatory == nil)
  }

  @Test(arguments: [
    "ab  cd e\nfg ", "a\u{AD}b c\u{200B}d", "漢字 かな", "a b  c   d    e", "אב\n\nגד",
  ])
  func `the fields of a plain entry are those of the break table`(text: String) {
    for family in ["Galley Box", "Galley Kern"] {
      var text = AttributedText(text, style: TestFonts.style(family))
      text.append(AttributedText("A A A", style: TestFonts.style("Galley Kern")))
      let table = engine.layout(text).shaped.breaks
      for index in 0..<table.count {
        let entry = table[index]
        var plain = [PlainEntry(entry)]
        if table.form.isNarrow {
          plain.append(PlainEntry(narrow: index, of: table.form, in: table.words.span))
        }
        for plain in plain {
          #expect(plain.ink == entry.ink && plain.hang == entry.hang)
          #expect(plain.length == entry.length)
          #expect(plain.isOpportunity == (entry.kind != .none))
          #expect(plain.isMandatory == (entry.kind == .mandatory))
          #expect(plain.isSimple == (!entry.isUnsafe && entry.kind != .hyphen))
          #expect(plain.isSimple == entry.isSimple)
          #expect(plain.endsRun == entry.endsRun && plain.hasInk == entry.hasInk)
        }
      }
    }
  }

  @Test func `entries before a kerned letter or with a hyphen are not simple`() {
    let kerned = layout("A A b c", family: "Galley Kern", width: 100).shaped.breaks
    #expect(kerned.map(\.isUnsafe) == [true, false, false, false])
    #expect(kerned.map(\.isSimple) == [false, true, true, true])
    #expect(kerned.map(\.kind) == [.allowed, .allowed, .allowed, .none])
    #expect(kerned.map(\.endsRun) == [false, false, false, true])
    let hyphenated = layout("b\u{AD}c d", width: 100).shaped.breaks
    #expect(hyphenated.map(\.isUnsafe) == [false, false, false])
    #expect(hyphenated.map(\.isSimple) == [false, true, true])
    #expect(hyphenated.map(\.kind) == [.hyphen, .allowed, .none])
  }
}
