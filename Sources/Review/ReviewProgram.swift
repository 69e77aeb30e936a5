import ArgumentParser
import GalleyTextCommands

/// The program `galley-review`: the command of `galley` that serves pages.
///
/// `galley` runs it, so that programs which only draw text contain no network code.
@main struct ReviewProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "galley", abstract: "Review a corpus in a browser.", version: programVersion,
    subcommands: [CorpusGroup.self])

  static func main() {
    runProgram { try parseAsRoot() }
  }
}

/// `galley corpus`, with the only command of this program.
struct CorpusGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: "Compare texts with their approved results.",
    subcommands: [ReviewCommand.self])
}
