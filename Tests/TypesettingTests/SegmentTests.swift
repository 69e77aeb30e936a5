import GalleyFonts
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

@Suite struct SegmentTests {
  let engine = TestFonts.engine()

  /// Returns the text of each segment, with the number of its block.
  private func segments(_ string: String, _ blocks: [(TextBlock.Kind, Range<Int>)]) -> [String] {
    let text = text(string, blocks)
    let bytes = Array(text.string.utf8)
    return text.segments.map { segment in
      let part = String(decoding: bytes[segment.range], as: UTF8.self)
      return (segment.block.map { "\($0):" } ?? "") + part.replacing("\n", with: "$")
    }
  }

  private func text(
    _ string: String, _ blocks: [(TextBlock.Kind, Range<Int>)], direction: TextDirection = .auto
  ) -> AttributedText {
    var text = AttributedText(string, style: TestFonts.style(), direction: direction)
    text.addBlocks(blocks.map { TextBlock($0.0, in: $0.1) })
    return text
  }

  @Test func `text without blocks has no segments`() {
    #expect(segments("one\ntwo", []).isEmpty)
    #expect(text("one\ntwo", []).shapingInput.details == nil)
    #expect(segments("", [(.quote, 0..<0)]).isEmpty)
  }

  @Test func `a block includes one line end directly after it`() {
    #expect(segments("ab\ncd\n\nef", [(.quote, 3..<5)]) == ["ab$", "0:cd$", "$ef"])
    #expect(segments("ab cd ef", [(.quote, 3..<5)]) == ["ab ", "0:cd", " ef"])
    #expect(segments("ab\r\ncd", [(.quote, 0..<2)]) == ["0:ab\r\n", "cd"].map(crlf))
    #expect(segments("ab\u{2028}cd", [(.quote, 0..<2)]) == ["0:ab\u{2028}", "cd"])
    #expect(segments("ab\u{85}cd", [(.quote, 0..<2)]) == ["0:ab\u{85}", "cd"])
  }

