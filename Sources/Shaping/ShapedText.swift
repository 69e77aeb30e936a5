internal import GalleyBasics
package import GalleyFonts

/// The shaped glyphs and break opportunities of a text: everything that does not depend on a width.
///
/// A shaped text is immutable and can be shared between threads. Runs and their glyphs are in
/// logical order, in design units of the run's font; a width in points requires both a
/// `ShapedRun` and its style's size.
package final class ShapedText: Sendable {
  /// The text and its styles.
  package let input: ShapingInput
  private let sharedFonts: ShapedFonts
  /// The runs in logical order; they partition the text.
  package let runs: [ShapedRun]
  /// The encoded glyphs of the runs, followed by the break table; see ``GlyphReader`` and
  /// ``BreakTable``.
  package let words: [UInt32]
  /// The paragraphs, in order, if there is more than one.
  package let paragraphs: [ParagraphSpan]
  /// The total advance of the text, in points.
  package let naturalWidth: Double
  /// The length of the text in bytes.
  package let length: Int32
  /// The number of words of the glyphs.
  let glyphWordCount: Int32
  /// The shapers that reshape text around unsafe breaks.
  package let shapers: ShaperPool
  /// The extent of the text's ink, excluding inline objects.
  package let inkExtent: InkExtent
  /// The embedding level of the first paragraph.
  package let firstLevel: UInt8
  /// Whether some glyph is far from its line, as marks are in stacks of dozens.
  package let hasFarGlyphs: Bool
  /// Whether the text contains tabs.
  package let hasTabs: Bool

  /// A paragraph, which begins at the end of the previous one.
  package struct ParagraphSpan: Hashable, Sendable {
    /// The UTF-8 offset of the end of the paragraph, after its separator.
    package var end: Int32
    /// The embedding level: 0 or 1.
    package var level: UInt8
  }

  init(
    input: ShapingInput, fonts: ShapedFonts, runs: [ShapedRun],
    packing: borrowing TextPacking, paragraphs: [ParagraphSpan], firstLevel: UInt8,
    naturalWidth: Double, inkExtent: InkExtent, length: Int32, shapers: ShaperPool
  ) {
    self.input = input
    sharedFonts = fonts
    self.runs = runs
    words = packing.words.exactCopy
    glyphWordCount = Int32(truncatingIfNeeded: packing.glyphWordCount)
    self.paragraphs = paragraphs
    self.firstLevel = firstLevel
    self.naturalWidth = naturalWidth
    self.inkExtent = inkExtent
    self.length = length
    self.shapers = shapers
    var (hasFarGlyphs, hasTabs) = (false, false)
    for run in runs {
      if run.format.has(.far) { hasFarGlyphs = true }
      if case .tab = run.kind { hasTabs = true }
    }
    self.hasFarGlyphs = hasFarGlyphs
    self.hasTabs = hasTabs
  }

  /// The fonts of the runs.
  package var fonts: [FontInstance] { sharedFonts.fonts }
  /// The font of the base style, which determines the line pitch.
  package var baseFont: FontInstance { sharedFonts.baseFont }

  /// The break table.
  package var breaks: BreakTable { BreakTable(words, behind: Int(glyphWordCount)) }

  /// Returns the style of a run.
  package func style(of run: ShapedRun) -> ShapingStyle {
    run.style == 0 ? input.base : input.spans[Int(run.style) - 1].style
  }

  /// Returns the font of a run.
  package func font(of run: ShapedRun) -> FontInstance { sharedFonts.fonts[Int(run.font)] }

  /// Returns the embedding level of the paragraph that contains `offset`.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of paragraphs.
  package func paragraphLevel(at offset: Int32) -> UInt8 {
    guard !paragraphs.isEmpty else { return firstLevel }
    return paragraphs[paragraphs.dropLast().partitioningIndex { $0.end > offset }].level
  }

  /// Returns the bytes whose letters may join those at `offset`: those of its segment.
  package func context(at offset: Int) -> Range<Int> {
    let end = Int(length)
    guard let segments = input.details?.segments, !segments.isEmpty else { return 0..<end }
    let index = segments.dropLast().partitioningIndex { Int($0.end) > offset }
    return (index == 0 ? 0 : Int(segments[index - 1].end))..<Int(segments[index].end)
  }

  /// Returns whether a run is a further piece of the text of the run before it.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of runs.
  func isContinuation(_ run: ShapedRun) -> Bool {
    let index = runs.partitioningIndex { $0.start >= run.start }
    guard index > 0 else { return false }
    let previous = runs[index - 1]
    return previous.kind == .text && run.kind == .text && previous.font == run.font
      && previous.style == run.style && previous.level == run.level
      && previous.script == run.script && context(at: Int(run.start)).lowerBound < run.start
      && !PlainCharacters.isControl(input.text.string.utf8.span.scalar(before: Int(run.start)))
  }

  /// The approximate memory size of the object and its arrays, in bytes.
  package var byteCount: Int {
    160 + 3 * 48 + runs.count * MemoryLayout<ShapedRun>.stride + words.count * 4
      + paragraphs.count * MemoryLayout<ParagraphSpan>.stride
      + (length > 15 ? Int(length) + 32 : 0) + input.spans.count * MemoryLayout<ShapingSpan>.stride
  }
}
