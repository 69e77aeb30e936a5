import ArgumentParser
import GalleyImages
import GalleyPainting
import GalleyTextCommands

/// The command `galley`.
@main struct GalleyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "galley",
    abstract: "Lay out and draw message text in any script.",
    discussion: """
      Draw a first picture:

        galley render 'Hello, سلام, नमस्ते 👋' -o hello.png

      The exit status is 0 on success; 1 if an input was invalid or something could not be shown \
      or written, as reported on standard error; 2 if a comparison found differences; and 64 if \
      the arguments were invalid.

      Shell completion: galley --generate-completion-script bash (or zsh, fish).
      """,
    version: programVersion,
    subcommands: [
      RenderCommand.self, BatchCommand.self, LayoutCommand.self, ChatCommand.self,
      DelegatedViewCommand.self,
      DelegatedScrollCommand.self, DelegatedReplayCommand.self, DelegatedServeCommand.self,
      FontsCommand.self,
      FormulaCommand.self, StreamCommand.self, BenchCommand.self, CorpusCommand.self,
      DiffCommand.self, DoctorCommand.self,
    ])

  static func main() {
    ImageHelpers.serveIfRequested()
    FontTrial.serveIfRequested()
    runProgram(requestedCommand)
  }

  /// Returns the command requested by the arguments.
  ///
  /// A plain command line is read without the argument parser. Otherwise, a command is parsed on
  /// its own first, because parsing it as one of many subcommands takes a millisecond longer. Help
  /// and errors are left to the root command, except for the help of delegated commands. Their
  /// options are also part of the completion scripts.
  private static func requestedCommand() throws -> any ParsableCommand {
    let arguments = CommandLine.arguments.dropFirst()
    let rest = Array(arguments.dropFirst())
    if arguments.first == RenderCommand.name, let command = RenderCommand(plain: rest) {
      return command
    }
    let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    if let named, named.configuration.subcommands.isEmpty, let command = try? named.parse(rest) {
      return command
    }
    if arguments.first == "help", let command = delegatedCommand(at: arguments.dropFirst()) {
      return try command.parse(["--help"])
    }
    if arguments.first == "--generate-completion-script", arguments.count <= 2,
      let shell = arguments.count == 1
        ? CompletionShell.autodetected() : arguments.last.flatMap(CompletionShell.init)
    {
      throw CleanExit.message(CompletionScript.text(of: Self.self, for: shell))
    }
    try checkNames(arguments)
    return try parseAsRoot()
  }

  /// Returns the delegated command with some names; `nil` if they name another one.
  private static func delegatedCommand(
    at path: ArraySlice<String>
  ) -> (any DelegatedCommand.Type)? {
    var command: any ParsableCommand.Type = Self.self
    for name in path {
      // A key path of a metatype makes version 6.3 of the compiler crash.
      let next = command.configuration.subcommands.first { $0.configuration.commandName == name }
      guard let next else { return nil }
      command = next
    }
    return command as? any DelegatedCommand.Type
  }

  /// Throws if an argument in the place of a command is not the name of one.
  private static func checkNames(_ arguments: ArraySlice<String>) throws {
    var words = arguments.prefix { !$0.hasPrefix("-") }
    var (path, names) = ("", ["help"])
    if words.first == "help" { words.removeFirst() }
    var command: any ParsableCommand.Type = Self.self
    while let word = words.popFirst() {
      // A key path of a metatype makes version 6.3 of the compiler crash.
      names += command.configuration.subcommands.compactMap { $0.configuration.commandName }
      guard !names.isEmpty else { return }
      guard
        let next = command.configuration.subcommands.first(where: {
          $0.configuration.commandName == word
        })
      else {
        if names.contains(word) { return }
        let hint = names.nearest(to: word).map { " Did you mean '\(path)\($0)'?" } ?? ""
        throw ValidationError("There is no command '\(path)\(word)'.\(hint)")
      }
      path += word + " "
      (command, names) = (next, [])
    }
  }
}
