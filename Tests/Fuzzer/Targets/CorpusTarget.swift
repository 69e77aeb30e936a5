import GalleyBasics
import GalleyCorpus
import GalleyFuzzCore
import GalleyTypesetting

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
