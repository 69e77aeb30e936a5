internal import GalleyBasics
import GalleyFonts
import GalleyHarfBuzz
import Synchronization

/// A shaper of text, which performs all work that does not depend on a width.
///
/// A shaper owns the buffers and the word cache of shaping, and serves one thread at a time, as its
/// mutex ensures; ``ShaperPool`` lends each thread its own shaper, so the mutex is never contended.
package final class Shaper: Sendable {
  private let state: Mutex<State>

  /// Creates a shaper with empty caches.
  init() { state = Mutex(State()) }

  func shape(
    _ input: ShapingInput, fonts: FontCollection, pool: ShaperPool, isStale: @Sendable () -> Bool
  ) -> (text: ShapedText, isComplete: Bool) {
    state.withLock { state in
      state.isStopped = false
      let text = state.shape(input, fonts: fonts, pool: pool, isStale: isStale)
      return (text, !state.isStopped)
    }
  }

  func withRunShaper<Result>(
    _ body: (inout RunShaper, inout TextAnalyzer, inout FontSetMemo, inout GlyphEncoder) -> Result
  ) -> Result where Result: Sendable {
    state.withLock { state in
      state.encoder.reset()
      return body(&state.runShaper, &state.analyzer, &state.fontSets, &state.encoder)
    }
  }

  func appendGraphemeBoundaries(of text: Span<UInt8>, in range: Range<Int>, to: inout [Int32]) {
    state.withLock { $0.analyzer.appendGraphemeBoundaries(of: text, in: range, to: &to) }
  }

  fileprivate struct State: ~Copyable {
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    var itemizer = Itemizer()
    var runShaper = RunShaper()
    var breaks = BreakTableBuilder()
    var hyphenation = Hyphenation()
    var fontSets = FontSetMemo()
    var glyphs: [Glyph] = []
    var encoder = GlyphEncoder()
    var packing = TextPacking()
    var runs: [ShapedRun] = []
    var naturalWidth = 0.0
    var inkExtent = InkExtent()
    var fontList: [FontInstance] = []
    var fontMemo = ShapedFontsMemo()
    /// Whether shaping was stopped, so that the rest of the text has no glyphs.
    var isStopped = false
  }
}

extension Shaper.State {
  /// Runs all stages of shaping.
  mutating func shape(
    _ input: ShapingInput, fonts: FontCollection, pool: ShaperPool, isStale: @Sendable () -> Bool
  ) -> ShapedText {
    let bytes = input.text.string.utf8.span
    let sets = fontSets.sets(for: input, in: fonts)
    if let text = shapePlain(bytes, input, font: sets[0].primary, pool: pool) { return text }
    analyzer.analyze(
      bytes, direction: input.direction, language: input.language, details: input.details,
      into: &analysis)
    if let details = input.details, details.hyphenates {
      hyphenation.addOpportunities(to: &analysis, of: bytes, input)
    }
    itemizer.itemize(
      bytes, analysis: analysis, spans: input.spans, details: input.details, fonts: sets,
      analyzer: analyzer)
    shapeItems(bytes, input, sets, isStale: isStale)
    let (words, entries) = (encoder.words, breaks.entries)
    packing.pack(words.span, of: &runs, in: fontList)
    packing.append(entries.span)
    return ShapedText(
      input: input, fonts: fontMemo.fonts(fontList, baseFont: sets[0].primary),
      runs: runs.exactCopy, packing: packing, paragraphs: paragraphs(),
      firstLevel: analysis.paragraphs.first?.level ?? (input.direction == .rightToLeft ? 1 : 0),
      naturalWidth: naturalWidth, inkExtent: inkExtent,
      length: Int32(truncatingIfNeeded: bytes.count), shapers: pool)
  }

  /// Shapes a text if it is plain, all its words are cached, and it has one style.
  private mutating func shapePlain(
    _ text: Span<UInt8>, _ input: ShapingInput, font: FontInstance, pool: ShaperPool
  ) -> ShapedText? {
    guard input.spans.isEmpty, input.details == nil, input.direction != .rightToLeft,
      !text.isEmpty, text[0] != 0x20, text.count <= Limits.Shaping.runLength,
      let script = analyzer.plainScript(of: text),
      LineBreakStyle(language: input.language) == .standard
    else { return nil }
    let style = input.base
    let language = fontSets.language(style.language ?? input.language, for: font)
    guard font.shapesWordsAlone(script: script, language: language) else { return nil }
    let setting = RunShaper.Setting(
      font: font,
      properties: SegmentProperties(script: script, language: language, isRightToLeft: false),
      style: style)
    guard let plain = runShaper.pack(plain: text, setting: setting, into: &packing) else {
      return nil
    }
    let length = Int32(truncatingIfNeeded: text.count)
    let run = ShapedRun(
      start: 0, end: length, contentIndex: 0,
      glyphCount: Int32(truncatingIfNeeded: plain.glyphCount), script: script,
      pointsPerUnit: style.size / font.metrics.unitsPerEm, inkAbove: plain.reach.above,
      inkBelow: plain.reach.below, font: 0, style: 0, level: 0, format: plain.format, kind: .text)
    var inkExtent = InkExtent()
    inkExtent.formUnion(
      InkExtent(plain.reach, scale: run.pointsPerUnit, shift: style.baselineShift))
    return ShapedText(
      input: input, fonts: fontMemo.fonts([font], baseFont: font), runs: [run], packing: packing,
      paragraphs: [], firstLevel: 0, naturalWidth: Double(plain.units) * run.pointsPerUnit,
      inkExtent: inkExtent, length: length, shapers: pool)
  }

