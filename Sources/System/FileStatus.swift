internal import Glibc

/// The metadata of a file.
package struct FileStatus: Hashable, Sendable {
  /// The kinds of files.
  package enum Kind: Hashable, Sendable {
    case regular, directory, other
  }

  /// Whether it is a file, a directory, or a pipe, device or socket.
  package let kind: Kind
  /// The number of bytes.
  package let size: Int
  /// The last modification of the contents, in nanoseconds since 1970.
  package let modificationTime: Int64
  /// The last change of the contents or the metadata, in nanoseconds since 1970; it cannot be set.
  package let changeTime: Int64
  /// The inode number.
  package let inode: UInt64
  /// The device number.
  package let device: UInt64

  /// Reads the status of the file at `path`, following symbolic links.
  package init(path: String) throws(FileError) {
    try FileSystem.check(path, for: .read)
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw FileError(.read, path, code: errno) }
    self.init(status)
  }

  /// Returns whether two statuses are of one file, under any path.
  package func isSameFile(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device
  }

  /// Creates the status of a regular file from stored values.
  package init(
    size: Int, modificationTime: Int64, changeTime: Int64, inode: UInt64, device: UInt64
  ) {
    kind = .regular
    self.size = size
    self.modificationTime = modificationTime
    self.changeTime = changeTime
    self.inode = inode
    self.device = device
  }

  /// Reads the status of the file with a name in an open folder, following symbolic links.
  init(
    inFolder folder: Int32, name: String, path: @autoclosure () -> String
  ) throws(FileError) {
    var status = stat()
    guard unsafe fstatat(folder, name, &status, 0) == 0 else {
      throw FileError(.read, path(), code: errno)
    }
    self.init(status)
  }

  init(descriptor: Int32, path: String) throws(FileError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(.read, path, code: errno) }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      default: .other
      }
    size = Int(status.st_size)
    modificationTime = Self.nanoseconds(status.st_mtim)
    changeTime = Self.nanoseconds(status.st_ctim)
    inode = UInt64(status.st_ino)
    device = UInt64(status.st_dev)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
