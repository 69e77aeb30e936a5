import Testing

@testable import GalleyHighlighting

/// Returns the program with each token that is not plain between marks, after the name of its
/// class.
func marked(_ program: String, in name: String) throws -> String {
  let language = try #require(SyntaxLanguage(named: name))
  let bytes = Array(program.utf8)
  return language.tokens(in: program).map { token in
    let text = String(decoding: bytes[token.range], as: UTF8.self)
    return token.kind == .plain ? text : "«\(token.kind) \(text)»"
  }.joined()
}
