internal import GalleyBasics
internal import Glibc

/// A file mapped into memory for reading.
///
/// Pages are loaded on access, so a font of 20 MB costs no more than the tables that are used. The
/// bytes do not move while the object is alive; the owner of a pointer into them must keep the
/// object alive.
///
/// The file must not be truncated while it is mapped; reading past its new end ends the process,
/// with a message if ``StandardStreams/failRatherThanEnd()`` was called. Package managers replace
/// files by renaming, which is safe.
@safe package final class MappedFile: Sendable {
  /// The path that the file was opened with, or its given name.
  package let path: String
  /// The number of bytes.
  package let count: Int

  // SAFETY: the memory is never written after `init`, and only `deinit` frees it.
  nonisolated(unsafe) package let base: UnsafeRawPointer

  private let isMapped: Bool

  /// Maps the regular file at `path`.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - ofUser: Whether the file must belong to the user, and be writable for nobody else.
  /// - Throws: `FileError` if the file does not exist, cannot be read, is not a regular file, is
  ///   somebody else's, or exceeds `Limits.Fonts.fileSize` bytes.
  package init(path: String, ofUser: Bool = false) throws(FileError) {
    let bytes = unsafe try SpareDescriptor.lend { () throws(FileError) in
      unsafe try Self.mapping(of: path, ofUser: ofUser)
    }
    self.path = path
    count = bytes.count
    isMapped = unsafe bytes.baseAddress != nil
    unsafe base = unsafe bytes.baseAddress ?? UnsafeRawPointer(Self.allocation(of: 1))
  }

  /// Maps the file at a path; returns an empty buffer without an address if it is empty.
  private static func mapping(
    of path: String, ofUser: Bool
  ) throws(FileError) -> UnsafeRawBufferPointer {
    let file = try RegularFile(path: path)
    guard !ofUser || file.isOfUser else { throw FileError(.read, path, code: EPERM) }
    let count = file.status.size
    guard count <= Limits.Fonts.fileSize else {
      throw FileError(.read, path, .tooLarge(limit: Limits.Fonts.fileSize))
    }
    guard count > 0 else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    let mapping = unsafe file.withDescriptor { descriptor in
      unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    }
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else {
      throw FileError(.read, path, code: errno)
    }
    return unsafe UnsafeRawBufferPointer(start: mapping, count: count)
  }

  /// Creates an object with a copy of `bytes`, as if read from a file called `name`.
  package init(copying bytes: [UInt8], name: String) {
    let memory = unsafe Self.allocation(of: max(bytes.count, 1))
    unsafe bytes.withUnsafeBytes { source in
      unsafe UnsafeMutableRawBufferPointer(start: memory, count: bytes.count)
        .copyMemory(from: source)
    }
    path = name
    count = bytes.count
    unsafe base = UnsafeRawPointer(memory)
    isMapped = false
  }

  deinit {
    if isMapped {
      unsafe munmap(UnsafeMutableRawPointer(mutating: base), count)
    } else {
      unsafe base.deallocate()
    }
  }

  /// Calls a closure with the bytes of the file.
  package func withBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = unsafe base.assumingMemoryBound(to: UInt8.self)
    return try unsafe body(Span(_unsafeStart: start, count: count))
  }

  /// Returns a copy of the bytes in a range, which must be in the file.
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range is in the file")
    return unsafe Array(UnsafeRawBufferPointer(start: base, count: count)[range])
  }

  private static func allocation(of count: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: count, alignment: 16)
  }
}
