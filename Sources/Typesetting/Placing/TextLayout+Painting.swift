import GalleyFonts
package import GalleyGeometry
import GalleyShaping

/// The effects to paint besides glyphs and decoration lines.
package struct PaintNeeds: OptionSet, Sendable {
  package var rawValue: UInt8

  /// Creates a set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Background colors.
  package static let backgrounds = PaintNeeds(rawValue: 1)
  /// Rounded backgrounds.
  package static let highlights = PaintNeeds(rawValue: 2)
  /// Glyph shadows.
  package static let shadows = PaintNeeds(rawValue: 4)
  /// Glyph strokes.
  package static let strokes = PaintNeeds(rawValue: 8)
}

extension TextLayout {
  /// Whether the layout may have blocks and tokens.
  package var isFlowed: Bool { flow != nil }

  /// Whether the text may use untrusted fonts.
  package var usesUnknownFonts: Bool {
    !shaped.baseFont.typeface.isTrusted || shaped.fonts.contains { !$0.typeface.isTrusted }
  }

  /// Whether the text has attachments.
  package var hasAttachments: Bool {
    !text.structure.isDefault && text.structure.read { !$0.attachments.isEmpty }
  }

  /// Lays out text on one line in the base style's font, at the largest size that fits a box.
  package func standIn(_ string: String, paint: TextPaint, fitting size: Size) -> TextLayout {
    func layout(_ fontSize: Double) -> TextLayout {
      var style = text.baseStyle
      style.font.size = fontSize
      style.paint = paint
      let text = AttributedText(string, style: style, language: text.language)
      return shaped.shapers.shape(text.shapingInput).layout(text, options: LayoutOptions())
    }
    let tall = layout(size.height)
    let part = min(
      size.width / max(tall.size.width, 1e-3), size.height / max(tall.size.height, 1e-3))
    return layout(size.height * part)
  }

  /// The number of UTF-8 bytes in the text.
  ///
  /// Unlike copying the text, this counts no references.
  package var textLength: Int { text.length }

  /// Whether the text has annotations, such as links and spoilers.
  package var hasAnnotations: Bool { !text.annotations.isEmpty }

  /// The effects that the text's paints require.
  ///
  /// - Complexity: O(*n*), where *n* is the number of spans with the same paint.
  package var paintNeeds: PaintNeeds {
    var needs = text.baseStyle.paint.needs
    for span in text.paintSpans.spans where !span.value.isPlain {
      needs.formUnion(span.value.needs)
    }
    return needs
  }

  /// Returns the maximum distance of a line's ink from the line's box, in points; infinite if the
  /// offsets of stacked glyphs are unbounded.
  ///
  /// - Complexity: O(*n*), where *n* is the number of style spans.
  package func inkReach(_ needs: PaintNeeds) -> Double {
    guard !shaped.hasFarGlyphs else { return .infinity }
    let units = shaped.fonts.reduce(shaped.baseFont.metrics.unitsPerEm) {
      min($0, $1.metrics.unitsPerEm)
    }
    // The distance to a glyph's origin, plus four ems for its ink and underlines.
    let ems = Double(GlyphFormat.farOffset) / Double(max(1, units)) + 4
    func reach(_ style: ShapingStyle) -> Double { ems * style.size + abs(style.baselineShift) }
    var greatest = reach(shaped.input.base)
    for span in shaped.input.spans { greatest = max(greatest, reach(span.style)) }
    guard !needs.isDisjoint(with: [.shadows, .strokes]) else { return greatest }
    var effect = text.baseStyle.paint.reach
    for span in text.paintSpans.spans { effect = max(effect, span.value.reach) }
    return greatest + effect
  }

  /// The maximal ranges of text with the same rounded background, in order.
  ///
  /// Adjacent ranges that differ only in other paint attributes, such as colored code, are merged.
  package var highlightedStretches: [(range: Range<Int>, highlight: TextPaint.Highlight)] {
    guard !text.paintSpans.spans.isEmpty else {
      return text.basePaint.highlight.map { [(0..<text.length, $0)] } ?? []
    }
    var stretches: [(range: Range<Int>, highlight: TextPaint.Highlight)] = []
    var start = 0
    for span in text.paintSpans.spans {
      defer { start = Int(span.end) }
      guard let highlight = span.value.highlight else { continue }
      if let last = stretches.last, last.range.upperBound == start, last.highlight == highlight {
        stretches[stretches.count - 1].range = last.range.lowerBound..<Int(span.end)
      } else {
        stretches.append((start..<Int(span.end), highlight))
      }
    }
    return stretches
  }
}

extension TextPaint {
  /// The maximum distance that a shadow or a stroke extends beyond glyphs, in points.
  fileprivate var reach: Double {
    let cast = shadow.map { $0.offset.y.distanceFromZero + 2 * $0.blur.distanceFromZero } ?? 0
    return cast + (stroke?.width.distanceFromZero ?? 0)
  }

  /// The effects that the paint requires.
  fileprivate var needs: PaintNeeds {
    guard !isPlain else { return [] }
    var needs: PaintNeeds = []
    if background != nil { needs.insert(.backgrounds) }
    if highlight != nil { needs.insert(.highlights) }
    if shadow != nil { needs.insert(.shadows) }
    if stroke != nil { needs.insert(.strokes) }
    return needs
  }
}

extension Double {
  /// The absolute value, or zero if it is not a number.
  fileprivate var distanceFromZero: Double { isNaN ? 0 : magnitude }
}
