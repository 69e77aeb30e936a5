import TestSupport
import Testing

@testable import GalleyHighlighting

/// Programs that grow at their end.
@Suite struct PlaceTests {
  private static let pieces = [
    "/*", "*/", "//", "\"", "'", "'''", "\"\"\"", "\n", "\n", "\n", "a", "f(", ")", " ", "#",
    "<<E\n",
    "E\n", "`", "<a ", ">", "</a>", "- ", "|\n", "  ", ".", "1.5e", "$", "\\", "{", "}", "${",
    "let ",
    "class ", "A", ": ", "=", "/", "<!--", "-->", "é", "r#\"", "##",
  ]

  @Test(arguments: SyntaxLanguage.all)
  func `reading on from a place gives the tokens of the whole`(language: SyntaxLanguage) {
    var places = 0
    for seed in 0..<UInt64(300) {
      var random = SplitMix64(seed: seed)
      func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
      let program = Array(
        (0..<80).map { _ in Self.pieces[number(below: Self.pieces.count)] }
          .joined().utf8)
      // What is known when the place is asked for.
      let known = Array(program.prefix(number(below: program.count)))
      let starts = [0] + known.indices.filter { known[$0] == 0x0A }.map { $0 + 1 }
      var place = SyntaxLanguage.Place()
      for start in [starts[number(below: starts.count)], starts[starts.count - 1]].sorted() {
        guard let next = language.place(at: start, from: place, in: known.span) else { continue }
        place = next
        places += 1
        let own = Self.classes(language.tokens(in: program.span, from: place), of: program)
        let whole = Self.classes(language.tokens(in: program.span), of: program)
        #expect(own[start...] == whole[start...], "seed \(seed), offset \(start)")
      }
    }
    #expect(places > 100)
  }

  @Test func `a place before the end of the program depends on nothing behind`() throws {
    let swift = try #require(SyntaxLanguage(named: "swift"))
    func isPlace(_ offset: Int, in program: String) -> Bool {
      swift.place(at: offset, from: SyntaxLanguage.Place(), in: Array(program.utf8).span) != nil
    }
    #expect(isPlace(6, in: "let a\nlet b"))
    // The last name would be a function's before a parenthesis.
    #expect(!isPlace(6, in: "let a\n"))
    // Inside of an escape of two bytes.
    #expect(!isPlace(4, in: "\"\"\"\\\nabcdefg"))
    // Inside of a comment.
    #expect(isPlace(4, in: "/*a\nb*/ let c"))
  }

  /// Returns the class of each byte.
  private static func classes(
    _ tokens: [SyntaxLanguage.Token], of program: [UInt8]
  ) -> [SyntaxLanguage.TokenClass] {
    var classes = Array(repeating: SyntaxLanguage.TokenClass.plain, count: program.count)
    for token in tokens {
      for offset in token.range { classes[offset] = token.kind }
    }
    return classes
  }
}
