/// A parser of a formula.
///
/// The parser reads tokens from a stack of inputs: the source, and on top of it the bodies of
/// macros. All recursion passes ``nested(_:)``, which limits its depth.
struct FormulaParser {
  /// A syntax error.
  struct Failure: Error {
    var problem: Formula.Problem
  }

  /// The end of a list.
  enum ListEnd {
    /// The end of the source.
    case source
    /// A closing brace.
    case group
    /// A closing bracket.
    case bracket
    /// `\middle` or `\right`.
    case fence
    /// `&`, `\\` or `\end`.
    case cell
    /// A dollar sign, or `\)`.
    case dollar
  }

  var input: TokenInput
  var names = CommandNames()
  var problems: [Formula.Problem] = []
  var macros: [UInt32: Macro] = [:]
  /// The alphabet of letters.
  var alphabet = MathAlphabet.normal
  /// Whether letters and symbols are bold.
  var isBold = false
  /// The label that `\tag` sets.
  var tag: MathList?
  private var depth = 0
  let limits: Formula.Limits

  init(_ source: String, limits: Formula.Limits) {
    self.limits = limits
    var tokenizer = FormulaTokenizer(source)
    tokenizer.split(&names)
    input = TokenInput(tokenizer.tokens, limits: limits)
  }

  /// Parses the whole source.
  mutating func formula() throws(Failure) -> MathList {
    var nodes = try list(until: .source)
    // Rows without an environment are aligned, or centered if they have one cell each.
    if let token = peek(), token.kind == .align || isRowBreak(token) {
      var array = try rows(first: nodes, of: .gathered)
      if array.rows.contains(where: { $0.count > 1 }) { array.layout = .aligned }
      nodes = [MathNode(content: .array(array), source: 0..<input.end.start)]
    }
    let token = peek() ?? input.end
    guard token.kind == .end else {
      throw failure(.unexpected(text(of: token)), at: token)
    }
    if let tag { nodes.append(MathNode(content: .tag(tag), source: token.start..<token.end)) }
    return nodes
  }

  func isRowBreak(_ token: FormulaToken) -> Bool {
    guard case .structure(let structure)? = command(of: token) else { return false }
    return structure == .rowBreak || structure == .cr || structure == .newline
  }

  // MARK: Tokens

  /// Returns the next token without consuming it, or `nil` after a failure of expansion.
  func peek() -> FormulaToken? { input.next }

  mutating func advance() { input.advance() }

  /// Consumes and returns the next token that is not a space, expanding macros.
  mutating func take() throws(Failure) -> FormulaToken {
    try skipSpaces()
    let token = input.next ?? input.end
    if token.kind != .end { advance() }
    return token
  }

  /// Consumes spaces, and expands a macro that follows.
  mutating func skipSpaces() throws(Failure) {
    while let token = input.next {
      if token.kind == .space {
        advance()
      } else if token.kind == .command, let macro = macro(of: token) {
        try expand(macro, at: token)
      } else {
        return
      }
    }
  }

  /// Returns the meaning of a token, or `nil` if it is not a known command.
  func command(of token: FormulaToken) -> Command? {
    guard token.kind == .command, macros[token.value] == nil else { return nil }
    let commands = CommandTable.standard.commands
    return Int(token.value) < commands.count ? commands[Int(token.value)] : nil
  }

  /// Returns the source of a token.
  func text(of token: FormulaToken) -> String {
    switch token.kind {
    case .character: Unicode.Scalar(token.value).map { String(Character($0)) } ?? ""
    case .command: "\\" + names.name(at: token.value)
    case .open: "{"
    case .close: "}"
    case .superscript: "^"
    case .subscript: "_"
    case .align: "&"
    case .space: " "
    case .tie: "~"
    case .dollar: "$"
    case .parameter: "#\(token.value)"
    case .end: "the end"
    }
  }

  func failure(_ reason: Formula.Reason, at token: FormulaToken) -> Failure {
    Failure(problem: Formula.Problem(offset: Int(token.start), reason: reason))
  }

  mutating func note(_ reason: Formula.Reason, at token: FormulaToken) {
    problems.append(Formula.Problem(offset: Int(token.start), reason: reason))
  }

