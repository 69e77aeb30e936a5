internal import GalleyBasics
import GalleyFonts
import GalleyHarfBuzz
internal import GalleySystem

/// The encoding of a run that grows by words and spaces.
///
/// Words from the cache are copied as they are, as long as their run is narrow: a glyph and an
/// offset take one word each, and a cluster is at most 255 bytes after the one before. From where
/// that does not hold, the run is collected as glyphs, and encoded at its end.
struct RunEncoding {
  /// A word with the spaces after it, or any other part of a run that has glyphs, whose clusters
  /// are its own.
  struct Part {
    /// The UTF-8 offsets of the part, and of the end of its word.
    var start: Int32
    var wordEnd: Int32
    var end: Int32
    /// The index in the run of the glyph after the part.
    var glyphEnd: Int32
    /// The sums of the advances of the word and of the spaces, in design units.
    var advance: Int32
    var spaceAdvance: Int32
  }

  /// The number of glyphs of a narrow run.
  private(set) var glyphCount = 0
  /// The capacity of words that the last appending method lacked.
  private(set) var missingCapacity = 0
  /// Whether the last appending method lacked a run that is not narrow.
  private(set) var isTooWide = false

  private var start: Int32 = 0
  private var firstWord = 0
  private var format = GlyphFormat()
  /// The cluster of the last glyph, or the run's start.
  private var lastCluster: Int32 = 0
  /// The distances of clusters, if the format has them.
  private var distances: [UInt8] = []
  /// The offsets of glyphs, if the format has them.
  private var offsets: [UInt32] = []
  private var isNarrow = true
  /// The glyphs of a run that is not narrow.
  private var glyphs: [Glyph] = []

  /// Begins a run at a UTF-8 offset and an index of encoded glyphs.
  mutating func begin(at start: Int32, firstWord: Int) {
    (self.start, lastCluster, self.firstWord) = (start, start, firstWord)
    (glyphCount, missingCapacity) = (0, 0)
    format = GlyphFormat()
    (isNarrow, isTooWide) = (true, false)
  }

  /// Continues the run as one that is not narrow, with all glyphs so far.
  mutating func beginWide(with glyphs: [Glyph]) {
    self.glyphs = glyphs
    (isNarrow, isTooWide) = (false, false)
  }

  /// Appends glyphs to a run, which is not narrow from here on.
  mutating func append(wide glyphs: Span<Glyph>) {
    if isNarrow { beginWide(with: []) }
    for index in glyphs.indices { self.glyphs.append(glyphs[index]) }
  }

  /// Appends a space of any kind.
  ///
  /// - Parameters:
  ///   - space: The glyph of the space.
  ///   - length: The number of its bytes.
  ///   - words: The room for encoded glyphs.
  ///   - parts: The room for parts.
  /// - Returns: Whether it was appended.
  @inline(__always) mutating func append(
    _ space: Glyph, length: Int32, to words: inout OutputSpan<UInt32>,
    _ parts: inout OutputSpan<Part>
  ) -> Bool {
    guard isNarrow else {
      glyphs.append(space)
      return true
    }
    guard let word = space.narrowWord else {
      isTooWide = true
      return false
    }
    return append(narrow: word, at: space.cluster, length: length, to: &words, &parts)
  }

  /// Appends a space of one byte.
  ///
  /// - Returns: Whether it was appended.
  @inline(__always) mutating func append(
    _ space: SpacingGlyph, at cluster: Int32, to words: inout OutputSpan<UInt32>,
    _ parts: inout OutputSpan<Part>
  ) -> Bool {
    guard isNarrow, (space.id | UInt32(bitPattern: space.advance) << 1) >> 16 == 0 else {
      let glyph = Glyph(id: space.id, cluster: cluster, advance: space.advance)
      return append(glyph, length: 1, to: &words, &parts)
    }
    let word = space.id << 16 | UInt32(bitPattern: space.advance)
    return append(narrow: word, at: cluster, length: 1, to: &words, &parts)
  }

