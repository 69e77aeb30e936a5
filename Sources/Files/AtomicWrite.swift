internal import Glibc

extension FileSystem {
  /// Writes `bytes` to the file at `path`, which the user chose, whole or not at all.
  ///
  /// Files are replaced (``replace(_:with:isDurable:)``). Pipes and devices, such as `/dev/stdout`,
  /// are written to directly.
  ///
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - path: The file, whose directory must exist.
  ///   - isDurable: Whether to wait until the disk has the bytes. Without, a power failure soon after
  ///     may lose them.
  /// - Throws: `FileError` with `path` and the reason.
  package static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool = true
  ) throws(FileError) {
    if let status = try? FileStatus(path: path), status.kind == .other {
      return try overwrite(bytes, to: path)
    }
    try replace(path, with: bytes, isDurable: isDurable)
  }

  /// Replaces the file at `path`, whole or not at all; pipes and devices are replaced, too.
  ///
  /// The bytes go to a file without a name in the same directory, which is renamed over `path` when
  /// everything is on disk: readers of `path` see the old contents or the new, and a failure, even
  /// of the power, leaves neither half a file nor a temporary one. A file that is replaced keeps
  /// its permissions, and its owner where the process may set it. Symbolic links are followed, to
  /// files that are not there yet, too.
  ///
  /// - Parameters:
  ///   - path: The file, whose directory must exist.
  ///   - bytes: The new contents.
  ///   - isDurable: Whether to wait until the disk has the bytes.
  /// - Throws: `FileError` with `path` and the reason.
  package static func replace(
    _ path: String, with bytes: [UInt8], isDurable: Bool
  ) throws(FileError) {
    try check(path, for: .write)
    if let status = try? FileStatus(path: path), status.kind == .directory {
      throw FileError(.write, path, code: EISDIR)
    }
    let target = try resolved(path)
    let directory = directory(of: target) ?? "."
    var draft = try Draft(in: directory, replacing: Attributes(of: target), for: path)
    if let code = draft.write(bytes.span, isDurable: isDurable) ?? draft.publish(as: target) {
      draft.discard()
      throw FileError(.write, path, code: code)
    }
  }

  /// The path that `path` leads to through symbolic links, whether or not there is a file.
  private static func resolved(_ path: String) throws(FileError) -> String {
    var target = path
    // As many links as Linux follows.
    for _ in 0...40 {
      guard let link = destination(ofLink: target) else { return target }
      let folder = directory(of: target).map { $0 + "/" } ?? ""
      target = link.hasPrefix("/") ? link : folder + link
    }
    throw FileError(.write, path, code: ELOOP)
  }

  /// The contents of the symbolic link at `path`; `nil` if there is no link.
  private static func destination(ofLink path: String) -> String? {
    let bytes = unsafe [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = unsafe max(0, readlink(path, start, buffer.count))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func overwrite(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    defer { close(descriptor) }
    if let code = writeAll(bytes.span, to: descriptor) {
      throw FileError(.write, path, code: code)
    }
  }
}

/// The owner and the permissions of a file.
private struct Attributes {
  private let mode: mode_t
  private let owner: uid_t
  private let group: gid_t

  /// The attributes of the file at `path`; `nil` if there is none.
  init?(of path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    // Without the bits that have programs run as somebody else.
    mode = status.st_mode & 0o777
    (owner, group) = (status.st_uid, status.st_gid)
  }

  /// Gives the attributes to an open file.
  ///
  /// - Returns: The number of an error, or `nil` if the permissions are set.
  func apply(to descriptor: Int32) -> Int32? {
    // Most processes may not give files away; then the file is its writer's.
    _ = fchown(descriptor, owner, group)
    return fchmod(descriptor, mode) == 0 ? nil : errno
  }
}

/// A file that is being written and that nobody else sees yet.
private struct Draft: ~Copyable {
  private let descriptor: Int32
  private let directory: String
  /// The draft's own name; `nil` as long as it has none, in which case the system takes care of it.
  private var name: String?

  /// Creates an empty draft in `directory`.
  ///
  /// - Parameters:
  ///   - directory: The directory of the finished file.
  ///   - attributes: The attributes of the file that is replaced; `nil` if there is none.
  ///   - path: The file, for errors.
  /// - Throws: `FileError` if there can be none.
  init(
    in directory: String, replacing attributes: Attributes?, for path: String
  ) throws(FileError) {
    // Nobody else is let in before the attributes are set.
    let mode: mode_t = attributes == nil ? 0o666 : 0o600
    // O_TMPFILE, which Swift cannot import. Without a name there is nothing to leave behind, should
    // the process be killed.
    let nameless: Int32 = 0o20_000_000 | O_DIRECTORY
    var descriptor = unsafe open(directory, nameless | O_WRONLY | O_CLOEXEC, mode)
    var name: String?
    if descriptor < 0, [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) {
      name = Self.claimName(in: directory) { name in
        descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        return descriptor >= 0
      }
    }
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    if let code = attributes?.apply(to: descriptor) {
      if let name { unsafe unlink(name) }
      close(descriptor)
      throw FileError(.write, path, code: code)
    }
    self.directory = directory
    self.descriptor = descriptor
    self.name = name
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
    if name == nil {
      let link = "/proc/self/fd/\(descriptor)"
      name = Self.claimName(in: directory) { name in
        unsafe linkat(AT_FDCWD, link, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
      }
    }
    guard let name else { return errno }
    return unsafe rename(name, target) == 0 ? nil : errno
  }

  /// Removes what there is of the draft.
  func discard() {
    if let name { unsafe unlink(name) }
  }

  /// Finds a name that no file has, and takes it.
  ///
  /// - Parameters:
  ///   - directory: The directory of the name.
  ///   - take: Takes a name, unless a file has it; otherwise sets `errno`.
  /// - Returns: The name; `nil` if none was taken, for the reason in `errno`.
  private static func claimName(in directory: String, _ take: (String) -> Bool) -> String? {
    // One is enough, unless somebody guesses the numbers.
    for _ in 0..<16 {
      let name = "\(directory)/.galley-\(String(UInt64.random(in: 0...(.max)), radix: 36)).tmp"
      if take(name) { return name }
      guard errno == EEXIST else { return nil }
    }
    return nil
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
