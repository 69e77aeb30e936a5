extension FormulaParser {
  /// Parses a command with a syntax of its own.
  mutating func append(
    _ structure: Structure, _ token: FormulaToken, to nodes: inout MathList
  ) throws(Failure) {
    switch structure {
    case .begin: try appendEnvironment(token, to: &nodes)
    case .left: nodes.append(try fence(token))
    case .right, .middle, .end, .rowBreak, .cr, .newline, .mathClose:
      throw failure(.unexpected(text(of: token)), at: token)
    case .limits: setLimits(.above, of: &nodes, at: token)
    case .nolimits: setLimits(.beside, of: &nodes, at: token)
    case .displaylimits: setLimits(.aboveInDisplay, of: &nodes, at: token)
    case .sqrt, .root: nodes.append(try radical(structure, token))
    case .cfrac, .genfrac: nodes.append(try fraction(structure, token))
    case .overset, .underset, .stackrel, .substack: nodes.append(try stack(structure, token))
    case .newcommand, .renewcommand, .providecommand, .def, .gdef:
      try defineMacro(structure, at: token)
    case .`let`: try defineAlias(at: token)
    case .DeclareMathOperator, .declareWithLimits:
      try defineOperator(hasLimits: structure == .declareWithLimits, at: token)
    case .operatorname, .operatornameWithLimits:
      nodes.append(try operatorName(hasLimits: structure == .operatornameWithLimits, token))
    case .tag, .plainTag: try setTag(isPlain: structure == .plainTag, token)
    case .label:
      var end = token.end
      _ = try argumentTokens(of: token, end: &end)
    case .nonumber, .notag, .hline, .hdashline: break
    case .not: nodes.append(node(.negated(try argument(of: token)), from: token))
    case .mathOpen, .ensuremath:
      try appendMath(structure, token, to: &nodes)
    case .num, .si, .SI, .unit, .qty, .ang: try appendQuantity(structure, token, to: &nodes)
    case .ce, .pu: try appendChemistry(structure, token, to: &nodes)
    case .color, .textcolor, .colorbox, .fcolorbox: try appendColor(structure, token, to: &nodes)
    case .boldsymbol, .bm, .pmb:
      let outer = isBold
      isBold = true
      defer { isBold = outer }
      nodes.append(node(.group(try argument(of: token)), from: token))
    case .kern, .mkern, .hskip, .mskip, .hspace, .hspaceStarred, .mspace:
      nodes.append(node(.space(try length(of: token)), from: token))
    case .rule, .raisebox: nodes.append(try sized(structure, token))
    case .mathstrut:
      let parenthesis = node(.symbol(MathSymbol(0x28, .opening)), token)
      let phantom = MathAdjustment.phantom(keepsWidth: false, keepsHeight: true)
      nodes.append(node(.adjusted(phantom, [parenthesis]), token))
    case .href, .url:
      var end = token.end
      _ = try argumentTokens(of: token, end: &end)
      if structure == .href { nodes.append(node(.group(try argument(of: token)), from: token)) }
    default: nodes.append(try marked(structure, token))
    }
  }

  /// Parses a command with one list as its argument.
  private mutating func marked(
    _ structure: Structure, _ token: FormulaToken
  ) throws(Failure) -> MathNode {
    var smash = MathAdjustment.smash(top: true, bottom: true)
    if structure == .smash {
      var end = token.end
      let side = try bracketTokens(end: &end)?.first?.value
      if side == 0x74 { smash = .smash(top: true, bottom: false) }
      if side == 0x62 { smash = .smash(top: false, bottom: true) }
    }
    let isText = [.fbox, .rlap, .llap, .clap].contains(structure)
    let list = isText ? try textArgument(token) : try argument(of: token)
    let content: MathNode.Content =
      switch structure {
      case .boxed, .fbox: .marked(.box, list)
      case .cancel: .marked(.risingLine, list)
      case .bcancel: .marked(.fallingLine, list)
      case .xcancel: .marked(.cross, list)
      case .phantom: .adjusted(.phantom(keepsWidth: true, keepsHeight: true), list)
      case .hphantom: .adjusted(.phantom(keepsWidth: true, keepsHeight: false), list)
      case .vphantom: .adjusted(.phantom(keepsWidth: false, keepsHeight: true), list)
      case .smash: .adjusted(smash, list)
      case .rlap, .mathrlap: .adjusted(.lap(.right), list)
      case .llap, .mathllap: .adjusted(.lap(.left), list)
      case .clap, .mathclap: .adjusted(.lap(.center), list)
      default: .group(list)
      }
    return node(content, from: token)
  }

  // MARK: Fences

  /// Parses from `\left` to `\right`.
  private mutating func fence(_ token: FormulaToken) throws(Failure) -> MathNode {
    var fence = MathFence(left: try delimiter(after: token), parts: [], middles: [], right: nil)
    while true {
      let part = try nested { parser throws(Failure) in try parser.list(until: .fence) }
      fence.parts.append(part)
      let next = peek() ?? input.end
      guard case .structure(let structure)? = command(of: next),
        structure == .right || structure == .middle
      else {
        if next.kind == .end { throw failure(.unclosed("\\left"), at: token) }
        throw failure(.unexpected(text(of: next)), at: next)
      }
      advance()
      let scalar = try delimiter(after: next)
      if structure == .right {
        fence.right = scalar
        return node(.fenced(fence), from: token)
      }
      fence.middles.append(scalar)
    }
  }

  /// Parses a delimiter; a period is none.
  mutating func delimiter(after token: FormulaToken) throws(Failure) -> UInt32? {
    try skipSpaces()
    let next = peek() ?? input.end
    var scalar: UInt32?
    switch next.kind {
    case .character: scalar = next.value
    case .command:
      if case .symbol(let symbol)? = command(of: next) { scalar = symbol.scalar }
    default: break
    }
    guard let scalar, scalar == 0x2E || Self.delimiters.contains(scalar) else {
      throw failure(.missingArgument(text(of: token)), at: token)
    }
    advance()
    switch scalar {
    case 0x2E: return nil
    case 0x3C: return 0x27E8
    case 0x3E: return 0x27E9
    case 0x2225: return 0x2016
    case 0x2223: return 0x7C
    default: return scalar
    }
  }

  private static let delimiters = Set(
    "()[]{}<>|/\\‖∥∣⟨⟩⌊⌋⌈⌉⌜⌝⌞⌟⎰⎱⟮⟯⟦⟧⦃⦄↑↓↕⇑⇓⇕⏐".unicodeScalars.map(\.value))

  // MARK: Radicals, fractions, stacks

  private mutating func radical(
    _ structure: Structure, _ token: FormulaToken
  ) throws(Failure) -> MathNode {
    var degree: MathList?
    if structure == .root {
      degree = try argument(of: token)
      // The plain form is `\root n \of x`.
      try skipSpaces()
      if let next = peek(), next.kind == .command, names.name(at: next.value) == "of" { advance() }
    } else {
      degree = try optionalArgument()
    }
    return node(.radical(degree: degree, try argument(of: token)), from: token)
  }

  private mutating func fraction(
    _ structure: Structure, _ token: FormulaToken
  ) throws(Failure) -> MathNode {
    var fraction = MathFraction(numerator: [], denominator: [])
    if structure == .cfrac {
      _ = try optionalArgument()
      fraction.size = .display
      fraction.isContinued = true
    } else {
      fraction.left = try optionalDelimiter(of: token)
      fraction.right = try optionalDelimiter(of: token)
      var end = token.end
      let rule = try argumentTokens(of: token, end: &end)
      if !rule.isEmpty { fraction.rule = length(rule, at: token) }
      let size = try argumentTokens(of: token, end: &end).first?.value
      fraction.size = size.flatMap { MathSize(rawValue: UInt8(truncatingIfNeeded: $0 &- 0x30)) }
    }
    fraction.numerator = try argument(of: token)
    fraction.denominator = try argument(of: token)
    return node(.fraction(fraction), from: token)
  }

  private mutating func optionalDelimiter(of token: FormulaToken) throws(Failure) -> UInt32? {
    var end = token.end
    guard let first = try argumentTokens(of: token, end: &end).first else { return nil }
    if case .symbol(let symbol)? = command(of: first) { return symbol.scalar }
    return first.kind == .character && first.value != 0x2E ? first.value : nil
  }

  private mutating func stack(
    _ structure: Structure, _ token: FormulaToken
  ) throws(Failure) -> MathNode {
    if structure == .substack {
      let open = try take()
      guard open.kind == .open else { throw failure(.missingArgument("\\substack"), at: token) }
      var array = try nested { parser throws(Failure) in
        let first = try parser.list(until: .cell)
        return try parser.rows(first: first, of: .substack)
      }
      let close = peek() ?? input.end
      guard close.kind == .close else { throw failure(.unclosed("{"), at: open) }
      advance()
      array.columns = [.init(alignment: .center)]
      return node(.array(array), from: token)
    }
    let script = try argument(of: token)
    let base = try argument(of: token)
    var stack = MathStack(base: base)
    if structure == .underset { stack.under = script } else { stack.over = script }
    if structure == .stackrel { stack.atomClass = .relation }
    return node(.stacked(stack), from: token)
  }

  // MARK: Sizes

  /// Parses `\rule` and `\raisebox`.
  private mutating func sized(
    _ structure: Structure, _ token: FormulaToken
  ) throws(Failure) -> MathNode {
    if structure == .raisebox {
      let raise = try length(of: token)
      return node(.adjusted(.raise(raise), try textArgument(token)), from: token)
    }
    var end = token.end
    let raise = try bracketTokens(end: &end).map { length($0, at: token) }
    let width = try length(of: token)
    let height = try length(of: token)
    return node(
      .rule(width: width, height: height, raise: raise ?? MathLength(0, .em)), from: token)
  }

  /// Parses a length in braces or, after `\kern`, without.
  mutating func length(of token: FormulaToken) throws(Failure) -> MathLength {
    while let next = peek(), next.kind == .space { advance() }
    if peek()?.kind == .open {
      var end = token.end
      return length(try argumentTokens(of: token, end: &end), at: token)
    }
    var tokens: [FormulaToken] = []
    while let next = peek(), next.kind == .character, tokens.count < 24 {
      let isLetter = (0x61...0x7A).contains(next.value)
      advance()
      tokens.append(next)
      // A unit has two letters.
      if isLetter, tokens.count > 1, (0x61...0x7A).contains(tokens[tokens.count - 2].value) {
        break
      }
    }
    guard !tokens.isEmpty else { throw failure(.missingArgument(text(of: token)), at: token) }
    return length(tokens, at: token)
  }

  /// Returns a length, zero if it is not valid, which is noted.
  mutating func length(_ tokens: [FormulaToken], at token: FormulaToken) -> MathLength {
    let word = tokens.filter { $0.kind == .character }.compactMap { Unicode.Scalar($0.value) }
    var string = ""
    string.unicodeScalars.append(contentsOf: word)
    if let length = MathLength(string) { return length }
    note(.invalidArgument(text(of: token)), at: token)
    return MathLength(0, .em)
  }
}

extension MathLength {
  /// The greatest length, in units of any kind, which is wider than any screen.
  static let limit = 1_000.0

  /// Creates a length from a number and a unit, such as `-1.5em`.
  init?(_ string: String) {
    let number = string.prefix { "+-.0123456789".contains($0) }
    guard let value = Double(number), abs(value) <= Self.limit else { return nil }
    switch string.dropFirst(number.count) {
    case "em": self.init(value, .em)
    case "ex": self.init(value, .ex)
    case "mu": self.init(value, .mu)
    case "pt": self.init(value / 10, .baseEm)
    case "px": self.init(value / 10 * 0.75, .baseEm)
    case "bp": self.init(value / 10 * 803 / 800, .baseEm)
    case "pc": self.init(value * 1.2, .baseEm)
    case "mm": self.init(value / 10 * 7227 / 2540, .baseEm)
    case "cm": self.init(value * 7227 / 2540, .baseEm)
    case "in": self.init(value * 7.227, .baseEm)
    case "sp": self.init(value / 655_360, .baseEm)
    case "": self.init(value, .em)
    default: return nil
    }
  }
}
