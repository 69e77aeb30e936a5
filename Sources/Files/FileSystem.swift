internal import Glibc

/// Reads of whole files, and of what is around them.
package enum FileSystem {
  /// The maximum size of a whole input, in bytes; a device without an end has more.
  package static let inputLimit = 1 << 28

  /// The bytes of the file at `path`, which the user chose: it may be a pipe or a device too.
  ///
  /// A path that a stranger chose goes to ``FileScope/open(_:)``.
  ///
  /// - Throws: `FileError` if there is no such file, it cannot be read, or is over `limit` bytes.
  package static func bytes(
    of path: String, limit: Int = inputLimit
  ) throws(FileError) -> [UInt8] {
    try check(path, for: .read)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path, code: errno) }
    defer { close(descriptor) }
    let size = try FileStatus(descriptor: descriptor, path: path).size
    return try bytes(ofDescriptor: descriptor, path: path, expecting: size, limit: limit)
  }

  /// Everything there is to read on standard input.
  ///
  /// - Throws: `FileError` if it cannot be read, or has more than ``inputLimit`` bytes.
  package static func standardInput() throws(FileError) -> [UInt8] {
    let name = "standard input"
    let size = try FileStatus(descriptor: STDIN_FILENO, path: name).size
    return try bytes(
      ofDescriptor: STDIN_FILENO, path: name, expecting: size, limit: inputLimit)
  }

  /// The names in the directory at `path`, sorted, without those that begin with a dot.
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

  /// Makes the directory at `path`, and those above it that are missing.
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

  /// What stands before the last slash of `path`; `nil` if there is no slash.
  package static func directory(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The value of an environment variable; `nil` if it is unset or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Refuses a path that has a null character, where the system would cut it off.
  static func check(_ path: String, for action: FileError.Action) throws(FileError) {
    // Each font of a manifest is checked at each start, and this is quicker than a search.
    let length = unsafe path.withCString { unsafe strlen($0) }
    guard length == path.utf8.count else { throw FileError(action, path, .nullCharacter) }
  }

  /// Everything that is left to read from a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The open file.
  ///   - path: The file's path, for errors.
  ///   - size: The expected number of bytes, for which room is made at once.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The bytes.
  /// - Throws: `FileError` if reading fails, or there are more bytes than `limit`.
  static func bytes(
    ofDescriptor descriptor: Int32, path: String, expecting size: Int, limit: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = min(max(size, 0), limit) + 1
    while bytes.count <= limit {
      room = max(room, 1 << 16)
      var failure: Int32 = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let result = retrying { unsafe read(descriptor, buffer.baseAddress, room) }
        failure = result < 0 ? errno : 0
        count = max(result, 0)
      }
      guard failure == 0 else { throw FileError(.read, path, code: failure) }
      if chunk.isEmpty { return bytes }
      // Appending grows the room by a factor, which keeps the whole linear.
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      room = 1 << 16
    }
    throw FileError(.read, path, .tooLarge(limit: limit))
  }
}

/// Calls `body` again for as long as a signal interrupts it.
func retrying(_ body: () -> Int) -> Int {
  while true {
    let result = body()
    if result >= 0 || errno != EINTR { return result }
  }
}
