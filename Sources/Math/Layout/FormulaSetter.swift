internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyShaping

/// The state of setting one formula.
///
/// Each `set…` method appends the ink of a node to the display list, with its origin at the left
/// end of the baseline, and returns its measures; the caller moves it into place. Because nesting
/// is limited, moving takes time linear in the ink.
struct FormulaSetter {
  let font: MathFont
  /// The fonts of text within the formula.
  let text: TextSource
  var list = DisplayList()
  /// The index of the current color.
  var color: UInt16 = 0
  /// The opportunities to break, which only the outermost list has.
  var breaks: [FormulaLayout.Break] = []
  /// The height and depth after the last break.
  var lastSegment = (ascent: 0.0, descent: 0.0)
  /// The number of parts that assembled glyphs may still have; beyond it, they are variants.
  var remainingParts = 8_192

  init(font: MathFont, text: TextSource) {
    self.font = font
    self.text = text
    list.fonts = [font.instance]
  }

  /// Sets a formula.
  mutating func layout(_ formula: Formula, size: MathSize) -> FormulaLayout {
    let style = MathStyle(size: size)
    guard formula.isValid else {
      let fragment = setSource(of: formula)
      return FormulaLayout(formula, fragment, list, breaks: [])
    }
    list.glyphs.reserveCapacity(formula.source.utf8.count)
    list.boxes.reserveCapacity(formula.source.utf8.count)
    let fragment = setList(formula.nodes, style, isOutermost: true)
    return FormulaLayout(formula, fragment, list, breaks: breaks, lastSegment: lastSegment)
  }

  /// Sets the source of a formula that has a syntax error.
  private mutating func setSource(of formula: Formula) -> Fragment {
    let start = list.mark
    var style = MathText.Style()
    style.family = .mono
    var fragment = setText(MathText(string: formula.source, style: style), scale: 1)
    append(box: fragment, source: 0..<Int32(truncatingIfNeeded: formula.source.utf8.count))
    fragment.start = start
    fragment.end = list.mark
    return fragment
  }

  // MARK: Measures

  func constant(_ constant: MathConstant, _ style: MathStyle) -> Double {
    font.constants[constant] * scale(style)
  }

  func scale(_ style: MathStyle) -> Double { font.constants.scale(of: style.size) }

  /// Returns a length in ems of the formula.
  func length(_ length: MathLength, _ style: MathStyle) -> Double {
    switch length.unit {
    case .em: length.value * scale(style)
    case .mu: length.value / 18 * scale(style)
    case .ex: length.value * font.constants.xHeight * scale(style)
    case .baseEm: length.value
    }
  }

  // MARK: Fragments

  /// Returns an empty fragment at the end of the display list.
  func emptyFragment() -> Fragment { Fragment(start: list.mark, end: list.mark) }

  /// Returns a fragment with all ink since a mark.
  func fragment(
    since start: DisplayMark, width: Double, ascent: Double, descent: Double
  ) -> Fragment {
    Fragment(width: width, ascent: ascent, descent: descent, start: start, end: list.mark)
  }

  /// Appends a glyph of the math font, and returns its measures.
  mutating func append(
    _ glyph: MathFont.Glyph, scale: Double, x: Double = 0, y: Double = 0
  ) -> Fragment {
    let start = list.mark
    list.glyphs.append(
      DisplayList.Glyph(id: glyph.id, font: 0, color: color, scale: scale, x: x, y: y))
    return Fragment(
      width: glyph.advance * scale, ascent: glyph.ascent * scale - y,
      descent: glyph.descent * scale + y, italics: glyph.italicsCorrection * scale,
      accentX: glyph.accentX * scale, glyph: glyph.id, scale: scale, isBox: glyph.isExtended,
      start: start, end: list.mark)
  }

  /// Appends a rule with its upper left corner at a point.
  mutating func appendRule(
    x: Double, y: Double, width: Double, height: Double, anchor: Double? = nil
  ) {
    guard width > 0, height > 0 else { return }
    list.shapes.append(
      FormulaLayout.Shape(
        kind: .rule, rect: Rect(x: x, y: y, width: width, height: height), anchor: anchor,
        color: list.colors[Int(color)]))
  }

