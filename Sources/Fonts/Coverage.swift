/// The set of scalars that a font has glyphs for.
///
/// One bit a scalar, in pages of 256, where pages without a scalar share one empty page. A question
/// is three loads from memory, and may be asked on any thread.
package struct Coverage: Sendable {
  /// Where the page of `scalar >> 8` begins in ``words``, in pages; page 0 is the empty one.
  @usableFromInline let pages: [UInt16]
  /// Four words of 64 bits a page.
  @usableFromInline let words: [UInt64]

  /// Makes a set of nothing.
  package init() {
    pages = []
    words = [0, 0, 0, 0]
  }

  init(_ builder: borrowing Builder) {
    pages = builder.pages
    words = builder.words
  }

  /// Whether the font has a glyph for `scalar`.
  @inlinable @inline(__always) package func contains(_ scalar: UInt32) -> Bool {
    let page = Int(truncatingIfNeeded: scalar &>> 8)
    guard page < pages.count else { return false }
    let word = Int(pages[page]) &* 4 &+ Int(truncatingIfNeeded: (scalar &>> 6) & 3)
    return words[word] &>> UInt64(scalar & 63) & 1 != 0
  }

  /// Whether the set has nothing in it.
  package var isEmpty: Bool {
    pages.isEmpty
  }

  /// The number of scalars.
  package var count: Int {
    pages.reduce(0) { count, page in
      count + (0..<4).reduce(0) { $0 + words[Int(page) * 4 + $1].nonzeroBitCount }
    }
  }

  /// The least scalar in the set that `predicate` holds for, among the first of each page.
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
  /// A set that is being put together.
  struct Builder: ~Copyable {
    fileprivate var pages: [UInt16] = []
    fileprivate var words: [UInt64] = [0, 0, 0, 0]

    /// Begins with nothing.
    init() {}

    /// Begins with what is in `coverage`.
    init(_ coverage: Coverage) {
      pages = coverage.pages
      words = coverage.words
    }

    /// Puts `range` into the set; what lies beyond Unicode is left out.
    mutating func insert(_ range: ClosedRange<UInt32>) {
      guard range.lowerBound <= 0x10FFFF else { return }
      let last = min(range.upperBound, 0x10FFFF)
      update(range.lowerBound...last) { $0 | $1 }
    }

    /// Takes `range` out of the set.
    mutating func remove(_ range: ClosedRange<UInt32>) {
      let end = UInt32(pages.count) * 256
      guard range.lowerBound < end else { return }
      update(range.lowerBound...min(range.upperBound, end - 1)) { $0 & ~$1 }
    }

    /// Combines each word that `range` touches with a mask of the bits in the range.
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

    /// The number of the page, which is made if it is not there.
    private mutating func page(_ index: Int) -> Int {
      if index >= pages.count {
        pages += Array(repeating: 0, count: index + 1 - pages.count)
      }
      if pages[index] == 0 {
        pages[index] = UInt16(words.count / 4)
        words += [0, 0, 0, 0]
      }
      return Int(pages[index])
    }
  }
}
