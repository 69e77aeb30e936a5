/// What a stretch of a program is, for the eye.
///
/// A class says nothing of colors: whoever paints has a color for each, and takes another one when
/// the ground gets dark, without reading the program again.
public enum TokenClass: UInt8, CaseIterable, Hashable, Sendable {
  /// White space, and whatever has no other class.
  case plain
  case keyword, typeName, function, variable, property, constant, string, number, comment
  case `operator`, punctuation, attribute, tag, escape, heading, inserted, deleted
}

extension TokenClass {
  /// The class that grammars call `name`.
  init?(name: Substring) {
    guard let found = TokenClass.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = found
  }
}

/// A stretch of a program of one class.
public struct SyntaxToken: Hashable, Sendable {
  /// The bytes of the token, from the start of the program.
  public var range: Range<Int>
  /// What the token is.
  public var kind: TokenClass

  /// Makes a token.
  public init(_ kind: TokenClass, in range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
