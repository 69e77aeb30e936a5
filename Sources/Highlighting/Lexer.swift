internal import GalleyBasics

/// A lexer that reads a program once, from start to end, by a grammar.
struct Lexer {
  /// An active context with its state.
  struct Frame: Sendable {
    var context: Int
    /// The bytes captured by the pattern that opened the context.
    var reference = 0..<0
    /// The indentation of the line on which the context began.
    var indent = 0
  }

  /// The maximum length of a capture that opens a context, which bounds the cost of comparing it.
  private static let longestReference = 255

  /// The number of steps per byte after which the rest of a program is plain.
  ///
  /// Typical programs take 2 to 12 steps; long runs of unterminated constructs take up to a
  /// hundred.
  static let stepsPerByte = 32
  /// The constant part of the step budget.
  static let leastSteps = 1 << 12

  private let grammar: Grammar
  private(set) var tokens: [SyntaxLanguage.Token] = []
  private var place: Place
  /// Whether a token so far depends on the end of the program.
  private var touchesEnd = false

  /// A position in a program with the state of the lexer before it.
  struct Place: Sendable {
    fileprivate(set) var position = 0
    fileprivate var stack = [Frame(context: 0)]
    fileprivate var waiting: [Frame] = []
    fileprivate var isOperand = false
    fileprivate var declared: SyntaxLanguage.TokenClass?
    /// The number of rules tried, and of steps taken by failed matches.
    fileprivate(set) var work = 0
  }

  /// The number of rules tried, and of steps taken by failed matches.
  var work: Int { place.work }

  /// Reads a program from a place on, which is at its start or was returned for a beginning of it.
  init(reading bytes: Span<UInt8>, from place: Place = Place(), by grammar: Grammar) {
    self.grammar = grammar
    self.place = place
    read(bytes, to: bytes.count)
    if self.place.position < bytes.count { emit(.plain, to: bytes.count, in: bytes) }
  }

  /// Returns the place at an offset.
  ///
  /// - Parameters:
  ///   - offset: The offset, not before `place`.
  ///   - place: A place before.
  ///   - bytes: The program.
  ///   - grammar: The grammar.
  /// - Returns: The place, or `nil` if it is inside a token, or if tokens before it depend on what
  ///   will follow the program.
  static func place(
    at offset: Int, from place: Place, in bytes: Span<UInt8>, by grammar: Grammar
  ) -> Place? {
    var lexer = Lexer(from: place, by: grammar)
    lexer.read(bytes, to: offset)
    return lexer.place.position == offset && !lexer.touchesEnd ? lexer.place : nil
  }

  private init(from place: Place, by grammar: Grammar) {
    self.grammar = grammar
    self.place = place
  }

  /// Reads tokens up to an offset, unless they take too many steps.
  private mutating func read(_ bytes: Span<UInt8>, to end: Int) {
    var budget = WorkBudget(
      steps: Self.leastSteps + bytes.count * Self.stepsPerByte - place.work)
    while place.position < end {
      let before = place.work
      place.position = step(at: place.position, in: bytes)
      if !budget.charge(steps: place.work - before) {
        touchesEnd = true
        break
      }
    }
  }

  /// Reads one token or pops a context at `position`, and returns the end of the token.
  ///
  /// A step that reads nothing pops a context, so the loop terminates.
  private mutating func step(at position: Int, in bytes: Span<UInt8>) -> Int {
    let frame = place.stack[place.stack.count - 1]
    let byte = bytes[position]
    if grammar.contexts[frame.context].isIndented, Self.isLineBegin(position, in: bytes) {
      return stepThroughIndent(at: position, frame, in: bytes)
    }
    if byte == UInt8(ascii: "\n"), place.stack.count > 1,
      grammar.contexts[frame.context].endsWithLine
    {
      place.stack.removeLast()
      return position
    }
    for candidate in grammar.dispatch[frame.context << 8 | Int(byte)] {
      let rule = grammar.rules[Int(grammar.candidates[Int(candidate)])]
      guard holds(rule.conditions, at: position, in: bytes) else { continue }
      var state = MatchState(reference: frame.reference)
      let end = grammar.pool.match(rule.pattern, at: position, in: bytes, state: &state)
      place.work += 1 + state.steps
      if state.touchesEnd { touchesEnd = true }
      guard end >= 0, (state.capture?.count ?? 0) <= Self.longestReference else { continue }
      if let end = apply(rule, position..<end, capture: state.capture, in: bytes) { return end }
    }
    let end = PatternPool.end(ofCharacterAt: position, in: bytes)
    if end == bytes.count { touchesEnd = true }
    emit(grammar.contexts[frame.context].kind, to: end, in: bytes)
    if byte == UInt8(ascii: "\n") { beginLine() }
    return end
  }

  /// Pushes the contexts that are waiting for the next line; the first one found is the innermost.
  private mutating func beginLine() {
    if grammar.options.lineEndsOperand { place.isOperand = false }
    guard !place.waiting.isEmpty else { return }
    place.stack += place.waiting.reversed()
    place.waiting = []
  }

