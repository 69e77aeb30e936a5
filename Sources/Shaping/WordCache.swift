import GalleyFonts
import GalleyHarfBuzz
internal import GalleySystem

/// A cache of the glyphs of words, keyed by bytes, font and context.
///
/// It serves runs whose font shapes words independently (no kerning or ligatures across spaces).
/// Glyphs are kept in the encoding of a ``ShapedText``, so that runs copy them. Keys are compared
/// in full. A full cache is emptied at once, which costs less than tracking use. The cache is not
/// thread-safe, so it needs no lock.
struct WordCache {
  /// The maximum length of a cached word, in bytes.
  static let maximumLength = 512
  /// The maximum number of entries, which take 1.3 MB.
  private static let greatestCapacity = 16_384
  /// The initial number of entries; small, so that creating a cache is cheap.
  private static let leastCapacity = 64
  /// The maximum distance of an entry from the place that its key's hash selects.
  private static let reachOfProbes = 8
  /// The maximum number of words of 32 bits in the pool, which take 1 MB.
  private static let poolLimit = 262_144

  /// A word of the cache.
  struct Word {
    /// The index in ``pool`` of the first of the encoded glyphs, whose clusters are relative to the
    /// start of the word.
    var first: Int32
    /// The sum of the advances, in design units.
    var advance: Int32
    /// The number of glyphs.
    var glyphCount: UInt16
    /// The cluster of the last glyph, or 0 if there are no glyphs.
    var lastCluster: UInt16
    /// The encoding of the glyphs.
    var format: GlyphFormat
    /// The plainness of the word, or none if it has no codes.
    ///
    /// The glyphs and bytes of a plain word are followed by the codes of the glyphs in the palette
    /// of the font, four to a word; the lengths of their clusters in bytes, sixteen to a word; the
    /// glyphs that are not in the palette; and the narrow break entries but the last.
    var plainness: WordPlainness
    /// The number of glyphs that are not in the palette.
    var missingCount: UInt8
    /// The number of break entries but the last.
    var breakCount: UInt8
    /// The ink reach of the glyphs.
    var reach: InkReach

    /// Creates a word without glyphs.
    init() {
      (first, advance, glyphCount, lastCluster) = (0, 0, 0, 0)
      (format, plainness, missingCount, breakCount) = (GlyphFormat(), .none, 0, 0)
      reach = InkReach()
    }
  }

  private struct Entry {
    var key = WordKey.none
    var word = Word()
  }

  /// The glyphs and, if it is long, the bytes of each word.
  private(set) var pool: [UInt32] = []
  /// The words, each at the place that its key's hash selects or in the next few.
  private var entries: [Entry] = Array(repeating: Entry(), count: leastCapacity)
  private var count = 0

  /// Returns the word with a key, or `nil` if it is not cached.
  ///
  /// `range` has the bytes of the word in `text`.
  @inline(__always)
  func word(_ key: WordKey, _ text: Span<UInt8>, _ range: Range<Int>) -> Word? {
    let mask = entries.count &- 1
    var place = key.hash & mask
    for _ in 0..<Self.reachOfProbes {
      if entries[place].key == key {
        let word = entries[place].word
        if !key.isLong || hasBytes(word, text, range) { return word }
      } else if entries[place].key.isNone {
        return nil
      }
      place = (place &+ 1) & mask
    }
    return nil
  }

  /// Inserts the glyphs of a word, with clusters relative to the start of the text.
  ///
  /// - Parameters:
  ///   - key: The key of the word.
  ///   - text: The text.
  ///   - range: The bytes of the word.
  ///   - glyphs: The glyphs in logical order, at most 65,535.
  ///   - reach: The ink reach of the glyphs.
  ///   - plain: The codes and breaks of the word if it is plain.
  /// - Returns: The word, which is valid until the next insertion.
  mutating func insert(
    _ key: WordKey, _ text: Span<UInt8>, _ range: Range<Int>, glyphs: Span<Glyph>, reach: InkReach,
    plain: PlainWord? = nil
  ) -> Word {
    // A glyph takes at most five words, and two more with its code; a byte one, with its break.
    if pool.count + 7 * glyphs.count + range.count > Self.poolLimit { removeAll() }
    if 2 * count >= entries.count { makeRoom() }
    var word = Word(glyphs, at: range, reach: reach, behind: &pool)
    if key.isLong { appendBytes(of: text, range) }
    if let plain { word.append(plain, of: text, range, glyphs: glyphs, behind: &pool) }
    insert(Entry(key: key, word: word))
    return word
  }

  /// Appends the bytes of a long word to the pool, four to each of its words.
  private mutating func appendBytes(of text: Span<UInt8>, _ range: Range<Int>) {
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: 4) {
      let bytes = text.word(at: offset, upTo: min(offset + 4, range.upperBound))
      pool.append(UInt32(truncatingIfNeeded: bytes))
    }
  }

  /// Returns whether a word has the bytes of `range`, which are as many as its own.
  private func hasBytes(_ word: Word, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var place = Int(word.first) + word.format.wordCount(ofGlyphs: Int(word.glyphCount))
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: 4) {
      let bytes = text.word(at: offset, upTo: min(offset + 4, range.upperBound))
      if pool[place] != UInt32(truncatingIfNeeded: bytes) { return false }
      place += 1
    }
    return true
  }

  private mutating func removeAll() {
    pool.removeAll(keepingCapacity: true)
    for index in entries.indices { entries[index] = Entry() }
    count = 0
  }

  /// Increases the number of entries, or removes all if it is the maximum.
  private mutating func makeRoom() {
    guard entries.count < Self.greatestCapacity else {
      removeAll()
      return
    }
    let old = entries
    entries = Array(repeating: Entry(), count: 4 * old.count)
    count = 0
    for entry in old where !entry.key.isNone { insert(entry) }
  }

  /// Inserts an entry at the first free place for its key, or in place of another.
  private mutating func insert(_ entry: Entry) {
    let mask = entries.count - 1
    let first = entry.key.hash & mask
    let free = (0..<Self.reachOfProbes).first { entries[(first + $0) & mask].key.isNone }
    if free != nil { count += 1 }
    entries[(first + (free ?? 0)) & mask] = entry
  }
}

extension WordCache.Word {
  /// Creates a word by encoding its glyphs.
  ///
  /// - Parameters:
  ///   - glyphs: The glyphs in logical order, at most 65,535, with clusters relative to the start
  ///     of the text.
  ///   - range: The bytes of the word, at most 65,535.
  ///   - reach: The ink reach of the glyphs.
  ///   - pool: The array to append the encoded glyphs to.
  // Not inlined, because version 6.3 of the compiler then crashes.
  @inline(never) init(
    _ glyphs: Span<Glyph>, at range: Range<Int>, reach: InkReach, behind pool: inout [UInt32]
  ) {
    self.init()
    let start = Int32(truncatingIfNeeded: range.lowerBound)
    let last = glyphs.isEmpty ? 0 : glyphs[glyphs.count - 1].cluster - start
    first = Int32(truncatingIfNeeded: pool.count)
    for index in glyphs.indices { advance &+= glyphs[index].advance }
    glyphCount = UInt16(truncatingIfNeeded: glyphs.count)
    lastCluster = UInt16(truncatingIfNeeded: last)
    self.reach = reach
    format = encode(glyphs, start: start, length: range.count, behind: &pool)
  }
}