  /// Appends the box of a part of the source.
  mutating func append(box fragment: Fragment, source: Range<Int32>, x: Double = 0) {
    list.boxes.append(
      FormulaLayout.Box(
        source: source, x: x, y: 0, width: fragment.width, ascent: fragment.ascent,
        descent: fragment.descent, italics: fragment.includesItalics ? 0 : fragment.italics))
  }

  // MARK: Lists

  /// A node to set, or a space.
  private struct Entry {
    var node: MathNode
    var color: UInt16
  }

  /// The atoms on both sides of a list.
  struct Surroundings {
    var before: AtomClass?
    var after: AtomClass?
  }

  /// Sets nodes side by side.
  mutating func setList(
    _ nodes: MathList, _ style: MathStyle, in surroundings: Surroundings = Surroundings(),
    isOutermost: Bool = false
  ) -> Fragment {
    let outerColor = color
    defer { color = outerColor }
    var entries: [Entry] = []
    entries.reserveCapacity(nodes.count)
    var entryColor = color
    collect(nodes, &entryColor, into: &entries)
    var classes = entries.compactMap { $0.node.atomClass }
    AtomSpacing.resolveBinaries(
      &classes, before: surroundings.before, after: surroundings.after)
    return place(entries, classes, style, after: surroundings.before, isOutermost: isOutermost)
  }

  /// Lists nodes with their colors, those of colored lists one by one.
  private mutating func collect(
    _ nodes: MathList, _ color: inout UInt16, into entries: inout [Entry]
  ) {
    for node in nodes {
      switch node.content {
      case .color(let other): color = list.index(of: other)
      case .colored(let other, let part):
        var inner = list.index(of: other)
        collect(part, &inner, into: &entries)
      default: entries.append(Entry(node: node, color: color))
      }
    }
  }

  private mutating func place(
    _ entries: [Entry], _ classes: [AtomClass], _ style: MathStyle, after before: AtomClass?,
    isOutermost: Bool
  ) -> Fragment {
    var line = emptyFragment()
    line.isBox = true
    var style = style
    var (index, previous) = (0, before)
    var segment = (ascent: 0.0, descent: 0.0)
    let unit = 1.0 / 18
    for entry in entries {
      color = entry.color
      switch entry.node.content {
      case .space(let length): line.width += self.length(length, style)
      case .size(let size): style = style.with(size: size)
      default:
        guard let nodeClass = entry.node.atomClass else { continue }
        let atomClass = index < classes.count ? classes[index] : nodeClass
        index += 1
        if let previous {
          let space = AtomSpacing.space(previous, atomClass, style.size)
          line.width += Double(space) * unit * scale(style)
        }
        if isOutermost { finishBreak(at: line.width) }
        let part = set(entry.node, style)
        append(box: part, source: entry.node.source)
        var moved = part
        moved.end = list.mark
        list.move(moved, x: line.width, y: 0)
        line.width += part.fullWidth
        line.ascent = max(line.ascent, part.ascent)
        line.descent = max(line.descent, part.descent)
        segment = (max(segment.ascent, part.ascent), max(segment.descent, part.descent))
        previous = atomClass
        let isBreakable = atomClass == .relation || atomClass == .binary
        if isOutermost, isBreakable, index < classes.count {
          breaks.append(
            FormulaLayout.Break(
              offset: entry.node.source.upperBound, end: line.width, next: line.width,
              isAfterRelation: atomClass == .relation, ascent: segment.ascent,
              descent: segment.descent, mark: list.mark))
          segment = (0, 0)
        }
      }
    }
    if isOutermost { lastSegment = segment }
    line.end = list.mark
    return line
  }

  /// Sets the start of the line after the last break, now that the space before it is known.
  private mutating func finishBreak(at x: Double) {
    guard let last = breaks.last, last.mark == list.mark else { return }
    breaks[breaks.count - 1].next = x
  }

  /// Sets a list that is a nucleus: a single symbol keeps the properties of its glyph.
  mutating func setNucleus(_ nodes: MathList, _ style: MathStyle) -> Fragment {
    var nodes = nodes
    while nodes.count == 1, case .group(let inner) = nodes[0].content { nodes = inner }
    guard nodes.count == 1, nodes[0].isCharacter else { return setList(nodes, style) }
    let start = list.mark
    var fragment = set(nodes[0], style)
    append(box: fragment, source: nodes[0].source)
    fragment.start = start
    fragment.end = list.mark
    return fragment
  }