  private mutating func shapeItems(
    _ text: Span<UInt8>, _ input: ShapingInput, _ sets: [FontSet], isStale: @Sendable () -> Bool
  ) {
    naturalWidth = 0
    inkExtent = InkExtent()
    runs.removeAll(keepingCapacity: true)
    encoder.reset()
    fontList.removeAll(keepingCapacity: true)
    breaks.reset()
    var (paragraph, object) = (0, 0)
    for index in itemizer.items.indices {
      let item = itemizer.items[index]
      while Int(analysis.paragraphs[paragraph].end) <= item.start { paragraph += 1 }
      let start = paragraph == 0 ? 0 : Int(analysis.paragraphs[paragraph - 1].end)
      if item.kind == .object {
        appendObject(object, as: item, of: text, input: input)
        object += 1
        continue
      }
      let context = start..<max(item.contentEnd, Int(analysis.paragraphs[paragraph].contentEnd))
      let spaces = item.isFallback ? BorrowedSpaces(fonts: sets[Int(item.style)]) : nil
      shape(item, of: text, context: context, input: input, spaces: spaces, isStale: isStale)
    }
  }

  /// Shapes an item, as one run or, if it is long, several.
  private mutating func shape(
    _ item: ShapingItem, of text: Span<UInt8>, context: Range<Int>, input: ShapingInput,
    spaces: BorrowedSpaces?, isStale: @Sendable () -> Bool
  ) {
    let style = item.style == 0 ? input.base : input.spans[Int(item.style) - 1].style
    let language = fontSets.language(style.language ?? input.language, for: item.font)
    let setting = RunShaper.Setting(
      font: item.font,
      properties: SegmentProperties(
        script: item.script, language: language, isRightToLeft: item.level & 1 == 1),
      style: style)
    var manner = ShapingManner.whole
    if item.kind != .text {
      manner = .nothing
    } else if let spaces {
      manner = .borrowingSpaces(spaces)
    } else if setting.shapesWordsAlone {
      manner = .words
    }
    var start = item.start
    repeat {
      let end = PieceSplitter.endOfPiece(
        in: text, start..<item.contentEnd, isPlain: analysis.isPlain)
      if !isStopped, isStale() { isStopped = true }
      if isStopped { manner = .nothing }
      let (glyphs, reach) = shape(
        text, start..<end, context: context, setting, manner, isContinued: start > item.start)
      let isLast = end >= item.contentEnd
      appendRun(
        item, start..<(isLast ? item.end : end), glyphs: glyphs, reach: reach, style: style,
        text: text, borrowsSpaces: manner.borrowsSpaces)
      start = end
    } while start < item.contentEnd
  }

  /// Shapes a piece of an item.
  ///
  /// - Returns: Its glyphs and their ink reach.
  @inline(__always) private mutating func shape(
    _ text: Span<UInt8>, _ piece: Range<Int>, context: Range<Int>, _ setting: RunShaper.Setting,
    _ manner: ShapingManner, isContinued: Bool
  ) -> (glyphs: EncodedRun, reach: InkReach) {
    let start = Int32(truncatingIfNeeded: piece.lowerBound)
    switch manner {
    case .nothing:
      encoder.beginRun(at: start)
      return (encoder.endRun(length: piece.count), InkReach())
    case .words:
      encoder.beginRun(at: start)
      let reach = runShaper.shapeWords(
        text, piece, context: context, setting: setting, analyzer: &analyzer, into: &encoder)
      return (encoder.endRun(length: piece.count), reach)
    case .whole:
      glyphs.removeAll(keepingCapacity: true)
      runShaper.shape(
        text, piece, context: context, setting: setting,
        options: edges(of: piece, in: context, isContinued: isContinued), into: &glyphs)
      let glyphs = glyphs
      let reach = setting.inkReach(of: glyphs.span)
      return (encoder.appendRun(glyphs.span, at: start, length: piece.count), reach)
    case .borrowingSpaces(let spaces):
      encoder.beginRun(at: start)
      let reach = runShaper.shape(
        text, piece, context: context, setting: setting,
        options: edges(of: piece, in: context, isContinued: isContinued), spaces: spaces,
        analyzer: &analyzer, into: &encoder)
      return (encoder.endRun(length: piece.count), reach)
    }
  }

