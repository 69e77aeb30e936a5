import GalleyFonts
import GalleyHarfBuzz
import GalleyUnicode

/// A stretch of text of one paragraph, level, script, style and font, from which shaping runs are
/// made.
struct ShapingItem {
  var start: Int
  /// The end of the characters with glyphs, which controls and line ends may follow.
  var contentEnd: Int
  var end: Int
  var level: UInt8
  var script: FontTag
  var style: UInt32
  var kind: ShapedRun.Kind
  var font: FontInstance
  /// Whether the font is not the style's primary font.
  var isFallback: Bool
}

/// A splitter of analyzed text into ``ShapingItem``s.
///
/// A font is chosen for each cluster, a character with its marks, joiners and selectors, so that
/// these never come from another font than their base. In this order:
///
/// 1. White space and invisible characters stay with the font before them if it supports them, so
///    that a space between two words of a fallback font does not split their run; its advance is
///    borrowed (``BorrowedSpaces``).
/// 2. Characters outside the emoji rules use the style's primary font if it supports them.
/// 3. For all others the font set decides: first the presentation, then the fallback chain.
struct Itemizer {
  private(set) var items: [ShapingItem] = []
  private var scalars: [UInt32] = []
  private var selections = RecentSelections()

  /// The properties shared by all characters between two boundaries of analysis and style.
  private struct Common {
    let level: UInt8
    let script: FontTag
    let style: UInt32
    let fonts: FontSet
    /// The index of the first item of these characters.
    let firstItem: Int
    /// The index of the first item of their segment.
    let firstOfSegment: Int
  }

  /// Itemizes a text with its styles in order, or none if the whole text has the base style.
  ///
  /// `fonts` has the font set of the base style, followed by those of the spans.
  mutating func itemize(
    _ text: Span<UInt8>, analysis: borrowing TextAnalysis, spans: [ShapingSpan],
    details: ShapingDetails?, fonts: [FontSet], analyzer: borrowing TextAnalyzer
  ) {
    items.removeAll(keepingCapacity: true)
    let (segments, objects) = (details?.segments ?? [], details?.objects ?? [])
    var (paragraph, levelRun, scriptRun, span, segment, object) = (0, 0, 0, 0, 0, 0)
    var (start, firstOfSegment) = (0, 0)
    while start < text.count {
      // A segment ends at a paragraph end, so no item crosses it.
      while segment < segments.count, Int(segments[segment].end) <= start {
        segment += 1
        firstOfSegment = items.count
      }
      while analysis.paragraphs[paragraph].end <= start { paragraph += 1 }
      var end = Int(analysis.paragraphs[paragraph].end)
      var level = analysis.paragraphs[paragraph].level
      if !analysis.levelRuns.isEmpty {
        while analysis.levelRuns[levelRun].end <= start { levelRun += 1 }
        level = analysis.levelRuns[levelRun].level
        end = min(end, Int(analysis.levelRuns[levelRun].end))
      }
      while analysis.scriptRuns[scriptRun].end <= start { scriptRun += 1 }
      end = min(end, Int(analysis.scriptRuns[scriptRun].end))
      while span < spans.count, spans[span].end <= start { span += 1 }
      if span < spans.count { end = min(end, Int(spans[span].end)) }

      let style = span < spans.count ? span + 1 : 0
      let common = Common(
        level: level, script: analysis.scriptRuns[scriptRun].script, style: UInt32(style),
        fonts: fonts[style], firstItem: items.count, firstOfSegment: firstOfSegment)
      if object < objects.count, Int(objects[object].offset) <= start {
        end = start + ShapingObject.length
        append(.object, start..<end, contentEnd: end, common.fonts.primary, common)
        object += 1
      } else {
        if object < objects.count { end = min(end, Int(objects[object].offset)) }
        itemize(text, start..<end, common, analyzer)
      }
      start = end
    }
  }

