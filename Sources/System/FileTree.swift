internal import GalleyCSystem
internal import Glibc

extension FileSystem {
  /// Removes the file or the directory at a path, with everything in it, if there is one.
  ///
  /// Symbolic links are removed, not followed; other file systems that are mounted in the directory
  /// are left.
  ///
  /// - Throws: `FileError` if something cannot be removed; then a part may be gone.
  package static func removeTree(_ path: String) throws(FileError) {
    try check(path, for: .write)
    guard unsafe galley_remove_tree(path) != 0, errno != ENOENT else { return }
    throw FileError(.write, path, code: errno)
  }
}

extension FileStatus {
  /// The time since the last modification of the contents, in seconds.
  package var age: Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int(now.tv_sec) - Int(modificationTime / 1_000_000_000)
  }
}
