internal import Glibc

/// The files that a stranger's document may name: those within one folder.
///
/// Names are relative to the folder. Absolute names, names with `..` and symbolic links are
/// refused, unless files outside the folder are allowed; in either case only regular files are
/// opened. Each part of a name is opened by itself, without following links, so that nothing changes
/// in between. The folder is the user's own choice and may be reached by links.
package struct FileScope: Hashable, Sendable {
  /// The folder in which names begin.
  package let directory: String
  /// Whether names may lead out of the folder, by whatever way.
  package let allowsOutsideFiles: Bool

  /// Creates the scope of a folder.
  ///
  /// - Parameters:
  ///   - directory: The folder; `nil` or empty is the working directory.
  ///   - allowsOutsideFiles: Whether names may lead out of the folder.
  package init(directory: String?, allowsOutsideFiles: Bool = false) {
    let directory = directory ?? "."
    self.directory = directory.isEmpty ? "." : directory
    self.allowsOutsideFiles = allowsOutsideFiles
  }

  /// The path that a name leads to, which is for messages and for files outside the folder.
  package func path(of name: String) -> String {
    guard directory != ".", !name.hasPrefix("/") else { return name }
    return directory.hasSuffix("/") ? directory + name : directory + "/" + name
  }

  /// Opens the regular file with a name.
  ///
  /// - Throws: `FileError` if the name leads out of the folder and must not, if there is no such
  ///   file, it cannot be read, or is no regular file.
  package func open(_ name: String) throws(FileError) -> RegularFile {
    let path = path(of: name)
    if allowsOutsideFiles { return try RegularFile(path: path) }
    try FileSystem.check(path, for: .read)
    let parts = name.split(separator: "/").map(String.init).filter { $0 != "." }
    guard !name.hasPrefix("/"), !parts.contains("..") else {
      throw FileError(.read, path, .outside)
    }
    guard let last = parts.last else { throw FileError(.read, path, code: EISDIR) }
    var folder = try Folder(path: directory, for: path)
    for part in parts.dropLast() { folder = try folder.subfolder(part, for: path) }
    return try folder.file(last, for: path)
  }
}

/// An open folder, through which what is in it is reached.
private struct Folder: ~Copyable {
  // O_PATH, which Swift cannot import: the folder need not be readable, only searchable.
  private static let flags: Int32 = 0o10_000_000 | O_DIRECTORY | O_CLOEXEC

  private let descriptor: Int32

  /// Opens the folder at a path, following links.
  init(path: String, for file: String) throws(FileError) {
    try FileSystem.check(path, for: .read)
    let descriptor = unsafe Glibc.open(path, Self.flags)
    guard descriptor >= 0 else { throw FileError(.read, file, code: errno) }
    self.descriptor = descriptor
  }

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Opens the folder with a name in this one; a link is refused.
  consuming func subfolder(_ name: String, for file: String) throws(FileError) -> Folder {
    let opened = unsafe openat(descriptor, name, Self.flags | O_NOFOLLOW)
    guard opened >= 0 else { throw FileError(.read, file, cause(of: errno, name)) }
    return Folder(descriptor: opened)
  }

  /// Opens the file with a name in this folder; a link is refused.
  func file(_ name: String, for path: String) throws(FileError) -> RegularFile {
    do throws(FileError) {
      return try RegularFile(path, inFolder: descriptor, name: name, flags: O_NOFOLLOW)
    } catch {
      guard case .system(let code) = error.cause else { throw error }
      throw FileError(.read, path, cause(of: code, name))
    }
  }

  /// The reason that something in the folder was not opened.
  private func cause(of code: Int32, _ name: String) -> FileError.Cause {
    guard code == ELOOP || code == ENOTDIR else { return .system(code) }
    var status = stat()
    let isLink =
      unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
    return isLink ? .link : .system(code)
  }
}
