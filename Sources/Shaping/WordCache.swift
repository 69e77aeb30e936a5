import GalleyHarfBuzz
internal import GalleySystem

/// A cache of the glyphs of words, keyed by bytes, font and context.
///
/// It serves runs whose font shapes words independently (no kerning or ligatures across spaces).
/// Glyphs are kept in the encoding of a ``ShapedText``, so that runs copy them. Keys are compared in
/// full. A full pool is emptied at once, which costs less than tracking use. The cache is not
/// thread-safe, so it needs no lock.
struct WordCache {
  /// The maximum length of a cached word, in bytes.
  static let maximumLength = 512
  /// The maximum number of sets, with two words each, which take 1.3 MB.
  private static let greatestSetCount = 8_192
  /// The initial number of sets; small, so that creating a cache is cheap.
  private static let leastSetCount = 32
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
    /// The ink reach of the glyphs.
    var reach: InkReach

    /// Creates a word without glyphs.
    init() {
      (first, advance, glyphCount, lastCluster) = (0, 0, 0, 0)
      (format, reach) = (GlyphFormat(), InkReach())
    }
  }

  private struct Entry {
    var key = WordKey.none
    var word = Word()
  }

  /// The glyphs and, if it is long, the bytes of each word.
  private(set) var pool: [UInt32] = []
  private var entries: [Entry] = Array(repeating: Entry(), count: 2 * leastSetCount)
  /// The number of insertions since the number of sets last changed.
  private var insertions = 0

  /// Returns the word with a key, or `nil` if it is not cached.
  ///
  /// `range` has the bytes of the word in `text`.
  @inline(__always)
  mutating func word(_ key: WordKey, _ text: Span<UInt8>, _ range: Range<Int>) -> Word? {
    let set = firstEntry(for: key)
    if entries[set].key == key {
      let word = entries[set].word
      if !key.isLong || hasBytes(word, text, range) { return word }
    }
    guard entries[set + 1].key == key else { return nil }
    let word = entries[set + 1].word
    guard !key.isLong || hasBytes(word, text, range) else { return nil }
    entries.swapAt(set, set + 1)
    return word
  }

  /// Inserts the glyphs of a word, with clusters relative to the start of the text.
  ///
  /// - Parameters:
  ///   - key: The key of the word.
  ///   - text: The text.
  ///   - range: The bytes of the word.
  ///   - glyphs: The glyphs in logical order, at most 65,535.
  ///   - reach: The ink reach of the glyphs.
  /// - Returns: The word, which is valid until the next insertion.
  mutating func insert(
    _ key: WordKey, _ text: Span<UInt8>, _ range: Range<Int>, glyphs: Span<Glyph>, reach: InkReach
  ) -> Word {
    // A glyph takes at most five words.
    if pool.count + 5 * glyphs.count + range.count > Self.poolLimit { removeAll() }
    if insertions * 2 > entries.count { grow() }
    insertions += 1
    let word = Word(glyphs, at: range, reach: reach, behind: &pool)
    if key.isLong { appendBytes(of: text, range) }
    let set = firstEntry(for: key)
    entries[set + 1] = entries[set]
    entries[set] = Entry(key: key, word: word)
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
  }

  /// Returns the index of the first of the two entries of a key's set.
  @inline(__always) private func firstEntry(for key: WordKey) -> Int {
    (key.hash &* 2) & (entries.count &- 2)
  }

  /// Increases the number of sets, up to the maximum.
  private mutating func grow() {
    insertions = 0
    guard entries.count < 2 * WordCache.greatestSetCount else { return }
    let old = entries
    entries = Array(repeating: Entry(), count: old.count * 4)
    // The second entry of a set is the older one, and stays second.
    for index in stride(from: old.count - 1, through: 0, by: -1) where old[index].key != .none {
      let set = firstEntry(for: old[index].key)
      entries[set + 1] = entries[set]
      entries[set] = old[index]
    }
  }
}

extension WordCache.Word {
  /// Creates a word by encoding its glyphs.
  ///
  /// - Parameters:
  ///   - glyphs: The glyphs in logical order, at most 65,535, with clusters relative to the start of
  ///     the text.
  ///   - range: The bytes of the word, at most 65,535.
  ///   - reach: The ink reach of the glyphs.
  ///   - pool: The array to append the encoded glyphs to.
  // Not inlined, because version 6.3 of the compiler then crashes.
  @inline(never) init(_ glyphs: Span<Glyph>, at range: Range<Int>, reach: InkReach, behind pool: inout [UInt32]) {
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
