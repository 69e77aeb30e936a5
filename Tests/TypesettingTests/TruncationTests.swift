import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Truncation of lines, in a font whose characters are 10 points wide.
@Suite struct TruncationTests {
  let engine = TestFonts.engine()

  private func layout(
    _ text: String, width: Double = .infinity, lines: Int? = 1,
    _ truncation: LayoutOptions.Truncation = .end,
    token: String? = nil, direction: TextDirection = .auto
  ) -> TextLayout {
    var options = LayoutOptions(width: width)
    options.maximumLines = lines
    options.truncation = truncation
    options.truncationToken = token.map {
      LayoutOptions.TruncationToken(AttributedText($0, style: TestFonts.style()))
    }
    return engine.layout(
      AttributedText(text, style: TestFonts.style(), direction: direction), options: options)
  }

  @Test(arguments: [
    (text: "abcdefgh", width: 50.0, seen: "abcd…"),
    (text: "abcdefgh", width: 59, seen: "abcd…"),
    (text: "abcdefgh", width: 80, seen: "abcdefgh"),
    (text: "abcdefgh", width: 79, seen: "abcdef…"),
    // A long word is truncated, not dropped.
    (text: "ab cdefghi", width: 60, seen: "ab cd…"),
    // White space before the token is removed.
    (text: "ab cdefghi", width: 45, seen: "ab…"),
    (text: "ab   cdefghi", width: 60, seen: "ab…"),
    (text: "漢字漢字漢字", width: 40, seen: "漢字漢…"),
    // Han and Latin.
    (text: "漢字abc漢字", width: 50, seen: "漢字ab…"),
    (text: "a\u{AD}bcdefgh", width: 20, seen: "a…"),
  ])
  func `end truncation puts an ellipsis at the end of an overlong line`(
    text: String, width: Double, seen: String
  ) {
    let layout = layout(text, width: width)
    #expect(layout.seen == [seen])
    #expect(layout.isTruncated == seen.contains("…"))
    #expect(layout.size.width <= width)
  }

  @Test(arguments: [
    (text: "abcdefgh", width: 50.0, seen: "ab…gh"),
    (text: "abcdefgh", width: 60, seen: "abc…gh"),
    (text: "abcdefgh", width: 80, seen: "abcdefgh"),
    (text: "abcdefgh", width: 70, seen: "abc…fgh"),
    (text: "ab cd ef gh", width: 40, seen: "ab…h"),
    // After a line end, only the last paragraph is shown.
    (text: "abc\ndef\nghi", width: 50, seen: "ab…hi"),
    (text: "abc\ndef\nghi", width: 1_000, seen: "abc…ghi"),
  ])
  func `middle truncation puts an ellipsis in the middle of an overlong line`(
    text: String, width: Double, seen: String
  ) {
    let layout = layout(text, width: width, .middle)
    #expect(layout.seen == [seen])
    #expect(layout.isTruncated == seen.contains("…"))
    #expect(layout.size.width <= width)
  }

  @Test(arguments: [
    (text: "abcdefgh", width: 50.0, seen: "…efgh"),
    (text: "abcdefgh", width: 80, seen: "abcdefgh"),
    (text: "ab cd ef gh", width: 40, seen: "…gh"),
    (text: "abc\ndef\nghi", width: 30, seen: "…hi"),
    (text: "abc\ndef\nghi", width: 1_000, seen: "…ghi"),
  ])
  func `start truncation puts an ellipsis at the start of an overlong line`(
    text: String, width: Double, seen: String
  ) {
    let layout = layout(text, width: width, .start)
    #expect(layout.seen == [seen])
    #expect(layout.isTruncated == seen.contains("…"))
  }

