internal import Glibc

/// Reads of whole files, and of what is around them.
package enum FileSystem {
  /// The bytes of the file at `path`, which may be a pipe or a device too.
  ///
  /// - Throws: `FileError` if there is no such file or it cannot be read.
  package static func bytes(of path: String) throws(FileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path, code: errno) }
    defer { close(descriptor) }
    return try bytes(ofDescriptor: descriptor, path: path)
  }

  /// Everything there is to read on standard input.
  package static func standardInput() throws(FileError) -> [UInt8] {
    try bytes(ofDescriptor: STDIN_FILENO, path: "standard input")
  }

  /// The names in the directory at `path`, sorted, without those that begin with a dot.
  package static func names(in path: String) throws(FileError) -> [String] {
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

  private static func bytes(
    ofDescriptor descriptor: Int32, path: String
  ) throws(FileError) -> [UInt8] {
    let expected = try FileStatus(descriptor: descriptor, path: path).size
    var bytes: [UInt8] = []
    var room = max(expected + 1, 1 << 16)
    while true {
      var failure: Int32 = 0
      let start = bytes.count
      bytes.reserveCapacity(start + room)
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let result = retrying { unsafe read(descriptor, buffer.baseAddress, room) }
        failure = result < 0 ? errno : 0
        count = max(result, 0)
      }
      guard failure == 0 else { throw FileError(.read, path, code: failure) }
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      room = 1 << 16
    }
  }
}

/// Calls `body` again for as long as a signal interrupts it.
func retrying(_ body: () -> Int) -> Int {
  while true {
    let result = body()
    if result >= 0 || errno != EINTR { return result }
  }
}
