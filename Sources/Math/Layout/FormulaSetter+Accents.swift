internal import GalleyHarfBuzz

extension FormulaSetter {
  /// Sets a list with an accent.
  ///
  /// - SeeAlso: The TeXbook, appendix G, rule 12.
  mutating func setAccent(_ accent: MathAccent, _ style: MathStyle) -> Fragment {
    let start = list.mark
    var base = setAccented(accent.base, style.cramped)
    let scale = scale(style)
    let isTall = base.ascent > constant(.flattenedAccentBaseHeight, style)
    guard let plain = font.glyph(for: accent.scalar, isTall ? .flat : .plain) else {
      return base
    }
    let mark = accentMark(accent, plain: plain, over: base, scale)
    // Arrows and braces rest on the ink of the base; accents overlap its ascender.
    let rise = base.ascent - min(base.ascent, constant(.accentBaseHeight, style))
    let center = base.accentX ?? base.width / 2
    let x: Double
    if accent.isWide, mark.glyph == nil || mark.glyph != plain {
      x = (base.width - mark.width) / 2 - inkLeft(of: mark)
    } else {
      x = center - (mark.accentX ?? mark.width / 2)
    }
    list.move(mark, x: x, y: -rise)
    base.ascent = max(base.ascent, mark.ascent + rise)
    base.start = start
    base.end = list.mark
    return base
  }

  /// Sets the base of an accent; letters lose their dots.
  private mutating func setAccented(_ nodes: MathList, _ style: MathStyle) -> Fragment {
    var inner = nodes
    while inner.count == 1, case .group(let list) = inner[0].content { inner = list }
    if inner.count == 1, case .symbol(let symbol) = inner[0].content, style.size < .script,
      let id = font.glyph(for: symbol.scalar, .dotless)
    {
      let start = list.mark
      var fragment = append(font.measures(of: id), scale: scale(style))
      append(box: fragment, source: inner[0].source)
      fragment.start = start
      fragment.end = list.mark
      return fragment
    }
    return setNucleus(nodes, style)
  }

  /// Sets an accent alone.
  private mutating func accentMark(
    _ accent: MathAccent, plain: UInt32, over base: Fragment, _ scale: Double
  ) -> Fragment {
    guard accent.isWide else { return append(font.measures(of: plain), scale: scale) }
    let variants = font.variants(of: plain, along: .horizontal)
    if font.assembly(of: plain, along: .horizontal) != nil {
      // Arrows are as wide as the base.
      return widened(setStretched(accent.scalar, to: base.width, along: .horizontal, scale))
    }
    let fitting = variants.last { Double($0.advance) / font.unitsPerEm * scale <= base.width }
    let id = fitting?.glyph.rawValue ?? plain
    return widened(append(font.measures(of: id), scale: scale))
  }

  /// Returns an accent with the width of its ink, because combining characters have none.
  private func widened(_ mark: Fragment) -> Fragment {
    var mark = mark
    guard let glyph = mark.glyph else { return mark }
    mark.width = font.measures(of: glyph).inkWidth * mark.scale
    return mark
  }

  /// Returns the left edge of the ink of an accent.
  private func inkLeft(of mark: Fragment) -> Double {
    mark.glyph.map { font.measures(of: $0).inkLeft * mark.scale } ?? 0
  }

  /// Sets a list with a line above or below.
  ///
  /// - SeeAlso: The TeXbook, appendix G, rules 9 and 10.
  mutating func setLined(_ nodes: MathList, isOver: Bool, _ style: MathStyle) -> Fragment {
    let start = list.mark
    let base = setNucleus(nodes, isOver ? style.cramped : style)
    let width = base.fullWidth
    var whole = fragment(since: start, width: width, ascent: base.ascent, descent: base.descent)
    if isOver {
      let thickness = constant(.overbarRuleThickness, style)
      let bottom = base.ascent + constant(.overbarVerticalGap, style)
      appendRule(x: 0, y: -bottom - thickness, width: width, height: thickness)
      whole.ascent = bottom + thickness + constant(.overbarExtraAscender, style)
    } else {
      let thickness = constant(.underbarRuleThickness, style)
      let top = base.descent + constant(.underbarVerticalGap, style)
      appendRule(x: 0, y: top, width: width, height: thickness)
      whole.descent = top + thickness + constant(.underbarExtraDescender, style)
    }
    whole.end = list.mark
    return whole
  }

  /// Sets a list with a brace, or with other lists above and below.
  mutating func setStack(_ stack: MathStack, _ style: MathStyle) -> Fragment {
    let start = list.mark
    guard let brace = stack.brace else {
      let base = setNucleus(stack.base, style)
      return setLimits(base, over: stack.over, under: stack.under, style, since: start)
    }
    let base = setList(stack.base, style)
    let mark = setStretched(brace, to: base.width, along: .horizontal, scale(style))
    let inkLeft = inkLeft(of: mark)
    let inked = mark.glyph.map { font.measures(of: $0).inkWidth * mark.scale } ?? mark.width
    let width = max(base.width, inked)
    move(start, base.end, x: (width - base.width) / 2)
    let x = (width - inked) / 2 - inkLeft
    var whole = fragment(since: start, width: width, ascent: base.ascent, descent: base.descent)
    if stack.isBraceOver {
      let gap = constant(.overbarVerticalGap, style)
      let shift = base.ascent + gap + mark.descent
      list.move(mark, x: x, y: -shift)
      whole.ascent = shift + mark.ascent
    } else {
      let gap = constant(.underbarVerticalGap, style)
      let shift = base.descent + gap + mark.ascent
      list.move(mark, x: x, y: shift)
      whole.descent = shift + mark.descent
    }
    whole.end = list.mark
    return whole
  }

  /// Sets an arrow with labels.
  mutating func setArrow(_ arrow: MathArrow, _ style: MathStyle) -> Fragment {
    let start = list.mark
    let over = setList(arrow.over, style.superscript)
    let under = arrow.under.map { setList($0, style.subscript) }
    let padding = 0.5 * font.constants.scale(of: style.size.script)
    let width = max(over.width, under?.width ?? 0) + 2 * padding
    let mark = setStretched(arrow.scalar, to: width, along: .horizontal, scale(style))
    let whole = max(width, mark.width)
    list.move(mark, x: (whole - mark.width) / 2, y: 0)
    let gap = max(
      constant(.stretchStackGapAboveMin, style),
      constant(.stretchStackTopShiftUp, style) - over.descent)
    let rise = mark.ascent + gap + over.descent
    list.move(over, x: (whole - over.width) / 2, y: -rise)
    var (ascent, descent) = (mark.ascent, mark.descent)
    if !arrow.over.isEmpty { ascent = rise + over.ascent }
    if let under {
      let gap = max(
        constant(.stretchStackGapBelowMin, style),
        constant(.stretchStackBottomShiftDown, style) - under.ascent)
      let drop = mark.descent + gap + under.ascent
      list.move(under, x: (whole - under.width) / 2, y: drop)
      descent = drop + under.descent
    }
    return fragment(since: start, width: whole, ascent: ascent, descent: descent)
  }
}
