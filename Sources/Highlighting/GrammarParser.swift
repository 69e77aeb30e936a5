/// A parser of grammars: lines of words separated by blanks; `#` begins a comment.
///
/// A grammar begins with its name, its aliases, the name of a language that it extends, and the
/// options of the whole language:
///
///     name Swift
///     aliases swift
///     extends C
///     option calls members capitals constants
///     words keyword if else func
///     declares function func
///     define name \i\w*
///
/// The contexts follow; programs begin in the first one. The line of a context has its name and the
/// class of bytes that no rule matches, and may end in `line` or `indented`. Its rules are tried in
/// order; `@{name}` in a pattern is replaced by the definition of `name`.
///
///     context code plain
///       match comment //.* [if line-start]
///       word @{name}
///       push string (#*)" -> string
///       include other
///     context string string line
///       pop string "\1
struct GrammarParser {
  private var grammar = Grammar(options: Grammar.Options())
  private var definitions: [Substring: String] = [:]
  private var contextNames: [Substring: Int] = [:]
  private var items: [[Item]] = []
  private var line = 0

  /// An item of a context: a rule, or all rules of another context.
  private enum Item {
    case rule(UInt16)
    case include(Substring, line: Int)
  }

  /// Parses a grammar.
  ///
  /// - Throws: `GrammarError` for the first invalid line.
  static func parse(_ source: String) throws(GrammarError) -> Grammar {
    var parser = GrammarParser()
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(fields)
    try parser.readOptions(lines)
    for (index, fields) in lines.enumerated() where fields.first == "context" {
      parser.line = index + 1
      try parser.addContext(fields.dropFirst())
    }
    for (index, fields) in lines.enumerated() where !fields.isEmpty {
      parser.line = index + 1
      try parser.read(fields)
    }
    return try parser.finish()
  }

  /// Returns the name, the aliases and the base language from the first three lines of `source`.
  static func header(of source: String) -> (name: String, aliases: [String], base: String?) {
    var result = (name: "", aliases: [String](), base: String?.none)
    for fields in source.split(separator: "\n", maxSplits: 3).prefix(3).map(fields) {
      let rest = fields.dropFirst()
      switch fields.first {
      case "name": result.name = rest.joined(separator: " ")
      case "aliases": result.aliases = rest.map(String.init)
      case "extends": result.base = rest.joined(separator: " ")
      default: break
      }
    }
    return result
  }

  private static func fields(_ line: Substring) -> [Substring] {
    let fields = line.split { $0 == " " || $0 == "\t" }
    return fields.first?.hasPrefix("#") == true ? [] : fields
  }

  private func error(_ reason: String) -> GrammarError {
    GrammarError(line: line, reason: reason)
  }

  private mutating func readOptions(_ lines: [[Substring]]) throws(GrammarError) {
    var options = Grammar.Options()
    for (index, fields) in lines.enumerated() where fields.first == "option" {
      line = index + 1
      for name in fields.dropFirst() {
        switch name {
        case "caseless": options.isCaseless = true
        case "calls": options.calls = true
        case "members": options.members = true
        case "arrows": options.arrows = true
        case "capitals": options.capitals = true
        case "constants": options.constants = true
        case "line-ends-operand": options.lineEndsOperand = true
        default: throw error("unknown option \(name)")
        }
      }
    }
    grammar = Grammar(options: options)
  }

  private mutating func addContext(_ fields: ArraySlice<Substring>) throws(GrammarError) {
    guard let name = fields.first,
      let kind = fields.dropFirst().first.flatMap(SyntaxLanguage.TokenClass.init)
    else { throw error("a context requires a name and a token class") }
    guard contextNames.updateValue(grammar.contexts.count, forKey: name) == nil else {
      throw error("duplicate context \(name)")
    }
    var context = Grammar.Context(kind: kind)
    for word in fields.dropFirst(2) {
      switch word {
      case "line": context.endsWithLine = true
      case "indented": context.isIndented = true
      default: throw error("unknown context attribute \(word)")
      }
    }
    grammar.contexts.append(context)
  }

  private mutating func read(_ fields: [Substring]) throws(GrammarError) {
    let rest = fields.dropFirst()
    switch fields[0] {
    case "name", "aliases", "extends", "option": break
    case "context": items.append([])
    case "define":
      guard rest.count == 2, let name = rest.first, let pattern = rest.last else {
        throw error("a definition requires a name and a pattern")
      }
      definitions[name] = "(?:\(try expanded(pattern)))"
    case "words":
      let kind = try tokenClass(rest.first)
      for word in rest.dropFirst() { grammar.words.update(word) { $0.kind = kind } }
    case "declares":
      let kind = try tokenClass(rest.first)
      for word in rest.dropFirst() { grammar.words.update(word) { $0.declares = kind } }
    case "include":
      guard let name = rest.first, rest.count == 1 else {
        throw error("include requires the name of one context")
      }
      try add(.include(name, line: line))
    default: try add(.rule(rule(fields[0], rest)))
    }
  }

