internal import ArgumentParser
internal import GalleyCorpus
internal import GalleySystem

extension CorpusCommand {
  /// `galley corpus report`.
  struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "Write an HTML report of the cases that differ: expected, actual, difference.")

    @OptionGroup var selection: Selection
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "The HTML file to write. (default: .store/report.html in the corpus)", valueName: "file"),
      completion: .file(extensions: ["html"]))
    var output: String?
    @OptionGroup var arguments: Arguments

    func run() throws {
      let corpus = try arguments.load()
      let cases = try selection.cases(of: corpus)
      let run = arguments.run(cases, of: corpus, with: try arguments.runner())
      let output = output ?? corpus.root + "/.store/report.html"
      if let directory = FileSystem.directory(of: output) {
        try FileSystem.makeDirectory(directory)
      }
      let page = CorpusReport.html(of: run, options: arguments.words)
      try FileSystem.write(Array(page.utf8), to: output, isDurable: false)
      try StandardStreams.write(lines: output)
      if !run.failures.isEmpty { throw ExitCode(2) }
    }
  }
}
