internal import GalleyHighlighting
internal import GalleyTypesetting

extension MessageTheme.ColoredCode {
  /// Returns the tokens of code with the roles of their colors; none if the language is unknown.
  ///
  /// - Complexity: O(*n*), where *n* is the length of `code`.
  public static func tokens(
    ofLanguage language: String, in code: String
  ) -> [MessageTheme.ColoredCode] {
    guard let language = SyntaxLanguage(named: language) else { return [] }
    return language.tokens(in: code).compactMap { token in
      PaintColor.Role(token.kind).map { MessageTheme.ColoredCode(token.range, color: .role($0)) }
    }
  }
}

extension PaintColor.Role {
  /// Creates the role of a token's color; `nil` for plain text, which keeps its own.
  init?(_ kind: SyntaxLanguage.TokenClass) {
    switch kind {
    case .plain: return nil
    case .keyword: self = .keyword
    case .typeName: self = .typeName
    case .function: self = .function
    case .variable: self = .variable
    case .property: self = .property
    case .constant: self = .constant
    case .string: self = .string
    case .number: self = .number
    case .comment: self = .comment
    case .operator: self = .operator
    case .punctuation: self = .punctuation
    case .attribute: self = .attribute
    case .tag: self = .tag
    case .escape: self = .escape
    case .heading: self = .heading
    case .inserted: self = .inserted
    case .deleted: self = .deleted
    }
  }
}
