internal import GalleyBasics
import GalleyHarfBuzz

/// An encoder of the glyphs of a text, run by run.
struct GlyphEncoder {
  /// The encoded glyphs of all runs.
  private(set) var words: [UInt32] = []
  /// The parts of the run, if it is narrow.
  private(set) var parts: [RunEncoding.Part] = []
  /// The run to which words are appended.
  private var run = RunEncoding()

  /// Begins another text.
  mutating func reset() { words.removeAll(keepingCapacity: true) }

  /// Begins a run at a UTF-8 offset.
  mutating func beginRun(at start: Int32) {
    if !parts.isEmpty { parts.removeAll(keepingCapacity: true) }
    run.begin(at: start, firstWord: words.count)
  }

  /// Appends to the run until `body` returns `true`.
  ///
  /// - Parameters:
  ///   - capacity: The number of glyphs for which there is likely to be room.
  ///   - body: A closure that appends to the run, and receives the room for glyphs and parts. If an
  ///     appending method returns `false`, so does the closure, which is then called again.
  @inline(__always) mutating func append(
    capacity: Int,
    _ body: (
      inout RunEncoding, inout OutputSpan<UInt32>, inout OutputSpan<RunEncoding.Part>
    ) -> Bool
  ) {
    var isDone = false
    while !isDone {
      // With room for nothing, the closure would not be called.
      let capacity = max(1, capacity, run.missingCapacity)
      words.append(upTo: capacity) { words in
        parts.append(upTo: capacity) { parts in isDone = body(&run, &words, &parts) }
      }
      if run.isTooWide { widen() }
    }
  }

  /// Ends the run.
  ///
  /// - Parameter length: The number of the run's bytes that have glyphs.
  /// - Returns: The location of the glyphs.
  mutating func endRun(length: Int) -> EncodedRun {
    run.end(length: length, behind: &words, parts: &parts)
  }

  /// Appends all glyphs of a run, in logical order with clusters that never descend.
  ///
  /// - Parameters:
  ///   - glyphs: The glyphs.
  ///   - start: The UTF-8 offset of the start of the run.
  ///   - length: The number of the run's bytes that have glyphs.
  /// - Returns: The location of the glyphs.
  mutating func appendRun(_ glyphs: Span<Glyph>, at start: Int32, length: Int) -> EncodedRun {
    beginRun(at: start)
    run.append(wide: glyphs)
    return endRun(length: length)
  }

  /// Collects the run as glyphs from here on.
  private mutating func widen() {
    let narrow = run.end(length: run.glyphCount, behind: &words, parts: &parts)
    parts.removeAll(keepingCapacity: true)
    run.beginWide(with: narrow.glyphs(in: words.span))
    words.removeLast(words.count - narrow.firstWord)
  }
}

/// The location of the glyphs of a run among encoded glyphs.
struct EncodedRun {
  var format: GlyphFormat
  /// The UTF-8 offset of the start of the run.
  var start: Int32
  /// The index of the first word.
  var firstWord: Int
  var glyphCount: Int

  /// A reader at the first glyph.
  var reader: GlyphReader {
    GlyphReader(format: format, start: start, firstWord: firstWord, count: glyphCount)
  }

  /// Returns the glyphs in logical order; `words` are all encoded glyphs.
  func glyphs(in words: Span<UInt32>) -> [Glyph] {
    var reader = reader
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(glyphCount)
    while let glyph = reader.next(words) { glyphs.append(glyph) }
    return glyphs
  }
}

extension GlyphFormat {
  /// Whether glyphs and offsets take one word each, and clusters one byte at most.
  @inline(__always) var isNarrow: Bool {
    rawValue
      & (GlyphFormat.wide.rawValue | GlyphFormat.wideClusters.rawValue
        | GlyphFormat.wideOffsets.rawValue) == 0
  }

  /// Returns the number of words of a number of glyphs before their clusters.
  @inline(__always) func clusterPlace(ofGlyphs count: Int) -> Int {
    has(.palette) ? (count + 3) / 4 : has(.wide) ? 2 * count : count
  }

  /// Returns the number of words of a number of glyphs before their offsets.
  @inline(__always) func offsetPlace(ofGlyphs count: Int) -> Int {
    clusterPlace(ofGlyphs: count)
      + (has(.wideClusters)
        ? count
        : has(.smallClusters) ? (count + 15) / 16 : has(.clusters) ? (count + 3) / 4 : 0)
  }

  /// Returns the number of words of a number of glyphs, except for those not in a palette.
  @inline(__always) func wordCount(ofGlyphs count: Int) -> Int {
    offsetPlace(ofGlyphs: count) + (has(.wideOffsets) ? 2 * count : has(.offsets) ? count : 0)
  }
}

extension Glyph {
  /// The glyph as a narrow word, or `nil` if it is wide or has an offset.
  @inline(__always) var narrowWord: UInt32? {
    let isPlain = id >> 16 == 0 && UInt32(bitPattern: advance) >> 15 == 0 && xOffset | yOffset == 0
    return isPlain ? id << 16 | (isUnsafeToBreak ? 0x8000 : 0) | UInt32(bitPattern: advance) : nil
  }
}
