import Testing

@testable import GalleyHighlighting

@Suite struct GrammarTests {
  @Test(arguments: GrammarSource.all.map(\.name))
  func `every built-in grammar parses and has an alias`(name: String) throws {
    let source = try #require(GrammarSource.all.first { $0.name == name })
    _ = try source.result().get()
    #expect(!source.aliases.isEmpty)
  }

  @Test(arguments: [
    ("py", "Python"), ("ts", "TypeScript"), ("tsx", "TypeScript"), ("sh", "Shell"),
    ("bash", "Shell"), ("yml", "YAML"), ("c++", "C++"), ("C++", "C++"), ("cc", "C++"), ("h", "C"),
    ("js", "JavaScript"), ("kt", "Kotlin"), ("rs", "Rust"), ("golang", "Go"), ("patch", "Diff"),
    ("svg", "XML"), ("SWIFT", "Swift"), ("language-swift", "Swift"), ("swift title=a", "Swift"),
    ("swift,ignore", "Swift"),
  ])
  func `a language is found by its aliases`(alias: String, name: String) {
    #expect(SyntaxLanguage(named: alias)?.name == name)
  }

  @Test(arguments: ["", " ", "cobol", "swif", "language-", "\u{0}", "sw\u{301}ift"])
  func `an unknown language has no grammar`(name: String) {
    #expect(SyntaxLanguage(named: name) == nil)
  }

  @Test func `no two languages share a name`() {
    let names = SyntaxLanguage.all.flatMap { Set([$0.name.lowercased()] + $0.aliases) }
    #expect(Set(names).count == names.count)
    #expect(SyntaxLanguage.all.count >= 17)
  }

  @Test(arguments: [
    ("context a plain\n  match nothing x", 2, "unknown token class nothing"),
    ("context a plain\n  match string", 2, "a rule requires a pattern"),
    ("context a plain\n  match string (a", 2, "invalid pattern at character 3"),
    ("context a plain\n  match string a**", 2, "invalid pattern at character 3"),
    ("context a plain\n  match string [b-a]", 2, "invalid pattern at character 3"),
    ("context a plain\n  match string \\q", 2, "invalid pattern at character 3"),
    ("context a plain\n  match string a{2,1}", 2, "invalid pattern at character 7"),
    ("context a plain\n  match string a*", 2, "only a pop rule may match the empty string"),
    ("context a plain\n  push string a -> b", 2, "unknown target context"),
    ("context a plain\n  push string a", 2, "unknown rule push, or missing target context"),
    ("context a plain\n  match string a if late", 2, "unknown condition late"),
    ("context a plain\n  match string @{b}", 2, "the pattern uses an unknown definition"),
    (
      "context a plain\n  match string \\s#a if line-start", 2,
      "a line-start pattern must not begin with a blank"
    ),
    ("context a plain\ncontext a plain", 2, "duplicate context a"),
    ("context a plain\n  include a", 2, "unknown or recursive include of a"),
    ("context a plain\n  include b", 2, "unknown or recursive include of b"),
    ("context a plain soft", 1, "unknown context attribute soft"),
    ("context a", 1, "a context requires a name and a token class"),
    ("match string a", 1, "a rule must be inside a context"),
    ("option loud", 1, "unknown option loud"),
    ("name a", 1, "the grammar has no context"),
  ])
  func `a grammar error reports its line and reason`(source: String, line: Int, reason: String) {
    #expect(throws: GrammarError(line: line, reason: reason)) {
      _ = try GrammarParser.parse(source)
    }
  }

  @Test(arguments: [
    ("a|ab", "ab", 1), ("ab|a", "ab", 2), ("a*a", "aaa", -1), ("a?b", "b", 1), ("[^a]", "é", 2),
    ("[a-c\\d]+", "b2d", 2), (".", "\n", -1), (".*", "ab\nc", 2), ("\\s", " ", 1),
    ("a(?=b)", "ab", 1), ("a(?=b)", "ac", -1), ("a(?!b)", "ac", 1), ("a(?!b)", "ab", -1),
    ("a\\b", "ab", -1), ("a\\b", "a-", 1), ("a$", "a\r\n", 1), ("a$", "a", 1), ("a$", "ab", -1),
    ("a{2}", "aaa", 2), ("a{2}", "a", -1), ("a{1,2}", "aaa", 2), ("(?:a|b)+c", "abac", 4),
    ("(?:a*)*b", "aab", 3), ("\\[\\]\\{", "[]{", 3), ("\\i\\w*", "_a1é-", 5),
  ])
  func `a pattern matches up to the expected end, or not at all`(
    pattern: String, text: String, end: Int
  ) throws {
    #expect(try Self.end(of: pattern, in: text) == end)
  }

  @Test func `only repetitions that may backtrack are limited in length`() throws {
    let near = String(repeating: "a", count: PatternPool.stepLimit - 1)
    #expect(try Self.end(of: "a*b", in: near + "b") == near.utf8.count + 1)
    #expect(try Self.end(of: "a*b", in: near + "aab") == -1)
    #expect(try Self.end(of: "a*", in: near + near) == near.utf8.count * 2)
    #expect(try Self.end(of: "b?a*(?:c*d?)*", in: near + near) == near.utf8.count * 2)
  }

  private static func end(of pattern: String, in text: String) throws -> Int {
    var pool = PatternPool()
    let root = try PatternParser.parse(pattern, isCaseless: false, into: &pool, line: 1)
    var state = MatchState(reference: 0..<0)
    return pool.match(root, at: 0, in: text.utf8.span, state: &state)
  }
}