  /// Applies a rule, or returns `nil` if it would make no progress.
  private mutating func apply(
    _ rule: Grammar.Rule, _ range: Range<Int>, capture: Range<Int>?, in bytes: Span<UInt8>
  ) -> Int? {
    if case .pop = rule.action {
      guard place.stack.count > 1 else { return nil }
      place.stack.removeLast()
      if range.isEmpty {
        if let operand = rule.isOperand { place.isOperand = operand }
        return range.upperBound
      }
    }
    guard !range.isEmpty else { return nil }
    switch rule.action {
    case .stay, .pop: break
    case .word:
      if range.upperBound + Self.longestCallGap >= bytes.count { touchesEnd = true }
      emit(wordClass(range, in: bytes), to: range.upperBound, in: bytes)
      return range.upperBound
    case .push(let context):
      place.stack.append(Frame(context: context, reference: capture ?? 0..<0))
    case .replace(let context):
      place.stack[place.stack.count - 1].context = context
      if let capture { place.stack[place.stack.count - 1].reference = capture }
    case .pushNextLine(let context):
      let indent =
        grammar.contexts[context].isIndented ? Self.indent(at: range.lowerBound, in: bytes) : 0
      place.waiting.append(Frame(context: context, reference: capture ?? 0..<0, indent: indent))
    }
    emit(rule.kind, to: range.upperBound, in: bytes)
    if let operand = rule.isOperand { place.isOperand = operand }
    return range.upperBound
  }

  /// Appends a token for the bytes up to `end`.
  private mutating func emit(_ kind: SyntaxLanguage.TokenClass, to end: Int, in bytes: Span<UInt8>)
  {
    let start = place.position
    note(kind, start..<end, in: bytes)
    if let last = tokens.last, last.kind == kind {
      tokens[tokens.count - 1].range = last.range.lowerBound..<end
    } else {
      tokens.append(SyntaxLanguage.Token(kind, in: start..<end))
    }
  }

  /// Records the state that the next token depends on.
  private mutating func note(
    _ kind: SyntaxLanguage.TokenClass, _ range: Range<Int>, in bytes: Span<UInt8>
  ) {
    let last = bytes[range.upperBound - 1]
    switch kind {
    case .comment, .attribute: return
    case .plain where ByteSet.space.contains(last): return
    case .keyword: place.isOperand = false
    case .operator:
      place.isOperand = false
      place.declared = nil
    case .punctuation:
      place.isOperand = last == UInt8(ascii: ")") || last == UInt8(ascii: "]")
      place.declared = nil
    default:
      place.isOperand = true
      place.declared = nil
    }
  }

  private mutating func wordClass(_ range: Range<Int>, in bytes: Span<UInt8>)
    -> SyntaxLanguage.TokenClass
  {
    let options = grammar.options
    let isMember = isMember(range.lowerBound, in: bytes)
    if !(options.members && isMember), let entry = grammar.words.entry(for: range, in: bytes) {
      if let kind = entry.kind {
        defer { place.declared = entry.declares }
        return kind
      }
      place.declared = entry.declares
    } else if let declared = place.declared, !Self.isOwner(range.upperBound, in: bytes) {
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

// Context around a position.
extension Lexer {
  private func holds(
    _ conditions: Grammar.Conditions, at position: Int, in bytes: Span<UInt8>
  ) -> Bool {
    if conditions.isEmpty { return true }
    if conditions.contains(.operand), !place.isOperand { return false }
    if conditions.contains(.noOperand), place.isOperand { return false }
    if conditions.contains(.lineBegin), !Self.isLineBegin(position, in: bytes) { return false }
    if conditions.contains(.member), !isMember(position, in: bytes) { return false }
    if conditions.contains(.noMember), isMember(position, in: bytes) { return false }
    if conditions.contains(.wordStart), position > 0, !Self.opening.contains(bytes[position - 1]) {
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

  /// Returns whether a period precedes that is not part of a range such as `a...b`.
  private func isMember(_ position: Int, in bytes: Span<UInt8>) -> Bool {
    guard position > 0 else { return false }
    if grammar.options.arrows, bytes[position - 1] == UInt8(ascii: ">"), position > 1 {
      return bytes[position - 2] == UInt8(ascii: "-")
    }
    guard bytes[position - 1] == UInt8(ascii: ".") else { return false }
    return position < 2 || bytes[position - 2] != UInt8(ascii: ".")
  }

  /// Returns whether a period follows, so that the name qualifies another one.
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

  /// The maximum number of blanks between the name of a function and its parenthesis.
  private static let longestCallGap = 4

  /// Returns whether a parenthesis follows `end`, after some blanks.
  private static func isCall(_ end: Int, in bytes: Span<UInt8>) -> Bool {
    var position = end
    while position < bytes.count, position < end + longestCallGap,
      bytes[position] == UInt8(ascii: " ")
    {
      position += 1
    }
    return position < bytes.count && bytes[position] == UInt8(ascii: "(")
  }
}

// Contexts that are delimited by indentation.
extension Lexer {
  /// Returns the indentation of the text on the line of `position`, after list dashes; a dash
  /// directly before `position` counts as the text.
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

  /// Reads the indentation of a line, or ends the context if it is too small.
  private mutating func stepThroughIndent(
    at position: Int, _ frame: Frame, in bytes: Span<UInt8>
  ) -> Int {
    var end = position
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") { end += 1 }
    if end + 1 >= bytes.count { touchesEnd = true }
    if !PatternPool.isLineEnd(end, in: bytes), end - position <= frame.indent {
      place.stack.removeLast()
      return position
    }
    end = end < bytes.count ? PatternPool.end(ofCharacterAt: end, in: bytes) : end
    emit(grammar.contexts[frame.context].kind, to: end, in: bytes)
    if bytes[end - 1] == UInt8(ascii: "\n") { beginLine() }
    return end
  }
}
