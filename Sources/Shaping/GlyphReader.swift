internal import GalleyBasics
package import GalleyFonts
package import GalleyHarfBuzz

/// A sequential reader of the glyphs of a run, in logical order.
package struct GlyphReader {
  private let format: GlyphFormat
  private let start: Int32
  private let glyphWord: Int
  private let clusterWord: Int
  private let offsetWord: Int
  /// The word of the next glyph that is not in the palette.
  private var missingWord: Int
  private let count: Int
  /// An empty glyph to copy, because the initializer in another module is a call.
  private let blank = Glyph(id: 0, cluster: 0, advance: 0)
  private var index = 0
  private var previousCluster: Int32

  /// Creates a reader at the run's first glyph.
  package init(_ run: ShapedRun) {
    self.init(
      format: run.format, start: run.start, firstWord: Int(run.contentIndex),
      count: Int(run.glyphCount))
  }

  init(format: GlyphFormat, start: Int32, firstWord: Int, count: Int) {
    self.format = format
    self.start = start
    self.count = count
    glyphWord = firstWord
    clusterWord = firstWord + format.clusterPlace(ofGlyphs: count)
    offsetWord = firstWord + format.offsetPlace(ofGlyphs: count)
    missingWord = firstWord + format.wordCount(ofGlyphs: count)
    previousCluster = start
  }

  /// Skips most of the glyphs before `cluster`, a UTF-8 offset.
  package mutating func skip(to cluster: Int32, _ words: borrowing Span<UInt32>) {
    if !format.hasClusters {
      let next = max(index, min(Int(cluster - start), count))
      if format.has(.palette), format.has(.wide) { skipCodes(to: next, words) }
      index = next
    } else if format.has(.clusters), index & 3 == 0 {
      while index + 4 <= count {
        let next = previousCluster + distanceOfFour(words)
        if next >= cluster { return }
        previousCluster = next
        if format.has(.palette), format.has(.wide) { skipCodes(to: index + 4, words) }
        index += 4
      }
    }
  }

  /// Returns the sum of the distances of the next four clusters.
  private func distanceOfFour(_ words: borrowing Span<UInt32>) -> Int32 {
    if format.has(.smallClusters) {
      let four = words[clusterWord + index / 16] >> UInt32((index & 15) * 2)
      return Int32(bitPattern: (four & 3) + (four >> 2 & 3) + (four >> 4 & 3) + (four >> 6 & 3))
    }
    // Four bytes, added in pairs of 16 bits.
    let word = words[clusterWord + index / 4]
    let pairs = (word & 0x00FF_00FF) + (word >> 8 & 0x00FF_00FF)
    return Int32(bitPattern: (pairs + pairs >> 16) & 0xFFFF)
  }

  /// Skips the words of those next glyphs that are not in the palette.
  private mutating func skipCodes(to end: Int, _ words: borrowing Span<UInt32>) {
    for place in index..<end where code(place, words) == GlyphPalette.missing { missingWord += 1 }
  }

  @inline(__always) private func code(_ place: Int, _ words: borrowing Span<UInt32>) -> UInt8 {
    UInt8(truncatingIfNeeded: words[glyphWord &+ place &>> 2] >> UInt32((place & 3) * 8))
  }

  /// Returns the next glyph, or `nil` after the last one.
  ///
  /// - Parameters:
  ///   - words: All encoded glyphs.
  ///   - palette: The palette of the run's font, if the glyphs can be codes of it.
  /// - Returns: The glyph.
  @inline(__always) package mutating func next(
    _ words: borrowing Span<UInt32>, _ palette: GlyphPalette? = nil
  ) -> Glyph? {
    guard index < count else { return nil }
    let coded = format.has(.palette) ? palette?[code(index, words)] : nil
    return read(cluster: nextCluster(words), words, coded: coded ?? .max)
  }

  /// Appends the glyphs whose clusters are before `end`, except those before `start`.
  ///
  /// - Parameters:
  ///   - start: The first cluster, as a UTF-8 offset.
  ///   - end: The UTF-8 offset after the last.
  ///   - glyphs: The array to append to.
  ///   - words: All encoded glyphs.
  ///   - palette: The palette of the run's font.
  mutating func append(
    from start: Int32, before end: Int32, to glyphs: inout [Glyph],
    _ words: borrowing Span<UInt32>, _ palette: GlyphPalette
  ) {
    // Codes are looked up in the palette many at a time, because each look is a call.
    var coded = InlineArray<32, UInt32>(repeating: .max)
    var isDone = index == count
    while !isDone {
      let room = min(count &- index, max(1, Int(end &- previousCluster)), coded.count)
      if format.has(.palette) {
        coded = palette.glyphs(
          withCodes: words.extracting(droppingFirst: glyphWord), from: index, room)
      }
      glyphs.append(upTo: room) { output in
        // A copy is in registers.
        var reader = self
        for place in 0..<room {
          let cluster = reader.nextCluster(words)
          isDone = cluster >= end
          if isDone { break }
          let glyph = reader.read(cluster: cluster, words, coded: coded[place])
          if cluster >= start { output.append(glyph) }
        }
        self = reader
      }
      if index == count { isDone = true }
    }
  }

  /// Returns the cluster of the next glyph.
  @inline(__always) private func nextCluster(_ words: borrowing Span<UInt32>) -> Int32 {
    if format.has(.clusters) {
      let distance =
        format.has(.smallClusters)
        ? words[clusterWord &+ index &>> 4] >> UInt32((index & 15) * 2) & 3
        : words[clusterWord &+ index &>> 2] >> UInt32((index & 3) * 8) & 0xFF
      return previousCluster &+ Int32(bitPattern: distance)
    }
    return start
      &+ (format.has(.wideClusters)
        ? Int32(bitPattern: words[clusterWord &+ index]) : Int32(truncatingIfNeeded: index))
  }

  /// Reads the next glyph.
  ///
  /// - Parameters:
  ///   - cluster: Its cluster.
  ///   - words: All encoded glyphs.
  ///   - coded: The glyph in the palette that its code refers to, if it has one.
  /// - Returns: The glyph.
  @inline(__always) private mutating func read(
    cluster: Int32, _ words: borrowing Span<UInt32>, coded: UInt32
  ) -> Glyph {
    var glyph = blank
    glyph.cluster = cluster
    previousCluster = cluster
    if format.has(.wide), !format.has(.palette) {
      let word = words[glyphWord + 2 * index]
      glyph.id = word & 0x7FFF_FFFF
      glyph.isUnsafeToBreak = word >> 31 != 0
      glyph.advance = Int32(bitPattern: words[glyphWord + 2 * index + 1])
    } else {
      let word = narrowWord(words, coded: coded)
      glyph.id = word >> 16
      glyph.isUnsafeToBreak = word & 0x8000 != 0
      glyph.advance = Int32(bitPattern: word & 0x7FFF)
    }
    if format.has(.offsets) {
      let word = words[offsetWord + index]
      glyph.xOffset = Int32(Int16(truncatingIfNeeded: word))
      glyph.yOffset = Int32(Int16(truncatingIfNeeded: word >> 16))
    } else if format.has(.wideOffsets) {
      glyph.xOffset = Int32(bitPattern: words[offsetWord + 2 * index])
      glyph.yOffset = Int32(bitPattern: words[offsetWord + 2 * index + 1])
    }
    index += 1
    return glyph
  }

  /// Returns the word of the next glyph, which is narrow.
  @inline(__always) private mutating func narrowWord(
    _ words: borrowing Span<UInt32>, coded: UInt32
  ) -> UInt32 {
    guard format.has(.palette) else { return words[glyphWord &+ index] }
    if coded != .max { return coded }
    missingWord += 1
    return words[missingWord - 1]
  }
}