  @Test(arguments: [
    (lines: 1, seen: ["the…"]), (lines: 2, seen: ["the ", "quic…"]),
    (lines: 3, seen: ["the ", "quick ", "brow…"]),
    (lines: 4, seen: ["the ", "quick ", "brown ", "fox"]),
    (lines: 5, seen: ["the ", "quick ", "brown ", "fox"]),
    (lines: 0, seen: ["the…"]), (lines: -3, seen: ["the…"]), (lines: .min, seen: ["the…"]),
    (lines: .max, seen: ["the ", "quick ", "brown ", "fox"]),
  ])
  func `lines beyond maximumLines are truncated`(lines: Int, seen: [String]) {
    let layout = layout("the quick brown fox", width: 50, lines: lines)
    #expect(layout.seenWithSpaces == seen)
    #expect(layout.isTruncated == (lines < 4))
    #expect(layout.size.height == Double(seen.count) * 10)
  }

  @Test(arguments: [
    (height: 40.0, lines: 4), (height: 39.9, lines: 3), (height: 30, lines: 3),
    (height: 29, lines: 2), (height: 11, lines: 1), (height: 10, lines: 1), (height: 9, lines: 1),
    (height: 0, lines: 1), (height: -1, lines: 1), (height: -.infinity, lines: 1),
    (height: .infinity, lines: 4), (height: .nan, lines: 4), (height: 1e300, lines: 4),
  ])
  func `lines beyond maximumHeight are truncated`(height: Double, lines: Int) {
    let options = LayoutOptions(width: 50) { $0.maximumHeight = height }
    let text = AttributedText("the quick brown fox", style: TestFonts.style())
    let layout = engine.layout(text, options: options)
    #expect(layout.lineCount == lines)
    #expect(layout.isTruncated == (lines < 4))
  }

  @Test(arguments: ["abc\n", "abc\n\n\n", "abc  ", "abc \n \t\u{200B}\u{200F}\n"])
  func `invisible text needs no truncation token`(text: String) {
    let layout = layout(text, width: 30)
    #expect(layout.seen == ["abc"])
    #expect(!layout.isTruncated)
    #expect(layout.placedTokens.isEmpty)
    #expect(layout.partition == text.utf8.count)
  }

  @Test func `a line end before hidden text is replaced by the token`() {
    #expect(layout("abc\ndef", width: 100).seen == ["abc…"])
    #expect(layout("abc\ndef", width: 40).seen == ["abc…"])
    #expect(layout("abc\ndef", width: 39).seen == ["ab…"])
    #expect(layout("abc \n\ndef", width: 100, lines: 2).seen == ["abc", "…"])
    #expect(layout("abc\r\ndef", width: 100).seen == ["abc…"])
    #expect(layout("\n\na", width: 100).seen == ["…"])
  }

  @Test func `hidden ranges and lines together cover the text`() {
    let end = layout("abcdefgh", width: 50)
    #expect(end.hiddenRanges == [4..<8])
    #expect(end.lines.map(\.range) == [0..<4])
    let middle = layout("abcdefgh  ", width: 50, .middle)
    #expect(middle.hiddenRanges == [2..<6])
    #expect(middle.lines.map(\.range) == [0..<10])
    let start = layout("abcdefgh", width: 50, .start)
    #expect(start.hiddenRanges == [0..<4])
    #expect(layout("ab cdefghi", width: 45).hiddenRanges == [2..<10])
    #expect(layout("abc\n\n", width: 100).hiddenRanges == [])
    #expect(layout("abc", width: 100).hiddenRanges == [])
  }

  @Test(arguments: [
    (width: 10.0, seen: "…"), (width: 15, seen: "…"), (width: 9, seen: "a"),
    (width: 0, seen: "a"), (width: -5, seen: "a"), (width: .nan, seen: "a"),
    (width: 20, seen: "a…"), (width: .infinity, seen: "abcd"),
  ])
  func `a truncated line shows at least the token or one character`(width: Double, seen: String) {
    #expect(layout("abcd", width: width).seen == [seen])
  }

  @Test(arguments: [
    (width: 50.0, seen: "ab… +"), (width: 30, seen: "… +"), (width: 29, seen: "a…"),
    (width: 10, seen: "…"), (width: 5, seen: "a"), (width: 0, seen: "a"),
  ])
  func `a token too wide for the line is replaced by an ellipsis`(width: Double, seen: String) {
    let layout = layout("abcdefgh", width: width, token: "… +")
    #expect(layout.seen == [seen])
    #expect(layout.isTruncated)
  }

