internal import GalleyBudgets

/// Reads a program by a grammar, once, from its start to its end.
struct Lexer {
  /// A context that is in force, and what it remembers.
  private struct Frame {
    var context: Int
    /// What the pattern kept that opened the context.
    var reference = 0..<0
    /// How far in the line stands that the context began in.
    var indent = 0
  }

  /// What opened a context is not kept if it is longer, so that it is soon compared.
  private static let longestReference = 255

  /// The steps for each byte, after which the rest of a program is plain.
  ///
  /// Programs take 2 to 12; floods of what begins a name and ends none take up to some hundred.
  static let stepsPerByte = 32
  /// The steps that are taken in a program, however short.
  static let leastSteps = 1 << 12

  private let grammar: Grammar
  private var budget: WorkBudget
  private var stack: [Frame]
  private var waiting: [Frame] = []
  private(set) var tokens: [SyntaxToken] = []
  /// The number of rules that were tried, and of the steps that were taken in vain.
  private(set) var work = 0
  private var isOperand = false
  private var declared: TokenClass?

  /// Reads a program.
  init(reading bytes: Span<UInt8>, by grammar: Grammar) {
    self.grammar = grammar
    budget = WorkBudget(steps: Self.leastSteps + bytes.count * Self.stepsPerByte)
    stack = [Frame(context: 0)]
    var position = 0
    while position < bytes.count {
      let before = work
      position = step(at: position, in: bytes)
      if !budget.charge(steps: work - before) { break }
    }
    if position < bytes.count { emit(.plain, to: bytes.count, in: bytes) }
  }

  /// Reads what stands at `position`, and says where it ends.
  ///
  /// Nothing is read only where a context ends, so that there are fewer of them.
  private mutating func step(at position: Int, in bytes: Span<UInt8>) -> Int {
    let frame = stack[stack.count - 1]
    let byte = bytes[position]
    if grammar.contexts[frame.context].isIndented, Self.isLineBegin(position, in: bytes) {
      return stepThroughIndent(at: position, frame, in: bytes)
    }
    if byte == UInt8(ascii: "\n"), stack.count > 1, grammar.contexts[frame.context].endsWithLine {
      stack.removeLast()
      return position
    }
    for place in grammar.dispatch[frame.context << 8 | Int(byte)] {
      let rule = grammar.rules[Int(grammar.candidates[Int(place)])]
      guard holds(rule.conditions, at: position, in: bytes) else { continue }
      var state = MatchState(reference: frame.reference)
      let end = grammar.pool.match(rule.pattern, at: position, in: bytes, state: &state)
      work += 1 + state.steps
      guard end >= 0, (state.capture?.count ?? 0) <= Self.longestReference else { continue }
      if let end = apply(rule, position..<end, capture: state.capture, in: bytes) { return end }
    }
    let end = PatternPool.end(ofCharacterAt: position, in: bytes)
    emit(grammar.contexts[frame.context].kind, to: end, in: bytes)
    if byte == UInt8(ascii: "\n") { beginLine() }
    return end
  }

  /// What begins with the next line begins; of several, the first that was found comes first.
  private mutating func beginLine() {
    if grammar.options.lineEndsOperand { isOperand = false }
    guard !waiting.isEmpty else { return }
    stack += waiting.reversed()
    waiting = []
  }

  /// Does what a rule says, or gives `nil` if that would lead nowhere.
  private mutating func apply(
    _ rule: Grammar.Rule, _ range: Range<Int>, capture: Range<Int>?, in bytes: Span<UInt8>
  ) -> Int? {
    if case .pop = rule.action {
      guard stack.count > 1 else { return nil }
      stack.removeLast()
      if range.isEmpty {
        if let operand = rule.isOperand { isOperand = operand }
        return range.upperBound
      }
    }
    guard !range.isEmpty else { return nil }
    switch rule.action {
    case .stay, .pop: break
    case .word:
      emit(wordClass(range, in: bytes), to: range.upperBound, in: bytes)
      return range.upperBound
    case .push(let context):
      stack.append(Frame(context: context, reference: capture ?? 0..<0))
    case .replace(let context):
      stack[stack.count - 1].context = context
      if let capture { stack[stack.count - 1].reference = capture }
    case .pushNextLine(let context):
      let indent =
        grammar.contexts[context].isIndented ? Self.indent(at: range.lowerBound, in: bytes) : 0
      waiting.append(Frame(context: context, reference: capture ?? 0..<0, indent: indent))
    }
    emit(rule.kind, to: range.upperBound, in: bytes)
    if let operand = rule.isOperand { isOperand = operand }
    return range.upperBound
  }

  /// Adds the bytes up to `end` to the tokens.
  private mutating func emit(_ kind: TokenClass, to end: Int, in bytes: Span<UInt8>) {
    let start = tokens.last?.range.upperBound ?? 0
    note(kind, start..<end, in: bytes)
    if let last = tokens.last, last.kind == kind {
      tokens[tokens.count - 1].range = last.range.lowerBound..<end
    } else {
      tokens.append(SyntaxToken(kind, in: start..<end))
    }
  }