/// A position among the glyphs of a run at which reading can resume.
package struct GlyphBookmark: Sendable {
  /// The text.
  package let text: ShapedText
  /// The index of the run.
  package let run: Int
  /// The UTF-8 offset of the position.
  package let offset: Int
  let reader: GlyphReader
}

extension ShapedText {
  /// Appends the glyphs of a part of a run, in logical order; resumes at the bookmark if it is in
  /// the same run, and sets it to the end position.
  package func appendGlyphs(
    of range: Range<Int>, inRun index: Int, to glyphs: inout [Glyph], bookmark: inout GlyphBookmark?
  ) {
    let (array, run) = (words, runs[index])
    let (span, palette) = (array.span, font(of: run).palette)
    var reader = GlyphReader(run)
    if let mark = bookmark, mark.text === self, mark.run == index, mark.offset <= range.lowerBound {
      reader = mark.reader
    }
    reader.skip(to: Int32(truncatingIfNeeded: range.lowerBound), span)
    reader.append(
      from: Int32(truncatingIfNeeded: range.lowerBound),
      before: Int32(truncatingIfNeeded: range.upperBound), to: &glyphs, span, palette)
    if range.upperBound < Int(run.end) {
      bookmark = GlyphBookmark(text: self, run: index, offset: range.upperBound, reader: reader)
    }
  }

  /// Reads the glyphs of a run in logical order, until `body` returns `false`; those before
  /// `offset` may be skipped.
  package func readGlyphs(of run: ShapedRun, from offset: Int32, _ body: (Glyph) -> Bool) {
    let array = words
    let (span, palette) = (array.span, font(of: run).palette)
    var reader = GlyphReader(run)
    reader.skip(to: offset, span)
    while let glyph = reader.next(span, palette), body(glyph) {}
  }
}
