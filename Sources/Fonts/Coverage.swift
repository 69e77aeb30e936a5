/// The set of scalars that a font has glyphs for.
///
/// The set is a bitmap in pages of 256 scalars; empty pages share one page. A lookup takes three
/// loads and is thread-safe.
package struct Coverage: Sendable {
  /// The index of the page of `scalar >> 8` in ``words``, in pages; page 0 is the empty page.
  @usableFromInline let pages: [UInt16]
  /// The bitmap, with four 64-bit words per page.
  @usableFromInline let words: [UInt64]

  /// Creates an empty set.
  package init() {
    pages = []
    words = [0, 0, 0, 0]
  }

  init(_ builder: borrowing Builder) {
    pages = builder.pages
    words = builder.words
  }

  /// Returns whether the font has a glyph for `scalar`.
  @inlinable @inline(__always) package func contains(_ scalar: UInt32) -> Bool {
    let page = Int(truncatingIfNeeded: scalar &>> 8)
    guard page < pages.count else { return false }
    let word = Int(pages[page]) &* 4 &+ Int(truncatingIfNeeded: (scalar &>> 6) & 3)
    return words[word] &>> UInt64(scalar & 63) & 1 != 0
  }

  /// The bits of the ASCII characters that are not controls: from U+0000, and from U+0040.
  package var visibleASCII: (low: UInt64, high: UInt64) {
    guard !pages.isEmpty else { return (0, 0) }
    let first = Int(pages[0]) * 4
    return (words[first] & ~0xFFFF_FFFF, words[first + 1] & ~(1 << 63))
  }

  /// Whether the set is empty.
  package var isEmpty: Bool { pages.isEmpty }

  /// The number of scalars.
  package var count: Int {
    pages.reduce(0) { count, page in
      count + (0..<4).reduce(0) { $0 + words[Int(page) * 4 + $1].nonzeroBitCount }
    }
  }

  /// Returns the least scalar that satisfies `predicate`, among the first of each 64 scalars.
  func first(where predicate: (UInt32) -> Bool) -> UInt32? {
    for page in pages.indices {
      for part in 0..<4 {
        let word = words[Int(pages[page]) * 4 + part]
        guard word != 0 else { continue }
        let scalar = UInt32(page * 256 + part * 64 + word.trailingZeroBitCount)
        if predicate(scalar) { return scalar }
      }
    }
    return nil
  }
}

extension Coverage {
  /// The scalars of a word of 64 that are not inserted yet.
  struct PendingWord {
    fileprivate(set) var index: UInt32 = 0
    fileprivate(set) var bits: UInt64 = 0
  }

  /// A mutable set.
  struct Builder: ~Copyable {
    fileprivate var pages: [UInt16] = []
    fileprivate var words: [UInt64] = [0, 0, 0, 0]

    /// Creates an empty builder.
    init() {}

    /// Creates a builder with the contents of `coverage`.
    init(_ coverage: Coverage) {
      pages = coverage.pages
      words = coverage.words
    }

    /// Inserts `range`, ignoring what is beyond Unicode.
    mutating func insert(_ range: ClosedRange<UInt32>) {
      guard range.lowerBound <= 0x10FFFF else { return }
      let last = min(range.upperBound, 0x10FFFF)
      update(range.lowerBound...last) { $0 | $1 }
    }

    /// Inserts scalars in ascending order, ignoring what is beyond Unicode.
    mutating func insert(_ scalars: Span<UInt32>) {
      var (word, bits): (UInt32, UInt64) = (0, 0)
      for index in scalars.indices {
        let scalar = scalars[index]
        if scalar > 0x10FFFF { break }
        if scalar >> 6 != word {
          insert(bits, inWord: word)
          (word, bits) = (scalar >> 6, 0)
        }
        bits |= 1 &<< UInt64(scalar & 63)
      }
      insert(bits, inWord: word)
    }

    /// Inserts the scalars of a range that are in one word of 64, once another word is begun.
    mutating func insert(_ range: ClosedRange<UInt32>, by pending: inout PendingWord) {
      let word = range.lowerBound >> 6
      guard word == range.upperBound >> 6 else {
        finish(&pending)
        insert(range)
        return
      }
      if word != pending.index {
        finish(&pending)
        pending.index = word
      }
      let length = UInt64(range.upperBound - range.lowerBound)
      pending.bits |= (UInt64.max &>> (63 - length)) &<< UInt64(range.lowerBound & 63)
    }

    /// Inserts the scalars of a word that is complete.
    mutating func finish(_ pending: inout PendingWord) {
      insert(pending.bits, inWord: pending.index)
      pending.bits = 0
    }

    private mutating func insert(_ bits: UInt64, inWord word: UInt32) {
      if bits != 0 { words[page(Int(word >> 2)) * 4 + Int(word & 3)] |= bits }
    }

    /// Removes `range`.
    mutating func remove(_ range: ClosedRange<UInt32>) {
      let end = UInt32(pages.count) * 256
      guard range.lowerBound < end else { return }
      update(range.lowerBound...min(range.upperBound, end - 1)) { $0 & ~$1 }
    }

    /// Combines each word that overlaps `range` with a mask of the bits in the range.
    private mutating func update(
      _ range: ClosedRange<UInt32>, _ combine: (UInt64, UInt64) -> UInt64
    ) {
      var word = range.lowerBound >> 6
      while word <= range.upperBound >> 6 {
        let low = word == range.lowerBound >> 6 ? range.lowerBound & 63 : 0
        let high = word == range.upperBound >> 6 ? range.upperBound & 63 : 63
        let mask = (UInt64.max >> (63 - UInt64(high - low))) << UInt64(low)
        let place = page(Int(word >> 2)) * 4 + Int(word & 3)
        words[place] = combine(words[place], mask)
        word += 1
      }
    }

    /// Returns the index of a page, which is allocated if necessary.
    private mutating func page(_ index: Int) -> Int {
      if index >= pages.count {
        for _ in pages.count...index { pages.append(0) }
      }
      if pages[index] == 0 {
        pages[index] = UInt16(words.count / 4)
        for _ in 0..<4 { words.append(0) }
      }
      return Int(pages[index])
    }
  }
}
