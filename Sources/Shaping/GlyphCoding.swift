package import GalleyHarfBuzz

// The encoding of glyphs as words. A narrow glyph is
//
//     31            16 15 14             0
//     |     glyph     | u |    advance   |        u: unsafe to break before
//
// and a wide one is `u | glyph`, followed by the advance.

/// Appends the encoded glyphs of a run to `words`.
///
/// - Parameters:
///   - glyphs: The glyphs in logical order, with clusters that never descend.
///   - start: The UTF-8 offset of the start of the run.
///   - length: The number of the run's bytes that have glyphs.
///   - words: The array to append to.
/// - Returns: The format of the encoded glyphs.
@inline(never) func encode(
  _ glyphs: Span<Glyph>, start: Int32, length: Int, behind words: inout [UInt32]
) -> GlyphFormat {
  let format = format(of: glyphs, start: start, length: length)
  let count = glyphs.count
  words.append(addingCapacity: format.has(.wide) ? 2 * count : count) { words in
    for index in 0..<count {
      let glyph = glyphs[index]
      let flag: UInt32 = glyph.isUnsafeToBreak ? 1 : 0
      if format.has(.wide) {
        words.append(flag << 31 | glyph.id)
        words.append(UInt32(bitPattern: glyph.advance))
      } else {
        words.append(glyph.id << 16 | flag << 15 | UInt32(bitPattern: glyph.advance))
      }
    }
  }
  encodeClusters(glyphs, start: start, as: format, behind: &words)
  encodeOffsets(glyphs, as: format, behind: &words)
  return format
}

private func format(of glyphs: Span<Glyph>, start: Int32, length: Int) -> GlyphFormat {
  // The bits that a narrow glyph, a cluster of each byte and a glyph on the line do not have.
  var (wide, moved): (UInt32, Int32) = (0, 0)
  var isPlain = glyphs.count == length
  var (previous, longest) = (start, Int32(0))
  for index in 0..<glyphs.count {
    let glyph = glyphs[index]
    wide |= glyph.id >> 16 | UInt32(bitPattern: glyph.advance) >> 15
    if glyph.cluster != start &+ Int32(truncatingIfNeeded: index) { isPlain = false }
    longest = max(longest, glyph.cluster &- previous)
    previous = glyph.cluster
    moved |= glyph.xOffset | glyph.yOffset
  }
  var format = moved == 0 ? GlyphFormat() : offsetFormat(of: glyphs)
  if wide != 0 { format.insert(.wide) }
  if longest > 0xFF {
    format.insert(.wideClusters)
  } else if !isPlain {
    format.insert(.clusters)
  }
  return format
}

/// Returns the encoding of the offsets of glyphs, of which some are not zero.
private func offsetFormat(of glyphs: Span<Glyph>) -> GlyphFormat {
  var format = GlyphFormat.offsets
  for index in 0..<glyphs.count {
    let (x, y) = (glyphs[index].xOffset, glyphs[index].yOffset)
    if Int32(Int16(truncatingIfNeeded: x)) != x || Int32(Int16(truncatingIfNeeded: y)) != y {
      format.remove(.offsets)
      format.insert(.wideOffsets)
    }
    if y > GlyphFormat.farOffset || y < -GlyphFormat.farOffset { format.insert(.far) }
  }
  return format
}

private func encodeClusters(
  _ glyphs: Span<Glyph>, start: Int32, as format: GlyphFormat, behind words: inout [UInt32]
) {
  if format.has(.wideClusters) {
    for index in 0..<glyphs.count {
      words.append(UInt32(bitPattern: glyphs[index].cluster - start))
    }
  } else if format.has(.clusters) {
    var previous = start
    var word: UInt32 = 0
    for index in 0..<glyphs.count {
      let distance = UInt32(bitPattern: glyphs[index].cluster - previous)
      previous = glyphs[index].cluster
      word |= distance << UInt32((index & 3) * 8)
      if index & 3 == 3 {
        words.append(word)
        word = 0
      }
    }
    if glyphs.count & 3 != 0 { words.append(word) }
  }
}

private func encodeOffsets(
  _ glyphs: Span<Glyph>, as format: GlyphFormat, behind words: inout [UInt32]
) {
  guard format.hasOffsets else { return }
  for index in 0..<glyphs.count {
    let (x, y) = (glyphs[index].xOffset, glyphs[index].yOffset)
    if format.has(.wideOffsets) {
      words.append(UInt32(bitPattern: x))
      words.append(UInt32(bitPattern: y))
    } else {
      words.append(UInt32(bitPattern: x) & 0xFFFF | UInt32(bitPattern: y) << 16)
    }
  }
}

