internal import GalleyBasics
import GalleyFonts

/// The glyphs of a text, packed with the palettes of its fonts, and its break table.
struct TextPacking {
  /// The packed glyphs of all runs, followed by the break table.
  private(set) var words: [UInt32] = []
  /// The number of words of the glyphs.
  private(set) var glyphWordCount = 0
  /// The glyphs of a run that are not in its palette.
  private var missing: [UInt32] = []
  /// The distances of clusters and the break entries of a plain text.
  private var distances: [UInt32] = []
  private var entries: [UInt32] = []

  /// Packs the glyphs of a text.
  ///
  /// - Parameters:
  ///   - unpacked: The encoded glyphs.
  ///   - runs: The runs, which receive the locations and formats of their packed glyphs.
  ///   - fonts: The fonts of the runs.
  mutating func pack(_ unpacked: Span<UInt32>, of runs: inout [ShapedRun], in fonts: [FontInstance])
  {
    words.removeAll(keepingCapacity: true)
    for index in runs.indices where runs[index].object == nil {
      let (first, format) = (Int(runs[index].contentIndex), runs[index].format)
      let count = Int(runs[index].glyphCount)
      let glyphs = unpacked.extracting(first..<first &+ format.wordCount(ofGlyphs: count))
      runs[index].contentIndex = Int32(truncatingIfNeeded: words.count)
      runs[index].format = pack(
        glyphs, count: count, format, palette: fonts[Int(runs[index].font)].palette)
    }
    glyphWordCount = words.count
  }

  /// Appends the break table behind the glyphs.
  mutating func append(_ entries: Span<BreakEntry>) { BreakTable.append(entries, to: &words) }

  /// Packs a plain text of a number of bytes.
  ///
  /// - Parameters:
  ///   - length: The number of bytes.
  ///   - body: A closure that appends the codes of the glyphs, the distances of clusters, the
  ///     glyphs that are not in the palette, and the entries as coded by the coder; or returns
  ///     `nil` if the text is not plain.
  /// - Returns: The result of the closure.
  @inline(__always) mutating func pack(
    plain length: Int,
    _ body: (
      inout OutputSpan<UInt32>, inout OutputSpan<UInt32>, inout OutputSpan<UInt32>,
      inout OutputSpan<UInt32>, inout NarrowEntryCoder
    ) -> PlainText?
  ) -> PlainText? {
    words.removeAll(keepingCapacity: true)
    distances.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    var coder = NarrowEntryCoder()
    var text: PlainText?
    words.append(upTo: length / 4 + 1) { words in
      distances.append(upTo: length / 16 + 1) { distances in
        entries.append(upTo: length) { entries in
          missing.append(upTo: length) { missing in
            text = body(&words, &distances, &missing, &entries, &coder)
          }
        }
      }
    }
    defer { missing.removeAll(keepingCapacity: true) }
    guard let text, Self.isWorthwhile(text.glyphCount, missing: text.missingCount) else {
      return nil
    }
    if text.hasClusters {
      let distances = distances
      append(distances.span)
    }
    words.append(contentsOf: missing)
    glyphWordCount = words.count
    let coded = entries
    BreakTable.append(coded.span, coder, to: &words)
    return text
  }

  /// Returns whether codes of glyphs take less memory than the glyphs.
  @inline(__always) private static func isWorthwhile(_ count: Int, missing: Int) -> Bool {
    missing == 0 || (count &+ 3) / 4 &+ missing < count
  }

