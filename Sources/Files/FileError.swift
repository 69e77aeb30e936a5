internal import Glibc

/// What went wrong with a file, in words that say which file and why.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being done.
  package enum Action: String, Hashable, Sendable {
    case read, write
  }

  /// What was being done when it failed.
  package let action: Action
  /// The file, as the caller named it.
  package let path: String
  /// The number of the error, as the C library gives it; such as `ENOENT`.
  package let code: Int32

  /// Makes an error out of the number in `errno` or one like it.
  package init(_ action: Action, _ path: String, code: Int32) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// Why it failed, in the words of the C library: "No such file or directory".
  package var reason: String {
    // Threads may call this at once: since glibc 2.32 each has its own buffer.
    unsafe String(cString: strerror(code))
  }

  /// One line: the path, what could not be done and why.
  package var description: String {
    "\(path): cannot \(action.rawValue): \(reason)"
  }
}
