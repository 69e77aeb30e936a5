import GalleyFonts
package import GalleyGeometry
import GalleyShaping

/// What has to be painted beside glyphs and the lines drawn with them.
package struct PaintNeeds: OptionSet, Sendable {
  package var rawValue: UInt8

  /// Makes needs of their bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Colors behind text.
  package static let backgrounds = PaintNeeds(rawValue: 1)
  /// Shapes with round corners behind text.
  package static let highlights = PaintNeeds(rawValue: 2)
  /// Shadows of glyphs.
  package static let shadows = PaintNeeds(rawValue: 4)
  /// Lines around glyphs.
  package static let strokes = PaintNeeds(rawValue: 8)
}

extension TextLayout {
  /// Whether there may be blocks and tokens.
  package var isFlowed: Bool { flow != nil }

  /// Whether some of the text may be in fonts that nobody vouches for.
  package var usesUnknownFonts: Bool {
    !shaped.baseFont.typeface.isTrusted || shaped.fonts.contains { !$0.typeface.isTrusted }
  }

  /// Whether there may be attachments.
  package var hasAttachments: Bool {
    !text.structure.isUsual && !text.structure.value.attachments.isEmpty
  }

  /// Text in the font of the base style, on one line, as large as fits in a box.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - paint: How it is painted.
  ///   - size: The size of the box, in points.
  /// - Returns: The layout of the text.
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

  /// What the paints of the text ask for.
  ///
  /// - Complexity: O(*n*), where *n* is the number of stretches that are painted alike.
  package var paintNeeds: PaintNeeds {
    var needs = text.baseStyle.paint.needs
    for span in text.paintSpans.spans where !span.value.isPlain {
      needs.formUnion(span.value.needs)
    }
    return needs
  }

  /// How far from its line's box the ink of a line may be, in points.
  ///
  /// - Parameter needs: What the paints ask for.
  /// - Returns: The distance; infinite if glyphs stand on each other without end.
  /// - Complexity: O(*n*), where *n* is the number of stretches with a style of their own.
  package func inkReach(_ needs: PaintNeeds) -> Double {
    guard !shaped.hasFarGlyphs else { return .infinity }
    let units = shaped.fonts.reduce(shaped.baseFont.metrics.unitsPerEm) {
      min($0, $1.metrics.unitsPerEm)
    }
    // To the origin of a glyph, and four more for its ink and the lines under it.
    let ems = Double(GlyphFormat.farOffset) / Double(max(1, units)) + 4
    func reach(_ style: ShapingStyle) -> Double { ems * style.size + abs(style.baselineShift) }
    var greatest = reach(shaped.input.base)
    for span in shaped.input.spans { greatest = max(greatest, reach(span.style)) }
    guard !needs.isDisjoint(with: [.shadows, .strokes]) else { return greatest }
    var effect = text.baseStyle.paint.reach
    for span in text.paintSpans.spans { effect = max(effect, span.value.reach) }
    return greatest + effect
  }

  /// The stretches of text with one shape with round corners behind them, in order.
  ///
  /// Stretches that are painted otherwise apart from it, such as code of several colors, are one.
  package var highlightedStretches: [(range: Range<Int>, highlight: TextHighlight)] {
    guard !text.paintSpans.spans.isEmpty else {
      return text.base.paint.highlight.map { [(0..<text.length, $0)] } ?? []
    }
    var stretches: [(range: Range<Int>, highlight: TextHighlight)] = []
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
  /// How far beyond glyphs a shadow or a stroke goes at the most, in points.
  fileprivate var reach: Double {
    let cast = shadow.map { $0.offset.y.distanceFromZero + 2 * $0.blur.distanceFromZero } ?? 0
    return cast + (stroke?.width.distanceFromZero ?? 0)
  }

  /// What the paint asks for.
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
  /// How far the number is from zero; zero if it is none.
  fileprivate var distanceFromZero: Double { isNaN ? 0 : magnitude }
}
