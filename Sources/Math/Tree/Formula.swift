internal import GalleyBasics

/// A parsed formula.
///
/// A formula is immutable. Parsing never fails: a formula with a syntax error has a problem that
/// is fatal and an empty tree, and is set as its source.
package struct Formula: Sendable {
  /// The source, in LaTeX.
  package let source: String
  /// The nodes.
  package let nodes: MathList
  /// The problems, in order of their offsets.
  package let problems: [Problem]

  /// A problem in the source.
  package struct Problem: Hashable, Sendable {
    /// The UTF-8 offset.
    package var offset: Int
    /// The kind.
    package var reason: Reason
    /// Whether the formula cannot be set.
    package var isFatal: Bool { reason.isFatal }
  }

  /// The kind of a problem.
  package enum Reason: Hashable, Sendable {
    /// The source has more than ``Limits/length`` bytes.
    case tooLong
    /// Groups, arguments and environments are nested too deeply.
    case tooDeep
    /// Macros expand to too many tokens or too often.
    case tooManyExpansions
    /// A group, `\left` or environment does not end.
    case unclosed(String)
    /// A closing brace, `\right` or `\end` without its counterpart.
    case unexpected(String)
    /// A command or script without its argument.
    case missingArgument(String)
    /// An argument that is not valid, such as an unknown color or unit.
    case invalidArgument(String)
    /// A command that is not known; its source is shown.
    case unknownCommand(String)
    /// An environment that is not known.
    case unknownEnvironment(String)
    /// A second superscript or subscript on one nucleus.
    case doubleScript

    var isFatal: Bool {
      switch self {
      case .invalidArgument, .unknownCommand, .doubleScript: false
      default: true
      }
    }
  }

  /// The limits of formulas.
  package struct Limits: Hashable, Sendable {
    /// The maximum length of the source, in bytes.
    package var length = GalleyBasics.Limits.Formulas.length
    /// The maximum number of nested groups, arguments and environments.
    package var depth = GalleyBasics.Limits.Formulas.depth
    /// The maximum number of macro expansions.
    package var expansions = GalleyBasics.Limits.Formulas.expansions
    /// The maximum number of macro expansions within one another.
    package var expansionDepth = GalleyBasics.Limits.Formulas.expansionDepth
    /// The maximum number of tokens from macros.
    package var expandedTokens = GalleyBasics.Limits.Formulas.expandedTokens

    /// Creates the default limits.
    package init() {}

    /// The default limits.
    package static let standard = Limits()
  }

  /// Whether the source has no syntax error.
  package var isValid: Bool { !problems.contains(where: \.isFatal) }

  /// Parses a formula.
  ///
  /// - Parameters:
  ///   - source: The source, without dollar signs around it.
  ///   - limits: The limits, beyond which the formula has a fatal problem.
  /// - Complexity: O(*n*), where *n* is the length of the source plus the tokens from macros.
  package init(_ source: String, limits: Limits = .standard) {
    var source = source
    source.makeContiguousUTF8()
    self.source = source
    guard source.utf8.count <= limits.length else {
      nodes = []
      problems = [Problem(offset: limits.length, reason: .tooLong)]
      return
    }
    var parser = FormulaParser(source, limits: limits)
    do throws(FormulaParser.Failure) {
      nodes = try parser.formula()
      problems = parser.problems
    } catch {
      nodes = []
      problems = (parser.problems + [error.problem]).sorted { $0.offset < $1.offset }
    }
  }
}

extension Formula.Problem: CustomStringConvertible {
  /// The problem in words, with its offset.
  package var description: String { "\(reason) (byte \(offset))" }
}

extension Formula.Reason: CustomStringConvertible {
  /// The problem in words.
  package var description: String {
    switch self {
    case .tooLong: "the formula is too long"
    case .tooDeep: "the formula is nested too deeply"
    case .tooManyExpansions: "macros expand to too much"
    case .unclosed(let name): "\(name) is not closed"
    case .unexpected(let name): "unexpected \(name)"
    case .missingArgument(let name): "\(name) has no argument"
    case .invalidArgument(let name): "invalid argument of \(name)"
    case .unknownCommand(let name): "unknown command \(name)"
    case .unknownEnvironment(let name): "unknown environment \(name)"
    case .doubleScript: "second script on a nucleus"
    }
  }
}
