internal import GalleyBasics

/// The break table of a text: entries in logical order that partition the text.
///
/// It follows the glyphs of the text in ``ShapedText/words``: two words with the form of the table,
/// then the entries. These take a word each if all are narrow, that is, if their white space has at
/// most three advances besides 0 and the other fields are small, as in almost any text; otherwise
/// two, which are the bits of a ``BreakEntry``. A narrow entry is
///
///     31    30  29     28      27    26  25 24     16 15       0
///     | hang  | has | ends | unsafe | kind |  bytes  |   ink   |
///               ink   run
package struct BreakTable: RandomAccessCollection, Sendable {
  /// The words of the text.
  package let words: [UInt32]
  /// The location and form of the entries.
  package let form: Form

  /// Creates the table that follows the glyphs of a text.
  init(_ words: [UInt32], behind glyphCount: Int) {
    self.words = words
    let hangs = UInt64(words[glyphCount]) << 16 | UInt64(words[glyphCount + 1] & 0xFFFF) << 48
    let isNarrow = words[glyphCount + 1] >> 16 == 0
    let wordCount = words.count - glyphCount - Self.headerCount
    form = Form(
      first: glyphCount + Self.headerCount, count: isNarrow ? wordCount : wordCount / 2,
      isNarrow: isNarrow, hangs: hangs)
  }

  /// The number of words before the entries.
  static let headerCount = 2

  /// The index of the first entry.
  package var startIndex: Int { 0 }
  /// The number of entries.
  package var endIndex: Int { form.count }

  /// The entry at an index.
  package subscript(index: Int) -> BreakEntry { form.entry(index, in: words.span) }

  /// The location and form of a table's entries.
  package struct Form: BitwiseCopyable, Sendable {
    /// The index of the first word.
    package let first: Int
    /// The number of entries.
    package let count: Int
    /// Whether entries take one word each.
    package let isNarrow: Bool
    /// The advances of white space, 16 bits each.
    package let hangs: UInt64

    /// Returns an entry.
    package func entry(_ index: Int, in words: Span<UInt32>) -> BreakEntry {
      isNarrow ? narrowEntry(index, in: words) : wideEntry(index, in: words)
    }

    /// Returns an entry of a narrow table.
    private func narrowEntry(_ index: Int, in words: Span<UInt32>) -> BreakEntry {
      let word = UInt64(words[first &+ index])
      let hang = hangs >> ((word >> 30) << 4) & 0xFFFF
      let flags = word << 27 & 3 << 52 | word << 29 & 7 << 56
      return BreakEntry(bits: word & 0xFFFF | hang << 24 | word << 24 & 0x1FF << 40 | flags)
    }

    /// Returns an entry of a table that is not narrow.
    private func wideEntry(_ index: Int, in words: Span<UInt32>) -> BreakEntry {
      let place = first &+ 2 &* index
      return BreakEntry(bits: UInt64(words[place]) | UInt64(words[place &+ 1]) << 32)
    }
  }
}

extension BreakTable {
  /// Appends a table.
  static func append(_ entries: Span<BreakEntry>, to words: inout [UInt32]) {
    let first = words.count
    words.append(0)
    words.append(0)
    if let hangs = appendNarrow(entries, to: &words) {
      (words[first], words[first + 1]) = header(hangs)
      return
    }
    words.removeLast(words.count - first - headerCount)
    words[first + 1] = 1 << 16
    for index in entries.indices {
      words.append(UInt32(truncatingIfNeeded: entries[index].bits))
      words.append(UInt32(truncatingIfNeeded: entries[index].bits >> 32))
    }
  }

  /// Appends a table of narrow entries, as coded by a coder.
  static func append(_ entries: Span<UInt32>, _ coder: NarrowEntryCoder, to words: inout [UInt32]) {
    let (first, second) = header(coder.hangs)
    words.append(upTo: headerCount &+ entries.count) { words in
      words.append(first)
      words.append(second)
      for index in entries.indices { words.append(entries[index]) }
    }
  }

  /// Returns the words before narrow entries.
  private static func header(_ hangs: UInt64) -> (UInt32, UInt32) {
    (UInt32(truncatingIfNeeded: hangs >> 16), UInt32(truncatingIfNeeded: hangs >> 48))
  }

  /// Appends narrow entries.
  ///
  /// - Returns: The advances of white space, 16 bits each; `nil` if some entry is not narrow.
  private static func appendNarrow(
    _ entries: Span<BreakEntry>, to words: inout [UInt32]
  ) -> UInt64? {
    var coder = NarrowEntryCoder()
    var isNarrow = true
    words.append(upTo: entries.count) { words in
      for index in entries.indices {
        guard let word = coder.word(of: entries[index]) else {
          isNarrow = false
          return
        }
        words.append(word)
      }
    }
    return isNarrow ? coder.hangs : nil
  }
}

/// A coder of the entries of a narrow ``BreakTable``.
struct NarrowEntryCoder {
  // The advances of white space besides 0, in the order in which they occur.
  private var (first, second, third): (UInt64, UInt64, UInt64) = (0, 0, 0)

  /// The advances of white space, 16 bits each.
  var hangs: UInt64 { first << 16 | second << 32 | third << 48 }

  /// Returns an entry as a word, or `nil` if it is not narrow.
  @inline(__always) mutating func word(of entry: BreakEntry) -> UInt32? {
    let bits = entry.bits
    let hang = bits >> 24 & 0xFFFF
    var code: UInt64 = 0
    if hang != 0 {
      if first == 0 { first = hang }
      if hang == first {
        code = 1
      } else if hang == second || second == 0 {
        (second, code) = (hang, 2)
      } else if hang == third || third == 0 {
        (third, code) = (hang, 3)
      } else {
        return nil
      }
    }
    // The upper bits of the ink and of the length.
    guard bits & (0xFF_0000 | 0xE00 << 40) == 0 else { return nil }
    let fields =
      bits & 0xFFFF | bits >> 24 & 0x1FF << 16 | bits >> 27 & 3 << 25 | bits >> 29 & 7 << 27
    return UInt32(truncatingIfNeeded: fields | code << 30)
  }
}