  @Test func `a token omits its ellipsis on empty lines, and its text after a line end`() {
    #expect(layout("abc\n\ndef", width: 100, lines: 2, token: "… more").seen == ["abc", "more"])
    #expect(layout("abc\ndef", width: 100, token: "… more\nor less").seen == ["abc… more"])
    #expect(layout("abc\ndef", width: 100, token: "").seen == ["abc"])
    #expect(layout("abcdef", width: 30, token: "").seen == ["abc"])
    #expect(layout("abcdef", width: 30, token: "").isTruncated)
  }

  /// Returns three lines, a quotation of two, and one more; each line is 10 high.
  private func blocks(collapsible: Bool = false) -> AttributedText {
    var text = AttributedText("ab\ncd\nef\ngh\nij\nkl\nmn", style: TestFonts.style())
    text.addBlocks([TextBlock(.quote, in: 3..<17, isCollapsible: collapsible)])
    return text
  }

  @Test(arguments: [
    (lines: 1, seen: ["ab…"], height: 10.0), (lines: 2, seen: ["ab", "cd…"], height: 32),
    (lines: 5, seen: ["ab", "cd", "ef", "gh", "ij…"], height: 62),
    (lines: 6, seen: ["ab", "cd", "ef", "gh", "ij", "kl…"], height: 72),
    (lines: 7, seen: ["ab", "cd", "ef", "gh", "ij", "kl", "mn"], height: 84),
  ])
  func `maximumLines counts lines across all blocks`(lines: Int, seen: [String], height: Double) {
    let options = LayoutOptions { $0.maximumLines = lines }
    let layout = engine.layout(blocks(), options: options)
    #expect(layout.seen == seen)
    // A gap of six above the quotation, and below it of six if it comes last, otherwise of eight.
    #expect(layout.size.height == height)
    #expect(layout.isTruncated == (lines < 7))
    #expect(layout.partition == 20)
    #expect(layout.placedTokens.map(\.kind) == (lines < 7 ? [.truncation] : []))
  }

  @Test(arguments: [
    (lines: 3, seen: ["ab", "cd", "ef…"], kinds: [TextLayout.Token.Kind.truncation]),
    (lines: 4, seen: ["ab", "cd", "ef", "gh…"], kinds: [.truncation]),
    (lines: 5, seen: ["ab", "cd", "ef", "gh…", "mn"], kinds: [.collapse]),
  ])
  func `maximumLines does not count lines hidden by a collapsed block`(
    lines: Int, seen: [String], kinds: [TextLayout.Token.Kind]
  ) {
    let options = LayoutOptions { $0.maximumLines = lines }
    let layout = engine.layout(blocks(collapsible: true), options: options)
    #expect(layout.seen == seen)
    #expect(layout.isTruncated == (lines < 5))
    #expect(layout.placedTokens.map(\.kind) == kinds)
  }

  @Test(arguments: [
    (height: 84.0, lines: 7), (height: 83.9, lines: 6), (height: 72, lines: 6),
    (height: 71.9, lines: 5), (height: 32, lines: 2), (height: 31.9, lines: 1),
    (height: 3, lines: 1),
  ])
  func `maximumHeight includes blocks and the gaps around them`(height: Double, lines: Int) {
    let options = LayoutOptions { $0.maximumHeight = height }
    let layout = engine.layout(blocks(), options: options)
    #expect(layout.lineCount == lines)
    #expect(layout.size.height <= height || lines == 1)
    #expect(layout.isTruncated == (lines < 7))
  }

  @Test(arguments: [
    (width: 54.0, height: 53.0, lines: 4), (width: 54, height: 52.9, lines: 3),
    (width: 53, height: 53, lines: 3), (width: 53, height: 62.9, lines: 3),
    (width: 53, height: 63, lines: 4),
  ])
  func `maximumHeight includes the arrow of an expanded block`(
    width: Double, height: Double, lines: Int
  ) {
    // Four lines and the gaps are 53 points high; from 54, the arrow fits beside the last one.
    var text = AttributedText("ab\ncd\nef\ngh", style: TestFonts.style())
    text.addBlocks([TextBlock(.quote, in: 0..<11, isCollapsible: true)])
    var options = LayoutOptions(width: width)
    options.maximumHeight = height
    options.expandedBlocks = [0]
    let layout = engine.layout(text, options: options)
    #expect(layout.lineCount == lines)
    #expect(layout.size.height <= height)
    #expect(layout.isTruncated == (lines < 4))
  }

