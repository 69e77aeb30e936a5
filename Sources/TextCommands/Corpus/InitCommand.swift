internal import ArgumentParser
internal import GalleyCorpus
internal import GalleySystem

extension CorpusCommand {
  /// `galley corpus init`.
  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Make a corpus of your own, with five example cases.")

    @Argument(
      help: ArgumentHelp("A new or empty folder.", valueName: "folder"), completion: .directory)
    var folder = "Corpus"

    func run() throws {
      do {
        for file in try NewCorpus.write(to: folder) {
          try StandardStreams.write(lines: "\(folder)/\(file)")
        }
      } catch let error as CorpusError {
        throw Failure(error)
      }
    }
  }
}
