internal import GalleyHarfBuzz

/// Measures that hold for a whole font, in design units.
///
/// Divide by ``unitsPerEm`` and multiply by a size to reach points.
public struct FontMetrics: Hashable, Sendable {
  /// The design units to the em.
  public var unitsPerEm: Double
  /// From the baseline up to the top of the line.
  public var ascent: Double
  /// From the baseline down to the bottom of the line; positive below the baseline.
  public var descent: Double
  /// What the font wants between lines.
  public var lineGap: Double
  /// From the baseline down to the upper edge of an underline; positive below the baseline.
  public var underlinePosition: Double
  /// How thick an underline is.
  public var underlineThickness: Double
  /// From the baseline up to the upper edge of a line through the text.
  public var strikethroughPosition: Double
  /// How thick a line through the text is.
  public var strikethroughThickness: Double
  /// How high flat lowercase letters are.
  public var xHeight: Double
  /// How high flat capitals are.
  public var capHeight: Double
}

extension FontMetrics {
  /// Reads the metrics of `font`.
  ///
  /// The line is as high as `OS/2` says where the font asks for that (`USE_TYPO_METRICS`), else as
  /// `hhea` says, else `OS/2`, else as Windows cuts off ink: the order of browsers. `MVAR` moves
  /// them along the axes. What no table says is put in by rule of thumb.
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

  /// How far the line reaches above and below the baseline; `nil` if no table says so.
  private static func line(
    of font: Font
  ) -> (ascent: Double, descent: Double, gap: Double)? {
    let typographic = font.face.withTable("OS/2") { table in
      // sTypoAscender, sTypoDescender, sTypoLineGap
      table.count >= 74 ? [68, 70, 72].map { signedWord(in: table, at: $0) } : [0, 0, 0]
    }
    let lines = [
      [.ascender, .descender, .lineGap].map { Double(font.metric($0) ?? 0) },
      typographic,
      [Double(font.metric(.clippingAscent) ?? 0), -Double(font.metric(.clippingDescent) ?? 0), 0],
    ]
    return lines.first { $0[0] != 0 || $0[1] != 0 }.map { line in
      // A descent without its sign is a common mistake in fonts.
      (line[0], abs(line[1]), max(line[2], 0))
    }
  }

  private static func signedWord(in table: Span<UInt8>, at offset: Int) -> Double {
    Double(Int16(bitPattern: UInt16(table[offset]) << 8 | UInt16(table[offset + 1])))
  }

  /// How far the ink of a letter reaches above the baseline.
  private static func height(of scalar: UInt32, in font: Font) -> Double? {
    let glyph = font.glyph(for: scalar)
    return glyph.flatMap(font.extents).map { Double($0.yBearing) }.positive
  }
}

extension Double? {
  /// The number, if it is there and above zero.
  fileprivate var positive: Double? {
    flatMap { $0 > 0 ? $0 : nil }
  }
}