/// A sequential reader of the glyphs of a run, in logical order.
package struct GlyphReader {
  private let format: GlyphFormat
  private let start: Int32
  private let glyphWord: Int
  private let clusterWord: Int
  private let offsetWord: Int
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
    previousCluster = start
  }

  /// Skips most of the glyphs before `cluster`, a UTF-8 offset.
  package mutating func skip(to cluster: Int32, _ words: borrowing Span<UInt32>) {
    if !format.hasClusters {
      index = max(index, min(Int(cluster - start), count))
    } else if format.has(.clusters), index & 3 == 0 {
      while index + 4 <= count {
        // The sum of the four bytes, added in pairs of 16 bits.
        let word = words[clusterWord + index / 4]
        let pairs = (word & 0x00FF_00FF) + (word >> 8 & 0x00FF_00FF)
        let next = previousCluster + Int32(bitPattern: (pairs + pairs >> 16) & 0xFFFF)
        if next >= cluster { return }
        previousCluster = next
        index += 4
      }
    }
  }

  /// Returns the next glyph, or `nil` after the last one.
  @inline(__always) package mutating func next(_ words: borrowing Span<UInt32>) -> Glyph? {
    guard index < count else { return nil }
    var glyph = blank
    if format.has(.wide) {
      let word = words[glyphWord + 2 * index]
      glyph.id = word & 0x7FFF_FFFF
      glyph.isUnsafeToBreak = word >> 31 != 0
      glyph.advance = Int32(bitPattern: words[glyphWord + 2 * index + 1])
    } else {
      let word = words[glyphWord + index]
      glyph.id = word >> 16
      glyph.isUnsafeToBreak = word & 0x8000 != 0
      glyph.advance = Int32(bitPattern: word & 0x7FFF)
    }
    if format.has(.clusters) {
      let distance = words[clusterWord + index / 4] >> UInt32((index & 3) * 8) & 0xFF
      previousCluster += Int32(bitPattern: distance)
      glyph.cluster = previousCluster
    } else if format.has(.wideClusters) {
      glyph.cluster = start + Int32(bitPattern: words[clusterWord + index])
    } else {
      glyph.cluster = start + Int32(truncatingIfNeeded: index)
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

  /// Appends the glyphs of a part of the run that have not been read.
  ///
  /// - Returns: A reader after the last of them; this one is past it.
  fileprivate mutating func appendGlyphs(
    of range: Range<Int32>, to glyphs: inout [Glyph], _ words: borrowing Span<UInt32>
  ) -> GlyphReader {
    var stopped = self
    var isAtEnd = false
    repeat {
      // Appended through spans, which do not check on each glyph whether the array is unique.
      glyphs.append(addingCapacity: 32) { output in
        while !output.isFull {
          guard let glyph = next(words), glyph.cluster < range.upperBound else {
            isAtEnd = true
            return
          }
          stopped = self
          if glyph.cluster >= range.lowerBound { output.append(glyph) }
        }
      }
    } while !isAtEnd
    return stopped
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
    let span = array.span
    var reader = GlyphReader(run)
    if let mark = bookmark, mark.text === self, mark.run == index, mark.offset <= range.lowerBound {
      reader = mark.reader
    }
    reader.skip(to: Int32(truncatingIfNeeded: range.lowerBound), span)
    let stopped = reader.appendGlyphs(
      of: Int32(truncatingIfNeeded: range.lowerBound)..<Int32(truncatingIfNeeded: range.upperBound),
      to: &glyphs, span)
    if range.upperBound < Int(run.end) {
      bookmark = GlyphBookmark(text: self, run: index, offset: range.upperBound, reader: stopped)
    }
  }

  /// Reads the glyphs of a run in logical order, until `body` returns `false`; those before
  /// `offset` may be skipped.
  package func readGlyphs(of run: ShapedRun, from offset: Int32, _ body: (Glyph) -> Bool) {
    let array = words
    let span = array.span
    var reader = GlyphReader(run)
    reader.skip(to: offset, span)
    while let glyph = reader.next(span), body(glyph) {}
  }
}
