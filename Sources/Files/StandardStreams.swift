internal import Glibc

/// The standard output and the standard error of a command.
///
/// Text is escaped for terminals (``TerminalText``) here, since much of what a command says was
/// written by strangers. Nothing is buffered: callers write in pieces of a sensible size.
package enum StandardStreams {
  /// Turns signals that end a process, because a reader has gone or a file is as large as it may
  /// be, into errors of the write.
  package static func failRatherThanEnd() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Writes JSON to standard output, which its writer has escaped for terminals.
  ///
  /// - Throws: `FileError` if not all of it could be written.
  package static func write(json bytes: [UInt8]) throws(FileError) {
    try write(bytes)
  }

  private static func write(_ bytes: [UInt8]) throws(FileError) {
    if let code = writeAll(bytes.span, to: STDOUT_FILENO) {
      throw FileError(.write, "standard output", code: code)
    }
  }

  /// Writes lines of text to standard output, and ends the last one.
  ///
  /// - Throws: `FileError` if not all of it could be written.
  package static func write(lines text: String) throws(FileError) {
    let text = TerminalText.lines(text)
    try write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8))
  }

  /// Writes a line to standard error, if that is possible.
  package static func warn(_ line: String) {
    _ = writeAll(Array((TerminalText.line(line) + "\n").utf8).span, to: STDERR_FILENO)
  }

  /// Writes lines of text to standard error, if that is possible.
  package static func warn(lines text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      warn(String(line))
    }
  }
}
