import ArgumentParser
import GalleySystem
import GalleyTextCommands

/// A command of the program `galley-view`, which takes the place of this process.
///
/// Lists and windows are in a program of their own, so that drawing text does not load them.
protocol DelegatedCommand: ParsableCommand {
  /// The arguments, which the other program parses.
  var arguments: PassedArguments { get }
}

/// The arguments of a delegated command, all of which are passed on.
struct PassedArguments: ParsableArguments {
  @Argument(
    parsing: .captureForPassthrough, help: "A conversation and options.",
    completion: .file(extensions: ["json"]))
  var arguments: [String] = []
}

extension DelegatedCommand {
  func run() throws {
    let name = Self.configuration.commandName ?? ""
    do throws(FileError) {
      try CurrentProcess.become("galley-view", arguments: ["galley", name] + arguments.arguments)
    } catch {
      throw Failure(
        """
        galley \(name) is part of the program galley-view, which cannot be run: \(error.reason); \
        build it into the folder of galley, with swift build -c release --product galley-view
        """)
    }
  }
}

/// `galley view`: shows a conversation in a window.
struct DelegatedViewCommand: DelegatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a conversation in a window.",
    discussion: "For the options, see galley view --help.")

  @OptionGroup var arguments: PassedArguments
}

/// `galley scroll`: scrolls a conversation in real time and measures it.
struct DelegatedScrollCommand: DelegatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "scroll",
    abstract: "Measure scrolling of a conversation in real time, without a window.",
    discussion: "For the options, see galley scroll --help.")

  @OptionGroup var arguments: PassedArguments
}

/// `galley replay`: draws the frames of a recorded session again.
struct DelegatedReplayCommand: DelegatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Draw the frames of a recorded session bit for bit, without a window.",
    discussion: "For the options, see galley replay --help.")

  @OptionGroup var arguments: PassedArguments
}
