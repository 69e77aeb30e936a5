internal import GalleyBasics
internal import GalleyCHarfBuzz

/// A constant of the `MATH` table.
///
/// Raw values equal those of `hb_ot_math_constant_t`. The percentages are numbers of 0...100, and
/// all other constants are distances in design units.
///
/// - SeeAlso: OpenType 1.9, `MATH`, "MathConstants table".
package enum MathConstant: UInt32, CaseIterable, Sendable {
  case scriptPercentScaleDown, scriptScriptPercentScaleDown
  case delimitedSubFormulaMinHeight, displayOperatorMinHeight, mathLeading
  case axisHeight, accentBaseHeight, flattenedAccentBaseHeight
  case subscriptShiftDown, subscriptTopMax, subscriptBaselineDropMin
  case superscriptShiftUp, superscriptShiftUpCramped, superscriptBottomMin
  case superscriptBaselineDropMax, subSuperscriptGapMin, superscriptBottomMaxWithSubscript
  case spaceAfterScript
  case upperLimitGapMin, upperLimitBaselineRiseMin, lowerLimitGapMin, lowerLimitBaselineDropMin
  case stackTopShiftUp, stackTopDisplayStyleShiftUp
  case stackBottomShiftDown, stackBottomDisplayStyleShiftDown
  case stackGapMin, stackDisplayStyleGapMin
  case stretchStackTopShiftUp, stretchStackBottomShiftDown
  case stretchStackGapAboveMin, stretchStackGapBelowMin
  case fractionNumeratorShiftUp, fractionNumeratorDisplayStyleShiftUp
  case fractionDenominatorShiftDown, fractionDenominatorDisplayStyleShiftDown
  case fractionNumeratorGapMin, fractionNumDisplayStyleGapMin, fractionRuleThickness
  case fractionDenominatorGapMin, fractionDenomDisplayStyleGapMin
  case skewedFractionHorizontalGap, skewedFractionVerticalGap
  case overbarVerticalGap, overbarRuleThickness, overbarExtraAscender
  case underbarVerticalGap, underbarRuleThickness, underbarExtraDescender
  case radicalVerticalGap, radicalDisplayStyleVerticalGap, radicalRuleThickness
  case radicalExtraAscender, radicalKernBeforeDegree, radicalKernAfterDegree
  case radicalDegreeBottomRaisePercent
}

/// A corner of a glyph, for the kerning of scripts.
package enum MathKernCorner: UInt32, Sendable {
  case topRight, topLeft, bottomRight, bottomLeft
}

/// A direction in which glyphs grow.
package enum MathStretchAxis: Sendable {
  case horizontal, vertical

  var direction: hb_direction_t { self == .horizontal ? HB_DIRECTION_LTR : HB_DIRECTION_BTT }
}

/// A larger form of a glyph.
package struct MathVariant: Hashable, Sendable {
  /// The glyph.
  package var glyph: GlyphID
  /// The size of the glyph along the axis, in design units.
  package var advance: Int32
}

/// A part of a glyph that is assembled to any size.
package struct MathPart: Hashable, Sendable {
  /// The glyph.
  package var glyph: GlyphID
  /// The length of the straight edge at the start, in design units.
  ///
  /// The start is the left end or the bottom.
  package var startConnector: Int32
  /// The length of the straight edge at the end, in design units.
  package var endConnector: Int32
  /// The size of the glyph along the axis, in design units.
  package var fullAdvance: Int32
  /// Whether the part may be repeated or omitted.
  package var isExtender: Bool
}

/// The parts of a glyph that is assembled to any size, from left to right or from bottom to top.
package struct MathAssembly: Hashable, Sendable {
  /// The parts.
  package var parts: [MathPart]
  /// The italics correction of the assembly, in design units.
  package var italicsCorrection: Int32
}

extension Face {
  /// Whether the face has a `MATH` table.
  ///
  /// The C function is `hb_ot_math_has_data`.
  package var hasMathTable: Bool { unsafe hb_ot_math_has_data(handle) != 0 }

  /// Returns whether the height of `glyph` is unusual, so that its scripts attach to its box.
  ///
  /// The C function is `hb_ot_math_is_glyph_extended_shape`.
  package func isExtendedShape(_ glyph: GlyphID) -> Bool {
    unsafe hb_ot_math_is_glyph_extended_shape(handle, glyph.rawValue) != 0
  }
}

extension Font {
  /// Returns a constant of the `MATH` table; zero if there is no table.
  ///
  /// The C function is `hb_ot_math_get_constant`.
  package func mathConstant(_ constant: MathConstant) -> Int32 {
    unsafe hb_ot_math_get_constant(handle, hb_ot_math_constant_t(rawValue: constant.rawValue))
  }

