internal import ArgumentParser
internal import GalleyCorpus

extension CorpusCommand {
  /// `galley corpus dead`.
  struct Dead: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "dead", abstract: "List expectations and pictures without a case.")

    @OptionGroup var arguments: Arguments

    func run() throws {
      let corpus = try arguments.load()
      try CorpusCommand.list(corpus.danglingExpectations, of: corpus)
      if !corpus.danglingExpectations.isEmpty { throw ExitCode(2) }
    }
  }
}
