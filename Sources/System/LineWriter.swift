internal import Glibc
internal import Synchronization

/// A file to which lines are appended, each in one call of the system, so that those before the end
/// of the process are never lost.
package final class LineWriter: Sendable {
  /// The file as the caller named it.
  package let path: String
  private let descriptor: Int32
  /// The first error.
  private let failure = Mutex<FileError?>(nil)

  /// Creates a file at `path`, or empties it.
  package init(path: String) throws(FileError) {
    try FileSystem.check(path, for: .write)
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    self.path = path
  }

  /// Opens the file at `path` to append lines after a number of its bytes, which are kept.
  package init(appendingTo path: String, after length: Int) throws(FileError) {
    try FileSystem.check(path, for: .write)
    descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    self.path = path
    guard ftruncate(descriptor, length) == 0 else { throw FileError(.write, path, code: errno) }
  }

  deinit { close(descriptor) }

  /// Appends a line, including its line end; callable on any thread.
  ///
  /// After an error, this method does nothing.
  package func write(_ line: [UInt8]) {
    failure.withLock { failure in
      guard failure == nil, let code = writeAll(line.span, to: descriptor) else { return }
      failure = FileError(.write, path, code: code)
    }
  }

  /// Throws the first error, if there was one.
  package func check() throws(FileError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