  /// Returns the italics correction of `glyph` in design units; zero if it has none.
  ///
  /// The C function is `hb_ot_math_get_glyph_italics_correction`.
  package func italicsCorrection(of glyph: GlyphID) -> Int32 {
    unsafe hb_ot_math_get_glyph_italics_correction(handle, glyph.rawValue)
  }

  /// Returns the x coordinate at which accents attach to `glyph`, in design units; half its advance
  /// if the font does not define one.
  ///
  /// The C function is `hb_ot_math_get_glyph_top_accent_attachment`.
  package func topAccentAttachment(of glyph: GlyphID) -> Int32 {
    unsafe hb_ot_math_get_glyph_top_accent_attachment(handle, glyph.rawValue)
  }

  /// Returns the kerning at a corner of `glyph` for a script at a height, in design units.
  ///
  /// The C function is `hb_ot_math_get_glyph_kerning`.
  package func mathKerning(of glyph: GlyphID, at corner: MathKernCorner, height: Int32) -> Int32 {
    unsafe hb_ot_math_get_glyph_kerning(
      handle, glyph.rawValue, hb_ot_math_kern_t(rawValue: corner.rawValue), height)
  }

  /// Returns the larger forms of `glyph`, in ascending order of size.
  ///
  /// The C function is `hb_ot_math_get_glyph_variants`.
  package func mathVariants(of glyph: GlyphID, along axis: MathStretchAxis) -> [MathVariant] {
    var count = UInt32(Limits.Fonts.mathVariants)
    var raw = [hb_ot_math_glyph_variant_t](
      repeating: hb_ot_math_glyph_variant_t(), count: Int(count))
    _ = unsafe hb_ot_math_get_glyph_variants(
      handle, glyph.rawValue, axis.direction, 0, &count, &raw)
    return raw.prefix(Int(count)).map {
      MathVariant(glyph: GlyphID(rawValue: $0.glyph), advance: $0.advance)
    }
  }

  /// Returns the parts from which `glyph` is assembled to any size, or `nil` if there are none.
  ///
  /// The C function is `hb_ot_math_get_glyph_assembly`.
  package func mathAssembly(of glyph: GlyphID, along axis: MathStretchAxis) -> MathAssembly? {
    var count = UInt32(Limits.Fonts.mathVariants)
    var raw = [hb_ot_math_glyph_part_t](repeating: hb_ot_math_glyph_part_t(), count: Int(count))
    var correction: hb_position_t = 0
    _ = unsafe hb_ot_math_get_glyph_assembly(
      handle, glyph.rawValue, axis.direction, 0, &count, &raw, &correction)
    guard count > 0 else { return nil }
    let parts = raw.prefix(Int(count)).map { part in
      MathPart(
        glyph: GlyphID(rawValue: part.glyph), startConnector: part.start_connector_length,
        endConnector: part.end_connector_length, fullAdvance: part.full_advance,
        isExtender: part.flags.rawValue & HB_OT_MATH_GLYPH_PART_FLAG_EXTENDER.rawValue != 0)
    }
    return MathAssembly(parts: parts, italicsCorrection: correction)
  }

  /// Returns the minimum overlap of neighboring parts of an assembly, in design units.
  ///
  /// The C function is `hb_ot_math_get_min_connector_overlap`.
  package func minimumConnectorOverlap(along axis: MathStretchAxis) -> Int32 {
    unsafe hb_ot_math_get_min_connector_overlap(handle, axis.direction)
  }

  /// Returns the glyph for `scalar` with a feature of the script `math` enabled.
  ///
  /// - Parameters:
  ///   - scalar: The character.
  ///   - feature: The feature, such as `ssty`, whose value selects among alternates.
  /// - Returns: The glyph, or `nil` if shaping gives none or several.
  package func glyph(for scalar: Unicode.Scalar, with feature: FontFeature) -> GlyphID? {
    var buffer = TextBuffer()
    let text = String(scalar)
    let range = 0..<text.utf8.count
    buffer.append(text.utf8.span, range: range, context: range)
    let properties = SegmentProperties(
      script: "Zmth", language: .undetermined, isRightToLeft: false)
    let shaped = buffer.shape(with: self, properties: properties, features: [feature])
    var glyphs: [Glyph] = []
    shaped.append(to: &glyphs, reversed: false, clusterOffset: 0)
    guard glyphs.count == 1, let glyph = glyphs.first else { return nil }
    return GlyphID(rawValue: glyph.id)
  }
}
