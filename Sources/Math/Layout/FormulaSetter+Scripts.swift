internal import GalleyHarfBuzz

extension FormulaSetter {
  /// Sets a nucleus with scripts beside it, or above and below it.
  mutating func setScripts(_ scripts: MathScripts, _ style: MathStyle) -> Fragment {
    let start = list.mark
    let hasLimits =
      scripts.limits == .above || scripts.limits == .aboveInDisplay && style.isDisplay
    let nucleus = setNucleus(scripts.nucleus, style)
    if hasLimits {
      let isBrace = scripts.nucleus.first.map { $0.isBrace } ?? false
      return setLimits(
        nucleus, over: scripts.sup, under: scripts.sub, style, since: start, isBrace: isBrace)
    }
    let sup = scripts.sup.map { setNucleus($0, style.superscript) }
    let sub = scripts.sub.map { setNucleus($0, style.subscript) }
    let (raise, lower) = shifts(of: nucleus, sup, sub, style)

    let corrected = nucleus.includesItalics ? nucleus.width : nucleus.width + nucleus.italics
    let uncorrected = nucleus.includesItalics ? nucleus.width - nucleus.italics : nucleus.width
    var result = nucleus
    result.width = 0
    if let sup {
      let x = corrected + kern(nucleus, sup, raise: raise)
      list.move(sup, x: x, y: -raise)
      result.width = x + sup.fullWidth
      result.ascent = max(result.ascent, raise + sup.ascent)
      result.descent = max(result.descent, sup.descent - raise)
    }
    if let sub {
      let x = uncorrected + kern(nucleus, sub, raise: -lower)
      list.move(sub, x: x, y: lower)
      result.width = max(result.width, x + sub.fullWidth)
      result.ascent = max(result.ascent, sub.ascent - lower)
      result.descent = max(result.descent, sub.descent + lower)
    }
    let space = constant(.spaceAfterScript, style)
    return fragment(
      since: start, width: max(result.width + space, nucleus.fullWidth), ascent: result.ascent,
      descent: result.descent)
  }

  /// Returns the distances by which scripts are raised and lowered.
  ///
  /// - SeeAlso: The TeXbook, appendix G, rule 18.
  private func shifts(
    of nucleus: Fragment, _ sup: Fragment?, _ sub: Fragment?, _ style: MathStyle
  ) -> (raise: Double, lower: Double) {
    var raise = 0.0
    var lower = 0.0
    if let sup {
      let shift = style.isCramped ? MathConstant.superscriptShiftUpCramped : .superscriptShiftUp
      raise = max(constant(shift, style), constant(.superscriptBottomMin, style) + sup.descent)
      if nucleus.isBox {
        raise = max(raise, nucleus.ascent - constant(.superscriptBaselineDropMax, style))
      }
    }
    if let sub {
      lower = constant(.subscriptShiftDown, style)
      if nucleus.isBox {
        lower = max(lower, nucleus.descent + constant(.subscriptBaselineDropMin, style))
      }
      if sup == nil { lower = max(lower, sub.ascent - constant(.subscriptTopMax, style)) }
    }
    if let sup, let sub {
      let gap = raise - sup.descent - (sub.ascent - lower)
      let missing = constant(.subSuperscriptGapMin, style) - gap
      if missing > 0 {
        lower += missing
        let bottom = raise - sup.descent
        let rise = constant(.superscriptBottomMaxWithSubscript, style) - bottom
        if rise > 0 {
          raise += rise
          lower -= rise
        }
      }
    }
    return (raise, lower)
  }

  /// Returns the kerning between a nucleus and a script at a height.
  ///
  /// The sum of both cut-ins is taken at two heights: at the edge of the script that is nearer to
  /// the baseline, and at the edge of the nucleus. The larger sum keeps the shapes apart at both.
  private func kern(_ nucleus: Fragment, _ script: Fragment, raise: Double) -> Double {
    guard let base = nucleus.glyph, let other = script.glyph else { return 0 }
    let isSuperscript = raise > 0
    let corner = isSuperscript ? MathKernCorner.topRight : .bottomRight
    let opposite = isSuperscript ? MathKernCorner.bottomLeft : .topLeft
    func sum(at height: Double) -> Double {
      font.kerning(of: base, at: corner, height: height / nucleus.scale) * nucleus.scale
        + font.kerning(of: other, at: opposite, height: (height - raise) / script.scale)
        * script.scale
    }
    return isSuperscript
      ? max(sum(at: raise - script.descent), sum(at: nucleus.ascent))
      : max(sum(at: raise + script.ascent), sum(at: -nucleus.descent))
  }

  /// Sets limits above and below a nucleus that has been set.
  ///
  /// - SeeAlso: The TeXbook, appendix G, rule 13a.
  mutating func setLimits(
    _ nucleus: Fragment, over: MathList?, under: MathList?, _ style: MathStyle,
    since start: DisplayMark, isBrace: Bool = false
  ) -> Fragment {
    let upper = over.map { setNucleus($0, style.superscript) }
    let lower = under.map { setNucleus($0, style.subscript) }
    let base = nucleus.fullWidth
    let width = max(base, upper?.fullWidth ?? 0, lower?.fullWidth ?? 0)
    var ascent = nucleus.ascent
    var descent = nucleus.descent
    move(start, nucleus.end, x: (width - base) / 2)
    if let upper {
      let gap = max(
        constant(isBrace ? .stretchStackGapAboveMin : .upperLimitGapMin, style),
        constant(isBrace ? .stretchStackTopShiftUp : .upperLimitBaselineRiseMin, style)
          - upper.descent)
      let rise = nucleus.ascent + gap + upper.descent
      list.move(upper, x: (width - upper.fullWidth) / 2 + nucleus.italics / 2, y: -rise)
      ascent = rise + upper.ascent
    }
    if let lower {
      let gap = max(
        constant(isBrace ? .stretchStackGapBelowMin : .lowerLimitGapMin, style),
        constant(isBrace ? .stretchStackBottomShiftDown : .lowerLimitBaselineDropMin, style)
          - lower.ascent)
      let drop = nucleus.descent + gap + lower.ascent
      list.move(lower, x: (width - lower.fullWidth) / 2 - nucleus.italics / 2, y: drop)
      descent = drop + lower.descent
    }
    return fragment(since: start, width: width, ascent: ascent, descent: descent)
  }

  /// Moves all ink between two marks.
  mutating func move(_ start: DisplayMark, _ end: DisplayMark, x: Double, y: Double = 0) {
    list.move(Fragment(start: start, end: end), x: x, y: y)
  }
}

extension MathNode {
  /// Whether the node is a list with a brace.
  fileprivate var isBrace: Bool {
    if case .stacked(let stack) = content { return stack.brace != nil }
    return false
  }
}
