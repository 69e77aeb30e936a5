import ArgumentParser
import GalleyTextCommands

/// `galley view`: shows a conversation in a window.
struct DelegatedViewCommand: DelegatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a conversation in a window.",
    discussion: "For the options, see galley view --help.")

  @Argument(
    parsing: .captureForPassthrough, help: "A conversation and options.",
    completion: .file(extensions: ["json"]))
  var arguments: [String] = []
}

/// `galley scroll`: scrolls a conversation in real time and measures it.
struct DelegatedScrollCommand: DelegatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "scroll",
    abstract: "Measure scrolling of a conversation in real time, without a window.",
    discussion: "For the options, see galley scroll --help.")

  @Argument(
    parsing: .captureForPassthrough, help: "A conversation and options.",
    completion: .file(extensions: ["json"]))
  var arguments: [String] = []
}

/// `galley replay`: draws the frames of a recorded session again.
struct DelegatedReplayCommand: DelegatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Draw the frames of a recorded session bit for bit, without a window.",
    discussion: "For the options, see galley replay --help.")

  @Argument(
    parsing: .captureForPassthrough, help: "A recorded session and options.", completion: .file())
  var arguments: [String] = []
}

/// `galley serve`: serves pictures of messages over HTTP.
struct DelegatedServeCommand: DelegatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve pictures of messages over HTTP, compatible with quote-api.",
    discussion: "For the options, see galley serve --help.")
  static let program = "galley-serve"

  @Argument(parsing: .captureForPassthrough, help: "Options.")
  var arguments: [String] = []
}
