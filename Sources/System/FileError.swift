internal import Glibc

/// A failed file operation, with the file and the reason.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed.
  package enum Action: String, Hashable, Sendable {
    case read, write
  }

  /// The reason for a failure.
  package enum Cause: Hashable, Sendable {
    /// An error number of the C library, such as `ENOENT`.
    case system(Int32)
    /// The path leads to a pipe, a device or a socket.
    case notRegular
    /// The path leads to a file, but a folder was expected.
    case notFolder
    /// The path contains a null character, at which the system would truncate it.
    case nullCharacter
    /// The path is absolute or contains `..`, but must stay inside a folder.
    case outside
    /// A component of the path is a symbolic link, but the path must stay inside a folder.
    case link
    /// The file exceeds the size limit.
    case tooLarge(limit: Int)
  }

  /// The operation that failed.
  package let action: Action
  /// The file, as the caller named it.
  package let path: String
  /// The reason.
  package let cause: Cause

  /// Creates an error.
  package init(_ action: Action, _ path: String, _ cause: Cause) {
    self.action = action
    self.path = path
    self.cause = cause
  }

  /// Creates an error from an error number, such as `errno`.
  package init(_ action: Action, _ path: String, code: Int32) {
    self.init(action, path, .system(code))
  }

  /// Whether the file does not exist.
  package var isMissing: Bool { cause == .system(ENOENT) }
  /// Whether the file is a folder.
  package var isOfFolder: Bool { cause == .system(EISDIR) }

  /// The reason in words; the C library's if it is an error number, such as "No such file or
  /// directory".
  package var reason: String {
    switch cause {
    // Thread-safe: since glibc 2.32, each thread has its own buffer.
    case .system(let code): unsafe String(cString: strerror(code))
    case .notRegular: "Not a regular file"
    case .notFolder: "Not a folder"
    case .nullCharacter: "The path contains a null character"
    case .outside: "The path leads outside the allowed folder"
    case .link: "Symbolic links are not allowed, as they may lead outside the allowed folder"
    case .tooLarge(let limit): "Larger than the limit of \(limit) bytes"
    }
  }

  /// A one-line description: the path, the operation and the reason.
  package var description: String { "\(path): cannot \(action.rawValue): \(reason)" }
}