  @Test func `the rest of a split block does not begin with a line end`() {
    #expect(
      segments("ab\ncd\nef", [(.quote, 0..<5), (.quote, 3..<8)]) == ["0:ab$", "1:cd$", "2:ef"])
    #expect(segments("ab\r\ncd", [(.quote, 0..<2), (.quote, 1..<6)]).last == "2:cd")
    #expect(segments("ab\n", [(.quote, 0..<2), (.quote, 1..<3)]).count == 2)
  }

  private func crlf(_ text: String) -> String { text.replacing("\n", with: "$") }

  @Test func `a line end at the start of a block belongs to that block`() {
    #expect(segments("ab\ncd", [(.quote, 0..<2), (.quote, 2..<5)]) == ["0:ab", "1:$cd"])
  }

  @Test func `a nested block splits the outer block`() {
    let nested: [(TextBlock.Kind, Range<Int>)] = [(.quote, 0..<8), (.code(language: nil), 3..<5)]
    #expect(segments("ab\ncd\nef\ngh", nested) == ["0:ab$", "1:cd$", "0:ef$", "gh"])
  }

  @Test func `the innermost of blocks with the same end includes the line end`() {
    let nested: [(TextBlock.Kind, Range<Int>)] = [(.quote, 0..<5), (.code(language: nil), 3..<5)]
    #expect(segments("ab\ncd\nef", nested) == ["0:ab$", "1:cd$", "ef"])
    #expect(segments("ab\n\nef", [(.quote, 0..<2), (.quote, 0..<2)]) == ["1:ab$", "$ef"])
  }

  @Test func `block edges are moved to character boundaries`() {
    let family = "a👨‍👩‍👧b"
    #expect(segments(family, [(.quote, 5..<family.utf8.count)]) == ["a", "0:👨‍👩‍👧b"])
    #expect(segments("ae\u{301}b", [(.quote, 0..<2)]) == ["0:a", "e\u{301}b"])
    #expect(segments("a\r\nb", [(.quote, 0..<2)]) == ["0:a\r\n", "b"].map(crlf))
    #expect(segments("🇩🇪🇫🇷", [(.quote, 4..<12)]) == ["0:🇩🇪", "🇫🇷"])
  }

  @Test func `lines break at both edges of a block`() {
    let layout = engine.layout(text("ab cd ef", [(.quote, 3..<5)]))
    #expect(layout.lineTexts == ["ab ", "cd", " ef"])
    #expect(layout.lines.map(\.width) == [20, 20, 30])
  }

  @Test func `a block's last line end does not add an empty line`() {
    #expect(engine.layout(text("ab\ncd", [(.quote, 0..<2)])).lineTexts == ["ab\n", "cd"])
    #expect(engine.layout(text("ab\ncd\n", [(.quote, 3..<5)])).lineTexts == ["ab\n", "cd\n"])
  }

  @Test func `quotes have the direction of their paragraphs, and code is left to right`() {
    let hebrew = "אב"
    func directions(_ kind: TextBlock.Kind, _ direction: TextDirection) -> [Bool] {
      let string = "a\(hebrew)\(hebrew)a"
      return engine.layout(text(string, [(kind, 5..<9)], direction: direction))
        .lines.map(\.isRightToLeft)
    }
    #expect(directions(.quote, .auto) == [false, true, false])
    #expect(directions(.quote, .leftToRight) == [false, false, false])
    #expect(directions(.quote, .rightToLeft) == [true, true, true])
    #expect(directions(.code(language: nil), .auto) == [false, false, false])
    #expect(directions(.code(language: nil), .rightToLeft) == [true, false, true])
  }

  @Test func `the layout of a block does not depend on its neighbors`() {
    // Arabic letters do not join across the boundary, and there is no kerning across it.
    for (family, string, edge) in [
      ("Galley Joining", "ببب", 2), ("Galley Kern", "AVAV", 1), ("Galley Ligature", "ffi", 2),
    ] {
      var text = AttributedText(string, style: TestFonts.style(family))
      text.addBlocks([TextBlock(.quote, in: 0..<edge)])
      let layout = engine.layout(text)
      let bytes = Array(string.utf8)
      for (line, part) in [(0, bytes[..<edge]), (1, bytes[edge...])] {
        let alone = engine.layout(
          AttributedText(String(decoding: part, as: UTF8.self), style: TestFonts.style(family)))
        #expect(layout.glyphs(line: line).map(\.id) == alone.glyphs().map(\.id))
        #expect(layout.lines[line].width == alone.lines[0].width)
      }
    }
  }

  @Test func `letters at a broken line's end do not join the next block`() {
    var text = AttributedText("بببببب", style: TestFonts.style("Galley Joining"))
    text.addBlocks([
      TextBlock(.code(language: nil), in: 0..<6), TextBlock(.code(language: nil), in: 6..<12),
    ])
    let layout = engine.layout(text, options: LayoutOptions(width: 25 + 18))
    let alone = engine.layout(
      AttributedText("ببب", style: TestFonts.style("Galley Joining")),
      options: LayoutOptions(width: 25))
    let lines = (0..<layout.lineCount).map { layout.glyphs(line: $0).map(\.id) }
    let expected = (0..<alone.lineCount).map { alone.glyphs(line: $0).map(\.id) }
    #expect(lines == expected + expected)
  }

  @Test func `block kinds affect the shaping input, but titles and paint do not`() {
    let plain = text("ab cd ef", []).shapingInput
    let quote = text("ab cd ef", [(.quote, 3..<5)]).shapingInput
    let code = text("ab cd ef", [(.code(language: "C"), 3..<5)]).shapingInput
    #expect(plain != quote)
    #expect(quote != code)
    var painted = AttributedText("ab cd ef", style: TestFonts.style())
    painted.addBlocks([
      TextBlock(.quote, in: 3..<5, title: "Title", isCollapsible: true, paint: .code)
    ])
    #expect(painted.shapingInput == quote)
    #expect(painted.shapingInput.hashValue == quote.hashValue)
  }

  @Test(arguments: 0..<200)
  func `segments partition any text, and lines do not cross their edges`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var text = AttributedText.random(using: &random)
    text.addBlocks(
      (0..<Int.random(in: 1...6, using: &random)).map { _ in
        let ends = [0, 1].map { _ in Int.random(in: -1...text.length + 1, using: &random) }.sorted()
        let kind = Bool.random(using: &random) ? TextBlock.Kind.quote : .code(language: nil)
        return TextBlock(kind, in: ends[0]..<ends[1])
      })
    let segments = text.segments
    var end = 0
    for segment in segments {
      #expect(segment.range.lowerBound == end)
      #expect(!segment.range.isEmpty)
      end = segment.range.upperBound
    }
    #expect(segments.isEmpty || end == text.length)
    let edges = Set(segments.map(\.range.upperBound))
    let options = LayoutOptions.random(using: &random)
    let ends = lineEnds(of: text, options)
    #expect(edges.isSubset(of: Set(ends)), "\(text.string.debugDescription)")
    #expect(text.string.characterBoundaries.isSuperset(of: ends))
    #expect(engine.layout(text, options: options).misplaced.isEmpty)
    // The lines of a segment equal those of the segment alone if its direction is explicit.
    for segment in segments { #expect(isAlone(segment, of: text, ends, options)) }
  }

  /// Returns the ends of lines that all have the whole measure.
  private func lineEnds(of text: AttributedText, _ options: LayoutOptions) -> [Int] {
    engine.shape(text).breaker(options).lines().lines.map { Int($0.end) }
  }

  /// Returns whether the lines of a segment are those of a layout of the segment's text alone.
  private func isAlone(
    _ segment: BlockSegment, of text: AttributedText, _ ends: [Int], _ options: LayoutOptions
  ) -> Bool {
    guard text.shapingSpans.spans.isEmpty else { return true }
    let bytes = Array(text.string.utf8)[segment.range]
    let alone = AttributedText(
      String(decoding: bytes, as: UTF8.self), style: text.baseStyle,
      direction: text.direction(of: segment))
    let start = segment.range.lowerBound
    let own = ends.filter { $0 > start && $0 <= segment.range.upperBound }
    return Set(own) == Set(lineEnds(of: alone, options).map { $0 + start })
  }

  @Test func `segmentation and layout take time linear in the number of blocks`() {
    expectGrowth(from: 60, to: 600, below: 30) { count in
      var text = AttributedText(
        String(repeating: "слово е\u{301} ", count: count), style: TestFonts.style())
      text.addBlocks((0..<count).map { TextBlock(.quote, in: $0 * 16 + 1..<$0 * 16 + 10) })
      return processorTime {
        #expect(text.segments.count == 2 * count)
        _ = engine.layoutUncached(text, options: LayoutOptions())
      }
    }
  }
}
