package import ArgumentParser
internal import GalleyFonts
internal import GalleyMessageOutput
internal import GalleyPixels
internal import GalleySystem

extension ParsableCommand {
  /// Runs the command that `parse` returns, as the entry point of the process.
  ///
  /// It is synchronous because valgrind cannot run a program whose `main` is asynchronous.
  package static func runProgram(_ parse: () throws -> any ParsableCommand) {
    StandardStreams.failRatherThanEnd()
    do {
      var command = try parse()
      try command.run()
      try checkMemory()
      try checkFonts()
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

  /// Throws if text was shown in other fonts because a font could not be opened, and warns if there
  /// was none at all.
  private static func checkFonts() throws(Failure) {
    if FontFailures.lacksFonts {
      StandardStreams.warn(
        "no fonts: text is shown as boxes; install fonts, such as the package fonts-noto-core, or "
          + "name a manifest with --fonts")
    }
    guard let error = FontFailures.errors.first else { return }
    throw Failure("\(error); the text is shown in other fonts")
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
    case let error as PictureError:
      StandardStreams.warn(error.description)
      return 1
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
}

/// The version of both programs.
package let programVersion = "0.1.0"
