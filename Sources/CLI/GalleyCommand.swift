import ArgumentParser
import GalleySystem
import GalleyPixels

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
    version: "0.1.0",
    subcommands: [
      RenderCommand.self, LayoutCommand.self, ChatCommand.self, ViewCommand.self,
      ScrollCommand.self, FontsCommand.self,
      BenchCommand.self, CorpusCommand.self,
    ])

  /// Runs the command, as the entry point of the process.
  ///
  /// It is synchronous because valgrind cannot run a program whose `main` is asynchronous.
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

  /// Throws if contents were left out of a drawing because memory was exhausted.
  private static func checkMemory() throws(Failure) {
    let count = Bitmap.Pool.shared.failureCount
    guard count == 0 else {
      throw Failure(
        "out of memory: \(count) bitmaps could not be allocated; the output is incomplete")
    }
  }

  /// Reports the error that ends the command.
  ///
  /// The argument parser would print it without sanitizing the output or checking that it was
  /// written.
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
    // Help, the version and completion scripts also end a command by throwing.
    do throws(FileError) { try StandardStreams.write(lines: text) } catch { return report(error) }
    return status
  }

  /// Returns the command requested by the arguments.
  ///
  /// `render` is parsed on its own first, because parsing it as one of many subcommands takes a
  /// millisecond longer. Help and errors are left to the root command.
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
