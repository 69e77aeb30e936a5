/// A writer of formulas as MathML Core.
///
/// Letters are written in their alphabets, and spaces as TeX sets them: operators have their own,
/// so that a browser gives the same picture with the same font.
///
/// - SeeAlso: [MathML Core](https://www.w3.org/TR/mathml-core/).
package struct MathMLWriter {
  var markup = ""
  /// Whether elements have the source range of their node as `data-source`.
  private let marksSource: Bool

  /// Returns a formula as a `math` element, with its source as an annotation.
  ///
  /// - Parameters:
  ///   - formula: The formula. One with a syntax error is its source in a `merror` element.
  ///   - isDisplay: Whether the formula is on a line of its own.
  ///   - marksSource: Whether elements have an attribute `data-source` with the range of their
  ///     node.
  /// - Returns: The markup.
  package static func markup(
    of formula: Formula, isDisplay: Bool, marksSource: Bool = false
  ) -> String {
    var writer = MathMLWriter(marksSource: marksSource)
    writer.markup = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\""
    if isDisplay { writer.markup += " display=\"block\"" }
    writer.markup += "><semantics>"
    if formula.isValid {
      writer.element("mrow") { writer in
        writer.list(formula.nodes, MathStyle(size: isDisplay ? .display : .text))
      }
    } else {
      writer.element("merror") { $0.leaf("mtext", formula.source) }
    }
    writer.markup += "<annotation encoding=\"application/x-tex\">"
    writer.escape(formula.source)
    writer.markup += "</annotation></semantics></math>"
    return writer.markup
  }

  private init(marksSource: Bool) { self.marksSource = marksSource }

  // MARK: Markup

  private mutating func escape(_ text: String) {
    for character in text.unicodeScalars {
      switch character {
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      case "&": markup += "&amp;"
      case "\"": markup += "&quot;"
      default:
        // Other control characters are not allowed in XML.
        if character.value >= 0x20 || character == "\n" || character == "\t" {
          markup.unicodeScalars.append(character)
        }
      }
    }
  }

  mutating func open(_ name: String, _ attributes: [(String, String)]) {
    markup += "<\(name)"
    for (name, value) in attributes {
      markup += " \(name)=\""
      escape(value)
      markup += "\""
    }
    markup += ">"
  }

  mutating func element(
    _ name: String, _ attributes: [(String, String)] = [], _ body: (inout MathMLWriter) -> Void
  ) {
    open(name, attributes)
    body(&self)
    markup += "</\(name)>"
  }

  mutating func leaf(
    _ name: String, _ text: String, _ attributes: [(String, String)] = []
  ) {
    open(name, attributes)
    escape(text)
    markup += "</\(name)>"
  }

  mutating func space(_ ems: Double) {
    guard ems != 0 else { return }
    leaf("mspace", "", [("width", Self.ems(ems))])
  }

  /// Returns a length with four decimals.
  static func ems(_ value: Double) -> String {
    guard value.isFinite else { return "0em" }
    return "\((value * 10_000).rounded() / 10_000)em"
  }

  private func mark(_ node: MathNode) -> [(String, String)] {
    marksSource
      ? [("data-source", "\(node.source.lowerBound)-\(node.source.upperBound)")] : []
  }

  static func text(_ scalar: UInt32) -> String {
    Unicode.Scalar(scalar).map { String(Character($0)) } ?? ""
  }

  // MARK: Lists

  /// Writes nodes side by side, with the spaces between them.
  mutating func list(
    _ nodes: MathList, _ style: MathStyle, before: AtomClass? = nil, after: AtomClass? = nil
  ) {
    var classes = nodes.compactMap(\.atomClass)
    AtomSpacing.resolveBinaries(&classes, before: before, after: after)
    var (index, previous, style) = (0, before, style)
    var openElements = 0
    for node in nodes {
      switch node.content {
      case .space(let length): space(ems(of: length))
      case .size(let size):
        style = style.with(size: size)
        open("mstyle", Self.attributes(of: size))
        openElements += 1
      case .color(let color):
        open("mstyle", [("mathcolor", Self.name(of: color))])
        openElements += 1
      default:
        guard index < classes.count else { continue }
        if let previous {
          space(Double(AtomSpacing.space(previous, classes[index], style.size)) / 18)
        }
        self.node(node, style)
        previous = classes[index]
        index += 1
      }
    }
    for _ in 0..<openElements { markup += "</mstyle>" }
  }

  /// Writes nodes as one element.
  mutating func row(
    _ nodes: MathList, _ style: MathStyle, before: AtomClass? = nil, after: AtomClass? = nil
  ) {
    if nodes.count == 1, nodes[0].isElement {
      node(nodes[0], style)
    } else {
      element("mrow") { $0.list(nodes, style, before: before, after: after) }
    }
  }

  func ems(of length: MathLength) -> Double {
    switch length.unit {
    case .em, .baseEm: length.value
    case .mu: length.value / 18
    case .ex: length.value * 0.43
    }
  }

  static func attributes(of size: MathSize) -> [(String, String)] {
    switch size {
    case .display: [("displaystyle", "true"), ("scriptlevel", "0")]
    case .text: [("displaystyle", "false"), ("scriptlevel", "0")]
    case .script: [("displaystyle", "false"), ("scriptlevel", "1")]
    case .scriptScript: [("displaystyle", "false"), ("scriptlevel", "2")]
    }
  }

  static func name(of color: FormulaColor) -> String {
    switch color {
    case .text: "currentcolor"
    case .secondary: "gray"
    case .fixed(let argb):
      "#" + String(0x1000000 | argb & 0xFFFFFF, radix: 16).dropFirst()
    }
  }

  // MARK: Nodes

  mutating func node(_ node: MathNode, _ style: MathStyle) {
    let mark = mark(node)
    switch node.content {
    case .symbol(let symbol): self.symbol(symbol, mark)
    case .group(let nodes): element("mrow", mark) { $0.list(nodes, style) }
    case .classed(_, _, let nodes): element("mrow", mark) { $0.list(nodes, style) }
    case .colored(let color, let nodes):
      element("mstyle", mark + [("mathcolor", Self.name(of: color))]) { $0.list(nodes, style) }
    case .scripts(let scripts): self.scripts(scripts, style, mark)
    case .fraction(let fraction): self.fraction(fraction, style, mark)
    case .radical(let degree, let nodes):
      element(degree == nil ? "msqrt" : "mroot", mark) { writer in
        guard let degree else { return writer.list(nodes, style.cramped) }
        writer.row(nodes, style.cramped)
        writer.row(degree, MathStyle(size: .scriptScript))
      }
    case .fenced(let fence): self.fence(fence, style, mark)
    case .delimiter(let scalar, let level, _):
      let size = Self.ems(0.6 * Double(level + 1))
      leaf(
        "mo", scalar == 0x20 ? "" : Self.text(scalar),
        mark + [("stretchy", "true"), ("symmetric", "true"), ("minsize", size)]
          + [("maxsize", size)] + Self.withoutSpace)
    case .accented(let accent):
      element("mover", mark + [("accent", "true")]) { writer in
        writer.row(accent.base, style.cramped)
        let isWide = accent.isWide ? "true" : "false"
        writer.leaf(
          "mo", Self.text(Self.spacing(accent.scalar)),
          [("stretchy", isWide)] + Self.withoutSpace)
      }
    case .lined(let nodes, let isOver):
      element(isOver ? "mover" : "munder", mark) { writer in
        writer.row(nodes, isOver ? style.cramped : style)
        writer.leaf(
          "mo", isOver ? "\u{203E}" : "_", [("stretchy", "true")] + Self.withoutSpace)
      }
    case .stacked(let stack): self.stack(stack, style, mark)
    case .arrow(let arrow): self.arrow(arrow, style, mark)
    case .array(let array): self.array(array, style, mark)
    case .text(let text): leaf("mtext", text.string.replacingSpaces, mark)
    case .functionName(let name, _):
      leaf("mi", name, mark + (name.unicodeScalars.count == 1 ? Self.upright : []))
    case .marked(let kind, let nodes): self.marked(kind, nodes, style, mark)
    case .adjusted(let adjustment, let nodes): self.adjusted(adjustment, nodes, style, mark)
    case .rule(let width, let height, _):
      leaf(
        "mspace", "",
        mark + [
          ("width", Self.ems(ems(of: width))), ("height", Self.ems(ems(of: height))),
          ("style", "background: currentcolor"),
        ])
    case .negated(let nodes):
      if nodes.count == 1, case .symbol(let symbol) = nodes[0].content {
        leaf("mo", Self.text(symbol.scalar) + "\u{338}", mark + Self.withoutSpace)
      } else {
        element("mrow", mark) { $0.list(nodes, style) }
      }
    case .unknown(let name): leaf("mtext", name, mark + [("style", "font-family: monospace")])
    case .tag(let nodes):
      space(2)
      row(nodes, MathStyle(size: .text))
    case .space, .size, .color: break
    }
  }

  static let withoutSpace = [("lspace", "0"), ("rspace", "0")]
  private static let upright = [("mathvariant", "normal")]

  /// Returns the spacing character of an accent, which MathML expects.
  private static func spacing(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x300: 0x60
    case 0x301: 0xB4
    case 0x302: 0x5E
    case 0x303: 0x7E
    case 0x304: 0xAF
    case 0x306: 0x2D8
    case 0x307: 0x2D9
    case 0x308: 0xA8
    case 0x30A: 0x2DA
    case 0x30C: 0x2C7
    case 0x20D7: 0x2192
    case 0x20D6: 0x2190
    case 0x20E1: 0x2194
    default: scalar
    }
  }

  private mutating func symbol(_ symbol: MathSymbol, _ mark: [(String, String)]) {
    let text = Self.text(symbol.scalar)
    guard symbol.atomClass == .ordinary else {
      var attributes = mark + Self.withoutSpace
      if symbol.isLarge {
        attributes += [("largeop", "true")]
        attributes += [("movablelimits", symbol.limits == .aboveInDisplay ? "true" : "false")]
      } else {
        attributes += [("stretchy", "false")]
      }
      return leaf("mo", text, attributes)
    }
    switch symbol.scalar {
    case 0x30...0x39: leaf("mn", text, mark)
    case 0x2032...0x2037, 0x2057, 0x7C, 0x2F, 0x2E:
      leaf("mo", text, mark + Self.withoutSpace + [("stretchy", "false")])
    // Letters outside the alphabets would become italic.
    default: leaf("mi", text, mark + (symbol.scalar < 0x1D400 ? Self.upright : []))
    }
  }
}

extension MathNode {
  /// Whether the node is exactly one element.
  fileprivate var isElement: Bool {
    switch content {
    case .space, .size, .color, .tag: false
    default: true
    }
  }
}

extension String {
  /// The string with spaces that MathML does not collapse.
  fileprivate var replacingSpaces: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == " " ? "\u{A0}" : $0 }))
  }
}