  @inline(__always) private mutating func append(
    narrow word: UInt32, at cluster: Int32, length: Int32, to words: inout OutputSpan<UInt32>,
    _ parts: inout OutputSpan<Part>
  ) -> Bool {
    guard hasRoom(for: 1, at: cluster, in: words, parts) else { return false }
    words.append(word)
    if format.rawValue != 0 || !isNextByte(cluster) { appendPosition(at: cluster) }
    glyphCount &+= 1
    lastCluster = cluster
    let advance = Int32(bitPattern: word & 0x7FFF)
    let glyphEnd = Int32(truncatingIfNeeded: glyphCount)
    let last = parts.count - 1
    if last >= 0, parts[last].end == cluster {
      parts[last].end = cluster &+ length
      parts[last].glyphEnd = glyphEnd
      parts[last].spaceAdvance &+= advance
    } else {
      parts.append(
        Part(
          start: cluster, wordEnd: cluster, end: cluster &+ length, glyphEnd: glyphEnd, advance: 0,
          spaceAdvance: advance))
    }
    return true
  }

  /// Appends a word of a cache.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - pool: The pool of the cache.
  ///   - range: The UTF-8 offsets of the word, after the last glyph's cluster.
  ///   - words: The room for encoded glyphs.
  ///   - parts: The room for parts.
  /// - Returns: Whether it was appended.
  @inline(__always) mutating func append(
    _ word: WordCache.Word, in pool: Span<UInt32>, at range: Range<Int>,
    to words: inout OutputSpan<UInt32>, _ parts: inout OutputSpan<Part>
  ) -> Bool {
    let (first, count) = (Int(word.first), Int(word.glyphCount))
    let offset = Int32(truncatingIfNeeded: range.lowerBound)
    guard isNarrow, word.format.isNarrow else {
      return append(wide: word, in: pool, at: offset)
    }
    guard count > 0 else { return true }
    guard hasRoom(for: count, at: offset, in: words, parts) else { return false }
    words.append(copying: pool, from: first, count: count)
    if (format.rawValue | word.format.rawValue) != 0 || !isNextByte(offset) {
      appendPositions(of: word, in: pool, at: offset)
    }
    glyphCount &+= count
    lastCluster = offset &+ Int32(word.lastCluster)
    let end = Int32(truncatingIfNeeded: range.upperBound)
    parts.append(
      Part(
        start: offset, wordEnd: end, end: end, glyphEnd: Int32(truncatingIfNeeded: glyphCount),
        advance: word.advance, spaceAdvance: 0))
    return true
  }

  /// Ends the run.
  ///
  /// - Parameters:
  ///   - length: The number of the run's bytes that have glyphs.
  ///   - words: The encoded glyphs.
  ///   - parts: The parts of the run.
  /// - Returns: The location of the glyphs.
  mutating func end(
    length: Int, behind words: inout [UInt32], parts: inout [Part]
  ) -> EncodedRun {
    if isNarrow {
      if !format.has(.clusters), glyphCount != length { beginDistances() }
      if format.has(.clusters) { appendDistances(to: &words) }
      if format.has(.offsets) { words.append(contentsOf: offsets) }
    } else {
      (format, glyphCount) = (
        encode(glyphs.span, start: start, length: length, behind: &words), glyphs.count
      )
      if format.isNarrow, let part = wholePart(length: length) { parts.append(part) }
      glyphs.removeAll(keepingCapacity: true)
    }
    return EncodedRun(format: format, start: start, firstWord: firstWord, glyphCount: glyphCount)
  }
}

extension RunEncoding {
  /// Returns whether glyphs can be appended, of which the first has a cluster.
  @inline(__always) private mutating func hasRoom(
    for count: Int, at cluster: Int32, in words: borrowing OutputSpan<UInt32>,
    _ parts: borrowing OutputSpan<Part>
  ) -> Bool {
    if words.freeCapacity >= count, cluster &- lastCluster <= 0xFF, !parts.isFull { return true }
    isTooWide = cluster &- lastCluster > 0xFF
    missingCapacity = count
    return false
  }

