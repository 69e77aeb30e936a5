/// The elements of fractions, scripts, fences and tables.
extension MathMLWriter {
  mutating func scripts(
    _ scripts: MathScripts, _ style: MathStyle, _ mark: [(String, String)]
  ) {
    let isAbove =
      scripts.limits == .above || scripts.limits == .aboveInDisplay && style.isDisplay
    let name: String
    switch (scripts.sub != nil, scripts.sup != nil) {
    case (true, true): name = isAbove ? "munderover" : "msubsup"
    case (true, false): name = isAbove ? "munder" : "msub"
    default: name = isAbove ? "mover" : "msup"
    }
    element(name, mark) { writer in
      writer.row(scripts.nucleus, style)
      if let sub = scripts.sub { writer.row(sub, style.subscript) }
      if let sup = scripts.sup { writer.row(sup, style.superscript) }
    }
  }

  mutating func fraction(
    _ fraction: MathFraction, _ outer: MathStyle, _ mark: [(String, String)]
  ) {
    let style = fraction.size.map { outer.with(size: $0) } ?? outer
    if let size = fraction.size { open("mstyle", Self.attributes(of: size)) }
    let isFenced = fraction.left != nil || fraction.right != nil
    if isFenced {
      open("mrow", mark)
      fenceMark(fraction.left, isOpening: true)
    }
    var attributes = isFenced ? [] : mark
    if let rule = fraction.rule { attributes += [("linethickness", Self.ems(ems(of: rule)))] }
    let size = fraction.isContinued ? style.size : style.size.fraction
    element("mfrac", attributes) { writer in
      if fraction.isContinued {
        for part in [fraction.numerator, fraction.denominator] {
          writer.element("mstyle", Self.attributes(of: size)) {
            $0.list(part, style.with(size: size))
          }
        }
      } else {
        writer.row(fraction.numerator, style.with(size: size))
        writer.row(fraction.denominator, style.with(size: size).cramped)
      }
    }
    if isFenced {
      fenceMark(fraction.right, isOpening: false)
      markup += "</mrow>"
    }
    if fraction.size != nil { markup += "</mstyle>" }
  }

  mutating func fenceMark(_ scalar: UInt32?, isOpening: Bool) {
    leaf(
      "mo", scalar.map(Self.text) ?? "",
      [
        ("form", isOpening ? "prefix" : "postfix"), ("fence", "true"), ("stretchy", "true"),
        ("symmetric", "true"),
      ] + Self.withoutSpace)
  }

  mutating func fence(
    _ fence: MathFence, _ style: MathStyle, _ mark: [(String, String)]
  ) {
    element("mrow", mark) { writer in
      writer.fenceMark(fence.left, isOpening: true)
      for (index, part) in fence.parts.enumerated() {
        let isLast = index == fence.parts.count - 1
        writer.list(
          part, style, before: index == 0 ? .opening : .relation,
          after: isLast ? .closing : .relation)
        if !isLast { writer.fenceMark(fence.middles[safe: index] ?? nil, isOpening: false) }
      }
      writer.fenceMark(fence.right, isOpening: false)
    }
  }

  mutating func stack(
    _ stack: MathStack, _ style: MathStyle, _ mark: [(String, String)]
  ) {
    if let brace = stack.brace {
      element(stack.isBraceOver ? "mover" : "munder", mark) { writer in
        writer.row(stack.base, style)
        writer.leaf("mo", Self.text(brace), [("stretchy", "true")] + Self.withoutSpace)
      }
      return
    }
    let name = stack.over == nil ? "munder" : stack.under == nil ? "mover" : "munderover"
    element(name, mark) { writer in
      writer.row(stack.base, style)
      if let under = stack.under { writer.row(under, style.subscript) }
      if let over = stack.over { writer.row(over, style.superscript) }
    }
  }

