import ArgumentParser
import GalleyTextCommands

/// The program `galley-view`: the commands of `galley` that show, scroll or replay a conversation.
///
/// `galley` runs it, so that programs which only draw text do not contain lists and windows.
@main struct ViewerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "galley",
    abstract:
      "Show a conversation or a message that comes, measure scrolling, or replay a session.",
    version: programVersion,
    subcommands: [
      ViewCommand.self, StreamViewCommand.self, ScrollCommand.self, ReplayCommand.self,
      ImportCommand.self, EditCommand.self,
    ])

  static func main() {
    runProgram { try parseAsRoot() }
  }
}
