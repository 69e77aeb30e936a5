internal import Glibc

/// A regular file that is open for reading.
///
/// Files that are named by untrusted documents, or that others may place in known locations, are
/// opened by this type. Opening never blocks, and the kind of the file is checked on the open file
/// rather than by its name, which another process may change in between. Directories, pipes,
/// devices and sockets are refused, and the size of reads is bounded.
package struct RegularFile: ~Copyable {
  /// The path of the file, as the caller named it.
  package let path: String
  /// The status of the file when it was opened.
  package let status: FileStatus

  private let descriptor: Int32

  /// Opens the file at a path chosen by the user or the system, following symbolic links.
  ///
  /// For untrusted paths, use ``FileScope/open(_:)``.
  ///
  /// - Throws: `FileError` if the file does not exist, cannot be read, or is not a regular file.
  package init(path: String) throws(FileError) {
    try FileSystem.check(path, for: .read)
    try self.init(path, inFolder: AT_FDCWD, name: path, flags: 0)
  }

  /// Opens the file with a name in an open folder.
  init(_ path: String, inFolder folder: Int32, name: String, flags: Int32) throws(FileError) {
    // Without O_NONBLOCK, opening a pipe waits for a writer.
    let usual = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = unsafe openat(folder, name, usual | flags)
    guard descriptor >= 0 else {
      let code = errno
      // The error of opening a socket.
      throw FileError(.read, path, code == ENXIO ? .notRegular : .system(code))
    }
    do throws(FileError) {
      status = try Self.status(of: descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Reads the file.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: The bytes of the file.
  /// - Throws: `FileError` if the file exceeds `limit`, even if it grew since it was opened.
  package func bytes(limit: Int) throws(FileError) -> [UInt8] {
    guard status.size <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
    return try FileSystem.bytes(
      ofDescriptor: descriptor, path: path, expecting: status.size, limit: limit)
  }

  /// Returns up to `count` bytes from an offset; none at the end of the file.
  ///
  /// - Throws: `FileError` if reading fails.
  package func bytes(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let result = retrying { unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset)) }
      failure = result < 0 ? errno : 0
      filled = max(result, 0)
    }
    guard failure == 0 else { throw FileError(.read, path, code: failure) }
    return bytes
  }

  /// Whether the file belongs to the user of the process, and nobody else can write it.
  var isOfUser: Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }

  /// Calls a closure with the descriptor, which this file keeps.
  func withDescriptor<Result, Failure>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(descriptor)
  }

  private static func status(of descriptor: Int32, _ path: String) throws(FileError) -> FileStatus {
    let status = try FileStatus(descriptor: descriptor, path: path)
    switch status.kind {
    case .regular: return status
    case .directory: throw FileError(.read, path, code: EISDIR)
    case .other: throw FileError(.read, path, .notRegular)
    }
  }
}
