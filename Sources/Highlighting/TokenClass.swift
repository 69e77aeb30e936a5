extension SyntaxLanguage {
  /// The class of a token for highlighting.
  ///
  /// Classes do not determine colors: a palette maps them when text is painted, so that a change to
  /// dark mode does not need another tokenization.
  public enum TokenClass: UInt8, CaseIterable, Hashable, Sendable {
    /// White space, and text without another class.
    case plain
    case keyword, typeName, function, variable, property, constant, string, number, comment
    case `operator`, punctuation, attribute, tag, escape, heading, inserted, deleted
  }
}

extension SyntaxLanguage.TokenClass {
  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { (Substring("\($0)"), $0) })

  /// Creates the class with a name in grammars.
  init?(name: Substring) {
    guard let found = Self.byName[name] else { return nil }
    self = found
  }
}

extension SyntaxLanguage {
  /// A token of a program.
  public struct Token: Hashable, Sendable {
    /// The byte range of the token.
    public var range: Range<Int>
    /// The class of the token.
    public var kind: TokenClass

    /// Creates a token.
    public init(_ kind: TokenClass, in range: Range<Int>) {
      self.kind = kind
      self.range = range
    }
  }
}
