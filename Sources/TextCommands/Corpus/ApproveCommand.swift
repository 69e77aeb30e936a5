internal import ArgumentParser
internal import GalleyCorpus
internal import GalleySystem

extension CorpusCommand {
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
          cases = arguments.run(corpus.cases, of: corpus, with: runner).failures.map(\.subject)
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
}
