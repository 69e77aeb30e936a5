import GalleyFonts
import GalleyHarfBuzz
internal import GalleySystem

/// The plainness of a word: whether a text of such words and spaces needs no analysis.
///
/// Each scalar of a plain word is a simple grapheme cluster at level 0 (``TextAnalysis/isPlain``)
/// of one script or common, and is in the coverage of the font. By the standard rules, a line may
/// break before the word, but not after it except behind spaces.
struct WordPlainness: BitwiseCopyable {
  private(set) var rawValue: UInt8

  /// The plainness of a word that needs analysis.
  static let none = WordPlainness(rawValue: 0)

  private init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates the plainness of a plain word.
  init(isOpening: Bool, isQuote: Bool) {
    rawValue = 1 | (isOpening ? 2 : 0) | (isQuote ? 4 : 0)
  }

  /// Whether the word is plain.
  @inline(__always) var isPlain: Bool { rawValue != 0 }

  /// Returns whether a line may break between the word and another, which are plain.
  ///
  /// It may not between a quotation mark at the end of the word and an opening bracket (LB15 of
  /// UAX #14).
  @inline(__always) func breaks(before next: WordPlainness) -> Bool {
    (rawValue >> 2) & (next.rawValue >> 1) & 1 == 0
  }
}

/// The rows of a ``LineBreakTable`` after a plain word and spaces.
///
/// Rules see through the spaces after a closing bracket and after a quotation mark.
struct PlainWordRows {
  private let rows: InlineArray<3, Int>

  /// Creates the rows of a table, loading entries.
  init(_ table: inout LineBreakTable) {
    func row(after last: LineBreakClass) -> Int {
      let row = Int(table.loaded(row: 0, column: Int(last.rawValue)) >> 4)
      return Int(table.loaded(row: row, column: Int(LineBreakClass.sp.rawValue)) >> 4)
    }
    rows = [row(after: .al), row(after: .cl), row(after: .qu)]
  }

  /// Returns the row after a character of a class, or `nil` unless a line may break before that
  /// character and after a plain word, which for an opening bracket is not a quotation mark.
  func row(
    after column: Int, in table: inout LineBreakTable
  ) -> (row: Int, isOpening: Bool)? {
    let breakHere = UInt32(LineBreakState.Action.breakHere.rawValue)
    let entry = table.loaded(row: rows[0], column: column)
    guard entry & 0xF == breakHere, table.loaded(row: rows[1], column: column) == entry else {
      return nil
    }
    let behindQuote = table.loaded(row: rows[2], column: column)
    guard behindQuote == entry || behindQuote == entry & ~0xF else { return nil }
    return (Int(entry >> 4), behindQuote != entry)
  }

  /// Returns whether a row is that after a quotation mark, or `nil` if it is not one of the rows.
  func isQuote(_ row: Int) -> Bool? {
    row == rows[2] ? true : row == rows[0] || row == rows[1] ? false : nil
  }
}

extension LineBreakTable {
  /// Returns an entry, which is compiled if it was not.
  mutating func loaded(row: Int, column: Int) -> UInt32 {
    if entries[row + column] == Self.missing { load(row: row, column: column) }
    return entries[row + column]
  }
}

extension TextAnalyzer {
  /// Returns the plainness of a word, and appends the offsets within a plain word at which a line
  /// may break.
  ///
  /// - Parameters:
  ///   - text: A text, which another analyzer may have analyzed.
  ///   - word: The bytes of the word, which is not empty and has no spaces.
  ///   - script: The script of the text.
  ///   - coverage: The characters that always use the font.
  ///   - breaks: The array to append to.
  /// - Returns: The plainness.
  mutating func plainness(
    of text: Span<UInt8>, _ word: Range<Int>, script: FontTag, coverage: Coverage,
    breaks: inout [Int]
  ) -> WordPlainness {
    let breakHere = UInt32(LineBreakState.Action.breakHere.rawValue)
    let style = LineBreakStyle.standard.index
    let rows = plainRows ?? PlainWordRows(&rules[style])
    plainRows = rows
    var (offset, row, isOpening) = (word.lowerBound, 0, false)
    while offset < word.upperBound {
      let (scalar, length) = text.scalar(at: offset)
      let record = learnRecord(scalar)
      guard !record.has(CharacterRecord.isNotPlain), !PlainCharacters.isControl(scalar),
        coverage.contains(scalar), !record.hasScript || self.script(of: record) == script
      else { return .none }
      if offset == word.lowerBound {
        let next = rows.row(after: record.lineBreak, in: &rules[style])
        guard let next else { return .none }
        (row, isOpening) = next
      } else {
        let entry = rules[style].loaded(row: row, column: record.lineBreak)
        if entry & 0xF == breakHere, endOfInk(in: text, word.lowerBound..<offset) == offset {
          breaks.append(offset)
        } else if entry & 0xF != 0 {
          return .none
        }
        row = Int(entry >> 4)
      }
      offset += length
    }
    let entry = rules[style].loaded(row: row, column: Int(LineBreakClass.sp.rawValue))
    let end = rules[style].entries[row + LineBreakTable.endColumn]
    guard entry & 0xF == 0, end & 0xF == 0, endOfInk(in: text, word) == word.upperBound,
      let isQuote = rows.isQuote(Int(entry >> 4))
    else { return .none }
    return WordPlainness(isOpening: isOpening, isQuote: isQuote)
  }

  /// Returns the script that a text has if all its words are plain: that of its first character
  /// with a script; `nil` if there is none, or it is not plain.
  @inline(__always) func plainScript(of text: Span<UInt8>) -> FontTag? {
    var offset = 0
    while offset < text.count {
      let lead = text[offset]
      if (lead | 0x20) &- 0x61 < 26 { return .latin }
      if lead >= 0x80 { return plainScript(of: text, from: offset) }
      offset &+= 1
    }
    return nil
  }

  /// Likewise, from a character on that is not ASCII.
  @inline(never) private func plainScript(of text: Span<UInt8>, from start: Int) -> FontTag? {
    var offset = start
    while offset < text.count {
      let (scalar, length) = text.scalar(at: offset)
      guard let record = knownRecord(scalar), !record.has(CharacterRecord.isNotPlain) else {
        return nil
      }
      if record.hasScript { return script(of: record) }
      offset += length
    }
    return nil
  }
}
