import TestSupport
import Testing

@testable import GalleyHighlighting

/// Properties that hold for any bytes in any language.
@Suite struct HighlightingProperties {
  @Test(arguments: 0..<200)
  func `tokens partition any bytes`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let bytes = Self.program(using: &random)
    for language in SyntaxLanguage.all {
      Self.expectParted(language.tokens(in: bytes.span), count: bytes.count, language.name)
    }
  }

  @Test(arguments: 0..<50)
  func `no token begins within a character`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let text = String(decoding: Self.program(using: &random), as: UTF8.self)
    let bytes = Array(text.utf8)
    for language in SyntaxLanguage.all {
      let inside = language.tokens(in: text).filter { bytes[$0.range.lowerBound] & 0xC0 == 0x80 }
      #expect(inside == [], "\(language.name)")
    }
  }

  @Test func `an empty program has no tokens`() {
    for language in SyntaxLanguage.all { #expect(language.tokens(in: "") == []) }
  }

  /// Texts with worst cases of rules: unclosed or almost closed constructs, and long lookahead.
  @Test(arguments: [
    "a", " ", "\n", "\"", "'", "`", "/", "/*", "(", "{", "[", "${", "$(", "\\(", "\"\\(", "`${",
    "f\"{", "<", "<a ", "<!--", "#", "##\"", "\"#", "r#\"", "R\"x(", "@", "- ", "a: ", "- a: |\n ",
    "<<A ", "<<A\n", "$a$", "$$", "---\n", "--- a\n", "@@ ", ":", "\\", "a b ", "/a", "/[", "=\"",
    "\u{E9}", "\u{301}", "a\u{1F468}\u{200D}", "'a", "0x", "1.", "1e", "&a", "\t", "  #", "|", "\r",
    "\"a\" ", "aa aa:", "*/", "[[", "f`", "%", "?a",
  ])
  func `lexing repeated input takes linear work`(unit: String) throws {
    let short = Array(String(repeating: unit, count: 1000 / unit.utf8.count).utf8)
    let long = Array(String(repeating: unit, count: 4000 / unit.utf8.count).utf8)
    for source in GrammarSource.all {
      let grammar = try source.result().get()
      let few = Lexer(reading: short.span, by: grammar)
      let many = Lexer(reading: long.span, by: grammar)
      #expect(many.work <= 6 * few.work + 100, "\(source.name)")
      Self.expectParted(many.tokens, count: long.count, source.name)
    }
  }

  /// Each punctuation character, and some pairs of them.
  @Test(arguments: 0..<16)
  func `repeated punctuation takes a bounded number of steps`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let marks = (0x20...0x7E).map { UInt8($0) }.filter { !ByteSet.name.contains($0) }
    for source in GrammarSource.all {
      let grammar = try source.result().get()
      for (place, first) in marks.enumerated() where place % 16 == Int(seed) {
        for second in [first, marks.randomElement(using: &random) ?? 0x20] {
          let flood = (0..<2_000).map { $0 % 2 == 0 ? first : second }
          let steps = Lexer(reading: flood.span, by: grammar).work
          let name = "\(source.name): \(String(decoding: [first, second], as: UTF8.self))"
          #expect(steps <= (Lexer.stepsPerByte + 2) * flood.count + Lexer.leastSteps, "\(name)")
        }
      }
    }
  }

  @Test func `input that exceeds the step limit is still partitioned into tokens`() throws {
    let flood = Array(String(repeating: "#", count: 100_000).utf8)
    let grammar = try #require(GrammarSource.all.first { $0.name == "Swift" }).result().get()
    let lexer = Lexer(reading: flood.span, by: grammar)
    #expect(lexer.work <= (Lexer.stepsPerByte + 2) * flood.count + Lexer.leastSteps)
    Self.expectParted(lexer.tokens, count: flood.count, "Swift")
  }

  private static func expectParted(_ tokens: [SyntaxLanguage.Token], count: Int, _ name: String) {
    var end = 0
    var last: SyntaxLanguage.TokenClass?
    for token in tokens {
      guard token.range.lowerBound == end, !token.range.isEmpty, token.kind != last else {
        Issue.record("\(name): \(token) behind \(end)")
        return
      }
      (end, last) = (token.range.upperBound, token.kind)
    }
    #expect(end == count, "\(name)")
  }

  /// Fragments of programs in all languages, and some invalid bytes.
  private static func program(using random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      if Int.random(in: 0..<8, using: &random) == 0 {
        bytes.append(.random(in: 0...255, using: &random))
      } else if let piece = pieces.randomElement(using: &random) {
        bytes += piece.utf8
      }
    }
    return bytes
  }

  private static let pieces = [
    "func", "class ", "let x = ", "if", "\"", "\"\"\"", "'", "'''", "`", "/*", "*/", "//", "/", "#",
    "##\"", "\"##", "\\(", "${", "$(", "$((", "))", "<<EOF\n", "EOF", "<<-'A'", "\n", "\r\n", " ",
    "\t", "(", ")", "{", "}", "[", "]", "<", ">", "<script>", "</script>", "<!--", "-->",
    "<![CDATA[", "]]>", "&amp;", "- ", "key: ", "|\n  ", "---\n", "+++ a\n", "@@ -1 +1 @@", "+",
    "-", "f'", "rb\"", "{x!r:>3}", "\\", "\\n", "\\u{41}", "0x1F", "1.5e3", "é", "漢字", "👨‍👩‍👧",
    "R\"x(", ")x\"", "$a$", "@a.b", "a.b->c::d", "#include <a>", "#error", "select", "'a", "r#\"",
  ]
}
