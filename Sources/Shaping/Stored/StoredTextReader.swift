import GalleyFonts
import GalleyHarfBuzz

/// Reads shaped texts from bytes, of which nothing is taken on trust.
///
/// Every invariant that other code relies on is checked: runs and break entries partition the text
/// at characters, glyphs are in their font and clusters in their run, in order, and every index is
/// in bounds. Bytes that break one of them are no text.
struct StoredTextReader {
  private let input: ShapingInput
  private let sets: [FontSet]
  private let shapers: ShaperPool
  private var reader: StoredReader
  private var fonts: [FontInstance] = []
  private var runs: [ShapedRun] = []
  private var words: [UInt32] = []
  private var breaks: [BreakEntry] = []
  private var naturalWidth = 0.0

  /// Creates a reader of the text of an input, stored from an offset of `bytes`.
  init(
    _ bytes: [UInt8], from offset: Int, _ input: ShapingInput, fonts: FontCollection,
    shapers: ShaperPool
  ) {
    self.input = input
    self.shapers = shapers
    reader = StoredReader(bytes, from: offset)
    sets = ([input.base] + input.spans.map(\.style)).map {
      fonts.fontSet(for: $0.font, language: $0.language ?? input.language)
    }
  }

  /// Reads the text, or returns `nil` if the bytes are not a text of the input.
  mutating func text() -> ShapedText? {
    guard readFonts(), let base = reader.word(), let baseFont = sets[0].font(ofFace: base),
      baseFont === sets[0].primary, let level = reader.word(), level <= 1,
      let paragraphs = readParagraphs(), let ink = readInk(), readRuns(), readWords(),
      glyphsAreValid(), readBreaks(), reader.isAtEnd
    else { return nil }
    var (runs, packing) = (runs, TextPacking())
    packing.pack(words.span, of: &runs, in: fonts)
    packing.append(breaks.span)
    return ShapedText(
      input: input, fonts: ShapedFonts(fonts, baseFont: baseFont), runs: runs, packing: packing,
      paragraphs: paragraphs, firstLevel: UInt8(level), naturalWidth: naturalWidth, inkExtent: ink,
      length: Int32(truncatingIfNeeded: length), shapers: shapers)
  }

  private var length: Int { input.text.count }

  private func style(_ index: UInt32) -> ShapingStyle {
    index == 0 ? input.base : input.spans[Int(index) - 1].style
  }

  /// Returns whether a character begins at an offset, or the text ends.
  private func isBoundary(_ offset: Int) -> Bool {
    let bytes = input.text.string.utf8.span
    return offset == bytes.count || offset < bytes.count && bytes[offset] & 0xC0 != 0x80
  }

  private mutating func readFonts() -> Bool {
    guard let count = reader.count(of: 8), count <= Int(UInt16.max) else { return false }
    for _ in 0..<count {
      guard let face = reader.word(), let style = reader.word(), Int(style) < sets.count,
        let font = sets[Int(style)].font(ofFace: face)
      else { return false }
      fonts.append(font)
    }
    return true
  }

  private mutating func readParagraphs() -> [ShapedText.ParagraphSpan]? {
    guard let count = reader.count(of: 8) else { return nil }
    var paragraphs: [ShapedText.ParagraphSpan] = []
    for _ in 0..<count {
      guard let end = reader.number(), let level = reader.word(), level <= 1,
        end > paragraphs.last?.end ?? 0, isBoundary(Int(end))
      else { return nil }
      paragraphs.append(ShapedText.ParagraphSpan(end: end, level: UInt8(level)))
    }
    return count == 0 || count > 1 && Int(paragraphs[count - 1].end) == length ? paragraphs : nil
  }

  private mutating func readInk() -> InkExtent? {
    guard let above = reader.double(), let below = reader.double(), let left = reader.double(),
      let right = reader.double()
    else { return nil }
    var ink = InkExtent()
    (ink.above, ink.below, ink.left, ink.right) = (above, below, left, right)
    // Four ems of the greatest size, beyond the greatest shift.
    let limit = 8 * ShapingStyle.maximumSize
    return [above, below, left, right].allSatisfy { $0 >= 0 && $0 <= limit } ? ink : nil
  }

  private mutating func readRuns() -> Bool {
    guard let count = reader.count(of: 36) else { return false }
    for _ in 0..<count {
      guard let run = readRun(from: runs.last?.end ?? 0) else { return false }
      runs.append(run)
    }
    return Int(runs.last?.end ?? 0) == length
  }