  /// Remembers what the next token must know.
  private mutating func note(_ kind: TokenClass, _ range: Range<Int>, in bytes: Span<UInt8>) {
    let last = bytes[range.upperBound - 1]
    switch kind {
    case .comment, .attribute: return
    case .plain where ByteSet.space.contains(last): return
    case .keyword: isOperand = false
    case .operator:
      isOperand = false
      declared = nil
    case .punctuation:
      isOperand = last == UInt8(ascii: ")") || last == UInt8(ascii: "]")
      declared = nil
    default:
      isOperand = true
      declared = nil
    }
  }

  private mutating func wordClass(_ range: Range<Int>, in bytes: Span<UInt8>) -> TokenClass {
    let options = grammar.options
    let isMember = isMember(range.lowerBound, in: bytes)
    if !(options.members && isMember), let entry = grammar.words.entry(for: range, in: bytes) {
      if let kind = entry.kind {
        defer { declared = entry.declares }
        return kind
      }
      declared = entry.declares
    } else if let declared, !Self.isOwner(range.upperBound, in: bytes) {
      return declared
    }
    if options.constants, Self.isAllCapitals(range, in: bytes) { return .constant }
    if options.calls, Self.isCall(range.upperBound, in: bytes) {
      let isType = options.capitals && (0x41...0x5A).contains(bytes[range.lowerBound])
      return isType ? .typeName : .function
    }
    if options.capitals, (0x41...0x5A).contains(bytes[range.lowerBound]) { return .typeName }
    return options.members && isMember ? .property : .plain
  }
}

// What stands around a place.
extension Lexer {
  private func holds(
    _ conditions: Grammar.Conditions, at position: Int, in bytes: Span<UInt8>
  ) -> Bool {
    if conditions.isEmpty { return true }
    if conditions.contains(.operand), !isOperand { return false }
    if conditions.contains(.noOperand), isOperand { return false }
    if conditions.contains(.lineBegin), !Self.isLineBegin(position, in: bytes) { return false }
    if conditions.contains(.member), !isMember(position, in: bytes) { return false }
    if conditions.contains(.noMember), isMember(position, in: bytes) { return false }
    if conditions.contains(.wordStart), position > 0,
      !Self.opening.contains(bytes[position - 1])
    {
      return false
    }
    if conditions.contains(.lineStart) {
      var start = position
      while start > 0, ByteSet.blank.contains(bytes[start - 1]) { start -= 1 }
      return Self.isLineBegin(start, in: bytes)
    }
    return true
  }

  private static let opening = ByteSet.space.union(ByteSet(of: "()[]{};,|&`"))

  private static func isLineBegin(_ position: Int, in bytes: Span<UInt8>) -> Bool {
    position == 0 || bytes[position - 1] == UInt8(ascii: "\n")
  }

  /// Whether a period stands before, which is no part of a range such as `a...b`.
  private func isMember(_ position: Int, in bytes: Span<UInt8>) -> Bool {
    guard position > 0 else { return false }
    if grammar.options.arrows, bytes[position - 1] == UInt8(ascii: ">"), position > 1 {
      return bytes[position - 2] == UInt8(ascii: "-")
    }
    guard bytes[position - 1] == UInt8(ascii: ".") else { return false }
    return position < 2 || bytes[position - 2] != UInt8(ascii: ".")
  }

  /// Whether a period follows, so that the name is one of something else's owner.
  private static func isOwner(_ end: Int, in bytes: Span<UInt8>) -> Bool {
    end < bytes.count && bytes[end] == UInt8(ascii: ".")
  }

  private static func isAllCapitals(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard range.count > 1 else { return false }
    for index in range {
      let byte = bytes[index]
      guard
        (0x41...0x5A).contains(byte) || byte == UInt8(ascii: "_")
          || (index > range.lowerBound && ByteSet.digit.contains(byte))
      else { return false }
    }
    return bytes[range.lowerBound] != UInt8(ascii: "_")
  }

  /// Whether a parenthesis opens behind `end`, perhaps after a few blanks.
  private static func isCall(_ end: Int, in bytes: Span<UInt8>) -> Bool {
    var position = end
    while position < bytes.count, position < end + 4, bytes[position] == UInt8(ascii: " ") {
      position += 1
    }
    return position < bytes.count && bytes[position] == UInt8(ascii: "(")
  }
}

// Regions that are as long as lines are further in.
extension Lexer {
  /// How far in the text stands that the line of `position` begins with, behind the dashes of lists;
  /// a dash right before `position` counts as where it stands.
  private static func indent(at position: Int, in bytes: Span<UInt8>) -> Int {
    var start = position
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    var column = start
    while true {
      while column < position, bytes[column] == UInt8(ascii: " ") { column += 1 }
      guard column < position, bytes[column] == UInt8(ascii: "-") else { return column - start }
      var next = column + 1
      while next < position, bytes[next] == UInt8(ascii: " ") { next += 1 }
      guard next < position, next > column + 1 else { return column - start }
      column = next
    }
  }

  /// Reads the blanks that a line begins with, or ends the context if they are too few.
  private mutating func stepThroughIndent(
    at position: Int, _ frame: Frame, in bytes: Span<UInt8>
  ) -> Int {
    var end = position
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") { end += 1 }
    if !PatternPool.isLineEnd(end, in: bytes), end - position <= frame.indent {
      stack.removeLast()
      return position
    }
    end = end < bytes.count ? PatternPool.end(ofCharacterAt: end, in: bytes) : end
    emit(grammar.contexts[frame.context].kind, to: end, in: bytes)
    if bytes[end - 1] == UInt8(ascii: "\n") { beginLine() }
    return end
  }
}