  private mutating func itemize(
    _ text: Span<UInt8>, _ range: Range<Int>, _ common: Common, _ analyzer: borrowing TextAnalyzer
  ) {
    let primary = common.fonts.primary
    let plain = PlainCharacters(of: primary)
    var index = range.lowerBound
    while index < range.upperBound {
      let plainEnd = plain.end(in: text, index..<range.upperBound, analyzer)
      if plainEnd > index {
        // A space stays with the font before it.
        var start = index
        while start < plainEnd {
          let (scalar, length) = text.scalar(at: start)
          guard BorrowedSpaces.isSpace(scalar), let font = fontBehind(scalar, common) else { break }
          append(start..<start + length, font, common)
          start += length
        }
        if start < plainEnd { append(start..<plainEnd, primary, common) }
        index = plainEnd
        continue
      }
      let (scalar, length) = text.scalar(at: index)
      var end = index + length
      if PlainCharacters.isControl(scalar) {
        appendControl(index..<end, isTab: scalar == 0x09, common)
      } else {
        if isAlone(scalar, text, end..<range.upperBound, analyzer) {
          append(index..<end, font(of: scalar, common, analyzer), common)
        } else {
          end = clusterEnd(text, index..<range.upperBound, analyzer)
          append(index..<end, fontOfCluster(common, analyzer), common)
        }
        end = extendFallback(text, end..<range.upperBound, common, plain, analyzer)
      }
      index = end
    }
  }

  /// Extends the last item, if its font is a fallback, by characters that certainly have its font.
  ///
  /// - Returns: The end of these characters, the first of which is at the start of `range`.
  private mutating func extendFallback(
    _ text: Span<UInt8>, _ range: Range<Int>, _ common: Common, _ plain: PlainCharacters,
    _ analyzer: borrowing TextAnalyzer
  ) -> Int {
    let last = items.count - 1
    let font = items[last].font
    guard font !== common.fonts.primary, !font.typeface.isColor else { return range.lowerBound }
    let coverage = font.typeface.coverage
    var index = range.lowerBound
    while index < range.upperBound {
      let (scalar, length) = text.scalar(at: index)
      guard isAlone(scalar, text, index + length..<range.upperBound, analyzer) else { break }
      if BorrowedSpaces.isSpace(scalar) {
        guard coverage.contains(scalar) else { break }
      } else {
        guard !PlainCharacters.isControl(scalar), !plain.coverage.contains(scalar),
          !analyzer.mayBeInvisible(scalar),
          selections.has(font, for: scalar, common.fonts, script: common.script)
        else { break }
      }
      index += length
    }
    if index > range.lowerBound {
      items[last].contentEnd = index
      items[last].end = index
    }
    return index
  }

  /// Returns the font of the previous item, if it is not the primary font and supports `scalar`.
  private func fontBehind(_ scalar: UInt32, _ common: Common) -> FontInstance? {
    guard items.count > common.firstItem else { return nil }
    let last = items.count - 1
    guard items[last].kind == .text, items[last].contentEnd == items[last].end,
      items[last].font !== common.fonts.primary, !items[last].font.typeface.isColor,
      items[last].font.typeface.coverage.contains(scalar)
    else { return nil }
    return items[last].font
  }

  /// Returns the font of the cluster in ``scalars``.
  private mutating func fontOfCluster(
    _ common: Common, _ analyzer: borrowing TextAnalyzer
  ) -> FontInstance {
    if scalars.count == 1 { return font(of: scalars[0], common, analyzer) }
    return common.fonts.selection(for: scalars.span, script: common.script).instance
  }

  /// Returns the font of a cluster of one character.
  private mutating func font(
    of scalar: UInt32, _ common: Common, _ analyzer: borrowing TextAnalyzer
  ) -> FontInstance {
    if BorrowedSpaces.isSpace(scalar), let font = fontBehind(scalar, common) { return font }
    if analyzer.mayBeInvisible(scalar), ICU.Properties.flags(of: scalar).has(.defaultIgnorable) {
      let last = items.count - 1
      let follows = last >= common.firstItem && items[last].kind == .text
      return follows && !items[last].font.typeface.isColor
        ? items[last].font : common.fonts.primary
    }
    if common.fonts.primaryServes(scalar) { return common.fonts.primary }
    return selections.font(of: scalar, common.fonts, script: common.script)
  }

