/// How a language is written, ready to be read with.
///
/// At each place of a program some context is in force: that of plain code, of a comment, of a string.
/// A context has rules, of which the first that matches says what stands there and which context is
/// in force behind it.
struct Grammar: Sendable {
  /// What becomes of the contexts where a rule matches.
  enum Action: Sendable {
    /// Nothing.
    case stay
    /// Nothing; the bytes are a word, whose class the table of words says.
    case word
    /// Another context is in force until it ends.
    case push(Int)
    /// The context ends.
    case pop
    /// The context ends where another one begins.
    case replace(Int)
    /// Another context is in force from the next line on.
    case pushNextLine(Int)
  }

  /// What must be so for a rule to match.
  struct Conditions: OptionSet, Sendable {
    let rawValue: UInt8
    /// Nothing but blanks stands before on the line.
    static let lineStart = Conditions(rawValue: 1 << 0)
    /// Nothing stands before on the line.
    static let lineBegin = Conditions(rawValue: 1 << 1)
    /// White space or an opening sign stands before.
    static let wordStart = Conditions(rawValue: 1 << 2)
    /// What stands before is something that can be computed with, or is not.
    static let operand = Conditions(rawValue: 1 << 3)
    static let noOperand = Conditions(rawValue: 1 << 4)
    /// A period stands before, or none does.
    static let member = Conditions(rawValue: 1 << 5)
    static let noMember = Conditions(rawValue: 1 << 6)
  }

  struct Rule: Sendable {
    var kind: TokenClass
    var pattern: Int32
    var action: Action
    var conditions: Conditions
    /// Whether what matched can be computed with, if its class does not say so.
    var isOperand: Bool?
  }

  struct Context: Sendable {
    /// The class of what no rule matches.
    var kind: TokenClass
    /// Whether the context ends with the line.
    var endsWithLine = false
    /// Whether the context ends before the first line that is not further in than where it began.
    var isIndented = false
  }

  /// What of the language no rule says.
  struct Options: Sendable {
    /// Whether capitals and small letters are the same.
    var isCaseless = false
    /// Whether a word before a parenthesis is a function.
    var calls = false
    /// Whether a word behind a period is a property, and never a keyword.
    var members = false
    /// Whether `->` is as good as a period.
    var arrows = false
    /// Whether a word with a capital first is a type.
    var capitals = false
    /// Whether a word all of capitals is a constant.
    var constants = false
    /// Whether nothing can be computed with behind a line end.
    var lineEndsOperand = false
  }

  var pool = PatternPool()
  var contexts: [Context] = []
  var rules: [Rule] = []
  var words: WordTable
  var options = Options()
  /// The rules that can match at a byte in a context: places in `candidates`.
  var dispatch: [Range<Int32>] = []
  var candidates: [UInt16] = []

  init(options: Options) {
    self.options = options
    words = WordTable(isCaseless: options.isCaseless)
  }

  /// Finds out which rules can match at which bytes.
  ///
  /// - Parameter rulesOfContexts: The rules of each context, in order.
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

/// What is wrong with a grammar.
struct GrammarError: Error, Hashable, CustomStringConvertible {
  /// The line, from one on.
  let line: Int
  let reason: String

  var description: String { "\(line): \(reason)" }
}