  // MARK: Nodes

  /// Sets a node.
  private mutating func set(_ node: MathNode, _ style: MathStyle) -> Fragment {
    switch node.content {
    case .symbol(let symbol): setSymbol(symbol, style)
    case .group(let nodes): setNucleus(nodes, style)
    case .scripts(let scripts): setScripts(scripts, style)
    case .fraction(let fraction): setFraction(fraction, style)
    case .radical(let degree, let nodes): setRadical(degree, nodes, style)
    case .fenced(let fence): setFence(fence, style)
    case .delimiter(let scalar, let level, _): setDelimiter(scalar, level: level, style)
    case .accented(let accent): setAccent(accent, style)
    case .lined(let nodes, let isOver): setLined(nodes, isOver: isOver, style)
    case .stacked(let stack): setStack(stack, style)
    case .arrow(let arrow): setArrow(arrow, style)
    case .array(let array): setArray(array, style)
    case .text(let text): setText(text, scale: scale(style))
    case .functionName(let name, _): setFunctionName(name, style)
    case .colored(let color, let nodes): setColored(color, nodes, style)
    case .marked(let mark, let nodes): setMarked(mark, nodes, style)
    case .adjusted(let adjustment, let nodes): setAdjusted(adjustment, nodes, style)
    case .rule(let width, let height, let raise):
      setRule(length(width, style), length(height, style), raise: length(raise, style))
    case .classed(_, _, let nodes): setNucleus(nodes, style)
    case .negated(let nodes): setNegated(nodes, style)
    case .unknown(let name): setUnknown(name, style)
    case .tag(let label): setTag(label, style)
    case .space, .size, .color: emptyFragment()
    }
  }

  private mutating func setColored(
    _ color: FormulaColor, _ nodes: MathList, _ style: MathStyle
  ) -> Fragment {
    let outer = self.color
    defer { self.color = outer }
    self.color = list.index(of: color)
    return setNucleus(nodes, style)
  }

  private mutating func setRule(_ width: Double, _ height: Double, raise: Double) -> Fragment {
    let start = list.mark
    appendRule(x: 0, y: -raise - height, width: width, height: height)
    return fragment(
      since: start, width: max(width, 0), ascent: max(raise + height, 0), descent: max(-raise, 0))
  }

  private mutating func setTag(_ label: MathList, _ style: MathStyle) -> Fragment {
    let start = list.mark
    let part = setList(label, MathStyle(size: .text))
    list.move(part, x: 2, y: 0)
    return fragment(
      since: start, width: part.width + 2, ascent: part.ascent, descent: part.descent)
  }
}

extension MathNode {
  /// Whether the node is a symbol that keeps the properties of its glyph.
  fileprivate var isCharacter: Bool {
    switch content {
    case .symbol, .functionName, .accented, .negated: true
    case .classed(_, _, let nodes), .group(let nodes): nodes.count == 1 && nodes[0].isCharacter
    default: false
    }
  }

  /// The class of the node's atom, or `nil` if it is none.
  var atomClass: AtomClass? {
    switch content {
    case .symbol(let symbol): symbol.atomClass
    case .scripts(let scripts): scripts.nucleus.first?.atomClass ?? .ordinary
    case .fenced: .inner
    case .delimiter(_, _, let atomClass), .classed(let atomClass, _, _): atomClass
    case .stacked(let stack): stack.effectiveClass
    case .arrow: .relation
    case .array(let array): array.left == nil && array.right == nil ? .ordinary : .inner
    case .functionName: .largeOperator
    case .negated(let nodes): nodes.first?.atomClass ?? .relation
    case .adjusted(.phantom, let nodes), .adjusted(.smash, let nodes):
      nodes.count == 1 ? nodes[0].atomClass ?? .ordinary : .ordinary
    case .space, .size, .color: nil
    case .tag: .ordinary
    default: .ordinary
    }
  }
}

extension MathStack {
  /// The class of the whole.
  fileprivate var effectiveClass: AtomClass {
    if let atomClass { return atomClass }
    // Braces are operators, so that scripts become limits; arrows are not.
    if let brace { return (0x23B4...0x23E1).contains(brace) ? .largeOperator : .ordinary }
    return base.count == 1 ? base[0].atomClass ?? .ordinary : .ordinary
  }
}
