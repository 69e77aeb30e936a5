internal import GalleyTypesetting
internal import GalleyUnicode

extension Accessible.Text {
  /// A unit of text.
  package enum Unit: Int, CaseIterable, Hashable, Sendable {
    case character, word, sentence, line, paragraph
  }

  /// Returns the unit around a code point, in code points; empty at the end of the text.
  ///
  /// As in AT-SPI, a unit ends where the next one begins: a word includes the space after it.
  ///
  /// - Parameters:
  ///   - unit: The unit.
  ///   - index: The code point, clamped to the text.
  /// - Returns: The code points of the unit.
  package func range(of unit: Unit, at index: Int) -> Range<Int> {
    guard index < count else { return count..<count }
    let offset = points.byte(ofIndex: max(index, 0))
    let bytes =
      switch unit {
      case .paragraph: paragraph(at: offset)
      case .line: line(at: offset)
      case .character: segment(of: .grapheme, at: offset)
      case .word: segment(of: .word, at: offset)
      case .sentence: segment(of: .sentence, at: offset)
      }
    return points.indices(ofBytes: bytes)
  }

  /// Returns the bytes of the paragraph at an offset, including its line end.
  private func paragraph(at offset: Int) -> Range<Int> {
    let newline = UInt8(ascii: "\n")
    let start = points.bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = points.bytes[offset...].firstIndex(of: newline).map { $0 + 1 } ?? points.bytes.count
    return start..<end
  }

  /// Returns the bytes of the line at an offset.
  private func line(at offset: Int) -> Range<Int> {
    let index = points.index(ofByte: offset)
    let source = sourceRange(of: index..<index + 1).lowerBound
    let line = range(ofSource: layout.range(of: .line, at: source))
    // A spoiler that spans lines is read as a whole, on each of them.
    return points.bytes(ofIndices: line.contains(index) ? line : index..<index + 1)
  }

  /// Returns the bytes of a segment, which lies within one paragraph.
  private func segment(of kind: ICU.BreakIterator.Kind, at offset: Int) -> Range<Int> {
    let paragraph = paragraph(at: offset)
    let locale = layout.text.language ?? ""
    guard var iterator = ICU.BreakIterator(kind, locale: locale) else { return paragraph }
    var (start, end) = (paragraph.lowerBound, paragraph.upperBound)
    var last = paragraph.lowerBound
    iterator.forEachBoundary(of: points.bytes.span.extracting(paragraph)) { boundary in
      let next = paragraph.lowerBound + Int(boundary.offset)
      // White space and punctuation belong to the word before them.
      let begins = kind != .word || boundary.status >= 100 || last == paragraph.lowerBound
      if begins, last <= offset { start = last }
      if begins, last > offset { end = min(end, last) }
      last = next
    }
    return start..<end
  }
}