  @Test func `truncated text does not widen the layout`() {
    var options = LayoutOptions(width: 200)
    options.maximumHeight = 25
    let plain = AttributedText("ab\ncd\nefghij", style: TestFonts.style())
    #expect(engine.layout(plain, options: options).size == Size(width: 30, height: 20))
    var block = plain
    block.addBlocks([TextBlock(.code(language: "c"), in: 6..<12, title: "A long title")])
    #expect(engine.layout(block, options: options).size == Size(width: 30, height: 20))
    options.maximumHeight = nil
    options.maximumLines = 2
    #expect(engine.layout(block, options: options).size == Size(width: 30, height: 20))
  }

  @Test func `block titles do not count as lines, and blocks use their own token`() {
    var text = AttributedText("ab\ncdef gh", style: TestFonts.style())
    text.addBlocks([TextBlock(.code(language: "c"), in: 3..<10, title: "C")])
    var options = LayoutOptions(width: 68)
    options.maximumLines = 2
    options.truncationToken = LayoutOptions.TruncationToken(
      AttributedText("… more", style: TestFonts.style()),
      inBlocks: AttributedText("…", style: TestFonts.style()))
    let layout = engine.layout(text, options: options)
    #expect(layout.seen == ["ab", "cdef…"])
    #expect(layout.blocks.first?.titleFrame != nil)
    options.maximumLines = 1
    options.width = 80
    #expect(engine.layout(text, options: options).seen == ["ab… more"])
  }
}

extension TextLayout {
  /// The visible text of each line, tokens included, in logical order and without hanging spaces.
  var seen: [String] {
    seenWithSpaces.map { line in
      var line = line
      while let last = line.last, last.isWhitespace || last == "\u{200F}" || last == "\u{200B}" {
        line.removeLast()
      }
      return line
    }
  }

  /// The text of each line, tokens included, in logical order.
  var seenWithSpaces: [String] {
    let bytes = Array(text.string.utf8)
    return lines.enumerated().map { index, line in
      var result: [UInt8] = []
      var isShown = false
      for offset in line.range {
        if hiddenRanges.contains(where: { $0.contains(offset) }) {
          if !isShown, let token = tokenTexts[index] {
            while let last = result.last, last <= 0x20 { result.removeLast() }
            result += Array(token.utf8)
          }
          isShown = true
        } else {
          result.append(bytes[offset])
        }
      }
      if !isShown, let token = tokenTexts[index] {
        while let last = result.last, last <= 0x20 { result.removeLast() }
        result += Array(token.utf8)
      }
      return String(decoding: result, as: UTF8.self)
    }
  }

  /// The text of the token on each line that has one.
  private var tokenTexts: [Int: String] {
    var result: [Int: String] = [:]
    for token in placedTokens {
      guard let line = lines.firstIndex(where: { $0.y == token.frame.minY }) else { continue }
      result[line] = token.layout.text.string
    }
    return result
  }

  /// The number of bytes in lines and hidden ranges together, or `nil` if they are not contiguous.
  var partition: Int? {
    var hidden = hiddenRanges[...]
    var end = 0
    for line in lines {
      while let next = hidden.first, next.lowerBound == end,
        next.upperBound <= line.range.lowerBound
      {
        end = next.upperBound
        hidden.removeFirst()
      }
      guard line.range.lowerBound == end else { return nil }
      end = line.range.upperBound
      while let next = hidden.first, next.upperBound <= end { hidden.removeFirst() }
    }
    for next in hidden {
      guard next.lowerBound == end else { return nil }
      end = next.upperBound
    }
    return end
  }
}