  /// Returns the flags of a piece; by their bits, because creating an option set is slow.
  private func edges(
    of piece: Range<Int>, in context: Range<Int>, isContinued: Bool
  ) -> ShapingOptions {
    var options: UInt32 = 0
    if isContinued { options |= ShapingOptions.withoutDottedCircle.rawValue }
    if piece.lowerBound == context.lowerBound { options |= ShapingOptions.beginsParagraph.rawValue }
    if piece.upperBound == context.upperBound { options |= ShapingOptions.endsParagraph.rawValue }
    return ShapingOptions(rawValue: options)
  }

  private mutating func appendRun(
    _ item: ShapingItem, _ range: Range<Int>, glyphs: EncodedRun, reach: InkReach,
    style: ShapingStyle, text: Span<UInt8>, borrowsSpaces: Bool
  ) {
    let run = ShapedRun(
      start: glyphs.start, end: Int32(truncatingIfNeeded: range.upperBound),
      contentIndex: Int32(truncatingIfNeeded: glyphs.firstWord),
      glyphCount: Int32(truncatingIfNeeded: glyphs.glyphCount), script: item.script,
      pointsPerUnit: style.size / item.font.metrics.unitsPerEm, inkAbove: reach.above,
      inkBelow: reach.below, font: fontIndex(item.font), style: item.style, level: item.level,
      format: glyphs.format, kind: item.kind, borrowsSpaces: borrowsSpaces)
    runs.append(run)
    inkExtent.formUnion(InkExtent(reach, scale: run.pointsPerUnit, shift: style.baselineShift))
    let (words, parts, opportunities) = (encoder.words, encoder.parts, analysis.opportunities)
    let units = breaks.append(
      range, glyphs: glyphs, parts: parts.span, of: words.span, text: text,
      opportunities: opportunities.span, analyzer: analyzer)
    naturalWidth += Double(units) * run.pointsPerUnit
  }

  /// Appends the run of an inline object, whose single unit is its width.
  private mutating func appendObject(
    _ index: Int, as item: ShapingItem, of text: Span<UInt8>, input: ShapingInput
  ) {
    let width = input.details?.objects[index].width ?? 0
    let start = Int32(truncatingIfNeeded: item.start)
    runs.append(
      ShapedRun(
        start: start, end: Int32(truncatingIfNeeded: item.end),
        contentIndex: Int32(truncatingIfNeeded: index), glyphCount: 0, script: item.script,
        pointsPerUnit: width, font: fontIndex(item.font), style: item.style, level: item.level,
        format: [], kind: .object))
    naturalWidth += width
    let unit = EncodedRun(format: [], start: start, firstWord: 0, glyphCount: 1)
    let words: [UInt32] = [1]
    let part = RunEncoding.Part(
      start: start, wordEnd: start + 1, end: start + 1, glyphEnd: 1, advance: 1, spaceAdvance: 0)
    let opportunities = analysis.opportunities
    _ = breaks.append(
      item.start..<item.end, glyphs: unit, parts: [part].span, of: words.span, text: text,
      opportunities: opportunities.span, analyzer: analyzer)
  }

  private mutating func fontIndex(_ font: FontInstance) -> UInt16 {
    if let index = fontList.lastIndex(where: { $0 === font }) {
      return UInt16(truncatingIfNeeded: index)
    }
    fontList.append(font)
    return UInt16(truncatingIfNeeded: fontList.count - 1)
  }

  private func paragraphs() -> [ShapedText.ParagraphSpan] {
    guard analysis.paragraphs.count > 1 else { return [] }
    return analysis.paragraphs.map { ShapedText.ParagraphSpan(end: $0.end, level: $0.level) }
  }
}

/// The method by which an item is shaped.
private enum ShapingManner {
  /// No glyphs: tabs, controls, and text of which nobody needs the layout any more.
  case nothing
  /// Word by word, because the font's space is not part of any lookup.
  case words
  /// In one call.
  case whole
  /// Word by word, with the spaces of another font.
  case borrowingSpaces(BorrowedSpaces)

  /// Whether spaces have the advances of another font.
  var borrowsSpaces: Bool { if case .borrowingSpaces = self { true } else { false } }
}