  mutating func arrow(
    _ arrow: MathArrow, _ style: MathStyle, _ mark: [(String, String)]
  ) {
    element(arrow.under == nil ? "mover" : "munderover", mark) { writer in
      writer.leaf("mo", Self.text(arrow.scalar), [("stretchy", "true")] + Self.withoutSpace)
      for (label, size) in [(arrow.under, style.subscript), (arrow.over, style.superscript)] {
        guard let label else { continue }
        writer.element("mrow") { writer in
          writer.space(0.5)
          writer.list(label, size)
          writer.space(0.5)
        }
      }
    }
  }

  mutating func array(
    _ array: MathArray, _ style: MathStyle, _ mark: [(String, String)]
  ) {
    let isDisplay = [.displayCases, .aligned, .alignedAt, .gathered, .multline].contains(
      array.layout)
    let isFenced = array.left != nil || array.right != nil
    if isFenced {
      open("mrow", mark)
      fenceMark(array.left, isOpening: true)
    }
    let hasPairs = array.layout == .aligned || array.layout == .alignedAt
    let inner = MathStyle(size: isDisplay ? .display : array.layout.smallSize ?? .text)
    var attributes = isFenced ? [] : mark
    attributes += [("data-layout", "\(array.layout)")]
    if isDisplay { attributes += [("displaystyle", "true")] }
    if array.layout == .smallMatrix { attributes += [("scriptlevel", "1")] }
    element("mtable", attributes) { writer in
      for row in array.rows {
        writer.element("mtr") { writer in
          for (column, cell) in row.enumerated() {
            let side = array.alignment(ofColumn: column)
            // Browsers center cells; the older attribute is for those without the style.
            let attributes =
              side == "center"
              ? [] : [("columnalign", side), ("style", "text-align: -webkit-\(side)")]
            writer.element("mtd", attributes) {
              $0.list(cell, inner, before: hasPairs && column % 2 == 1 ? .ordinary : nil)
            }
          }
        }
      }
    }
    if isFenced {
      fenceMark(array.right, isOpening: false)
      markup += "</mrow>"
    }
  }

  mutating func marked(
    _ kind: MathMark, _ nodes: MathList, _ style: MathStyle, _ mark: [(String, String)]
  ) {
    let notation: String
    switch kind {
    case .box: notation = "box"
    case .ground(let color, _):
      return element("mpadded", mark + [("mathbackground", Self.name(of: color))]) {
        $0.list(nodes, style)
      }
    case .risingLine: notation = "updiagonalstrike"
    case .fallingLine: notation = "downdiagonalstrike"
    case .cross: notation = "updiagonalstrike downdiagonalstrike"
    }
    element("menclose", mark + [("notation", notation)]) { $0.list(nodes, style) }
  }

  mutating func adjusted(
    _ adjustment: MathAdjustment, _ nodes: MathList, _ style: MathStyle, _ mark: [(String, String)]
  ) {
    var attributes = mark
    switch adjustment {
    case .phantom(let keepsWidth, let keepsHeight):
      if !keepsWidth { attributes += [("width", "0")] }
      if !keepsHeight { attributes += [("height", "0"), ("depth", "0")] }
    case .smash(let top, let bottom):
      if top { attributes += [("height", "0")] }
      if bottom { attributes += [("depth", "0")] }
    case .lap: attributes += [("width", "0")]
    case .raise(let length): attributes += [("voffset", Self.ems(ems(of: length)))]
    }
    element("mpadded", attributes) { writer in
      if case .phantom = adjustment {
        writer.element("mphantom") { $0.list(nodes, style) }
      } else {
        writer.list(nodes, style)
      }
    }
  }
}

extension MathArray {
  /// Returns the value of `text-align` for a column.
  fileprivate func alignment(ofColumn column: Int) -> String {
    if layout == .aligned || layout == .alignedAt { return column % 2 == 0 ? "right" : "left" }
    switch (columns[safe: column] ?? columns.last)?.alignment {
    case .left: return "left"
    case .right: return "right"
    case .center, nil: return "center"
    }
  }
}

extension MathArray.Layout {
  /// The size of cells that are smaller than text.
  fileprivate var smallSize: MathSize? {
    self == .smallMatrix || self == .substack ? .script : nil
  }
}
