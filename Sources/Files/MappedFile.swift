internal import Glibc

/// The bytes of a file, mapped into memory for reading.
///
/// Pages come in when they are touched, so that a font of 20 MB costs no more than the tables that
/// are looked at. The bytes stay where they are as long as the object lives: what keeps a pointer
/// into them keeps the object.
///
/// The file must not be cut short while it is mapped; reading past its new end would stop the
/// process. Package managers replace files by renaming, which does no harm.
@safe package final class MappedFile: Sendable {
  /// The path that the file was opened by, or the name it was given.
  package let path: String
  /// The number of bytes.
  package let count: Int

  // SAFETY: nobody writes to the memory after `init`, and only `deinit` gives it back.
  nonisolated(unsafe) package let base: UnsafeRawPointer

  private let isMapped: Bool

  /// The maximum size of a file, in bytes; four times that of the largest fonts.
  package static let limit = 1 << 29

  /// Maps the regular file at `path`.
  ///
  /// - Throws: `FileError` if there is no such file, it cannot be read, is no regular file, or has
  ///   more than ``limit`` bytes.
  package init(path: String) throws(FileError) {
    let file = try RegularFile(path: path)
    guard file.status.size <= Self.limit else {
      throw FileError(.read, path, .tooLarge(limit: Self.limit))
    }
    self.path = path
    count = file.status.size
    guard count > 0 else {
      unsafe base = UnsafeRawPointer(Self.allocation(of: 1))
      isMapped = false
      return
    }
    let count = count
    let mapping = unsafe file.withDescriptor { descriptor in
      unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    }
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else {
      throw FileError(.read, path, code: errno)
    }
    unsafe base = UnsafeRawPointer(mapping)
    isMapped = true
  }

  /// Holds a copy of `bytes` as if it were a file of that `name`.
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

  /// Lends the bytes of the file.
  package func withBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = unsafe base.assumingMemoryBound(to: UInt8.self)
    return try unsafe body(Span(_unsafeStart: start, count: count))
  }

  private static func allocation(of count: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: count, alignment: 16)
  }
}
