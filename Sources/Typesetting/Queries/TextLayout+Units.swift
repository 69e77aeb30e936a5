internal import GalleyBasics
import GalleyShaping
import GalleyUnicode

extension TextLayout {
  /// Returns the character, word, line, paragraph or text at an offset.
  ///
  /// At a boundary the unit after it is returned; at the end of the text, the last unit. White
  /// space and punctuation are words of their own, so that every offset is in one.
  ///
  /// - Parameters:
  ///   - unit: The unit of text.
  ///   - offset: A UTF-8 offset, clamped to the text.
  /// - Returns: UTF-8 offsets; empty only if there is no text.
  public func range(of unit: Unit, at offset: Int) -> Range<Int> {
    guard text.length > 0 else { return 0..<0 }
    let offset = min(max(offset, 0), text.length - 1)
    switch unit {
    case .character: return characterRange(at: offset)
    case .word: return wordRange(at: offset)
    case .line:
      guard lineCount > 0 else { return offset..<offset }
      return lineRange(min(lineIndex(at: offset), lineCount - 1))
    case .paragraph: return paragraphRange(at: offset)
    case .text: return 0..<text.length
    }
  }

  /// Returns the grapheme cluster at `offset`.
  func characterRange(at offset: Int) -> Range<Int> {
    // A character never spans two lines.
    var whole = paragraphRange(at: offset)
    let line = lineIndex(at: offset)
    if line < lineCount, lineRange(line).contains(offset) { whole = lineRange(line) }
    guard !whole.isEmpty else { return offset..<offset }
    let ends = shaped.shapers.graphemeBoundaries(of: shaped.input.text, in: whole)
    let index = min(ends.firstIndex(from: offset + 1), ends.count - 1)
    return (index > 0 ? Int(ends[index - 1]) : whole.lowerBound)..<Int(ends[index])
  }

  /// Returns the paragraph at `offset`, including its line end; empty at the end of the text.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of paragraphs.
  func paragraphRange(at offset: Int) -> Range<Int> {
    guard offset < text.length else { return text.length..<text.length }
    let paragraphs = shaped.paragraphs
    let index = paragraphs.partitioningIndex { Int($0.end) > offset }
    let last = paragraphs.last.map { Int($0.end) } ?? 0
    if index == paragraphs.count { return last..<text.length }
    return (index > 0 ? Int(paragraphs[index - 1].end) : 0)..<Int(paragraphs[index].end)
  }

  /// Returns the range of text around `offset` that no line shows, or `nil` if the offset is
  /// visible.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of hidden ranges.
  func hiddenRange(at offset: Int) -> Range<Int>? {
    let ranges = hiddenRanges
    let next = ranges.partitioningIndex { $0.lowerBound > offset }
    return next > 0 && ranges[next - 1].contains(offset) ? ranges[next - 1] : nil
  }

  // MARK: - Words

  /// A part of a text between two word boundaries.
  struct WordSegment {
    var range: Range<Int>
    /// Whether the segment is a word, as opposed to white space or punctuation.
    var isWord: Bool
  }

  private func wordRange(at offset: Int) -> Range<Int> {
    let words = text.wordSegments(in: paragraphRange(at: offset))
    let word = words.first { $0.range.upperBound > offset }?.range ?? offset..<offset
    // UAX #29 word boundaries split no grapheme cluster, except those that only CLDR joins.
    let (first, last) = (
      characterRange(at: word.lowerBound), characterRange(at: max(offset, word.upperBound - 1))
    )
    return min(first.lowerBound, word.lowerBound)..<max(last.upperBound, word.upperBound)
  }

  /// Returns the first end of a word after `offset`.
  func wordEnd(after offset: Int) -> Int {
    var paragraph = paragraphRange(at: offset)
    while !paragraph.isEmpty {
      let words = text.wordSegments(in: paragraph)
      if let word = words.first(where: { $0.isWord && $0.range.upperBound > offset }) {
        return word.range.upperBound
      }
      paragraph = paragraphRange(at: paragraph.upperBound)
    }
    return text.length
  }

  /// Returns the last start of a word before `offset`.
  func wordStart(before offset: Int) -> Int {
    var end = offset
    while end > 0 {
      let paragraph = paragraphRange(at: end - 1)
      let words = text.wordSegments(in: paragraph)
      if let word = words.last(where: { $0.isWord && $0.range.lowerBound < offset }) {
        return word.range.lowerBound
      }
      end = paragraph.lowerBound
    }
    return 0
  }
}

extension AttributedText {
  /// Returns the segments of a part of the text between word boundaries, in order.
  ///
  /// - SeeAlso: [UAX #29](https://www.unicode.org/reports/tr29/), section 4; Thai, Lao, Khmer,
  ///   Burmese, Chinese and Japanese words are found with dictionaries.
  func wordSegments(in range: Range<Int>) -> [TextLayout.WordSegment] {
    let bytes = string.utf8.span
    var segments: [TextLayout.WordSegment] = []
    var iterator = ICU.BreakIterator(.word, locale: language ?? "")
    guard iterator != nil, !range.isEmpty else {
      return range.isEmpty ? [] : [.init(range: range, isWord: true)]
    }
    var start = range.lowerBound
    iterator?.forEachBoundary(of: bytes.extracting(range)) { boundary in
      let end = range.lowerBound + Int(boundary.offset)
      let isWord = boundary.status >= 100 || isPicture(at: start)
      segments.append(.init(range: start..<end, isWord: isWord))
      start = end
    }
    return segments
  }

  /// Returns whether an emoji or the placeholder of an attachment begins at `offset`.
  private func isPicture(at offset: Int) -> Bool {
    let scalar = string.utf8.span.scalar(at: offset).value
    guard scalar > 0xFF else { return false }
    return scalar == 0xFFFC
      || !ICU.Properties.flags(of: scalar).isDisjoint(
        with: [.extendedPictographic, .regionalIndicator])
  }
}
