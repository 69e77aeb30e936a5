extension SyntaxLanguage {
  /// The class of a token for highlighting.
  ///
  /// Classes do not determine colors: a palette maps them when text is painted, so that a change to
  /// dark mode does not need another tokenization.
  public enum TokenClass: UInt8, CaseIterable, Hashable, Sendable {
    /// White space, and text without another class.
    case plain
    /// A reserved word, such as `return`.
    case keyword
    /// A name of a type.
    case typeName
    /// A name of a function.
    case function
    /// A name of a variable or parameter.
    case variable
    /// A name of a property, field or key.
    case property
    /// A named value, such as `true`.
    case constant
    /// A string or character literal.
    case string
    /// A number.
    case number
    /// A comment.
    case comment
    /// An operator.
    case `operator`
    /// A bracket, comma or another separator.
    case punctuation
    /// An attribute, annotation or preprocessor directive.
    case attribute
    /// A tag of a markup language.
    case tag
    /// An escape sequence or an interpolation in a string.
    case escape
    /// A heading of a markup language.
    case heading
    /// A line that a diff adds.
    case inserted
    /// A line that a diff removes.
    case deleted
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
