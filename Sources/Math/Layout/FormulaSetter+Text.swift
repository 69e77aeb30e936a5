internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyShaping

/// The fonts and shapers of text within formulas.
struct TextSource: Sendable {
  /// The shapers.
  let shapers: ShaperPool
  /// The families of text, in order of preference.
  let families: [String]
  /// The language as a BCP 47 tag, or `nil` if unknown.
  let language: String?

  /// The size of shaped text in points; only ratios to it are used.
  static let size = 16.0

  /// Shapes words in a style.
  func shape(_ text: MathText) -> ShapedText {
    var description = FontDescription(families: families, size: Self.size)
    switch text.style.family {
    case .text: break
    case .sans: description.families = ["sans-serif"]
    case .mono: description.families = ["monospace"]
    }
    if text.style.isBold { description.weight = 700 }
    if text.style.isItalic { description.slant = .italic }
    return shapers.shape(
      ShapingInput(
        text: UTF8Text(text.string), base: ShapingStyle(font: description), direction: .auto,
        language: language))
  }
}

extension FormulaSetter {
  /// Sets words with the fonts of the text, in visual order on one line.
  mutating func setText(_ words: MathText, scale: Double) -> Fragment {
    let start = list.mark
    guard !words.string.isEmpty else { return emptyFragment() }
    let shaped = text.shape(words)
    var line = Fragment(start: start, end: start)
    for index in Self.visualOrder(of: shaped.runs.map(\.level)) {
      let run = shaped.runs[index]
      guard case .text = run.kind else { continue }
      append(run, of: shaped, scale: scale, to: &line)
    }
    line.end = list.mark
    return line
  }

  private mutating func append(
    _ run: ShapedRun, of shaped: ShapedText, scale: Double, to line: inout Fragment
  ) {
    let instance = shaped.font(of: run)
    let fontIndex = list.index(of: instance)
    let unit = run.pointsPerUnit / TextSource.size * scale
    var glyphs: [Glyph] = []
    shaped.readGlyphs(of: run, from: run.start) { glyph in
      glyphs.append(glyph)
      return true
    }
    if run.isRightToLeft { glyphs.reverse() }
    for glyph in glyphs {
      list.glyphs.append(
        DisplayList.Glyph(
          id: glyph.id, font: fontIndex, color: color, scale: scale,
          x: line.width + Double(glyph.xOffset) * unit, y: -Double(glyph.yOffset) * unit))
      line.width += Double(glyph.advance) * unit
    }
    line.ascent = max(line.ascent, Double(run.inkAbove) * unit)
    line.descent = max(line.descent, Double(run.inkBelow) * unit)
  }

  /// Returns the order of runs from left to right.
  ///
  /// - SeeAlso: [UAX #9](https://www.unicode.org/reports/tr9/), L2.
  static func visualOrder(of levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), highest > 0 else { return order }
    var level = highest
    while level > 0 {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
      level -= 1
    }
    return order
  }

  /// Sets the source of an unknown command.
  mutating func setUnknown(_ name: String, _ style: MathStyle) -> Fragment {
    let outer = color
    defer { color = outer }
    color = list.index(of: .secondary)
    var words = MathText.Style()
    words.family = .mono
    return setText(MathText(string: name, style: words), scale: scale(style))
  }

  // MARK: Marks and changed dimensions

  /// The distance of a frame from its contents, in ems: LaTeX's `\fboxsep` at 10 points.
  private static let framePadding = 0.3
  /// The thickness of frames and cancelling lines, in ems.
  private static let frameThickness = 0.04

  /// Sets a list in a frame, or with lines across.
  mutating func setMarked(_ mark: MathMark, _ nodes: MathList, _ style: MathStyle) -> Fragment {
    let start = list.mark
    switch mark {
    case .box:
      let content = setList(nodes, style)
      return framed(content, ground: nil, frame: list.colors[Int(color)], since: start)
    case .ground(let ground, let frame):
      let content = setList(nodes, style)
      return framed(content, ground: ground, frame: frame, since: start)
    case .risingLine, .fallingLine, .cross:
      var content = setNucleus(nodes, style)
      if mark != .fallingLine { appendLine(.rising, across: content) }
      if mark != .risingLine { appendLine(.falling, across: content) }
      content.start = start
      content.end = list.mark
      return content
    }
  }

  private mutating func appendLine(_ kind: FormulaLayout.Shape.Kind, across content: Fragment) {
    // Over a single letter the line sticks out, so that it is not mistaken for a part of it.
    let margin = content.glyph == nil ? 0 : 0.1
    let rect = Rect(
      x: -margin, y: -content.ascent - margin, width: content.width + 2 * margin,
      height: content.height + 2 * margin)
    list.shapes.append(
      FormulaLayout.Shape(
        kind: kind, rect: rect, thickness: Self.frameThickness, color: list.colors[Int(color)]))
  }

  private mutating func framed(
    _ content: Fragment, ground: FormulaColor?, frame: FormulaColor?, since start: DisplayMark
  ) -> Fragment {
    let thickness = frame == nil ? 0 : Self.frameThickness
    let side = Self.framePadding + thickness
    list.move(content, x: side, y: 0)
    let whole = Rect(
      x: 0, y: -content.ascent - side, width: content.width + 2 * side,
      height: content.height + 2 * side)
    if let ground {
      list.shapes.append(FormulaLayout.Shape(kind: .ground, rect: whole, color: ground))
    }
    if let frame {
      let outer = color
      color = list.index(of: frame)
      let (width, height) = (whole.size.width, whole.size.height)
      appendRule(x: 0, y: whole.minY, width: width, height: thickness)
      appendRule(x: 0, y: whole.maxY - thickness, width: width, height: thickness)
      appendRule(x: 0, y: whole.minY, width: thickness, height: height)
      appendRule(x: width - thickness, y: whole.minY, width: thickness, height: height)
      color = outer
    }
    return fragment(
      since: start, width: whole.size.width, ascent: content.ascent + side,
      descent: content.descent + side)
  }

  /// Sets a list with changed dimensions, or only its dimensions.
  mutating func setAdjusted(
    _ adjustment: MathAdjustment, _ nodes: MathList, _ style: MathStyle
  ) -> Fragment {
    let start = list.mark
    var content = setList(nodes, style)
    switch adjustment {
    case .phantom(let keepsWidth, let keepsHeight):
      list.remove(after: start)
      content.end = start
      if !keepsWidth { content.width = 0 }
      if !keepsHeight { (content.ascent, content.descent) = (0, 0) }
    case .smash(let top, let bottom):
      if top { content.ascent = 0 }
      if bottom { content.descent = 0 }
    case .lap(let lap):
      let share = lap == .left ? 1.0 : lap == .center ? 0.5 : 0
      list.move(content, x: -share * content.width, y: 0)
      content.width = 0
    case .raise(let length):
      let raise = self.length(length, style)
      list.move(content, x: 0, y: -raise)
      content.ascent += raise
      content.descent -= raise
    }
    return content
  }
}
