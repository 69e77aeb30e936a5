import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Tests in Galley Box at 10 points, in which every character is 10 points wide.
@Suite struct BalancedWrappingTests {
  let engine = TestFonts.engine()

  private func layout(_ text: AttributedText, width: Double, _ wrapping: LayoutOptions.Wrapping)
    -> TextLayout
  {
    let options = LayoutOptions(width: width) { $0.wrapping = wrapping }
    let layout = engine.layout(text, options: options)
    #expect(layout.misplaced == [])
    return layout
  }

  private func lines(_ text: String, width: Double) -> [String] {
    layout(AttributedText(text, style: TestFonts.style()), width: width, .balanced).lineTexts
  }

  @Test(arguments: [
    (text: "aa bb cc dd ee", width: 110.0, lines: ["aa bb cc ", "dd ee"]),
    (text: "aa bb cc dd ee", width: 140.0, lines: ["aa bb cc dd ee"]),
    (text: "aa bb cc dd ee ff", width: 130, lines: ["aa bb cc ", "dd ee ff"]),
    (
      text: "the quick brown fox jumps over the dog", width: 300,
      lines: ["the quick brown fox ", "jumps over the dog"]
    ),
    (text: "a b c d e f g", width: 60, lines: ["a b c ", "d e f ", "g"]),
    (text: "", width: 60, lines: []),
  ])
  func `balanced lines have similar lengths`(text: String, width: Double, lines: [String]) {
    #expect(self.lines(text, width: width) == lines)
  }

  @Test(arguments: [0.0625, 1, 40, 1_000])
  func `lines of letters of any size are balanced`(size: Double) {
    let text = AttributedText("aa bb cc dd ee", style: TestFonts.style(size: size))
    let layout = layout(text, width: 11.5 * size, .balanced)
    #expect(layout.lineTexts == ["aa bb cc ", "dd ee"])
    #expect((layout.size.width / size).thousandths == 8)
    #expect((layout.validWidths.upperBound / size).thousandths == 14)
  }

  @Test func `lines are balanced even if they are as long as the first guess`() {
    // At 100 points, the longer of two lines is 80 points wide, which is the guess for two lines
    // and a half; but lines of 60 suffice.
    #expect(lines("aaaaaa b cccc", width: 100) == ["aaaaaa ", "b cccc"])
    #expect(lines("aaaaaa b cccc", width: 80) == ["aaaaaa ", "b cccc"])
    #expect(lines("aaaaaa b cccc", width: 60) == ["aaaaaa ", "b cccc"])
  }

  @Test func `lines with hyphens or kerning are balanced`() {
    // The narrowest measure for two lines is that of the first up to its hyphen.
    let text = AttributedText("aa bb\u{AD}cc dd", style: TestFonts.style())
    #expect(layout(text, width: 90, .balanced).lineTexts == ["aa bb\u{AD}", "cc dd"])
    #expect(layout(text, width: 90, .balanced).validWidths == 60..<100)
    let kerned = AttributedText("A A A A", style: TestFonts.style("Galley Kern"))
    let balanced = layout(kerned, width: 25, .balanced)
    #expect(balanced.lineTexts == ["A A ", "A A"])
    // A before a space 550, a space before A 200.
    #expect(balanced.lines.map(\.width.thousandths) == [13, 13.5])
    #expect(balanced.size.width.thousandths == 13.5)
  }

