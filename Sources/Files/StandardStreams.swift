internal import Glibc

/// Where a command writes what it was asked for, and what it has to say.
///
/// Nothing is buffered here: callers write in pieces of a sensible size.
package enum StandardStreams {
  /// Writes `bytes` to standard output.
  ///
  /// If its reader has gone away, as `head` does when it has seen enough, the process ends by
  /// SIGPIPE, like any other command.
  package static func write(_ bytes: [UInt8]) throws(FileError) {
    if let code = writeAll(bytes.span, to: STDOUT_FILENO) {
      throw FileError(.write, "standard output", code: code)
    }
  }

  /// Writes a line to standard error, if that is possible.
  package static func warn(_ line: String) {
    _ = writeAll(Array((line + "\n").utf8).span, to: STDERR_FILENO)
  }
}
