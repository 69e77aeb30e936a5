/// A macro that a formula defines.
struct Macro {
  /// The number of arguments.
  var argumentCount: Int
  /// The default of the first argument, if it is optional.
  var defaultArgument: [FormulaToken]?
  /// The tokens of the body.
  var body: [FormulaToken]
}

/// A stack of tokens to read: the source, and the bodies of macros in it.
struct TokenInput {
  private struct Frame {
    let tokens: [FormulaToken]
    var index = 0
  }

  private var tokens: [FormulaToken]
  private var index = 0
  /// The inputs below ``tokens``.
  private var outer: [Frame] = []
  private var expansionCount = 0
  private var expandedTokens = 0
  private let limits: Formula.Limits
  /// The token after the last one.
  let end: FormulaToken
  /// The end of the last token that was consumed, as a UTF-8 offset of the source.
  private(set) var consumedEnd: Int32 = 0

  init(_ tokens: [FormulaToken], limits: Formula.Limits) {
    self.tokens = tokens
    self.limits = limits
    end = tokens.last ?? FormulaToken(kind: .end, value: 0, start: 0, end: 0)
  }

  /// The next token, or `nil` after the last one.
  var next: FormulaToken? { index < tokens.count ? tokens[index] : nil }

  /// Moves to the next token.
  mutating func advance() {
    if index < tokens.count { consumedEnd = tokens[index].end }
    index += 1
    while index >= tokens.count, let frame = outer.popLast() {
      tokens = frame.tokens
      index = frame.index
    }
  }

  /// Puts tokens before the next one, at the position of a macro's call.
  ///
  /// - Returns: Whether the limits of expansion allow it.
  mutating func push(_ body: [FormulaToken], at call: FormulaToken, end: Int32) -> Bool {
    expansionCount += 1
    expandedTokens += body.count
    guard expansionCount <= limits.expansions, expandedTokens <= limits.expandedTokens,
      outer.count < limits.expansionDepth
    else { return false }
    guard !body.isEmpty else { return true }
    if index < tokens.count { outer.append(Frame(tokens: tokens, index: index)) }
    tokens = body.map { token in
      var token = token
      token.start = call.start
      token.end = max(call.end, end)
      return token
    }
    index = 0
    return true
  }
}

extension FormulaParser {
  /// Returns the macro that a token names, or `nil` if it is another command.
  func macro(of token: FormulaToken) -> Macro? {
    if let macro = macros[token.value] { return macro }
    guard case .macro(let count, let body)? = command(of: token) else { return nil }
    var names = names
    var tokenizer = FormulaTokenizer(body)
    tokenizer.split(&names)
    return Macro(
      argumentCount: count, defaultArgument: nil, body: tokenizer.tokens.dropLast())
  }

  /// Replaces a macro and its arguments by its body.
  mutating func expand(_ macro: Macro, at token: FormulaToken) throws(Failure) {
    advance()
    var arguments: [[FormulaToken]] = []
    var end = token.end
    for index in 0..<macro.argumentCount {
      if index == 0, let standard = macro.defaultArgument {
        arguments.append(try bracketTokens(end: &end) ?? standard)
      } else {
        arguments.append(try argumentTokens(of: token, end: &end))
      }
    }
    var body: [FormulaToken] = []
    for part in macro.body {
      guard part.kind == .parameter else {
        body.append(part)
        continue
      }
      let index = Int(part.value) - 1
      if index < arguments.count { body += arguments[index] }
      guard body.count <= limits.expandedTokens else {
        throw failure(.tooManyExpansions, at: token)
      }
    }
    guard input.push(body, at: token, end: end) else {
      throw failure(.tooManyExpansions, at: token)
    }
  }

  /// Consumes the tokens of an argument, without its braces.
  mutating func argumentTokens(
    of token: FormulaToken, end: inout Int32
  ) throws(Failure) -> [FormulaToken] {
    while let next = peek(), next.kind == .space { advance() }
    guard let first = peek(), first.kind != .end, first.kind != .close else {
      throw failure(.missingArgument(text(of: token)), at: token)
    }
    advance()
    end = max(end, first.end)
    guard first.kind == .open else { return [first] }
    var (tokens, depth): ([FormulaToken], Int) = ([], 1)
    while let next = peek(), next.kind != .end {
      advance()
      if next.kind == .open { depth += 1 }
      if next.kind == .close { depth -= 1 }
      end = max(end, next.end)
      if depth == 0 { return tokens }
      tokens.append(next)
    }
    throw failure(.unclosed("{"), at: first)
  }

