import ArgumentParser
import GalleyTextCommands

/// The program `galley-serve`: the command of `galley` that serves pictures over HTTP.
///
/// `galley` runs it, so that programs which only draw text contain no network code.
@main struct ServeProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "galley", abstract: "Serve pictures of messages.", version: programVersion,
    subcommands: [ServeCommand.self])

  static func main() {
    runProgram { try parseAsRoot() }
  }
}
