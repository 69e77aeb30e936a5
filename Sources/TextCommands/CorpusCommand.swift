package import ArgumentParser
import GalleyCorpus
import GalleyFonts
import GalleySystem

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
    subcommands: [Run.self, Approve.self, Report.self])

  /// The arguments that locate the corpus and its fonts.
  struct Arguments: ParsableArguments {
    @Option(
      help: ArgumentHelp("The directory of the corpus.", valueName: "directory"),
      completion: .directory)
    var corpus = "Corpus"

    @Option(
      help: ArgumentHelp(
        "The font manifest. (default: Fonts/fonts.json next to the corpus)",
        valueName: "manifest"),
      completion: .file(extensions: ["json"]))
    var fonts: String?

    func load() throws -> Corpus {
      do { return try Corpus(root: corpus) } catch { throw Failure(error) }
    }

    func runner() throws -> CaseRunner {
      let fontFolder = (FileSystem.directory(of: corpus).map { $0 + "/" } ?? "") + "Fonts"
      do {
        return CaseRunner(
          shipped: try FontCollection(manifest: fonts ?? fontFolder + "/fonts.json"),
          testing: try FontCollection(manifest: fontFolder + "/testing/testing.json"))
      } catch {
        throw Failure(error)
      }
    }
  }

  /// `galley corpus run`.
  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Run cases and list those that differ, without writing files.")

    @Argument(help: "A part of the name or file of the cases to run. (default: all cases)")
    var pattern: String?
    @OptionGroup var arguments: Arguments

    func run() throws {
      let corpus = try arguments.load()
      let cases = corpus.cases(matching: pattern)
      guard !cases.isEmpty else {
        throw Failure("\(arguments.corpus): no case matches \(pattern ?? "anything")")
      }
      let run = CorpusRun(cases, of: corpus, with: try arguments.runner())
      for result in run.results {
        switch result.outcome {
        case .passed: break
        case .skipped:
          try StandardStreams.write(lines: "\(result.subject.name): \(result.outcome.summary)")
        default:
          let place = "\(corpus.root)/\(result.subject.file):\(result.subject.line)"
          try StandardStreams.write(
            lines: "\(place): \(result.subject.name): \(result.outcome.summary)")
        }
      }
      let dangling = pattern == nil ? corpus.danglingExpectations : [:]
      for (name, file) in dangling.sorted(by: { $0.key < $1.key }) {
        try StandardStreams.write(
          lines: "\(corpus.root)/\(file): \(name): expectation without a case")
      }
      let count = run.failures.count + dangling.count
      try StandardStreams.write(lines: "\(run.results.count) cases, \(count) to review")
      if !run.failures.isEmpty || !dangling.isEmpty { throw ExitCode(2) }
    }
  }

  /// `galley corpus approve`.
  struct Approve: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "approve",
      abstract: "Approve the current results of cases.",
      discussion: """
        Review `galley corpus report` first. Commit approvals separately, with the reason.
        """)

    @Argument(help: ArgumentHelp("The exact names of the cases.", valueName: "name"))
    var names: [String] = []
    @Flag(help: "Approve every case that differs, after confirmation.")
    var all = false
    @Flag(help: "With --all: skip the confirmation.")
    var yes = false
    @OptionGroup var arguments: Arguments

    func validate() throws {
      if names.isEmpty != all { throw ValidationError("Expected either names of cases or --all.") }
    }

    func run() throws {
      if FileSystem.environment("CI") != nil {
        throw Failure(CorpusError.continuousIntegration)
      }
      let corpus = try arguments.load()
      let runner = try arguments.runner()
      do {
        var cases: [CorpusCase] = []
        if all {
          cases = CorpusRun(corpus.cases, of: corpus, with: runner).failures.map(\.subject)
        }
        for name in names { cases.append(try corpus.caseNamed(name)) }
        if all, !yes { try confirm(cases) }
        let outputs = try cases.map { (subject: $0, output: try runner.output(of: $0)) }
        for file in try corpus.approve(outputs) {
          try StandardStreams.write(lines: "\(corpus.root)/\(file)")
        }
      } catch let error as CorpusError {
        throw Failure(error)
      }
    }

    private func confirm(_ cases: [CorpusCase]) throws {
      for subject in cases { try StandardStreams.write(lines: subject.name) }
      try StandardStreams.write(lines: "Approve these \(cases.count) cases? [y/N]")
      guard let answer = readLine(), answer.lowercased().hasPrefix("y") else {
        throw Failure("not confirmed; nothing was approved")
      }
    }
  }

  /// `galley corpus report`.
  struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "Write an HTML report of the cases that differ: expected, actual, difference.")

    @Argument(help: "A part of the name or file of the cases to run. (default: all cases)")
    var pattern: String?
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The HTML file to write.", valueName: "file"),
      completion: .file(extensions: ["html"]))
    var output = "Corpus/.store/report.html"
    @OptionGroup var arguments: Arguments

    func run() throws {
      let corpus = try arguments.load()
      let run = CorpusRun(
        corpus.cases(matching: pattern), of: corpus, with: try arguments.runner())
      do {
        if let directory = FileSystem.directory(of: output) {
          try FileSystem.makeDirectory(directory)
        }
        try FileSystem.write(Array(CorpusReport.html(of: run).utf8), to: output, isDurable: false)
      } catch {
        throw Failure(error)
      }
      try StandardStreams.write(lines: output)
      if !run.failures.isEmpty { throw ExitCode(2) }
    }
  }
  package init() {}
}
