internal import ArgumentParser
internal import GalleyCorpus
internal import GalleySystem

extension CorpusCommand {
  /// `galley corpus run`.
  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Run cases and list those that differ.")

    @OptionGroup var selection: Selection
    @Flag(name: .shortAndLong, help: "Describe the changes of each case in words.")
    var verbose = false
    @Option(
      help: ArgumentHelp("Also write the results to a file, as JUnit XML.", valueName: "file"),
      completion: .file(extensions: ["xml"]))
    var junit: String?
    @OptionGroup var colors: OutputColorArgument
    @OptionGroup var arguments: Arguments

    func run() throws {
      let corpus = try arguments.load()
      let cases = try selection.cases(of: corpus)
      let run = arguments.run(cases, of: corpus, with: try arguments.runner())
      for result in run.results { try write(result, of: corpus) }
      let dangling = selection.isAll ? corpus.danglingExpectations : [:]
      try CorpusCommand.list(dangling, of: corpus)
      let count = run.failures.count + dangling.count
      try StandardStreams.write(lines: "\(run.results.count) cases, \(count) to review")
      if let junit {
        let report = JUnitReport.text(of: run, dangling: dangling)
        try FileSystem.write(Array(report.utf8), to: junit, isDurable: false)
      }
      if count > 0 { throw ExitCode(2) }
    }

    private func write(_ result: CorpusRun.Result, of corpus: Corpus) throws {
      let line = "\(result.subject.name): \(result.outcome.summary)"
      switch result.outcome {
      case .passed: break
      case .skipped: try StandardStreams.write(lines: line)
      default:
        let place = "\(corpus.root)/\(result.subject.file):\(result.subject.line)"
        var lines = MarkedLine.lines(of: "\(place): \(line)")
        lines[0].mark = .heading
        if verbose { lines += result.changes.map { MarkedLine("  " + $0) } }
        try StandardStreams.write(lines, isColored: colors.isColored)
      }
    }
  }

  /// Lists expectations without a case.
  static func list(_ dangling: [String: String], of corpus: Corpus) throws {
    for (name, file) in dangling.sorted(by: { $0.key < $1.key }) {
      try StandardStreams.write(
        lines: "\(corpus.root)/\(file): \(name): expectation without a case")
    }
  }
}