  @Test func `each paragraph is balanced separately`() {
    #expect(
      lines("aa bb cc dd ee ff\nab cd ef gh\n", width: 130)
        == ["aa bb cc ", "dd ee ff\n", "ab cd ef gh\n", ""])
  }

  @Test func `right-to-left text is balanced`() {
    #expect(lines("אא בב גג דד הה וו", width: 130) == ["אא בב גג ", "דד הה וו"])
  }

  @Test func `balanced lines are the same at all valid widths`() {
    let text = AttributedText("aa bb cc dd ee ff", style: TestFonts.style())
    let balanced = layout(text, width: 130, .balanced)
    #expect(balanced.size.width == 80)
    #expect(balanced.validWidths == 80..<170)
    for width in [80.0, 90, 120, 169] {
      #expect(layout(text, width: width, .balanced).lineTexts == balanced.lineTexts)
      #expect(layout(text, width: width, .balanced).validWidths == 80..<170)
    }
    #expect(layout(text, width: 79, .balanced).lineCount == 3)
    #expect(layout(text, width: 170, .balanced).lineCount == 1)
  }

  @Test func `paragraphs with broken words or tabs are not balanced`() {
    #expect(lines("ab cdefghij kl mn op", width: 60) == ["ab ", "cdefgh", "ij kl ", "mn op"])
    #expect(lines("abc\tdef ghi", width: 110) == ["abc\tdef ", "ghi"])
  }

  @Test func `soft hyphens break lines as in greedy wrapping`() {
    #expect(lines("aaaa bb\u{AD}bb cc", width: 80) == ["aaaa ", "bb\u{AD}bb cc"])
    #expect(lines("aaaa bb\u{AD}bbb cc", width: 90) == ["aaaa bb\u{AD}", "bbb cc"])
  }

  @Test func `text truncated by a limit is wrapped greedily`() {
    let text = AttributedText("aa bb cc dd ee ff gg", style: TestFonts.style())
    func lines(_ change: (inout LayoutOptions) -> Void) -> [String] {
      var options = LayoutOptions(width: 130)
      options.wrapping = .balanced
      change(&options)
      return engine.layout(text, options: options).lineTexts
    }
    #expect(lines { $0.maximumLines = 2 } == ["aa bb cc dd ", "ee ff gg"])
    #expect(lines { $0.maximumLines = 1 }[0].hasPrefix("aa bb cc"))
    #expect(lines { $0.maximumHeight = 20 } == ["aa bb cc dd ", "ee ff gg"])
    // Eight words: at 130 points there are three lines and a limit of two, so lines are greedy.
    let long = AttributedText("aa bb cc dd ee ff gg hh ii", style: TestFonts.style())
    var options = LayoutOptions(width: 130)
    options.wrapping = .balanced
    #expect(engine.layout(long, options: options).lineTexts.first == "aa bb cc ")
    options.maximumLines = 2
    #expect(engine.layout(long, options: options).lineTexts.first == "aa bb cc dd ")
  }

  @Test func `lines are balanced within indents and blocks`() {
    var text = AttributedText("aa bb cc dd ee ff", style: TestFonts.style())
    text.setParagraphStyle(ParagraphStyle(firstLineIndent: 30), in: 0..<text.length)
    #expect(layout(text, width: 130, .balanced).lineTexts == ["aa bb cc ", "dd ee ff"])
    #expect(layout(text, width: 130, .balanced).size.width == 110)
    var quote = AttributedText("aa bb cc dd ee ff", style: TestFonts.style())
    quote.addBlocks([TextBlock(.quote, in: 0..<quote.length)])
    // 9 points on either side of a block and 7 for its icon: the first line has 130 of 155 points.
    let balanced = layout(quote, width: 155, .balanced)
    #expect(balanced.lineTexts == ["aa bb cc ", "dd ee ff"])
    #expect(balanced.blocks[0].contentFrame.size.width == 87)
  }

  @Test func `changing the wrapping changes the lines on relayout`() {
    let text = AttributedText("aa bb cc dd ee ff", style: TestFonts.style())
    let balanced = layout(text, width: 130, .balanced)
    let greedy = balanced.relayout(LayoutOptions(width: 130))
    #expect(greedy.lineTexts == ["aa bb cc dd ", "ee ff"])
    let options = LayoutOptions(width: 130) { $0.wrapping = .balanced }
    #expect(greedy.relayout(options).lineTexts == balanced.lineTexts)
  }

  @Test(arguments: 0..<250)
  func `balancing uses the smallest width without adding a line`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = (0..<Int.random(in: 2...40, using: &random)).map { _ in
      String(repeating: "a", count: Int.random(in: 1...7, using: &random))
    }
    let text = AttributedText(words.joined(separator: " "), style: TestFonts.style())
    let width = Double(Int.random(in: 70...400, using: &random))
    let greedy = layout(text, width: width, .greedy)
    let balanced = layout(text, width: width, .balanced)
    #expect(balanced.lineCount == greedy.lineCount)
    #expect(balanced.size.width <= greedy.size.width)
    let own = balanced.size.width
    #expect(layout(text, width: own, .greedy).lineTexts == balanced.lineTexts)
    // A word that does not fit is broken, which would add no line.
    let widest = Double(words.map(\.count).max() ?? 0) * 10
    if balanced.lineCount > 1, own > widest {
      #expect(layout(text, width: own.nextDown, .greedy).lineCount > greedy.lineCount)
    }
    #expect(balanced.validWidths.lowerBound == own)
    #expect(layout(text, width: own, .balanced).lineTexts == balanced.lineTexts)
  }
}
