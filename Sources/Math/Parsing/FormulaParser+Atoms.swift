extension FormulaParser {
  /// Parses an atom without its scripts, and appends its nodes.
  mutating func appendAtom(to nodes: inout MathList) throws(Failure) {
    try skipSpaces()
    if peek()?.kind == .open {
      let (list, source) = try group()
      nodes.append(MathNode(content: .group(list), source: source))
      return
    }
    let token = try take()
    switch token.kind {
    case .character: nodes.append(node(.symbol(symbol(of: token.value)), token))
    case .tie: nodes.append(node(.space(MathLength(6, .mu)), token))
    case .command: try appendCommand(token, to: &nodes)
    case .parameter: throw failure(.unexpected(text(of: token)), at: token)
    case .open, .end, .close, .align, .superscript, .subscript, .dollar, .space:
      throw failure(.unexpected(text(of: token)), at: token)
    }
  }

  func node(_ content: MathNode.Content, _ token: FormulaToken) -> MathNode {
    MathNode(content: content, source: token.start..<token.end)
  }

  /// Returns a node from a command to the last token that was consumed.
  mutating func node(_ content: MathNode.Content, from token: FormulaToken) -> MathNode {
    MathNode(content: content, source: token.start..<max(token.end, input.consumedEnd))
  }

  /// Returns the symbol of a character in the source.
  func symbol(of scalar: UInt32) -> MathSymbol {
    if let known = Self.characterClasses[scalar] { return known }
    if scalar < 0x80 { return MathSymbol(letter(scalar), .ordinary) }
    switch CommandTable.standard.symbols[scalar] {
    case .symbol(let symbol): return symbol
    // Letters of the Greek block are letters of formulas.
    case .letter(let scalar): return MathSymbol(letter(scalar), .ordinary)
    default: return MathSymbol(scalar, .ordinary)
    }
  }

  /// Returns a letter in the current alphabet.
  func letter(_ scalar: UInt32) -> UInt32 {
    (isBold ? alphabet.bolder : alphabet).mapped(scalar)
  }

  /// The symbols of ASCII characters other than letters and digits.
  private static let characterClasses: [UInt32: MathSymbol] = {
    var classes: [UInt32: MathSymbol] = [
      0x2A: MathSymbol(0x2217, .binary), 0x2D: MathSymbol(0x2212, .binary),
      0x60: MathSymbol(0x2018, .opening), 0x22: MathSymbol(0x2033, .ordinary),
    ]
    for (characters, atomClass) in [
      ("+\u{2212}", AtomClass.binary), ("=<>:", .relation), ("([", .opening), (")]!?", .closing),
      (",;", .punctuation), ("/.|@", .ordinary),
    ] {
      for scalar in characters.unicodeScalars {
        classes[scalar.value] = MathSymbol(scalar.value, atomClass)
      }
    }
    return classes
  }()

  private mutating func appendCommand(
    _ token: FormulaToken, to nodes: inout MathList
  ) throws(Failure) {
    guard let command = command(of: token) else {
      let name = text(of: token)
      note(.unknownCommand(name), at: token)
      nodes.append(node(.unknown(name), token))
      return
    }
    switch command {
    case .symbol(let symbol): nodes.append(node(.symbol(symbol), token))
    case .letter(let scalar):
      nodes.append(node(.symbol(MathSymbol(letter(scalar), .ordinary)), token))
    case .function(let name, let limits):
      nodes.append(node(.functionName(name, limits), token))
    case .space(let length): nodes.append(node(.space(length), token))
    case .size(let size): nodes.append(node(.size(size), token))
    case .alphabetSwitch(let other): alphabet = other
    case .text(let style): try appendText(style, token, to: &nodes)
    case .structure(let structure): try append(structure, token, to: &nodes)
    case .macro, .infix: throw failure(.unexpected(text(of: token)), at: token)
    default: try appendArgument(of: command, token, to: &nodes)
    }
  }

  /// Parses a command with arguments of its own.
  private mutating func appendArgument(
    of command: Command, _ token: FormulaToken, to nodes: inout MathList
  ) throws(Failure) {
    switch command {
    case .accent(let scalar, let isWide):
      let base = try argument(of: token)
      let accent = MathAccent(scalar: scalar, isWide: isWide, base: base)
      nodes.append(node(.accented(accent), from: token))
    case .line(let isOver):
      nodes.append(node(.lined(try argument(of: token), isOver: isOver), from: token))
    case .brace(let scalar, let isOver):
      let base = try argument(of: token)
      let stack = MathStack(base: base, brace: scalar, isBraceOver: isOver)
      nodes.append(node(.stacked(stack), from: token))
    case .arrow(let scalar):
      let under = try optionalArgument()
      let arrow = MathArrow(scalar: scalar, over: try argument(of: token), under: under)
      nodes.append(node(.arrow(arrow), from: token))
    case .alphabet(let other):
      let outer = alphabet
      alphabet = other
      defer { alphabet = outer }
      let list = try argument(of: token)
      nodes.append(node(.group(list), from: token))
    case .big(let level, let atomClass):
      let scalar = try delimiter(after: token) ?? 0x20
      nodes.append(node(.delimiter(scalar, level: level, atomClass), from: token))
    case .fraction(let size, let left, let right, let hasRule):
      let numerator = try argument(of: token)
      let fraction = MathFraction(
        numerator: numerator, denominator: try argument(of: token),
        rule: hasRule ? nil : MathLength(0, .em), size: size, left: left, right: right)
      nodes.append(node(.fraction(fraction), from: token))
    case .atomClass(let atomClass):
      let list = try argument(of: token)
      let limits = atomClass == .largeOperator ? LimitPlacement.aboveInDisplay : .beside
      nodes.append(node(.classed(atomClass, limits, list), from: token))
    default: break
    }
  }

  // MARK: Scripts

  /// Parses a script and adds it to the last node.
  mutating func addScript(
    _ token: FormulaToken, to nodes: inout MathList
  ) throws(Failure) {
    let list = try argument(of: token)
    var (scripts, start) = openScripts(of: &nodes, at: token)
    let isSuperscript = token.kind == .superscript
    let isTaken =
      isSuperscript
      ? scripts.sup != nil && scripts.sup?.count != scripts.primeCount : scripts.sub != nil
    if isTaken {
      note(.doubleScript, at: token)
      nodes.append(MathNode(content: .scripts(scripts), source: start..<token.start))
      scripts = MathScripts(nucleus: [], limits: .beside)
      start = token.start
    }
    if isSuperscript {
      scripts.sup = (scripts.sup ?? []) + list
    } else {
      scripts.sub = list
    }
    let end = max(token.end, input.consumedEnd)
    nodes.append(MathNode(content: .scripts(scripts), source: start..<max(start, end)))
  }

  /// Adds the primes that follow to the last node.
  mutating func addPrimes(to nodes: inout MathList) throws(Failure) {
    guard let first = peek() else { return }
    var primes: MathList = []
    while let token = peek(), token.kind == .character,
      token.value == 0x27 || token.value == 0x2019
    {
      advance()
      primes.append(node(.symbol(MathSymbol(0x2032, .ordinary)), token))
    }
    var (scripts, start) = openScripts(of: &nodes, at: first)
    if scripts.sup != nil {
      note(.doubleScript, at: first)
      nodes.append(MathNode(content: .scripts(scripts), source: start..<first.start))
      scripts = MathScripts(nucleus: [], limits: .beside)
      start = first.start
    }
    scripts.sup = primes
    scripts.primeCount = primes.count
    let end = max(first.end, input.consumedEnd)
    nodes.append(MathNode(content: .scripts(scripts), source: start..<max(start, end)))
  }

  /// Removes the node that scripts are added to, and returns its scripts so far.
  private func openScripts(
    of nodes: inout MathList, at token: FormulaToken
  ) -> (MathScripts, start: Int32) {
    guard let last = nodes.last, last.takesScripts else {
      return (MathScripts(nucleus: [], limits: .beside), token.start)
    }
    nodes.removeLast()
    if case .scripts(let scripts) = last.content { return (scripts, last.source.lowerBound) }
    let scripts = MathScripts(nucleus: [last], limits: last.limits)
    return (scripts, last.source.lowerBound)
  }

  /// Sets the position of limits of the last node, which is an operator.
  mutating func setLimits(
    _ limits: LimitPlacement, of nodes: inout MathList, at token: FormulaToken
  ) {
    guard let last = nodes.popLast() else {
      return note(.invalidArgument(text(of: token)), at: token)
    }
    nodes.append(last.with(limits: limits))
  }
}

extension MathNode {
  /// Whether scripts that follow belong to the node.
  var takesScripts: Bool {
    switch content {
    case .space, .size, .color: false
    default: true
    }
  }

  /// The position of scripts of the node.
  var limits: LimitPlacement {
    switch content {
    case .symbol(let symbol): symbol.limits
    case .functionName(_, let limits), .classed(_, let limits, _): limits
    case .stacked(let stack): stack.brace == nil ? .beside : .above
    case .scripts(let scripts): scripts.limits
    default: .beside
    }
  }

  /// Returns the node with another position of its scripts.
  func with(limits: LimitPlacement) -> MathNode {
    var node = self
    switch content {
    case .symbol(var symbol):
      symbol.limits = limits
      node.content = .symbol(symbol)
    case .functionName(let name, _): node.content = .functionName(name, limits)
    case .classed(let atomClass, _, let list): node.content = .classed(atomClass, limits, list)
    case .scripts(var scripts):
      scripts.limits = limits
      node.content = .scripts(scripts)
    default: break
    }
    return node
  }
}
