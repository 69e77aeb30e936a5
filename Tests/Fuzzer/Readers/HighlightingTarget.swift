import GalleyBasics
import GalleyFuzzCore
import GalleyHighlighting

/// Programs in all languages.
struct HighlightingTarget: FuzzTarget {
  static let languages = [
    "c", "c++", "diff", "go", "html", "java", "javascript", "json", "kotlin", "python", "rust",
    "bash",
    "sql", "swift", "typescript", "xml", "yaml",
  ].compactMap(SyntaxLanguage.init(named:))

  let pieces =
    FuzzPieces.text + [
      "/*", "*/", "//", "\"\"\"", "'", "#\"", "\"#", "\\(", "func ", "0x", "1.5e", "${", "<?", "`",
    ]

  var seeds: [[UInt8]] {
    ["let a = \"x\\(1 + 2)\" // c\n/* a /* b */ */ func f() {}", "<a href='x'>b</a><!-- c -->"]
      .map { Array($0.utf8) }
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    let language = random.pick(Self.languages)
    let program = String(decoding: bytes, as: UTF8.self)
    var end = 0
    for token in language.tokens(in: program) {
      try expect(
        token.range.lowerBound >= end && token.range.upperBound <= program.utf8.count,
        "token \(token.range) overlaps or leaves the program")
      end = token.range.upperBound
    }
  }
}
