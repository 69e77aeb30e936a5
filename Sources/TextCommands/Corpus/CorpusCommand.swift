package import ArgumentParser
package import GalleyCorpus
import GalleyFonts
import GalleySystem
import Synchronization

/// `galley corpus`: compares texts with their approved results.
package struct CorpusCommand: ParsableCommand {
  // All commands name themselves: deriving the name from the type takes a millisecond at each
  // start.
  package static let configuration = CommandConfiguration(
    commandName: "corpus",
    abstract: "Compare texts with their approved results.",
    discussion: """
      A corpus is a directory of cases: texts with their settings, and the glyphs, lines or \
      pixels that a person has reviewed and approved. Its README.md describes the format.
      """,
    subcommands: [
      Init.self, Run.self, Report.self, DelegatedReview.self, Approve.self, Dead.self,
      Minimize.self, Compare.self, Fuzz.self,
    ])

  /// The arguments that locate the corpus and its fonts.
  package struct Arguments: ParsableArguments {
    @Option(
      help: ArgumentHelp("The directory of the corpus.", valueName: "directory"),
      completion: .directory)
    package var corpus = "Corpus"

    @Option(
      help: ArgumentHelp(
        "The font manifest. (default: fonts.json in the corpus, or Fonts/fonts.json next to it)",
        valueName: "manifest"),
      completion: .file(extensions: ["json"]))
    var fonts: String?

    package init() {}

    /// The arguments as they are written on a command line, without defaults.
    var words: [String] {
      (corpus == "Corpus" ? [] : ["--corpus", corpus]) + (fonts.map { ["--fonts", $0] } ?? [])
    }

    /// Returns the corpus.
    package func load() throws -> Corpus {
      do { return try Corpus(root: corpus) } catch { throw Failure(error) }
    }

    /// Returns the runner with the fonts of the corpus: the given manifest, that of the corpus,
    /// that next to it, or else the system's fonts.
    package func runner() throws -> CaseRunner {
      let manifest = foundManifest
      if manifest == nil {
        StandardStreams.warn(
          "\(corpus): no font manifest; the system's fonts are used, and results depend on them")
      }
      return CaseRunner(
        shipped: try manifest.map(collection) ?? .system, testing: try testing.map(collection))
    }

    /// Returns the path of the font manifest.
    ///
    /// - Throws: `Failure` if there is none.
    func manifest() throws -> String {
      guard let foundManifest else {
        throw Failure("\(corpus): no font manifest; name one with --fonts")
      }
      return foundManifest
    }

    /// Returns the path of the font manifest of a case, or `nil` for the system's fonts.
    func manifest(for subject: CorpusCase) -> String? {
      subject.usesTestingFonts ? testing ?? foundManifest : foundManifest
    }

    private var testing: String? { [nextFolder + "/testing/testing.json"].first(where: exists) }

    private var nextFolder: String { corpus + "/../Fonts" }

    private var foundManifest: String? {
      fonts ?? [corpus + "/fonts.json", nextFolder + "/fonts.json"].first(where: exists)
    }

    /// Returns the fonts of a manifest.
    func collection(_ manifest: String) throws -> FontCollection {
      do { return try FontCollection(manifest: manifest) } catch { throw Failure(error) }
    }

    private func exists(_ path: String) -> Bool { (try? FileStatus(path: path)) != nil }

    /// Runs cases in parallel, with a line on the terminal that shows the progress.
    ///
    /// - Parameters:
    ///   - cases: The cases to run.
    ///   - corpus: The corpus, which has the expectations.
    ///   - runner: The runner of cases.
    /// - Returns: The results.
    package func run(
      _ cases: [CorpusCase], of corpus: Corpus, with runner: CaseRunner
    ) -> CorpusRun {
      let line = Mutex(ProgressLine(isShown: true, total: cases.count))
      let run = CorpusRun(cases, of: corpus, with: runner) { done in
        line.withLock { $0.show(done: done, count: done) }
      }
      line.withLock { $0.clear() }
      return run
    }
  }

  /// The arguments that select cases.
  package struct Selection: ParsableArguments {
    @Argument(help: "A part of the name or file of the cases. (default: all cases)")
    var pattern: String?
    @Option(help: ArgumentHelp("The same as the pattern.", valueName: "pattern"))
    var filter: String?

    package init() {}

    package func validate() throws {
      if pattern != nil, filter != nil {
        throw ValidationError("Expected either a pattern or --filter.")
      }
    }

    /// Whether all cases are selected.
    var isAll: Bool { part == nil }

    /// The part of a name or file that selects.
    var part: String? { pattern ?? filter }

    /// Returns the selected cases of a corpus.
    ///
    /// - Throws: `Failure` if there are none.
    package func cases(of corpus: Corpus) throws -> [CorpusCase] {
      let pattern = part
      let cases = corpus.cases(matching: pattern)
      guard !cases.isEmpty else {
        throw Failure("\(corpus.root): no case matches \(pattern ?? "anything")")
      }
      return cases
    }
  }

  package init() {}
}
