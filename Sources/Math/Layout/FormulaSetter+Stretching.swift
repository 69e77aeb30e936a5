internal import GalleyBasics
internal import GalleyHarfBuzz

extension FormulaSetter {
  /// Sets a character as large as a target: the smallest variant that reaches it, an assembly of
  /// parts, or the largest variant.
  ///
  /// - Parameters:
  ///   - scalar: The character.
  ///   - target: The least size along the axis, in ems of the formula.
  ///   - axis: The axis.
  ///   - scale: The size of the font.
  /// - Returns: A fragment whose ink is where the font puts it.
  mutating func setStretched(
    _ scalar: UInt32, to target: Double, along axis: MathStretchAxis, _ scale: Double
  ) -> Fragment {
    guard let id = font.glyph(for: scalar) else {
      return setText(
        MathText(
          string: Unicode.Scalar(scalar).map { String(Character($0)) } ?? "",
          style: MathText.Style()), scale: scale)
    }
    let units = target / scale * font.unitsPerEm
    let variants = font.variants(of: id, along: axis)
    // A variant may miss the target by a rounding error.
    if let variant = variants.first(where: { Double($0.advance) >= units - 0.5 }) {
      return append(font.measures(of: variant.glyph.rawValue), scale: scale)
    }
    if let assembly = font.assembly(of: id, along: axis),
      let parts = AssembledGlyph(
        assembly, size: units, overlap: font.font.minimumConnectorOverlap(along: axis)),
      parts.parts.count <= remainingParts
    {
      remainingParts -= parts.parts.count
      return append(parts, along: axis, scale: scale)
    }
    return append(
      font.measures(of: variants.last?.glyph.rawValue ?? id), scale: scale)
  }

  /// Appends the parts of an assembly, the first one at the baseline or at the left.
  private mutating func append(
    _ assembly: AssembledGlyph, along axis: MathStretchAxis, scale: Double
  ) -> Fragment {
    let start = list.mark
    let unit = scale / font.unitsPerEm
    var whole = Fragment(start: start, end: start)
    (whole.ascent, whole.descent) = axis == .vertical ? (0, 0) : (-.infinity, -.infinity)
    for part in assembly.parts {
      let glyph = font.measures(of: part.glyph)
      let place = part.offset * unit
      if axis == .vertical {
        // The bottom of the ink is at the offset.
        _ = append(glyph, scale: scale, y: -place - glyph.descent * scale)
        whole.width = max(whole.width, glyph.advance * scale)
      } else {
        _ = append(glyph, scale: scale, x: place - glyph.inkLeft * scale)
        whole.ascent = max(whole.ascent, glyph.ascent * scale)
        whole.descent = max(whole.descent, glyph.descent * scale)
      }
    }
    if axis == .vertical {
      whole.ascent = assembly.size * unit
    } else {
      whole.width = assembly.size * unit
    }
    whole.end = list.mark
    whole.italics = assembly.italicsCorrection * unit
    return whole
  }

  /// Sets a delimiter around content of a height, centered on the axis.
  ///
  /// - Parameters:
  ///   - scalar: The delimiter, or `nil` for an empty one.
  ///   - size: The height of the delimiter.
  ///   - style: The style of the content.
  /// - Returns: The delimiter; for an empty one, a space.
  mutating func setDelimiter(_ scalar: UInt32?, size: Double, _ style: MathStyle) -> Fragment {
    guard let scalar else {
      var empty = emptyFragment()
      empty.width = Self.nullDelimiterSpace
      return empty
    }
    var delimiter = setStretched(scalar, to: size, along: .vertical, scale(style))
    let shift = (delimiter.ascent - delimiter.descent) / 2 - constant(.axisHeight, style)
    list.move(delimiter, x: 0, y: shift)
    delimiter.ascent -= shift
    delimiter.descent += shift
    delimiter.italics = 0
    return delimiter
  }

  /// Sets a delimiter of a level: 1.2, 1.8, 2.4 or 3 ems high.
  mutating func setDelimiter(_ scalar: UInt32, level: UInt8, _ style: MathStyle) -> Fragment {
    guard scalar != 0x20 else { return emptyFragment() }
    let size = 0.6 * Double(level + 1) * scale(style)
    var delimiter = setDelimiter(scalar, size: size, style)
    delimiter.isBox = true
    delimiter.glyph = nil
    return delimiter
  }

  /// Returns the height of delimiters around content.
  ///
  /// - SeeAlso: The TeXbook, appendix G, rule 19, with plain TeX's values.
  func delimiterSize(ascent: Double, descent: Double, _ style: MathStyle) -> Double {
    let axis = constant(.axisHeight, style)
    let delta = 2 * max(ascent - axis, descent + axis)
    return max(0.901 * delta, delta - 0.5)
  }

