internal import Glibc

/// A reader of a file or a pipe, which returns bytes as soon as there are any.
package struct ByteReader: ~Copyable {
  /// The file as the caller named it, or `standard input`.
  package let path: String
  private let descriptor: Int32
  private let isOwner: Bool

  /// Opens the file at `path`, which may be a pipe.
  package init(path: String) throws(FileError) {
    descriptor = try FileSystem.openForReading(path)
    self.path = path
    isOwner = true
  }

  /// Creates a reader of standard input.
  package init() {
    path = "standard input"
    descriptor = STDIN_FILENO
    isOwner = false
  }

  deinit {
    if isOwner { close(descriptor) }
  }

  /// Waits for bytes, and returns those that there are, at most `room`; none at the end.
  package mutating func next(room: Int) throws(FileError) -> [UInt8] {
    try FileSystem.chunk(ofDescriptor: descriptor, path: path, room: room)
  }
}
