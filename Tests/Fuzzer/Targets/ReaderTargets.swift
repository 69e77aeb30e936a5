import GalleyBasics
import GalleyCorpus
import GalleyHighlighting
import GalleyJSON
import GalleySystem
import GalleyTypesetting

/// JSON, strict and tolerant, in pieces of any length.
struct JSONTarget: FuzzTarget {
  var seeds: [[UInt8]] {
    [
      #"{"a":[1,-2.5e3,true,false,null,"x\u00e9\ud83d\ude00\n"],"b":{}}"#,
      "{\"a\":\"\\x01\",\"document_id\": files/a (2).webm,\n\"b\":[1,2,],}",
      #"[[[[{"a":[{}]}]]]]"#,
    ].map { Array($0.utf8) }
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    let pieces = Pieces(of: text, longest: random.pick([1, 3, 64, 1 << 16]))
    var tolerant = JSONReader(
      pieces, dialect: .tolerant, deepest: Limits.Messages.jsonDepth, longest: 1 << 16)
    let corrected = try? tolerant.value()
    guard let value = try? JSONParser.value(ofUTF8: text) else { return }
    try expect(corrected == value, "a tolerant reader of pieces reads something else")
    var writer = JSONWriter()
    writer.value(value)
    let again = try? JSONParser.value(ofUTF8: writer.bytes)
    try expect(again == value, "JSON is not read as it was written")
  }

  /// A text in pieces.
  private final class Pieces: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let longest: Int

    init(of bytes: [UInt8], longest: Int) { (rest, self.longest) = (bytes[...], longest) }

    func next() throws(FileError) -> [UInt8] {
      let piece = Array(rest.prefix(longest))
      rest = rest.dropFirst(longest)
      return piece
    }
  }
}

/// Files of the corpus, whose cases are laid out.
struct CorpusTarget: FuzzTarget {
  private let folder = ScratchFolder()
  private let runner: CaseRunner

  /// Creates a target whose cases have the fonts of an engine.
  init(engine: TextEngine) { runner = CaseRunner(shipped: engine.fonts, testing: nil) }

  let pieces =
    FuzzPieces.text
    + [
      "alignment", "alignment-width", "line-height", "line-spacing", "tab-width", "wrapping",
      "overflow",
      "code-overflow", "max-lines", "min-lines", "max-height", "truncate", "insets", "reserve",
      "cutout",
      "expand", "font", "lang", "dir", "hyphenate", "word-break", "line-break", "token", "scale",
      "background", "theme", "reveal", "debug", "open", "close", "draft", "fills-width", "now",
      "skip",
      "size", "weight", "stretch", "letter-spacing", "baseline-shift", "slant", "variations",
      "features",
      "underline", "shadow", "measure", "text", "markdown", "html", "json",
    ].map { "\n\($0): " }
    + ["\n--- b layout ---\n", "\n--- b shape ---\n", "\\u{301}", "middle", "1.5", "//"]

  var seeds: [[UInt8]] {
    let files = RepositoryFiles.all(below: "Corpus", endings: ["txt"])
      .filter { !$0.name.contains("expected") }
    return files.map(\.bytes).flatMap { bytes in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n\n").prefix(4)
        .map { Array(($0 + "\n").utf8) }
    }
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    folder.write(bytes, to: "cases/a.txt")
    guard let corpus = try? Corpus(root: folder.path) else { return }
    for subject in corpus.cases(matching: nil).prefix(3) where subject.kind != .render {
      _ = try? runner.output(of: subject)
    }
  }
}

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