  /// Sets a list between delimiters.
  mutating func setFence(_ fence: MathFence, _ style: MathStyle) -> Fragment {
    let start = list.mark
    var parts: [Fragment] = []
    for (index, nodes) in fence.parts.enumerated() {
      let isLast = index == fence.parts.count - 1
      let surroundings = Surroundings(
        before: index == 0 ? .opening : .relation, after: isLast ? .closing : .relation)
      parts.append(setList(nodes, style, in: surroundings))
    }
    let ascent = parts.reduce(0) { max($0, $1.ascent) }
    let descent = parts.reduce(0) { max($0, $1.descent) }
    let size = delimiterSize(ascent: ascent, descent: descent, style)
    var whole = fragment(since: start, width: 0, ascent: ascent, descent: descent)
    for index in 0...parts.count {
      let scalar =
        index == 0
        ? fence.left : index == parts.count ? fence.right : fence.middles[safe: index - 1] ?? nil
      let delimiter = setDelimiter(scalar, size: size, style)
      list.move(delimiter, x: whole.width, y: 0)
      whole.width += delimiter.width
      whole.ascent = max(whole.ascent, delimiter.ascent)
      whole.descent = max(whole.descent, delimiter.descent)
      guard index < parts.count else { break }
      list.move(parts[index], x: whole.width, y: 0)
      whole.width += parts[index].width
    }
    whole.end = list.mark
    return whole
  }

  /// Sets delimiters around content that has been set.
  mutating func fenced(
    _ content: Fragment, left: UInt32?, right: UInt32?, _ style: MathStyle
  ) -> Fragment {
    let size = delimiterSize(ascent: content.ascent, descent: content.descent, style)
    let opening = setDelimiter(left, size: size, style)
    let closing = setDelimiter(right, size: size, style)
    list.move(content, x: opening.width, y: 0)
    list.move(closing, x: opening.width + content.width, y: 0)
    return fragment(
      since: content.start, width: opening.width + content.width + closing.width,
      ascent: max(content.ascent, opening.ascent, closing.ascent),
      descent: max(content.descent, opening.descent, closing.descent))
  }
}

/// The parts of a glyph that is assembled to a size, in design units.
///
/// - SeeAlso: OpenType 1.9, `MATH`, "GlyphAssembly table".
struct AssembledGlyph {
  /// A part at an offset from the start.
  struct Part {
    var glyph: UInt32
    var offset: Double
  }

  /// The parts, from left to right or from bottom to top.
  private(set) var parts: [Part] = []
  /// The size of the whole.
  private(set) var size = 0.0
  let italicsCorrection: Double

  /// Assembles parts to at least a size, or returns `nil` if the parts cannot reach it.
  ///
  /// Extenders are repeated as often as required when parts overlap as little as possible; then
  /// all overlaps grow equally, as far as the connectors allow, to give the exact size.
  init?(_ assembly: MathAssembly, size target: Double, overlap: Int32) {
    italicsCorrection = Double(assembly.italicsCorrection)
    let least = Double(max(0, overlap))
    let extenders = assembly.parts.filter(\.isExtender)
    let others = assembly.parts.count - extenders.count
    let fixed = assembly.parts.filter { !$0.isExtender }.reduce(0) { $0 + Double($1.fullAdvance) }
    let growth = extenders.reduce(0) { $0 + Double($1.fullAdvance) }
    // The size with `r` repetitions: fixed + r·growth − (others + r·extenders − 1)·least.
    let base = fixed - Double(others - 1) * least
    let step = growth - Double(extenders.count) * least
    var repetitions = 0
    if base < target || others == 0 {
      guard step > 0, target.isFinite else { return nil }
      let count = max((target - base) / step, others == 0 ? 1 : 0).rounded(.up)
      guard count * Double(max(1, extenders.count)) <= Double(Limits.Formulas.assemblyParts) else {
        return nil
      }
      repetitions = Int(count)
    }
    let sequence = assembly.parts.flatMap { part in
      Array(repeating: part, count: part.isExtender ? repetitions : 1)
    }
    guard let first = sequence.first else { return nil }
    let joints = zip(sequence, sequence.dropFirst()).map { left, right in
      max(least, Double(min(left.endConnector, right.startConnector)))
    }
    let largest = sequence.reduce(0) { $0 + Double($1.fullAdvance) } - Double(joints.count) * least
    // The additional overlap is spread evenly, limited by each joint.
    let excess = max(0, largest - target)
    let share = joints.isEmpty ? 0 : excess / Double(joints.count)
    var offset = 0.0
    parts.append(Part(glyph: first.glyph.rawValue, offset: 0))
    for (index, joint) in joints.enumerated() {
      offset += Double(sequence[index].fullAdvance) - min(joint, least + share)
      parts.append(Part(glyph: sequence[index + 1].glyph.rawValue, offset: offset))
    }
    size = offset + Double(sequence.last?.fullAdvance ?? 0)
  }
}
