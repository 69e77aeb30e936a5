internal import Glibc

/// The files that an untrusted document may refer to: those inside one folder.
///
/// Names are relative to the folder. Absolute names, names with `..` and symbolic links are
/// refused, unless files outside the folder are allowed; in either case only regular files are
/// opened. Each component of a name is opened separately without following links, which rules out
/// races. The folder itself is chosen by the user and may be reached through links.
package struct FileScope: Hashable, Sendable {
  /// The base folder of relative names.
  package let directory: String
  /// Whether names may leave the folder.
  package let allowsOutsideFiles: Bool

  /// Creates the scope of a folder.
  ///
  /// - Parameters:
  ///   - directory: The folder; `nil` or an empty string is the working directory.
  ///   - allowsOutsideFiles: Whether names may leave the folder.
  package init(directory: String?, allowsOutsideFiles: Bool = false) {
    let directory = directory ?? "."
    self.directory = directory.isEmpty ? "." : directory
    self.allowsOutsideFiles = allowsOutsideFiles
  }

  /// Returns the path of a name, for messages and for files outside the folder.
  package func path(of name: String) -> String {
    guard directory != ".", !name.hasPrefix("/") else { return name }
    return directory.hasSuffix("/") ? directory + name : directory + "/" + name
  }

  /// Opens the regular file with a name.
  ///
  /// - Throws: `FileError` if the name leaves the folder without permission, or the file does not
  ///   exist, cannot be read, or is not a regular file.
  package func open(_ name: String) throws(FileError) -> RegularFile {
    let path = path(of: name)
    if allowsOutsideFiles { return try RegularFile(path: path) }
    try FileSystem.check(path, for: .read)
    let parts = name.split(separator: "/").map(String.init).filter { $0 != "." }
    if name.hasPrefix("/") || parts.contains("..") { throw FileError(.read, path, .outside) }
    guard let last = parts.last else { throw FileError(.read, path, code: EISDIR) }
    var folder = try Folder(path: directory, for: path)
    for part in parts.dropLast() { folder = try folder.subfolder(part, for: path) }
    return try folder.file(last, for: path)
  }
}

/// An open folder, for opening the files in it.
private struct Folder: ~Copyable {
  // O_PATH, which Swift cannot import: it requires search permission only, not read permission.
  private static let flags: Int32 = 0o10_000_000 | O_DIRECTORY | O_CLOEXEC

  private let descriptor: Int32

  /// Opens the folder at a path, following links.
  init(path: String, for file: String) throws(FileError) {
    try FileSystem.check(path, for: .read)
    let descriptor = unsafe Glibc.open(path, Self.flags)
    guard descriptor >= 0 else { throw FileError(.read, file, code: errno) }
    self.descriptor = descriptor
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens a subfolder; links are refused.
  consuming func subfolder(_ name: String, for file: String) throws(FileError) -> Folder {
    let opened = unsafe openat(descriptor, name, Self.flags | O_NOFOLLOW)
    guard opened >= 0 else { throw FileError(.read, file, cause(of: errno, name)) }
    return Folder(descriptor: opened)
  }

  /// Opens a file in this folder; links are refused.
  func file(_ name: String, for path: String) throws(FileError) -> RegularFile {
    do throws(FileError) {
      return try RegularFile(path, inFolder: descriptor, name: name, flags: O_NOFOLLOW)
    } catch {
      guard case .system(let code) = error.cause else { throw error }
      throw FileError(.read, path, cause(of: code, name))
    }
  }

  /// Returns the reason for which an entry of the folder was not opened.
  private func cause(of code: Int32, _ name: String) -> FileError.Cause {
    guard code == ELOOP || code == ENOTDIR else { return .system(code) }
    var status = stat()
    let isLink =
      unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
    return isLink ? .link : .system(code)
  }
}
