internal import GalleyBasics
internal import Glibc

/// Operations on whole files, directories and the environment.
package enum FileSystem {
  /// Returns the contents of a file chosen by the user, which may be a pipe or a device.
  ///
  /// For untrusted paths, use ``FileScope/open(_:)``.
  ///
  /// - Throws: `FileError` if the file does not exist, cannot be read, or exceeds `limit` bytes.
  package static func bytes(of path: String, limit: Int = Limits.Files.input) throws(FileError)
    -> [UInt8]
  {
    let descriptor = try openForReading(path)
    defer { close(descriptor) }
    let size = try FileStatus(descriptor: descriptor, path: path).size
    return try bytes(ofDescriptor: descriptor, path: path, expecting: size, limit: limit)
  }

  /// Returns the contents of standard input.
  ///
  /// - Throws: `FileError` if it cannot be read, or exceeds `Limits.Files.input` bytes.
  package static func standardInput() throws(FileError) -> [UInt8] {
    let name = "standard input"
    let size = try FileStatus(descriptor: STDIN_FILENO, path: name).size
    return try bytes(
      ofDescriptor: STDIN_FILENO, path: name, expecting: size, limit: Limits.Files.input)
  }

  /// Returns the sorted names in a directory, without those that begin with a dot.
  package static func names(in path: String) throws(FileError) -> [String] {
    try check(path, for: .read)
    guard let stream = unsafe opendir(path) else { throw FileError(.read, path, code: errno) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Creates the directory at `path`, and its missing parents.
  package static func makeDirectory(_ path: String) throws(FileError) {
    try check(path, for: .write)
    if unsafe mkdir(path, 0o777) == 0 { return }
    let code = errno
    if code == ENOENT, let parent = directory(of: path), parent != path {
      try makeDirectory(parent)
      if unsafe mkdir(path, 0o777) == 0 { return }
    }
    if let status = try? FileStatus(path: path), status.kind == .directory { return }
    throw FileError(.write, path, code: code)
  }

  /// Removes the file at `path`, if there is one.
  package static func removeFile(_ path: String) throws(FileError) {
    try check(path, for: .write)
    guard unsafe unlink(path) != 0, errno != ENOENT else { return }
    throw FileError(.write, path, code: errno)
  }

  /// Returns the part of `path` before the last slash, or `nil` if there is none.
  package static func directory(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns `path` as seen from the root directory; an absolute path is returned as it is.
  package static func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + path
  }

  /// Returns the value of an environment variable, or `nil` if it is unset or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The directory of Galley's files that can be made again; `nil` if the user has no home.
  package static var userCache: String? {
    let home = environment("HOME").map { $0 + "/.cache" }
    return (environment("XDG_CACHE_HOME") ?? home).map { $0 + "/galley" }
  }

  /// Throws an error if a path contains a null character, at which the system would truncate it.
  static func check(_ path: String, for action: FileError.Action) throws(FileError) {
    // This runs for each font of a manifest at each start, and is faster than a search.
    let length = unsafe path.withCString { unsafe strlen($0) }
    guard length == path.utf8.count else { throw FileError(action, path, .nullCharacter) }
  }

  /// Returns the rest of the contents of a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The open file.
  ///   - path: The file's path, for errors.
  ///   - size: The expected number of bytes, reserved in advance.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The bytes.
  /// - Throws: `FileError` if reading fails, or there are more bytes than `limit`.
  static func bytes(
    ofDescriptor descriptor: Int32, path: String, expecting size: Int, limit: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = min(max(size, 0), limit) + 1
    while bytes.count <= limit {
      let chunk = try chunk(ofDescriptor: descriptor, path: path, room: max(room, 1 << 16))
      if chunk.isEmpty { return bytes }
      // Appending grows the capacity by a factor, which keeps the total work linear.
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      room = 1 << 16
    }
    throw FileError(.read, path, .tooLarge(limit: limit))
  }

  /// Returns the next bytes of a descriptor, at most `room`; none at the end of the file.
  static func chunk(
    ofDescriptor descriptor: Int32, path: String, room: Int
  ) throws(FileError) -> [UInt8] {
    var failure: Int32 = 0
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      let result = retrying { unsafe read(descriptor, buffer.baseAddress, room) }
      failure = result < 0 ? errno : 0
      count = max(result, 0)
    }
    guard failure == 0 else { throw FileError(.read, path, code: failure) }
    return chunk
  }

  /// Opens a file chosen by the user.
  static func openForReading(_ path: String) throws(FileError) -> Int32 {
    try check(path, for: .read)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path, code: errno) }
    return descriptor
  }
}

/// Calls `body` until it is not interrupted by a signal.
func retrying(_ body: () -> Int) -> Int {
  while true {
    let result = body()
    if result >= 0 || errno != EINTR { return result }
  }
}