  /// Consumes the tokens of an argument in brackets, or returns `nil` if there is none.
  mutating func bracketTokens(end: inout Int32) throws(Failure) -> [FormulaToken]? {
    while let next = peek(), next.kind == .space { advance() }
    guard let open = peek(), open.kind == .character, open.value == 0x5B else { return nil }
    advance()
    var (tokens, depth): ([FormulaToken], Int) = ([], 0)
    while let next = peek(), next.kind != .end {
      advance()
      end = max(end, next.end)
      if next.kind == .open { depth += 1 }
      if next.kind == .close { depth -= 1 }
      if depth == 0, next.kind == .character, next.value == 0x5D { return tokens }
      tokens.append(next)
    }
    throw failure(.unclosed("["), at: open)
  }

  /// Reads `\newcommand`, `\def` and their relatives.
  mutating func defineMacro(_ structure: Structure, at token: FormulaToken) throws(Failure) {
    var end = token.end
    while let next = peek(), next.kind == .space { advance() }
    // The name may be in braces.
    let name: FormulaToken?
    if let next = peek(), next.kind == .open {
      name = try argumentTokens(of: token, end: &end).first
    } else {
      name = peek()
      if name?.kind == .command { advance() }
    }
    guard let name, name.kind == .command else {
      throw failure(.missingArgument(text(of: token)), at: token)
    }
    var macro = Macro(argumentCount: 0, defaultArgument: nil, body: [])
    if structure == .def || structure == .gdef {
      while let next = peek(), next.kind == .parameter {
        advance()
        macro.argumentCount = max(macro.argumentCount, Int(next.value))
      }
    } else if let count = try bracketTokens(end: &end) {
      let digit = count.first.map { Int($0.value) - 0x30 } ?? 0
      macro.argumentCount = min(max(digit, 0), 9)
      macro.defaultArgument = try bracketTokens(end: &end)
    }
    macro.body = try argumentTokens(of: token, end: &end)
    let isKnown = Int(name.value) < CommandTable.standard.commands.count
    if structure == .providecommand, isKnown || macros[name.value] != nil { return }
    macros[name.value] = macro
  }

  /// Reads `\let`, which gives a name the meaning of a token.
  mutating func defineAlias(at token: FormulaToken) throws(Failure) {
    while let next = peek(), next.kind == .space { advance() }
    guard let name = peek(), name.kind == .command else {
      throw failure(.missingArgument(text(of: token)), at: token)
    }
    advance()
    while let next = peek(),
      next.kind == .space || next.kind == .character && next.value == 0x3D
    {
      advance()
    }
    guard let meaning = peek(), meaning.kind != .end else {
      throw failure(.missingArgument(text(of: token)), at: token)
    }
    advance()
    let known = meaning.kind == .command ? macros[meaning.value] : nil
    macros[name.value] =
      known ?? Macro(argumentCount: 0, defaultArgument: nil, body: [meaning])
  }

  /// Reads `\DeclareMathOperator`.
  mutating func defineOperator(hasLimits: Bool, at token: FormulaToken) throws(Failure) {
    var end = token.end
    guard let name = try argumentTokens(of: token, end: &end).first, name.kind == .command else {
      throw failure(.missingArgument(text(of: token)), at: token)
    }
    let words = try argumentTokens(of: token, end: &end)
    let structure = hasLimits ? Structure.operatornameWithLimits : .operatorname
    let command = FormulaToken(
      kind: .command, value: names.index(of: structure.rawValue), start: token.start,
      end: token.end)
    let open = FormulaToken(kind: .open, value: 0, start: token.start, end: token.end)
    let close = FormulaToken(kind: .close, value: 0, start: token.start, end: token.end)
    macros[name.value] = Macro(
      argumentCount: 0, defaultArgument: nil, body: [command, open] + words + [close])
  }
}