  /// Appends the glyphs of a run.
  ///
  /// - Returns: Their format.
  private mutating func pack(
    _ glyphs: Span<UInt32>, count: Int, _ format: GlyphFormat, palette: GlyphPalette
  ) -> GlyphFormat {
    guard format.isNarrow, count > 0 else {
      append(glyphs)
      return format
    }
    let first = words.count
    var packed = GlyphFormat(rawValue: format.rawValue | GlyphFormat.palette.rawValue)
    palette.appendCodes(of: glyphs.extracting(first: count), to: &words, missing: &missing)
    if !missing.isEmpty {
      packed = GlyphFormat(rawValue: packed.rawValue | GlyphFormat.wide.rawValue)
      if !Self.isWorthwhile(count, missing: missing.count) {
        missing.removeAll(keepingCapacity: true)
        words.removeLast(words.count - first)
        append(glyphs)
        return format
      }
    }
    let offsets = format.offsetPlace(ofGlyphs: count)
    if format.has(.clusters), appendSmallClusters(glyphs.extracting(count..<offsets)) {
      packed = GlyphFormat(rawValue: packed.rawValue | GlyphFormat.smallClusters.rawValue)
    } else if format.has(.clusters) {
      append(glyphs.extracting(count..<offsets))
    }
    append(glyphs.extracting(droppingFirst: offsets))
    if !missing.isEmpty {
      words.append(contentsOf: missing)
      missing.removeAll(keepingCapacity: true)
    }
    return packed
  }

  @inline(__always) private mutating func append(_ span: Span<UInt32>) {
    words.append(upTo: span.count) { words in
      for index in span.indices { words.append(span[index]) }
    }
  }

  /// Appends distances of clusters of one byte each as those of two bits.
  ///
  /// - Returns: Whether all fit.
  private mutating func appendSmallClusters(_ bytes: Span<UInt32>) -> Bool {
    var all: UInt32 = 0
    for index in bytes.indices { all |= bytes[index] }
    guard all & 0xFCFC_FCFC == 0 else { return false }
    func bits(_ four: UInt32) -> UInt32 { (four | four >> 6 | four >> 12 | four >> 18) & 0xFF }
    words.append(upTo: (bytes.count &+ 3) / 4) { words in
      for group in 0..<bytes.count / 4 {
        let four = bytes.extracting(group &* 4..<group &* 4 &+ 4)
        let low = bits(four[0]) | bits(four[1]) << 8
        words.append(low | bits(four[2]) << 16 | bits(four[3]) << 24)
      }
      let rest = bytes.extracting(last: bytes.count & 3)
      guard !rest.isEmpty else { return }
      var word: UInt32 = 0
      for index in rest.indices {
        word |= bits(rest[index]) << UInt32(truncatingIfNeeded: index &* 8)
      }
      words.append(word)
    }
    return true
  }
}

extension ShapedText {
  /// The runs and their glyphs as they were before they were packed, which any process can read.
  var unpackedGlyphs: (runs: [ShapedRun], words: [UInt32]) {
    var (unpacked, result): ([ShapedRun], [UInt32]) = ([], [])
    for var run in runs {
      if run.object == nil {
        let first = Int32(truncatingIfNeeded: result.count)
        run.format = appendUnpacked(run, to: &result)
        run.contentIndex = first
      }
      unpacked.append(run)
    }
    return (unpacked, result)
  }

  /// Appends the glyphs of a run, and returns their format.
  private func appendUnpacked(_ run: ShapedRun, to result: inout [UInt32]) -> GlyphFormat {
    let (first, count) = (Int(run.contentIndex), Int(run.glyphCount))
    guard run.format.has(.palette) else {
      result += words[first..<first + run.format.wordCount(ofGlyphs: count)]
      return run.format
    }
    let added: GlyphFormat = [.palette, .wide, .smallClusters]
    let format = GlyphFormat(rawValue: run.format.rawValue & ~added.rawValue)
    var missing = first + run.format.wordCount(ofGlyphs: count)
    for index in 0..<count {
      let code = UInt8(truncatingIfNeeded: words[first + index / 4] >> UInt32((index & 3) * 8))
      if code == GlyphPalette.missing {
        result.append(words[missing])
        missing += 1
      } else {
        result.append(font(of: run).palette[code])
      }
    }
    let clusters = first + run.format.clusterPlace(ofGlyphs: count)
    let offsets = first + run.format.offsetPlace(ofGlyphs: count)
    if run.format.has(.smallClusters) {
      for index in stride(from: 0, to: count, by: 4) {
        let four = words[clusters + index / 16] >> UInt32((index & 15) * 2)
        result.append(four & 3 | (four & 12) << 6 | (four & 48) << 12 | (four & 192) << 18)
      }
    } else {
      result += words[clusters..<offsets]
    }
    result += words[offsets..<first + run.format.wordCount(ofGlyphs: count)]
    return format
  }
}
