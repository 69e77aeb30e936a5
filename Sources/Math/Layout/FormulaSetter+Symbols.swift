internal import GalleyFonts
internal import GalleyHarfBuzz

extension FormulaSetter {
  /// Sets a symbol.
  mutating func setSymbol(_ symbol: MathSymbol, _ style: MathStyle) -> Fragment {
    guard let id = font.glyph(for: symbol.scalar, form(of: symbol.scalar, style)) else {
      return setMissing(symbol.scalar, style)
    }
    guard symbol.isLarge else { return append(font.measures(of: id), scale: scale(style)) }
    return setLargeOperator(id, style)
  }

  /// Returns the form of a character in a style: letters and primes have forms for scripts.
  func form(of scalar: UInt32, _ style: MathStyle) -> MathFont.Form {
    guard style.size >= .script else { return .plain }
    switch scalar {
    case 0x41...0x5A, 0x61...0x7A, 0x0391...0x03F5, 0x2032...0x2037, 0x2057,
      0x2102...0x2138, 0x1D400...0x1D7CB:
      return style.size == .script ? .script : .scriptScript
    default: return .plain
    }
  }

  /// Sets an operator, which grows in display size and is centered on the axis.
  ///
  /// - SeeAlso: The TeXbook, appendix G, rule 13.
  private mutating func setLargeOperator(_ id: UInt32, _ style: MathStyle) -> Fragment {
    var id = id
    if style.isDisplay {
      let least = font.constants[.displayOperatorMinHeight]
      let variants = font.variants(of: id, along: .vertical)
      let fitting = variants.first { Double($0.advance) / font.unitsPerEm >= least }
      // A font whose largest variant is too small still has a larger form.
      if let variant = fitting ?? variants.last { id = variant.glyph.rawValue }
    }
    let glyph = font.measures(of: id)
    let scale = scale(style)
    let axis = constant(.axisHeight, style)
    let shift = (glyph.ascent - glyph.descent) / 2 * scale - axis
    var fragment = append(glyph, scale: scale, y: shift)
    fragment.includesItalics = true
    fragment.isBox = true
    return fragment
  }

  /// Sets a character that the math font lacks in a font of the text.
  private mutating func setMissing(_ scalar: UInt32, _ style: MathStyle) -> Fragment {
    guard let character = Unicode.Scalar(scalar) else { return emptyFragment() }
    return setText(
      MathText(string: String(Character(character)), style: MathText.Style()),
      scale: scale(style))
  }

  /// Sets the name of a function in upright letters.
  mutating func setFunctionName(_ name: String, _ style: MathStyle) -> Fragment {
    let start = list.mark
    var line = emptyFragment()
    let scale = scale(style)
    for scalar in name.unicodeScalars {
      if scalar.value == 0x2009 || scalar.value == 0x20 {
        line.width += scale / 6
        continue
      }
      let part: Fragment
      if let id = font.glyph(for: scalar.value, form(of: scalar.value, style)) {
        part = append(font.measures(of: id), scale: scale)
      } else {
        part = setMissing(scalar.value, style)
      }
      list.move(part, x: line.width, y: 0)
      line.width += part.width
      line.ascent = max(line.ascent, part.ascent)
      line.descent = max(line.descent, part.descent)
    }
    line.start = start
    line.end = list.mark
    return line
  }

  /// Sets a list with a slash across.
  mutating func setNegated(_ nodes: MathList, _ style: MathStyle) -> Fragment {
    if nodes.count == 1, case .symbol(let symbol) = nodes[0].content,
      let negated = Self.negations[symbol.scalar], font.glyph(for: negated) != nil
    {
      return setSymbol(MathSymbol(negated, symbol.atomClass), style)
    }
    let start = list.mark
    var base = setNucleus(nodes, style)
    if let id = font.glyph(for: 0x0338) {
      let slash = font.measures(of: id)
      let scale = scale(style)
      let center = (slash.inkLeft + slash.inkWidth / 2) * scale
      let middle = (slash.ascent - slash.descent) / 2 * scale
      let axis = constant(.axisHeight, style)
      let overlay = append(slash, scale: scale, y: middle - axis)
      list.move(overlay, x: base.width / 2 - center, y: 0)
      base.ascent = max(base.ascent, overlay.ascent)
      base.descent = max(base.descent, overlay.descent)
    }
    base.start = start
    base.end = list.mark
    return base
  }

  /// Characters with a negated form.
  private static let negations: [UInt32: UInt32] = [
    0x3D: 0x2260, 0x3C: 0x226E, 0x3E: 0x226F, 0x2208: 0x2209, 0x220B: 0x220C, 0x2203: 0x2204,
    0x2223: 0x2224, 0x2225: 0x2226, 0x223C: 0x2241, 0x2243: 0x2244, 0x2245: 0x2247,
    0x2248: 0x2249, 0x2261: 0x2262, 0x2264: 0x2270, 0x2265: 0x2271, 0x227A: 0x2280,
    0x227B: 0x2281, 0x2282: 0x2284, 0x2283: 0x2285, 0x2286: 0x2288, 0x2287: 0x2289,
    0x22A2: 0x22AC, 0x22A8: 0x22AD, 0x22A9: 0x22AE, 0x22B2: 0x22EA, 0x22B3: 0x22EB,
    0x22B4: 0x22EC, 0x22B5: 0x22ED, 0x2190: 0x219A, 0x2192: 0x219B, 0x2194: 0x21AE,
    0x21D0: 0x21CD, 0x21D2: 0x21CF, 0x21D4: 0x21CE, 0x2272: 0x2274, 0x2273: 0x2275,
    0x227C: 0x22E0, 0x227D: 0x22E1, 0x2291: 0x22E2, 0x2292: 0x22E3,
  ]
}
