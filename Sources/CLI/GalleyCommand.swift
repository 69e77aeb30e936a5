import ArgumentParser
import GalleyFiles
import GalleyPixels

/// The command `galley`.
@main struct GalleyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "galley",
    abstract: "Lay out and draw message text, in every script.",
    discussion: """
      Start with a picture of some words:

        galley render 'Hello, سلام, नमस्ते 👋' -o hello.png

      Exit status: 0 done; 1 some input was bad, or something could not be shown or written, as \
      standard error says; 2 a comparison found differences; 64 the command was used wrongly.

      Completion for your shell: galley --generate-completion-script bash (or zsh, fish).
      """,
    version: "0.1.0",
    subcommands: [
      RenderCommand.self, LayoutCommand.self, ChatCommand.self, ViewCommand.self,
      ScrollCommand.self, FontsCommand.self,
      BenchCommand.self, CorpusCommand.self,
    ])

  /// The entry of the process.
  ///
  /// It is synchronous: valgrind cannot run a program whose `main` is asynchronous.
  static func main() {
    StandardStreams.failRatherThanEnd()
    do {
      var command = try requestedCommand()
      try command.run()
      try checkMemory()
    } catch {
      exit(withError: ExitCode(report(error)))
    }
  }

  /// Fails if there was no memory for something that was to be drawn, and was left out.
  private static func checkMemory() throws(Failure) {
    let count = BitmapPool.shared.failureCount
    guard count == 0 else {
      throw Failure("out of memory: \(count) bitmaps were not made, and what they show is missing")
    }
  }

  /// Says why the command ends.
  ///
  /// The argument parser would print this itself, without a look at what it prints and whether it
  /// could be written.
  ///
  /// - Returns: The exit status.
  private static func report(_ error: any Error) -> Int32 {
    switch error {
    case let failure as Failure:
      StandardStreams.warn(failure.description)
      return failure.status
    case let error as FileError:
      StandardStreams.warn(error.description)
      return 1
    default: break
    }
    let (status, text) = (exitCode(for: error).rawValue, fullMessage(for: error))
    guard status == ExitCode.success.rawValue else {
      if !text.isEmpty { StandardStreams.warn(lines: text) }
      return status
    }
    // Help, the version and completions end a command like an error does.
    do throws(FileError) { try StandardStreams.write(lines: text) } catch { return report(error) }
    return status
  }

  /// The command that the arguments ask for.
  ///
  /// Those of a picture are read by themselves first, since reading them as arguments of a whole of
  /// many commands takes a millisecond longer. Help, and what is to be said about mistakes, is the
  /// whole's.
  private static func requestedCommand() throws -> any ParsableCommand {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == RenderCommand.configuration.commandName,
      let command = try? RenderCommand.parse(Array(arguments.dropFirst()))
    {
      return command
    }
    return try parseAsRoot()
  }
}