  private mutating func readRun(from start: Int32) -> ShapedRun? {
    guard let end = reader.number(), let content = reader.number(), let glyphs = reader.number(),
      let script = reader.word(), let above = reader.word(), let below = reader.word(),
      let font = reader.word(), Int(font) < fonts.count, let style = reader.word(),
      Int(style) < sets.count, let bits = reader.word(), bits >> 25 == 0,
      let kind = ShapedRun.Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 16)), end > start,
      isBoundary(Int(end))
    else { return nil }
    var run = ShapedRun(
      start: start, end: end, contentIndex: content, glyphCount: glyphs,
      script: FontTag(rawValue: script),
      pointsPerUnit: self.style(style).size / fonts[Int(font)].metrics.unitsPerEm,
      inkAbove: Int32(bitPattern: above), inkBelow: Int32(bitPattern: below),
      font: UInt16(truncatingIfNeeded: font), style: style, level: UInt8(truncatingIfNeeded: bits),
      format: GlyphFormat(rawValue: UInt8(truncatingIfNeeded: bits >> 8)), kind: kind,
      borrowsSpaces: bits >> 24 != 0)
    if case .object = kind {
      guard let objects = input.details?.objects, Int(content) < objects.count,
        objects[Int(content)].offset == start, Int(end - start) == ShapingObject.length
      else { return nil }
      run.pointsPerUnit = objects[Int(content)].width
    }
    let isEmpty = kind != .text
    return run.level <= Self.greatestLevel && (!isEmpty || glyphs == 0) ? run : nil
  }

  /// The greatest embedding level.
  ///
  /// - SeeAlso: UAX #9, BD2, and I1 and I2, which add one.
  private static let greatestLevel: UInt8 = 126

  private mutating func readWords() -> Bool {
    guard let count = reader.count(of: 4) else { return false }
    words.reserveCapacity(count)
    for _ in 0..<count {
      guard let word = reader.word() else { return false }
      words.append(word)
    }
    return true
  }

  /// Checks the glyphs of all runs, and sums their advances.
  private mutating func glyphsAreValid() -> Bool {
    var next = 0
    for run in runs {
      if let object = run.object {
        naturalWidth += input.details?.objects[object].width ?? 0
        continue
      }
      guard Int(run.contentIndex) == next, run.format.isValid,
        run.format.wordCount(ofGlyphs: Int(run.glyphCount)) <= words.count - next,
        let units = units(of: run)
      else { return false }
      next += run.format.wordCount(ofGlyphs: Int(run.glyphCount))
      naturalWidth += Double(units) * run.pointsPerUnit
    }
    return next == words.count
  }

  /// Returns the advance of a run whose glyphs are valid, in design units.
  private func units(of run: ShapedRun) -> Int? {
    let count = Int(run.glyphCount)
    if run.format.has(.wideClusters) {
      // Before they are added, which must not overflow.
      let first = Int(run.contentIndex) + (run.format.has(.wide) ? 2 * count : count)
      for index in first..<first + count where words[index] >= UInt32(run.end - run.start) {
        return nil
      }
    }
    let glyphCount = UInt32(clamping: fonts[Int(run.font)].typeface.face.glyphCount)
    let span = words.span
    var reader = GlyphReader(run)
    var (units, last, isFar) = (0, run.start, false)
    while let glyph = reader.next(span) {
      guard glyph.id < glyphCount, glyph.cluster >= last, glyph.cluster < run.end,
        glyph.cluster == last || isBoundary(Int(glyph.cluster))
      else { return nil }
      last = glyph.cluster
      units += Int(glyph.advance)
      if abs(Int(glyph.yOffset)) > Int(GlyphFormat.farOffset) { isFar = true }
    }
    return isFar == run.format.has(.far) ? units : nil
  }

  private mutating func readBreaks() -> Bool {
    guard let count = reader.count(of: 8) else { return false }
    breaks.reserveCapacity(count)
    var (run, offset) = (0, 0)
    for _ in 0..<count {
      guard let bits = reader.long(), run < runs.count else { return false }
      let entry = BreakEntry(bits: bits)
      offset += entry.byteCount
      let endsRun = offset == Int(runs[run].end)
      guard entry.byteCount > 0, entry.isValid, entry.isLastOfRun == endsRun,
        offset <= Int(runs[run].end), isBoundary(offset)
      else { return false }
      if endsRun { run += 1 }
      breaks.append(entry)
    }
    return offset == length && run == runs.count
  }
}

extension GlyphFormat {
  /// Whether the bits are those of a format.
  var isValid: Bool {
    rawValue >> 6 == 0 && rawValue & 6 != 6 && rawValue & 24 != 24 && (!has(.far) || hasOffsets)
  }
}

extension BreakEntry {
  /// The length in bytes.
  fileprivate var byteCount: Int { Int(bits >> 40 & 0xFFF) }

  /// Whether it is marked as the last of its run.
  fileprivate var isLastOfRun: Bool { bits >> 57 & 1 != 0 }

  /// Whether the unused bits are zero.
  fileprivate var isValid: Bool { bits >> 59 == 0 && bits >> 54 & 3 == 0 }
}