  private func tokenClass(_ name: Substring?) throws(GrammarError) -> SyntaxLanguage.TokenClass {
    guard let kind = name.flatMap(SyntaxLanguage.TokenClass.init) else {
      throw error("\(name.map { "unknown token class \($0)" } ?? "missing token class")")
    }
    return kind
  }

  private mutating func add(_ item: Item) throws(GrammarError) {
    guard !items.isEmpty else { throw error("a rule must be inside a context") }
    items[items.count - 1].append(item)
  }

  private mutating func rule(
    _ verb: Substring, _ fields: ArraySlice<Substring>
  ) throws(GrammarError) -> UInt16 {
    var fields = fields
    let kind = verb == "word" ? .plain : try tokenClass(fields.popFirst())
    guard let pattern = fields.popFirst() else { throw error("a rule requires a pattern") }
    var target: Int?
    if fields.first == "->" {
      fields = fields.dropFirst()
      guard let name = fields.popFirst(), let index = contextNames[name] else {
        throw error("unknown target context")
      }
      target = index
    }
    let expanded = try expanded(pattern)
    var rule = Grammar.Rule(
      kind: kind,
      pattern: try PatternParser.parse(
        expanded, isCaseless: grammar.options.isCaseless, into: &grammar.pool, line: line),
      action: try action(verb, target), conditions: [])
    try readConditions(fields, into: &rule)
    let start = grammar.pool.start(of: rule.pattern)
    if start.canBeEmpty, verb != "pop" {
      throw error("only a pop rule may match the empty string")
    }
    // Otherwise, matching would be quadratic in the number of blanks on a line.
    if rule.conditions.contains(.lineStart), start.canBeEmpty || start.set.contains(0x20) {
      throw error("a line-start pattern must not begin with a blank")
    }
    grammar.rules.append(rule)
    return UInt16(grammar.rules.count - 1)
  }

  private func action(_ verb: Substring, _ target: Int?) throws(GrammarError) -> Grammar.Action {
    switch (verb, target) {
    case ("match", nil): return .stay
    case ("word", nil): return .word
    case ("pop", nil): return .pop
    case ("push", let target?): return .push(target)
    case ("replace", let target?): return .replace(target)
    case ("next-line", let target?): return .pushNextLine(target)
    default: throw error("unknown rule \(verb), or missing target context")
    }
  }

  private func readConditions(
    _ fields: ArraySlice<Substring>, into rule: inout Grammar.Rule
  ) throws(GrammarError) {
    for word in fields where word != "if" && word != "then" {
      switch word {
      case "line-start": rule.conditions.insert(.lineStart)
      case "line-begin": rule.conditions.insert(.lineBegin)
      case "word-start": rule.conditions.insert(.wordStart)
      case "operand": rule.conditions.insert(.operand)
      case "no-operand": rule.conditions.insert(.noOperand)
      case "member": rule.conditions.insert(.member)
      case "no-member": rule.conditions.insert(.noMember)
      case "is-operand": rule.isOperand = true
      case "is-no-operand": rule.isOperand = false
      default: throw error("unknown condition \(word)")
      }
    }
  }

  /// Returns a pattern with its references to definitions expanded.
  private func expanded(_ pattern: Substring) throws(GrammarError) -> String {
    var parts = pattern.split(separator: "@{", omittingEmptySubsequences: false)
    var result = String(parts.removeFirst())
    for part in parts {
      guard let end = part.firstIndex(of: "}"), let definition = definitions[part[..<end]] else {
        throw error("the pattern uses an unknown definition")
      }
      result += definition + part[part.index(after: end)...]
    }
    return result
  }

  private mutating func finish() throws(GrammarError) -> Grammar {
    guard !items.isEmpty else { throw error("the grammar has no context") }
    var lists: [[UInt16]] = []
    for index in items.indices { lists.append(try rules(of: index, depth: 0)) }
    grammar.seal(rulesOfContexts: lists)
    return grammar
  }

  private func rules(of context: Int, depth: Int) throws(GrammarError) -> [UInt16] {
    var list: [UInt16] = []
    for item in items[context] {
      switch item {
      case .rule(let rule): list.append(rule)
      case .include(let name, let line):
        guard let index = contextNames[name], depth < items.count else {
          throw GrammarError(line: line, reason: "unknown or recursive include of \(name)")
        }
        list += try rules(of: index, depth: depth + 1)
      }
    }
    return list
  }
}