  /// Returns whether a character is certainly a cluster of its own, before the rest of a text.
  @inline(__always) private func isAlone(
    _ scalar: UInt32, _ text: Span<UInt8>, _ rest: Range<Int>, _ analyzer: borrowing TextAnalyzer
  ) -> Bool {
    guard !rest.isEmpty else { return true }
    let next = text[rest.lowerBound]
    if next < 0x80 { return true }
    return scalar != 0x200D && !isRegionalIndicator(scalar)
      && !analyzer.extendsCluster(text.scalar(at: rest.lowerBound).value)
  }

  /// Collects the scalars of the cluster at the start of `range`, and returns its end.
  private mutating func clusterEnd(
    _ text: Span<UInt8>, _ range: Range<Int>, _ analyzer: borrowing TextAnalyzer
  ) -> Int {
    scalars.removeAll(keepingCapacity: true)
    var index = range.lowerBound
    var last: UInt32 = 0
    while index < range.upperBound {
      let (scalar, length) = text.scalar(at: index)
      if index > range.lowerBound {
        let joins =
          analyzer.extendsCluster(scalar) && !(isSkinTone(scalar) && BorrowedSpaces.isSpace(last))
          || last == 0x200D && ICU.Properties.flags(of: scalar).has(.extendedPictographic)
          || scalars.count == 1 && isRegionalIndicator(scalar) && isRegionalIndicator(last)
        if !joins { break }
      }
      // A flood of marks is one cluster, whose first scalars suffice.
      if scalars.count < 64 { scalars.append(scalar) }
      last = scalar
      index += length
    }
    return index
  }

  /// Returns whether `scalar` is a skin tone, which extends even a space.
  private func isSkinTone(_ scalar: UInt32) -> Bool {
    (0x1F3FB...0x1F3FF).contains(scalar)
  }

  private func isRegionalIndicator(_ scalar: UInt32) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar)
  }

  /// Appends characters to the last item, or to a new one if they cannot share its run.
  private mutating func append(_ range: Range<Int>, _ font: FontInstance, _ common: Common) {
    let last = items.count - 1
    if last >= common.firstItem, items[last].kind == .text,
      items[last].contentEnd == range.lowerBound, items[last].font === font
    {
      items[last].contentEnd = range.upperBound
      items[last].end = range.upperBound
      return
    }
    append(.text, range, contentEnd: range.upperBound, font, common)
  }

  /// Appends a character without a glyph; controls extend the item before them.
  private mutating func appendControl(_ range: Range<Int>, isTab: Bool, _ common: Common) {
    let last = items.count - 1
    if !isTab, last >= common.firstOfSegment, items[last].kind.takesControls,
      items[last].style == common.style, items[last].level == common.level
    {
      items[last].end = range.upperBound
      return
    }
    append(
      isTab ? .tab : .control, range, contentEnd: range.lowerBound, common.fonts.primary, common)
  }

  /// Appends a new item.
  private mutating func append(
    _ kind: ShapedRun.Kind, _ range: Range<Int>, contentEnd: Int, _ font: FontInstance,
    _ common: Common
  ) {
    items.append(
      ShapingItem(
        start: range.lowerBound, contentEnd: contentEnd, end: range.upperBound,
        level: common.level, script: common.script, style: common.style, kind: kind, font: font,
        isFallback: font !== common.fonts.primary))
  }
}

extension ShapedRun.Kind {
  /// Whether a run of the kind can include controls after it.
  fileprivate var takesControls: Bool {
    switch self {
    case .text, .control: true
    case .tab, .object: false
    }
  }
}
