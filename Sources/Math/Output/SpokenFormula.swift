/// A writer of formulas in English words, for screen readers.
package struct SpokenFormula {
  private var words: [String] = []

  /// Returns a formula in words, such as "a over b" for `\frac{a}{b}`.
  ///
  /// A formula with a syntax error is its source.
  package static func text(of formula: Formula) -> String {
    guard formula.isValid else { return formula.source }
    var writer = SpokenFormula()
    writer.list(formula.nodes)
    return writer.words.joined(separator: " ")
  }

  private mutating func say(_ word: String) { if !word.isEmpty { words.append(word) } }

  private mutating func list(_ nodes: MathList) {
    for node in nodes { self.node(node) }
  }

  /// Says a list whose end must be heard, unless it is a single symbol.
  private mutating func part(_ nodes: MathList, _ end: String) {
    list(nodes)
    if !nodes.isSingle { say(end) }
  }

  private mutating func node(_ node: MathNode) {
    switch node.content {
    case .symbol(let symbol): say(Self.name(of: symbol.scalar))
    case .group(let nodes), .colored(_, let nodes), .classed(_, _, let nodes): list(nodes)
    case .scripts(let scripts): self.scripts(scripts)
    case .fraction(let fraction): self.fraction(fraction)
    case .radical(let degree, let nodes): radical(degree, nodes)
    case .fenced(let fence): self.fence(fence)
    case .delimiter(let scalar, _, _): say(scalar == 0x20 ? "" : Self.name(of: scalar))
    case .accented(let accent):
      list(accent.base)
      say(Self.accents[accent.scalar] ?? "accent")
    case .lined(let nodes, let isOver):
      list(nodes)
      say(isOver ? "bar" : "underlined")
    case .stacked(let stack): self.stack(stack)
    case .arrow(let arrow):
      say("arrow")
      if !arrow.over.isEmpty { say("labeled") }
      list(arrow.over)
    case .array(let array): self.array(array)
    case .text(let text): say(text.string.split(separator: " ").joined(separator: " "))
    case .functionName(let name, _): say(Self.functions[name] ?? name)
    case .marked(let mark, let nodes):
      switch mark {
      case .risingLine, .fallingLine, .cross: say("crossed out")
      case .box: say("boxed")
      case .ground: break
      }
      list(nodes)
    case .adjusted(let adjustment, let nodes):
      if case .phantom = adjustment { return }
      list(nodes)
    case .negated(let nodes):
      say("not")
      list(nodes)
    case .unknown(let name): say(String(name.dropFirst()))
    case .tag(let nodes):
      say("tag")
      list(nodes)
    case .space, .size, .color, .rule: break
    }
  }

  private mutating func scripts(_ scripts: MathScripts) {
    list(scripts.nucleus)
    if scripts.limits != .beside || scripts.nucleus.isLargeOperator {
      if let sub = scripts.sub {
        say("from")
        list(sub)
      }
      if let sup = scripts.sup {
        say("to")
        list(sup)
      }
      say("of")
      return
    }
    if let sub = scripts.sub {
      say("sub")
      part(sub, "end sub")
    }
    guard let sup = scripts.sup else { return }
    for _ in 0..<scripts.primeCount { say("prime") }
    let rest = Array(sup.dropFirst(scripts.primeCount))
    guard !rest.isEmpty else { return }
    if rest.count == 1, case .symbol(let symbol) = rest[0].content {
      switch symbol.scalar {
      case 0x32: return say("squared")
      case 0x33: return say("cubed")
      default: break
      }
    }
    say("to the power of")
    part(rest, "end power")
  }

  private mutating func fraction(_ fraction: MathFraction) {
    if fraction.rule?.value == 0 {
      list(fraction.numerator)
      say("choose")
      list(fraction.denominator)
      return
    }
    let isSimple = fraction.numerator.isSingle && fraction.denominator.isSingle
    if !isSimple { say("the fraction") }
    list(fraction.numerator)
    say("over")
    list(fraction.denominator)
    if !isSimple { say("end fraction") }
  }

  private mutating func radical(_ degree: MathList?, _ nodes: MathList) {
    if let degree {
      var inner = SpokenFormula()
      inner.list(degree)
      let name = inner.words.joined(separator: " ")
      say(name == "3" ? "the cube root of" : "the root of order \(name) of")
    } else {
      say("the square root of")
    }
    part(nodes, "end root")
  }

  private mutating func fence(_ fence: MathFence) {
    let isAbsolute = fence.left == 0x7C && fence.right == 0x7C
    if isAbsolute { say("the absolute value of") } else { say(fence.left.map(Self.name) ?? "") }
    for (index, part) in fence.parts.enumerated() {
      list(part)
      if let middle = fence.middles[safe: index] ?? nil { say(Self.name(of: middle)) }
    }
    if isAbsolute { say("end absolute value") } else { say(fence.right.map(Self.name) ?? "") }
  }

  private mutating func stack(_ stack: MathStack) {
    list(stack.base)
    if stack.brace != nil { say(stack.isBraceOver ? "under a brace" : "over a brace") }
    if let over = stack.over {
      say("with")
      list(over)
      say("above")
    }
    if let under = stack.under {
      say("with")
      list(under)
      say("below")
    }
  }

  private mutating func array(_ array: MathArray) {
    let columns = array.rows.map(\.count).max() ?? 0
    let isMatrix = array.layout == .matrix || array.layout == .smallMatrix
    let isCases = array.layout == .cases || array.layout == .displayCases
    if isMatrix { say("a matrix of \(array.rows.count) rows and \(columns) columns:") }
    if isCases { say("\(array.rows.count) cases:") }
    for (row, cells) in array.rows.enumerated() {
      if isMatrix { say("row \(row + 1):") } else if isCases { say("case \(row + 1):") }
      for (column, cell) in cells.enumerated() {
        list(cell)
        if isMatrix || isCases, column + 1 < cells.count { say(",") }
      }
      if row + 1 < array.rows.count { say(";") }
    }
    if isMatrix { say("end matrix") }
    if isCases { say("end cases") }
  }

  // MARK: Words

  private static let accents: [UInt32: String] = [
    0x300: "grave", 0x301: "acute", 0x302: "hat", 0x303: "tilde", 0x304: "bar", 0x306: "breve",
    0x307: "dot", 0x308: "double dot", 0x30A: "ring", 0x30C: "check", 0x20D7: "vector",
    0x20D6: "left arrow", 0x20DB: "triple dot", 0x20E1: "double arrow",
  ]

  private static let functions = [
    "sin": "sine", "cos": "cosine", "tan": "tangent", "cot": "cotangent", "sec": "secant",
    "csc": "cosecant", "arcsin": "arc sine", "arccos": "arc cosine", "arctan": "arc tangent",
    "sinh": "hyperbolic sine", "cosh": "hyperbolic cosine", "tanh": "hyperbolic tangent",
    "log": "log", "ln": "natural log", "exp": "exponential", "lim": "limit", "max": "maximum",
    "min": "minimum", "sup": "supremum", "inf": "infimum", "det": "determinant",
    "gcd": "greatest common divisor", "dim": "dimension", "ker": "kernel",
    "lim\u{2009}sup": "limit superior", "lim\u{2009}inf": "limit inferior",
  ]

  private static let symbols: [UInt32: String] = [
    0x2B: "plus", 0x2212: "minus", 0x3D: "equals", 0x3C: "is less than", 0x3E: "is greater than",
    0xB1: "plus or minus", 0x2213: "minus or plus", 0xD7: "times", 0x22C5: "times",
    0xF7: "divided by", 0x2F: "slash", 0x2217: "star", 0x2264: "is at most",
    0x2265: "is at least", 0x2260: "is not equal to", 0x2248: "is approximately",
    0x2261: "is equivalent to", 0x221D: "is proportional to", 0x2208: "is in",
    0x2209: "is not in", 0x2282: "is a subset of", 0x2286: "is a subset of or equal to",
    0x2283: "is a superset of", 0x222A: "union", 0x2229: "intersection", 0x2205: "the empty set",
    0x221E: "infinity", 0x2202: "partial", 0x1D715: "partial", 0x2207: "nabla",
    0x2211: "the sum", 0x220F: "the product", 0x222B: "the integral", 0x222C: "the double integral",
    0x222D: "the triple integral", 0x222E: "the contour integral", 0x2192: "goes to",
    0x2190: "left arrow", 0x21D2: "implies", 0x27F9: "implies", 0x21D4: "if and only if",
    0x27FA: "if and only if", 0x21A6: "maps to", 0x2200: "for all", 0x2203: "there exists",
    0xAC: "not", 0x2227: "and", 0x2228: "or", 0x2032: "prime", 0x2033: "double prime",
    0x28: "open paren", 0x29: "close paren", 0x5B: "open bracket", 0x5D: "close bracket",
    0x7B: "open brace", 0x7D: "close brace", 0x7C: "vertical bar",
    0x2016: "double vertical bar", 0x27E8: "open angle", 0x27E9: "close angle",
    0x230A: "floor of", 0x230B: "end floor", 0x2308: "ceiling of", 0x2309: "end ceiling",
    0x2C: ",", 0x3B: ";", 0x3A: "colon", 0x2026: "and so on", 0x22EF: "and so on",
    0x210F: "h bar", 0x2113: "l", 0x2218: "composed with", 0x2297: "tensor", 0x2295: "direct sum",
    0x22A5: "is perpendicular to", 0x27C2: "is perpendicular to", 0x2225: "is parallel to",
    0x25: "percent", 0xB0: "degrees", 0x21: "factorial", 0x223C: "is similar to",
    0x2115: "the naturals", 0x2124: "the integers", 0x211A: "the rationals", 0x211D: "the reals",
    0x2102: "the complex numbers",
  ]

  private static let greek = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma \
    sigma tau upsilon phi chi psi omega
    """.split(separator: " ").map(String.init)

  /// Returns the name of a character; letters of the mathematical alphabets are named as letters.
  private static func name(of scalar: UInt32) -> String {
    if let name = symbols[scalar] { return name }
    switch scalar {
    case 0x391...0x3A9: return "capital " + greek[Int(scalar - 0x391)]
    case 0x3B1...0x3C9: return greek[Int(scalar - 0x3B1)]
    case 0x1D6A8..<0x1D7CA: return greekName(Int(scalar - 0x1D6A8) % 58)
    case 0x1D7CE...0x1D7FF: return String((scalar - 0x1D7CE) % 10)
    case 0x210E: return "h"
    case 0x1D400..<0x1D6A4:
      let index = (scalar - 0x1D400) % 52
      let code = index < 26 ? 0x41 + index : 0x61 + index - 26
      return Unicode.Scalar(code).map { String(Character($0)) } ?? ""
    default: return Unicode.Scalar(scalar).map { String(Character($0)) } ?? ""
    }
  }

  private static func greekName(_ index: Int) -> String {
    switch index {
    case 17: "capital theta"
    case 0..<25: "capital " + greek[index]
    case 25: "nabla"
    case 26..<51: greek[index - 26]
    case 51: "partial"
    default: ["epsilon", "theta", "kappa", "phi", "rho", "pi"][index - 52]
    }
  }
}

extension MathList {
  /// Whether the list is an operator such as an integral.
  fileprivate var isLargeOperator: Bool {
    if count == 1, case .symbol(let symbol) = self[0].content { return symbol.isLarge }
    return false
  }

  /// Whether the list is one symbol or number.
  fileprivate var isSingle: Bool {
    let isNumber = allSatisfy { node in
      guard case .symbol(let symbol) = node.content else { return false }
      return (0x30...0x39).contains(symbol.scalar) || symbol.scalar == 0x2E
    }
    if isNumber { return true }
    guard count == 1 else { return false }
    switch self[0].content {
    case .symbol, .text, .functionName: return true
    case .group(let nodes): return nodes.isSingle
    default: return false
    }
  }
}
