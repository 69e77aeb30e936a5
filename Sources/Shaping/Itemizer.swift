import GalleyFonts
import GalleyHarfBuzz
import GalleyICU

/// A stretch of text of one paragraph, level, script, style and font: what becomes shaping runs.
struct ShapingItem {
  var start: Int
  /// Where the characters with glyphs end; from there to `end` there are controls and line ends.
  var contentEnd: Int
  var end: Int
  var level: UInt8
  var script: Tag
  var style: UInt32
  var kind: ShapedRun.Kind
  var font: FontInstance
}

/// Splits analyzed text into ``ShapingItem``s.
///
/// A font is chosen for each cluster: a character with the marks, joiners and selectors that stand
/// with it, so that these never come from another font than their base. In this order:
///
/// 1. White space and what is invisible stays with the font before it, if that has it, so that a
///    space between two words of a fallback font does not break their run.
/// 2. Characters that no emoji rule touches are the style's own font's, if that has them.
/// 3. All others are the font set's to decide: presentation first, then the fallback chain.
struct Itemizer {
  private(set) var items: [ShapingItem] = []
  private var scalars: [UInt32] = []

  /// Itemizes a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - analysis: What is known of it.
  ///   - spans: The styles in order, or none if all is in one.
  ///   - fonts: The font set of the base style, then those of the spans.
  mutating func itemize(
    _ text: Span<UInt8>, analysis: borrowing TextAnalysis, spans: [ShapingSpan], fonts: [FontSet]
  ) {
    items.removeAll(keepingCapacity: true)
    var (paragraph, levelRun, scriptRun, span) = (0, 0, 0, 0)
    var start = 0
    while start < text.count {
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
        fonts: fonts[style])
      itemize(text, start..<end, common)
      start = end
    }
  }

  /// What all characters between two boundaries of analysis and style have in common.
  private struct Common {
    let level: UInt8
    let script: Tag
    let style: UInt32
    let fonts: FontSet
  }

  private mutating func itemize(_ text: Span<UInt8>, _ range: Range<Int>, _ common: Common) {
    let primary = common.fonts.primary
    let firstItem = items.count
    var index = range.lowerBound
    while index < range.upperBound {
      let (scalar, length) = text.scalar(at: index)
      var end = index + length
      if scalar < 0x20 || (0x7F...0x9F).contains(scalar) || (0x2028...0x2029).contains(scalar) {
        appendControl(index..<end, isTab: scalar == 0x09, common)
      } else if scalar < 0x300, common.fonts.primaryServes(scalar),
        end == range.upperBound || text[end] < 0xCC
      {
        // No combining mark begins with a byte below 0xCC.
        let isSpace = scalar == 0x20 && items.count > firstItem
        append(
          index..<end,
          isSpace ? fontBehind(0x20, else: primary) : primary, common,
          joins: items.count > firstItem)
      } else {
        end = clusterEnd(text, index, range.upperBound)
        let font = fontOfCluster(common, hasItem: items.count > firstItem)
        append(index..<end, font, common, joins: items.count > firstItem)
      }
      index = end
    }
  }

  /// The last item's font if it has `scalar`.
  private func fontBehind(_ scalar: UInt32, else primary: FontInstance) -> FontInstance {
    guard let last = items.last, last.kind == .text,
      last.font === primary || last.font.typeface.coverage.contains(scalar),
      !last.font.typeface.isColor
    else { return primary }
    return last.font
  }

  private func fontOfCluster(_ common: Common, hasItem: Bool) -> FontInstance {
    let base = scalars[0]
    if scalars.count == 1 {
      let isInvisible = ICU.Properties.isDefaultIgnorable(base)
      if hasItem, isInvisible || ICU.Properties.isWhitespace(base), let last = items.last,
        last.kind == .text, !last.font.typeface.isColor,
        isInvisible || last.font.typeface.coverage.contains(base)
      {
        return last.font
      }
      if isInvisible || common.fonts.primaryServes(base) { return common.fonts.primary }
    }
    return common.fonts.selection(for: scalars.span, script: common.script).instance
  }

  /// Gathers the scalars of the cluster at `start` and gives its end.
  private mutating func clusterEnd(_ text: Span<UInt8>, _ start: Int, _ limit: Int) -> Int {
    scalars.removeAll(keepingCapacity: true)
    var index = start
    var followsJoiner = false
    while index < limit {
      let (scalar, length) = text.scalar(at: index)
      if let last = scalars.last {
        let joins =
          extendsCluster(scalar)
          || followsJoiner && ICU.Properties.isExtendedPictographic(scalar)
          || scalars.count == 1 && isRegionalIndicator(scalar) && isRegionalIndicator(last)
        if !joins { break }
        // A flood of marks is one cluster, of which the first say enough.
        if scalars.count >= 64 {
          index += length
          continue
        }
      }
      followsJoiner = scalar == 0x200D
      scalars.append(scalar)
      index += length
    }
    return index
  }

  private func isRegionalIndicator(_ scalar: UInt32) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar)
  }

  private mutating func append(
    _ range: Range<Int>, _ font: FontInstance, _ common: Common, joins: Bool
  ) {
    if joins, let last = items.last, last.kind == .text, last.contentEnd == range.lowerBound,
      last.font === font
    {
      items[items.count - 1].contentEnd = range.upperBound
      items[items.count - 1].end = range.upperBound
      return
    }
    items.append(
      ShapingItem(
        start: range.lowerBound, contentEnd: range.upperBound, end: range.upperBound,
        level: common.level, script: common.script, style: common.style, kind: .text, font: font))
  }

  /// Appends a character without a glyph; controls go to the end of the item before them.
  private mutating func appendControl(_ range: Range<Int>, isTab: Bool, _ common: Common) {
    if !isTab, let last = items.last, last.kind != .tab, last.style == common.style,
      last.level == common.level
    {
      items[items.count - 1].end = range.upperBound
      return
    }
    items.append(
      ShapingItem(
        start: range.lowerBound, contentEnd: range.lowerBound, end: range.upperBound,
        level: common.level, script: common.script, style: common.style,
        kind: isTab ? .tab : .control, font: common.fonts.primary))
  }
}
