internal import GalleyHarfBuzz

/// The metrics of a whole font, in design units.
///
/// Divide by ``unitsPerEm`` and multiply by a size to reach points.
package struct FontMetrics: Hashable, Sendable {
  /// The number of design units per em.
  package var unitsPerEm: Double
  /// The distance from the baseline up to the top of the line.
  package var ascent: Double
  /// The distance from the baseline down to the bottom of the line; positive below the baseline.
  package var descent: Double
  /// The recommended gap between lines.
  package var lineGap: Double
  /// The distance from the baseline down to the upper edge of an underline; positive below the
  /// baseline.
  package var underlinePosition: Double
  /// The thickness of an underline.
  package var underlineThickness: Double
  /// The distance from the baseline up to the upper edge of a strikethrough.
  package var strikethroughPosition: Double
  /// The thickness of a strikethrough.
  package var strikethroughThickness: Double
  /// The height of flat lowercase letters.
  package var xHeight: Double
  /// The height of flat capitals.
  package var capHeight: Double
}

extension FontMetrics {
  /// Reads the metrics of `font`.
  ///
  /// The line height is taken, in the order that browsers use, from `OS/2` if the font requests it
  /// (`USE_TYPO_METRICS`), from `hhea`, from `OS/2`, or from the clipping values for Windows.
  /// `MVAR` adjusts the values along the axes. Missing values are estimated.
  ///
  /// - SeeAlso: OpenType 1.9, "Baseline to baseline distances".
  init(of font: Font) {
    let em = Double(font.face.unitsPerEm)
    func metric(_ key: Font.Metric) -> Double? { font.metric(key).map(Double.init) }
    unitsPerEm = em
    let line = Self.line(of: font) ?? (em * 0.8, em * 0.2, 0)
    ascent = line.ascent
    descent = line.descent
    lineGap = line.gap

    xHeight = metric(.xHeight).positive ?? Self.height(of: 0x78, in: font) ?? em / 2
    capHeight = metric(.capHeight).positive ?? Self.height(of: 0x48, in: font) ?? em * 0.7
    underlineThickness = metric(.underlineSize).positive ?? em / 20
    underlinePosition = metric(.underlineOffset).flatMap { $0 == 0 ? nil : -$0 } ?? em / 10
    strikethroughThickness = metric(.strikeoutSize).positive ?? underlineThickness
    strikethroughPosition =
      metric(.strikeoutOffset).positive ?? (xHeight + strikethroughThickness) / 2
  }

  /// Returns the ascent, descent and gap of the line, or `nil` if no table defines them.
  private static func line(of font: Font) -> (ascent: Double, descent: Double, gap: Double)? {
    let typographic = font.face.withTable("OS/2") { table in
      // sTypoAscender, sTypoDescender, sTypoLineGap
      table.count >= 74 ? [68, 70, 72].map { signedWord(in: table, at: $0) } : [0, 0, 0]
    }
    let lines = [
      [.ascender, .descender, .lineGap].map { Double(font.metric($0) ?? 0) }, typographic,
      [Double(font.metric(.clippingAscent) ?? 0), -Double(font.metric(.clippingDescent) ?? 0), 0],
    ]
    return lines.first { $0[0] != 0 || $0[1] != 0 }.map { line in
      // Fonts often store the descent without its sign.
      (line[0], abs(line[1]), max(line[2], 0))
    }
  }

  private static func signedWord(in table: Span<UInt8>, at offset: Int) -> Double {
    Double(Int16(bitPattern: UInt16(table[offset]) << 8 | UInt16(table[offset + 1])))
  }

  /// Returns the height of a letter's ink above the baseline.
  private static func height(of scalar: UInt32, in font: Font) -> Double? {
    let glyph = font.glyph(for: scalar)
    return glyph.flatMap(font.extents).map { Double($0.yBearing) }.positive
  }
}

extension Double? {
  /// The number if it is positive, else `nil`.
  fileprivate var positive: Double? { flatMap { $0 > 0 ? $0 : nil } }
}
