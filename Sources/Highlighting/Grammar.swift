/// The compiled grammar of a language.
///
/// At each position of a program, one context is active: that of plain code, of a comment, of a
/// string. A context has rules; the first one that matches determines the class of the matched
/// bytes and the next context.
struct Grammar: Sendable {
  /// The effect of a matching rule on the context stack.
  enum Action: Sendable {
    /// The stack is unchanged.
    case stay
    /// The stack is unchanged; the match is a word, whose class is looked up in the word table.
    case word
    /// Pushes a context.
    case push(Int)
    /// Pops the context.
    case pop
    /// Replaces the context by another one.
    case replace(Int)
    /// Pushes a context at the start of the next line.
    case pushNextLine(Int)
  }

  /// The conditions under which a rule applies.
  struct Conditions: OptionSet, Sendable {
    let rawValue: UInt8
    /// Only blanks precede on the line.
    static let lineStart = Conditions(rawValue: 1 << 0)
    /// The position is the start of the line.
    static let lineBegin = Conditions(rawValue: 1 << 1)
    /// White space or an opening delimiter precedes.
    static let wordStart = Conditions(rawValue: 1 << 2)
    /// An operand precedes, or does not.
    static let operand = Conditions(rawValue: 1 << 3)
    static let noOperand = Conditions(rawValue: 1 << 4)
    /// A period precedes, or does not.
    static let member = Conditions(rawValue: 1 << 5)
    static let noMember = Conditions(rawValue: 1 << 6)
  }

  struct Rule: Sendable {
    var kind: SyntaxLanguage.TokenClass
    var pattern: Int32
    var action: Action
    var conditions: Conditions
    /// Whether the match is an operand, if its class does not determine that.
    var isOperand: Bool?
  }

  struct Context: Sendable {
    /// The class of bytes that no rule matches.
    var kind: SyntaxLanguage.TokenClass
    /// Whether the context ends at the end of the line.
    var endsWithLine = false
    /// Whether the context ends before the first line that is not indented deeper than its start.
    var isIndented = false
  }

  /// Language options that apply outside of rules.
  struct Options: Sendable {
    /// Whether case is ignored.
    var isCaseless = false
    /// Whether a word before a parenthesis is a function.
    var calls = false
    /// Whether a word after a period is a property, and never a keyword.
    var members = false
    /// Whether `->` is equivalent to a period.
    var arrows = false
    /// Whether a capitalized word is a type.
    var capitals = false
    /// Whether a word in all capitals is a constant.
    var constants = false
    /// Whether the start of a line never follows an operand.
    var lineEndsOperand = false
  }

  var pool = PatternPool()
  var contexts: [Context] = []
  var rules: [Rule] = []
  var words: WordTable
  var options = Options()
  /// The rules that may match at each byte in each context: ranges of `candidates`.
  var dispatch: [Range<Int32>] = []
  var candidates: [UInt16] = []

  init(options: Options) {
    self.options = options
    words = WordTable(isCaseless: options.isCaseless)
  }

  /// Builds the dispatch table from contexts and bytes to candidate rules, of which those of each
  /// context are in order.
  mutating func seal(rulesOfContexts: [[UInt16]]) {
    words.seal()
    let starts = rules.map { pool.start(of: $0.pattern) }
    for list in rulesOfContexts {
      for byte in UInt8.min...UInt8.max {
        let first = Int32(candidates.count)
        for rule in list {
          let start = starts[Int(rule)]
          if start.canBeEmpty || start.set.contains(byte) { candidates.append(rule) }
        }
        dispatch.append(first..<Int32(candidates.count))
      }
    }
  }
}

/// An error in a grammar.
struct GrammarError: Error, Hashable, CustomStringConvertible {
  /// The line, counted from 1.
  let line: Int
  let reason: String

  var description: String { "\(line): \(reason)" }
}
