internal import Glibc

extension FileSystem {
  /// Writes `bytes` to a file chosen by the user, atomically.
  ///
  /// Files are replaced (``replace(_:with:isDurable:)``). Pipes and devices, such as `/dev/stdout`,
  /// are written to directly.
  ///
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - path: The path of the file, whose directory must exist.
  ///   - isDurable: Whether to wait until the bytes are on disk; otherwise a power failure shortly
  ///     afterwards may lose them.
  /// - Throws: `FileError` with `path` and the reason.
  package static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool = true
  ) throws(FileError) {
    var draft = try Draft(of: path)
    try draft.finish(bytes.span, isDurable: isDurable)
  }

  /// Replaces the file at `path` atomically, even if it is a pipe or a device.
  ///
  /// The bytes are written to an unnamed file in the same directory, which gets its name when it is
  /// complete: readers see the old contents or the new, and no failure, not even of the power,
  /// leaves a partial file. A replaced file keeps its permissions, and its
  /// owner if the process may set it. Symbolic links are followed, also to files that do not exist
  /// yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file, whose directory must exist.
  ///   - bytes: The new contents.
  ///   - isDurable: Whether to wait until the bytes are on disk.
  ///   - isPrivate: Whether only the user can read and write the file, whatever permissions a
  ///     replaced file has.
  /// - Throws: `FileError` with `path` and the reason.
  package static func replace(
    _ path: String, with bytes: [UInt8], isDurable: Bool, isPrivate: Bool = false
  ) throws(FileError) {
    var draft = try Draft(replacing: path, isPrivate: isPrivate)
    try draft.finish(bytes.span, isDurable: isDurable)
  }

  /// Returns the path with symbolic links resolved, whether or not the file exists.
  fileprivate static func resolved(_ path: String) throws(FileError) -> String {
    var target = path
    // The same number of links as in Linux.
    for _ in 0...40 {
      guard let link = destination(ofLink: target) else { return target }
      let folder = directory(of: target).map { $0 + "/" } ?? ""
      target = link.hasPrefix("/") ? link : folder + link
    }
    throw FileError(.write, path, code: ELOOP)
  }

  /// Returns the destination of a symbolic link, or `nil` if `path` is not one.
  private static func destination(ofLink path: String) -> String? {
    let bytes = unsafe [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = unsafe max(0, readlink(path, start, buffer.count))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// The owner and the permissions of a file.
private struct Attributes {
  private let mode: mode_t
  private let owner: uid_t
  private let group: gid_t

  /// The attributes of a file that only the user can read and write.
  static let ofUser = Attributes(mode: 0o600, owner: geteuid(), group: getegid())

  private init(mode: mode_t, owner: uid_t, group: gid_t) {
    (self.mode, self.owner, self.group) = (mode, owner, group)
  }

  /// Reads the attributes of the file at `path`, or returns `nil` if there is none.
  init?(of path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    // Without the set-user-ID, set-group-ID and sticky bits.
    mode = status.st_mode & 0o777
    (owner, group) = (status.st_uid, status.st_gid)
  }

  /// Applies the attributes to an open file.
  ///
  /// - Returns: An error number, or `nil` if the permissions are set.
  func apply(to descriptor: Int32) -> Int32? {
    // Most processes may not change the owner; the file then belongs to its writer.
    _ = fchown(descriptor, owner, group)
    return fchmod(descriptor, mode) == 0 ? nil : errno
  }
}

/// A file being written, invisible to others until it is published.
struct Draft: ~Copyable {
  /// The path as the caller named it.
  let path: String
  private let descriptor: Int32
  /// The path that the file gets; `nil` for a pipe or a device, which is written to directly.
  private let target: String?
  /// The draft's temporary name; `nil` if it is unnamed, so that the system cleans it up.
  private var name: String?

  /// Creates an empty draft of a file chosen by the user, or opens a pipe or a device.
  ///
  /// - Throws: `FileError` if the file cannot be created.
  init(of path: String) throws(FileError) {
    guard let status = try? FileStatus(path: path), status.kind == .other else {
      try self.init(replacing: path, isPrivate: false)
      return
    }
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    self.init(path, descriptor: descriptor)
  }

  private init(_ path: String, descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
    target = nil
    name = nil
  }

  /// Creates an empty draft that replaces the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the file, whose directory must exist.
  ///   - isPrivate: Whether only the user can read and write the file.
  /// - Throws: `FileError` if the draft cannot be created.
  init(replacing path: String, isPrivate: Bool) throws(FileError) {
    try FileSystem.check(path, for: .write)
    if let status = try? FileStatus(path: path), status.kind == .directory {
      throw FileError(.write, path, code: EISDIR)
    }
    let target = try FileSystem.resolved(path)
    let directory = FileSystem.directory(of: target) ?? "."
    let attributes = isPrivate ? Attributes.ofUser : Attributes(of: target)
    // Restricts access until the attributes are set.
    let mode: mode_t = attributes == nil ? 0o666 : 0o600
    // O_TMPFILE, which Swift cannot import. An unnamed file leaves nothing behind if the process is
    // killed.
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
    self.path = path
    self.descriptor = descriptor
    self.target = target
    self.name = name
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  ///
  /// - Returns: An error number, or `nil` on success.
  func write(_ bytes: Span<UInt8>, isDurable: Bool) -> Int32? {
    if let code = writeAll(bytes, to: descriptor) { return code }
    // Pipes and devices have no disk.
    return isDurable && target != nil && fsync(descriptor) != 0 ? errno : nil
  }

  /// Gives the draft its final name, replacing an existing file.
  ///
  /// Only a file that replaces another has a temporary name for a moment, which a process that is
  /// killed just then leaves behind.
  ///
  /// - Returns: An error number, or `nil` on success.
  mutating func publish() -> Int32? {
    guard let target else { return nil }
    if name == nil {
      let link = "/proc/self/fd/\(descriptor)"
      if unsafe linkat(AT_FDCWD, link, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return nil }
      guard errno == EEXIST else { return errno }
      name = Self.claimName(in: FileSystem.directory(of: target) ?? ".") { name in
        unsafe linkat(AT_FDCWD, link, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
      }
    }
    guard let name else { return errno }
    return unsafe rename(name, target) == 0 ? nil : errno
  }

  /// Writes the contents, or the rest of them, and publishes the file.
  ///
  /// - Throws: `FileError` if it is not published; it is removed then.
  mutating func finish(_ bytes: Span<UInt8>, isDurable: Bool) throws(FileError) {
    guard let code = write(bytes, isDurable: isDurable) ?? publish() else { return }
    discard()
    throw FileError(.write, path, code: code)
  }

  /// Removes the draft.
  func discard() {
    if let name { unsafe unlink(name) }
  }

  /// Claims an unused name.
  ///
  /// - Parameters:
  ///   - directory: The directory of the name.
  ///   - take: Claims a name unless a file has it; otherwise sets `errno`.
  /// - Returns: The name, or `nil` if none was claimed, with the reason in `errno`.
  private static func claimName(in directory: String, _ take: (String) -> Bool) -> String? {
    // One attempt suffices, unless somebody guesses the numbers.
    for _ in 0..<16 {
      let name = "\(directory)/.galley-\(String(UInt64.random(in: 0...(.max)), radix: 36)).tmp"
      if take(name) { return name }
      guard errno == EEXIST else { return nil }
    }
    return nil
  }
}

/// Writes all of `bytes`, in as many calls as needed.
///
/// - Returns: An error number, or `nil` on success.
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