  /// Calls `body` one level deeper.
  mutating func nested<Result>(
    _ body: (inout FormulaParser) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard depth < limits.depth else { throw failure(.tooDeep, at: peek() ?? input.end) }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  // MARK: Lists

  /// Parses nodes up to the end of a list, which is not consumed.
  mutating func list(until end: ListEnd) throws(Failure) -> MathList {
    let (outerAlphabet, outerBold) = (alphabet, isBold)
    defer { (alphabet, isBold) = (outerAlphabet, outerBold) }
    var nodes: MathList = []
    var infix: (command: Command, token: FormulaToken, numerator: MathList)?
    while true {
      try skipSpaces()
      guard let token = peek(), token.kind != .end, !isEnd(token, of: end) else { break }
      if case .infix? = command(of: token) {
        guard infix == nil, let command = command(of: token) else {
          throw failure(.unexpected(text(of: token)), at: token)
        }
        advance()
        infix = (command, token, nodes)
        nodes = []
      } else {
        try appendNode(to: &nodes)
      }
    }
    guard let infix, case .infix(let left, let right, let hasRule) = infix.command else {
      return nodes
    }
    let fraction = MathFraction(
      numerator: infix.numerator, denominator: nodes,
      rule: hasRule ? nil : MathLength(0, .em), left: left, right: right)
    let start = infix.numerator.first?.source.lowerBound ?? infix.token.start
    let finish = nodes.last?.source.upperBound ?? infix.token.end
    return [MathNode(content: .fraction(fraction), source: start..<max(start, finish))]
  }

  private func isEnd(_ token: FormulaToken, of end: ListEnd) -> Bool {
    switch token.kind {
    case .close: return true
    case .align: return true
    case .dollar: return end == .dollar
    case .character: return end == .bracket && token.value == 0x5D
    case .command:
      guard case .structure(let structure)? = command(of: token) else { return false }
      switch structure {
      case .right, .middle, .end: return true
      case .rowBreak, .cr, .newline: return true
      case .mathClose: return end == .dollar
      default: return false
      }
    default: return false
    }
  }

  /// Parses the next node and appends it, or adds scripts to the last one.
  private mutating func appendNode(to nodes: inout MathList) throws(Failure) {
    guard let token = peek() else { return }
    switch token.kind {
    case .superscript, .subscript:
      advance()
      try addScript(token, to: &nodes)
    case .character where token.value == 0x27 || token.value == 0x2019:
      try addPrimes(to: &nodes)
    default:
      try appendAtom(to: &nodes)
    }
  }

  /// Parses an argument: a group, or a single token.
  mutating func argument(of token: FormulaToken) throws(Failure) -> MathList {
    try skipSpaces()
    guard let next = peek(), next.kind != .end, next.kind != .close, next.kind != .align else {
      throw failure(.missingArgument(text(of: token)), at: token)
    }
    if next.kind == .open { return try group().nodes }
    if case .structure(let structure)? = command(of: next),
      [.right, .middle, .end, .rowBreak, .cr].contains(structure)
    {
      throw failure(.missingArgument(text(of: token)), at: token)
    }
    guard next.kind != .superscript, next.kind != .subscript else {
      throw failure(.missingArgument(text(of: token)), at: token)
    }
    return try nested { parser throws(Failure) in
      var nodes: MathList = []
      try parser.appendAtom(to: &nodes)
      return nodes
    }
  }

  /// Parses a group in braces.
  mutating func group() throws(Failure) -> (nodes: MathList, source: Range<Int32>) {
    let open = try take()
    let nodes = try nested { parser throws(Failure) in try parser.list(until: .group) }
    let close = peek() ?? input.end
    guard close.kind == .close else {
      if close.kind == .end { throw failure(.unclosed("{"), at: open) }
      throw failure(.unexpected(text(of: close)), at: close)
    }
    advance()
    return (nodes, open.start..<max(open.start, close.end))
  }

  /// Parses an argument in brackets, or returns `nil` if there is none.
  mutating func optionalArgument() throws(Failure) -> MathList? {
    try skipSpaces()
    guard let open = peek(), open.kind == .character, open.value == 0x5B else { return nil }
    advance()
    let nodes = try nested { parser throws(Failure) in try parser.list(until: .bracket) }
    guard let close = peek(), close.kind == .character, close.value == 0x5D else {
      throw failure(.unclosed("["), at: open)
    }
    advance()
    return nodes
  }
}