  /// Returns whether an offset is that of the next glyph, if each byte has had one so far.
  @inline(__always) private func isNextByte(_ offset: Int32) -> Bool {
    offset == start &+ Int32(truncatingIfNeeded: glyphCount)
  }

  /// Returns a part with all glyphs, or `nil` if there are none.
  private func wholePart(length: Int) -> Part? {
    guard let first = glyphs.first else { return nil }
    let end = start + Int32(truncatingIfNeeded: length)
    return Part(
      start: first.cluster, wordEnd: end, end: end,
      glyphEnd: Int32(truncatingIfNeeded: glyphs.count),
      advance: glyphs.reduce(0) { $0 + $1.advance }, spaceAdvance: 0)
  }

  /// Appends the position of a glyph without an offset.
  private mutating func appendPosition(at cluster: Int32) {
    if !format.has(.clusters), !isNextByte(cluster) { beginDistances() }
    if format.has(.clusters) { distances.append(UInt8(truncatingIfNeeded: cluster &- lastCluster)) }
    if format.has(.offsets) { offsets.append(0) }
  }

  /// Appends the positions of the glyphs of a word, which are not yet counted.
  private mutating func appendPositions(
    of word: WordCache.Word, in pool: Span<UInt32>, at offset: Int32
  ) {
    let count = Int(word.glyphCount)
    if word.format.has(.clusters) || !isNextByte(offset), !format.has(.clusters) {
      beginDistances()
    }
    if format.has(.clusters) { appendDistances(of: word, in: pool, at: offset) }
    if word.format.has(.offsets) {
      if !format.has(.offsets) {
        offsets.removeAll(keepingCapacity: true)
        offsets.append(contentsOf: repeatElement(0, count: glyphCount))
      }
      let first = Int(word.first) + word.format.offsetPlace(ofGlyphs: count)
      for index in first..<first + count { offsets.append(pool[index]) }
    } else if format.has(.offsets) {
      offsets.append(contentsOf: repeatElement(0, count: count))
    }
    format.formUnion(word.format)
  }

  private mutating func appendDistances(
    of word: WordCache.Word, in pool: Span<UInt32>, at offset: Int32
  ) {
    let count = Int(word.glyphCount)
    let packed = Int(word.first) + count
    let gap = UInt8(truncatingIfNeeded: offset &- lastCluster)
    distances.append(upTo: count) { distances in
      distances.append(gap)
      guard word.format.has(.clusters) else {
        for _ in 1..<count { distances.append(1) }
        return
      }
      var bytes = pool[packed] >> 8
      for index in 1..<count {
        if index & 3 == 0 { bytes = pool[packed + index / 4] }
        distances.append(UInt8(truncatingIfNeeded: bytes))
        bytes >>= 8
      }
    }
  }

  /// Begins to keep the distances of clusters, with those of a glyph for each byte.
  private mutating func beginDistances() {
    distances.removeAll(keepingCapacity: true)
    if glyphCount > 0 {
      distances.append(0)
      distances.append(contentsOf: repeatElement(1, count: glyphCount - 1))
    }
    format.formUnion(.clusters)
  }

  private func appendDistances(to words: inout [UInt32]) {
    let distances = distances
    let (bytes, count) = (distances.span, distances.count)
    words.append(upTo: (count + 3) / 4) { words in
      for first in stride(from: 0, to: count, by: 4) {
        let word = bytes.word(at: first, upTo: Swift.min(first &+ 4, count))
        words.append(UInt32(truncatingIfNeeded: word))
      }
    }
  }

  private mutating func append(
    wide word: WordCache.Word, in pool: Span<UInt32>, at offset: Int32
  ) -> Bool {
    guard !isNarrow else {
      isTooWide = true
      return false
    }
    var reader = GlyphReader(
      format: word.format, start: offset, firstWord: Int(word.first), count: Int(word.glyphCount))
    while let glyph = reader.next(pool) { glyphs.append(glyph) }
    return true
  }
}
