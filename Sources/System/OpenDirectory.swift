internal import Glibc

/// A directory that is open for finding the status of its files, whose path is resolved once.
package struct OpenDirectory: ~Copyable {
  /// The path of the directory.
  package let path: String

  private let descriptor: Int32

  /// Opens the directory at `path`, following symbolic links.
  ///
  /// - Throws: `FileError` if there is no such directory, or it cannot be read.
  package init(path: String) throws(FileError) {
    try FileSystem.check(path, for: .read)
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path, code: errno) }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Returns the status of a file in the directory, following symbolic links.
  ///
  /// - Throws: `FileError` if there is no such file.
  package func status(of name: String) throws(FileError) -> FileStatus {
    try FileSystem.check(name, for: .read)
    return try FileStatus(inFolder: descriptor, name: name, path: path + "/" + name)
  }
}
