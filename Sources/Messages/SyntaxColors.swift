package import GalleyHighlighting
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

/// The colors of code that grows at its end.
///
/// The code before the settled end is not read again.
package struct GrowingSyntaxColors: Sendable {
  private let language: SyntaxLanguage?
  private var code: [UInt8] = []
  private var place = SyntaxLanguage.Place()

  /// Creates the colors of empty code in a language, which may be unknown.
  package init(language: String?) { self.language = language.flatMap { SyntaxLanguage(named: $0) } }

  /// Returns the colors of the code behind the settled end.
  package mutating func colors(of rest: String) -> [MessageTheme.ColoredCode] {
    guard let language else { return [] }
    let end = code.count
    code += rest.utf8
    defer { code.removeLast(code.count - end) }
    return language.tokens(in: code.span, from: place).compactMap { token in
      PaintColor.Role(token.kind).map {
        MessageTheme.ColoredCode(
          token.range.lowerBound - end..<token.range.upperBound - end, color: .role($0))
      }
    }
  }

  /// Returns the place behind a number of bytes of the code behind the settled end, or `nil` if the
  /// colors of these bytes may depend on what will follow.
  package mutating func place(after count: Int, of rest: String) -> SyntaxLanguage.Place? {
    guard let language else { return place }
    let end = code.count
    code += rest.utf8
    defer { code.removeLast(code.count - end) }
    return language.place(at: end + count, from: place, in: code.span)
  }

  /// Moves the settled end behind some code, to the place behind it.
  package mutating func settle(_ text: String, to place: SyntaxLanguage.Place) {
    self.place = place
    if language != nil { code += text.utf8 }
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
