internal import GalleyCSystem
internal import Glibc

/// The standard output and error streams of a command.
///
/// Text is escaped for terminals here (``TerminalText``), because much of a command's output comes
/// from untrusted input. Nothing is buffered: callers write in pieces of a reasonable size.
package enum StandardStreams {
  /// Ignores the signals for a closed pipe and for the file size limit, so that writes return
  /// errors instead of ending the process, and reports mapped files that are truncated.
  package static func failRatherThanEnd() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    galley_report_truncated_files()
  }

  /// Writes JSON, already escaped for terminals by its writer, to standard output.
  ///
  /// - Throws: `FileError` if the output could not be written completely.
  package static func write(json bytes: [UInt8]) throws(FileError) { try write(bytes) }

  /// Writes a file, such as a picture, to standard output.
  ///
  /// - Throws: `FileError` if the output could not be written completely.
  package static func write(data bytes: [UInt8]) throws(FileError) { try write(bytes) }

  private static func write(_ bytes: [UInt8]) throws(FileError) {
    if let code = writeAll(bytes.span, to: STDOUT_FILENO) {
      throw FileError(.write, "standard output", code: code)
    }
  }

  /// Writes lines of text to standard output, ending with a line feed.
  ///
  /// - Throws: `FileError` if the output could not be written completely.
  package static func write(lines text: String) throws(FileError) {
    let text = TerminalText.lines(text)
    try write(escaped: text.hasSuffix("\n") ? text : text + "\n")
  }

  /// Writes a text that is escaped to standard output.
  static func write(escaped text: String) throws(FileError) { try write(Array(text.utf8)) }

  /// Writes a line to standard error, ignoring failures.
  package static func warn(_ line: String) {
    _ = writeAll(Array((TerminalText.line(line) + "\n").utf8).span, to: STDERR_FILENO)
  }

  /// Whether standard output is a terminal.
  package static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard error is a terminal.
  package static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Shows a text on the last line of the terminal of standard error, in place of the one before.
  package static func showStatus(_ text: String) {
    let line = "\r" + TerminalText.line(text) + "\u{1B}[K" + (text.isEmpty ? "\r" : "")
    _ = writeAll(Array(line.utf8).span, to: STDERR_FILENO)
  }

  /// Writes lines of text to standard error, ignoring failures.
  package static func warn(lines text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { warn(String(line)) }
  }
}
