import GalleyHarfBuzz

/// A cache of the glyphs of short words, keyed by bytes, font and context.
///
/// It serves runs whose font shapes words independently (no kerning or ligatures across spaces).
/// Keys are compared in full. A full glyph pool is emptied at once, which costs less than tracking
/// use. The cache is not thread-safe, so it needs no lock.
struct WordCache {
  /// The maximum length of a cached word, in bytes.
  static let maximumLength = 32
  /// The maximum number of sets, with two words each.
  private static let greatestSetCount = 2_048
  /// The initial number of sets; small, so that creating a cache is cheap.
  private static let leastSetCount = 32
  /// The maximum number of cached glyphs, which take 1.5 MB.
  private static let glyphLimit = 65_536

  /// The key of a word in its context.
  struct Key: Equatable {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var context: UInt64

    /// Creates the key of a word of at most ``WordCache/maximumLength`` bytes; `context` has the
    /// other inputs of the glyphs, and its low six bits must be free.
    @inline(__always) init(_ text: Span<UInt8>, _ range: Range<Int>, context: UInt64) {
      self.context = context | UInt64(truncatingIfNeeded: range.count)
      var index = range.lowerBound
      bytes.0 = Key.load(text, &index, range.upperBound)
      guard index < range.upperBound else { return }
      bytes.1 = Key.load(text, &index, range.upperBound)
      guard index < range.upperBound else { return }
      bytes.2 = Key.load(text, &index, range.upperBound)
      bytes.3 = Key.load(text, &index, range.upperBound)
    }

    @inline(__always)
    private static func load(_ text: Span<UInt8>, _ index: inout Int, _ end: Int) -> UInt64 {
      var word: UInt64 = 0
      var shift: UInt64 = 0
      let stop = min(index + 8, end)
      while index < stop {
        word |= UInt64(text[index]) &<< shift
        shift &+= 8
        index &+= 1
      }
      return word
    }

    static func == (left: Key, right: Key) -> Bool {
      left.bytes.0 == right.bytes.0 && left.context == right.context
        && left.bytes.1 == right.bytes.1 && left.bytes.2 == right.bytes.2
        && left.bytes.3 == right.bytes.3
    }

    /// The hash that selects the key's set.
    var hash: Int {
      var hash = (bytes.0 ^ context &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
      hash = (hash ^ hash &>> 32 ^ bytes.1) &* 0xD6E8_FEB8_6659_FD93
      hash = (hash ^ hash &>> 32 ^ bytes.2 ^ bytes.3 &<< 1) &* 0xD6E8_FEB8_6659_FD93
      return Int(truncatingIfNeeded: hash &>> 40)
    }
  }

  private struct Entry {
    var key: Key
    var firstGlyph: Int32
    var glyphCount: Int32
    var reach: InkReach
  }

  private var entries: [Entry?] = Array(repeating: nil, count: 2 * leastSetCount)
  private var glyphs: [Glyph] = []
  /// The number of insertions since the number of sets last changed.
  private var insertions = 0

  /// Appends the cached glyphs of a word at a UTF-8 offset to `output`, and returns their ink
  /// reach, or `nil` if the word is not cached.
  mutating func append(_ key: Key, at offset: Int32, to output: inout [Glyph]) -> InkReach? {
    let set = firstEntry(for: key)
    var found: Entry
    if let first = entries[set], first.key == key {
      found = first
    } else if let second = entries[set + 1], second.key == key {
      found = second
      entries.swapAt(set, set + 1)
    } else {
      return nil
    }
    for index in Int(found.firstGlyph)..<Int(found.firstGlyph + found.glyphCount) {
      var glyph = glyphs[index]
      glyph.cluster += offset
      output.append(glyph)
    }
    return found.reach
  }

  /// Inserts the glyphs of a word at a UTF-8 offset, with clusters relative to the start of the
  /// text.
  mutating func insert(_ key: Key, _ word: ArraySlice<Glyph>, reach: InkReach, at offset: Int32) {
    if glyphs.count + word.count > WordCache.glyphLimit {
      glyphs.removeAll(keepingCapacity: true)
      for index in entries.indices { entries[index] = nil }
    }
    if insertions * 2 > entries.count { grow() }
    insertions += 1
    let set = firstEntry(for: key)
    entries[set + 1] = entries[set]
    entries[set] = Entry(
      key: key, firstGlyph: Int32(glyphs.count), glyphCount: Int32(word.count), reach: reach)
    for var glyph in word {
      glyph.cluster -= offset
      glyphs.append(glyph)
    }
  }

  /// Returns the index of the first of the two entries of a key's set.
  @inline(__always) private func firstEntry(for key: Key) -> Int {
    (key.hash &* 2) & (entries.count &- 2)
  }

  /// Increases the number of sets, up to the maximum.
  private mutating func grow() {
    insertions = 0
    guard entries.count < 2 * WordCache.greatestSetCount else { return }
    let old = entries
    entries = Array(repeating: nil, count: old.count * 4)
    // The second entry of a set is the older one, and stays second.
    for index in stride(from: old.count - 1, through: 0, by: -1) {
      guard let entry = old[index] else { continue }
      let set = firstEntry(for: entry.key)
      entries[set + 1] = entries[set]
      entries[set] = entry
    }
  }
}
