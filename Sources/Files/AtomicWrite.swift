internal import Glibc
internal import Synchronization

extension FileSystem {
  /// Writes `bytes` to the file at `path`, whole or not at all.
  ///
  /// The bytes go to a file without a name in the same directory, which is renamed over `path` when
  /// everything is on disk: who reads `path` sees the old contents or the new, and a failure, even
  /// of the power, leaves neither half a file nor a temporary one. A symbolic link is followed. What
  /// is no regular file, such as `/dev/stdout`, is written to directly.
  ///
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - path: The file, whose directory must exist.
  ///   - isDurable: Whether to wait until the disk has the bytes. Without, a power failure soon after
  ///     may lose them.
  /// - Throws: `FileError` with `path` and the reason.
  package static func write(
    _ bytes: Span<UInt8>, to path: String, isDurable: Bool = true
  ) throws(FileError) {
    if let status = try? FileStatus(path: path) {
      switch status.kind {
      case .directory: throw FileError(.write, path, code: EISDIR)
      case .other: return try overwrite(bytes, to: path)
      case .regular: break
      }
    }
    let target = resolved(path)
    let directory = directory(of: target) ?? "."
    var draft = try Draft(in: directory, for: path)
    if let code = draft.write(bytes, isDurable: isDurable) ?? draft.publish(as: target) {
      draft.discard()
      throw FileError(.write, path, code: code)
    }
  }

  /// Writes `bytes` to the file at `path`, whole or not at all.
  package static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool = true
  ) throws(FileError) {
    try write(bytes.span, to: path, isDurable: isDurable)
  }

  /// Where the symbolic links of `path` lead.
  private static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private static func overwrite(_ bytes: Span<UInt8>, to path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    defer { close(descriptor) }
    if let code = writeAll(bytes, to: descriptor) {
      throw FileError(.write, path, code: code)
    }
  }
}

/// A file that is being written and that nobody else sees yet.
private struct Draft: ~Copyable {
  private static let serial = Atomic<UInt64>(0)

  private let descriptor: Int32
  private let directory: String
  /// The draft's own name; `nil` as long as it has none, in which case the system takes care of it.
  private var name: String?

  /// Makes an empty draft in `directory`.
  init(in directory: String, for path: String) throws(FileError) {
    self.directory = directory
    // O_TMPFILE, which Swift cannot import. Without a name there is nothing to leave behind, should
    // the process be killed.
    let nameless: Int32 = 0o20_000_000 | O_DIRECTORY
    var descriptor = unsafe open(directory, nameless | O_WRONLY | O_CLOEXEC, 0o666)
    if descriptor < 0, [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) {
      let name = Self.makeName(in: directory)
      descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      self.name = name
    }
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Fills the draft.
  ///
  /// - Returns: The number of an error, or `nil` if it went well.
  func write(_ bytes: Span<UInt8>, isDurable: Bool) -> Int32? {
    if let code = writeAll(bytes, to: descriptor) { return code }
    return isDurable && fsync(descriptor) != 0 ? errno : nil
  }

  /// Gives the draft its name, in place of what had it before.
  mutating func publish(as target: String) -> Int32? {
    let name = self.name ?? Self.makeName(in: directory)
    if self.name == nil {
      let link = "/proc/self/fd/\(descriptor)"
      guard unsafe linkat(AT_FDCWD, link, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
        return errno
      }
      self.name = name
    }
    return unsafe rename(name, target) == 0 ? nil : errno
  }

  /// Removes what there is of the draft.
  func discard() {
    if let name { unsafe unlink(name) }
  }

  private static func makeName(in directory: String) -> String {
    let number = serial.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(directory)/.galley-\(getpid())-\(number).tmp"
  }
}

/// Writes all of `bytes`, however many calls that takes.
///
/// - Returns: The number of an error, or `nil` if it went well.
func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) -> Int32? {
  unsafe bytes.withUnsafeBytes { buffer in
    var start = 0
    while start < buffer.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
      let count = retrying { unsafe Glibc.write(descriptor, rest.baseAddress, rest.count) }
      guard count >= 0 else { return errno }
      start += count
    }
    return nil
  }
}
