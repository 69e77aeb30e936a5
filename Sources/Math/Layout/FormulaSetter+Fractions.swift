internal import GalleyHarfBuzz

extension FormulaSetter {
  /// The space on both sides of a fraction, in ems of the formula: TeX's `\nulldelimiterspace`.
  static let nullDelimiterSpace = 0.12

  /// Sets a fraction.
  ///
  /// - SeeAlso: The TeXbook, appendix G, rule 15.
  mutating func setFraction(_ fraction: MathFraction, _ outer: MathStyle) -> Fragment {
    let style = fraction.size.map { outer.with(size: $0) } ?? outer
    let start = list.mark
    let size = fraction.isContinued ? style.size : style.size.fraction
    let upper = setList(fraction.numerator, style.with(size: size))
    let lower = setList(fraction.denominator, style.with(size: size).cramped)
    let thickness =
      fraction.rule.map { length($0, style) } ?? constant(.fractionRuleThickness, style)
    let (raise, drop) =
      thickness > 0
      ? shifts(ofRuled: upper, lower, thickness: thickness, style)
      : shifts(ofStacked: upper, lower, style)
    let width = max(upper.width, lower.width)
    // Fences take the place of the space at the sides.
    let isFenced = fraction.left != nil || fraction.right != nil
    let side = isFenced ? 0 : Self.nullDelimiterSpace
    list.move(upper, x: side + (width - upper.width) / 2, y: -raise)
    list.move(lower, x: side + (width - lower.width) / 2, y: drop)
    let axis = constant(.axisHeight, style)
    appendRule(x: side, y: -axis - thickness / 2, width: width, height: thickness)
    let whole = fragment(
      since: start, width: width + 2 * side,
      ascent: max(raise + upper.ascent, axis + thickness / 2),
      descent: max(drop + lower.descent, thickness / 2 - axis))
    return isFenced ? fenced(whole, left: fraction.left, right: fraction.right, style) : whole
  }

  /// Returns the distances from the baseline to those of the parts of a fraction with a rule.
  private func shifts(
    ofRuled upper: Fragment, _ lower: Fragment, thickness: Double, _ style: MathStyle
  ) -> (raise: Double, drop: Double) {
    let axis = constant(.axisHeight, style)
    let isDisplay = style.isDisplay
    let raise = constant(
      isDisplay ? .fractionNumeratorDisplayStyleShiftUp : .fractionNumeratorShiftUp, style)
    let drop = constant(
      isDisplay ? .fractionDenominatorDisplayStyleShiftDown : .fractionDenominatorShiftDown, style)
    let upperGap = constant(
      isDisplay ? .fractionNumDisplayStyleGapMin : .fractionNumeratorGapMin, style)
    let lowerGap = constant(
      isDisplay ? .fractionDenomDisplayStyleGapMin : .fractionDenominatorGapMin, style)
    return (
      max(raise, axis + thickness / 2 + upperGap + upper.descent),
      max(drop, thickness / 2 - axis + lowerGap + lower.ascent)
    )
  }

  /// Returns the distances from the baseline to those of the parts of a fraction without a rule.
  private func shifts(
    ofStacked upper: Fragment, _ lower: Fragment, _ style: MathStyle
  ) -> (raise: Double, drop: Double) {
    let isDisplay = style.isDisplay
    let raise = constant(isDisplay ? .stackTopDisplayStyleShiftUp : .stackTopShiftUp, style)
    let drop = constant(
      isDisplay ? .stackBottomDisplayStyleShiftDown : .stackBottomShiftDown, style)
    let least = constant(isDisplay ? .stackDisplayStyleGapMin : .stackGapMin, style)
    let missing = max(0, least - (raise - upper.descent - (lower.ascent - drop)))
    return (raise + missing / 2, drop + missing / 2)
  }

  /// Sets a root.
  ///
  /// - SeeAlso: The TeXbook, appendix G, rule 11; OpenType 1.9, `MATH`, for the degree.
  mutating func setRadical(
    _ degree: MathList?, _ nodes: MathList, _ style: MathStyle
  ) -> Fragment {
    let start = list.mark
    let index = degree.map { setList($0, style.with(size: .scriptScript)) }
    let content = setList(nodes, style.cramped)
    let thickness = constant(.radicalRuleThickness, style)
    var gap = constant(
      style.isDisplay ? .radicalDisplayStyleVerticalGap : .radicalVerticalGap, style)
    let target = content.height + gap + thickness
    let sign = setStretched(0x221A, to: target, along: .vertical, scale(style))
    // Spare height is shared by the gap and the space below the content.
    gap += max(0, sign.height - target) / 2
    let top = content.ascent + gap + thickness
    // The sign hangs from the top edge of the rule.
    let shift = sign.ascent - top
    var x = 0.0
    if let index {
      let before = constant(.radicalKernBeforeDegree, style)
      let after = max(constant(.radicalKernAfterDegree, style), -index.width)
      let bottom = sign.descent + shift
      let raise =
        font.constants[.radicalDegreeBottomRaisePercent] * sign.height - bottom + index.descent
      list.move(index, x: max(before, 0), y: -raise)
      x = max(0, max(before, 0) + index.width + after)
      return placeRadical(
        sign, content, RadicalPlace(x: x, shift: shift, top: top, thickness: thickness),
        since: start, style, degreeTop: raise + index.ascent)
    }
    return placeRadical(
      sign, content, RadicalPlace(x: x, shift: shift, top: top, thickness: thickness),
      since: start, style, degreeTop: 0)
  }

  /// The measures of a root.
  private struct RadicalPlace {
    /// The left edge of the sign.
    var x: Double
    /// The distance by which the sign is lowered.
    var shift: Double
    /// The top edge of the rule above the baseline.
    var top: Double
    var thickness: Double
  }

  private mutating func placeRadical(
    _ sign: Fragment, _ content: Fragment, _ place: RadicalPlace, since start: DisplayMark,
    _ style: MathStyle, degreeTop: Double
  ) -> Fragment {
    list.move(sign, x: place.x, y: place.shift)
    let left = place.x + sign.width
    list.move(content, x: left, y: 0)
    let baseline = list.glyphs[safe: sign.end.glyphs - 1]?.y
    appendRule(
      x: left, y: -place.top, width: content.width, height: place.thickness, anchor: baseline)
    let extra = constant(.radicalExtraAscender, style)
    return fragment(
      since: start, width: left + content.width, ascent: max(place.top + extra, degreeTop),
      descent: max(content.descent, sign.descent + place.shift))
  }
}

extension Array {
  /// Returns the element at an index, or `nil` if there is none.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
