internal import GalleyCZip

/// A zip file that is open for reading, through libzip, which is loaded on first use.
@safe package struct ZipArchive: ~Copyable {
  /// A file or folder of an archive, as its directory describes it.
  package struct Entry: Hashable, Sendable {
    /// The index in the archive.
    package var index: Int
    /// The path in the archive; that of a folder ends with a slash.
    package var name: String
    /// The declared size, in bytes.
    package var size: Int
    /// Whether reading needs a password.
    package var isEncrypted: Bool
  }

  /// The size of the pieces in which entries are read, in bytes.
  private static let pieceSize = 1 << 17

  /// The reason why libzip cannot be used; `nil` if it can.
  private static let failure: String? = unsafe czip_load().map { unsafe String(cString: $0) }

  private static var zip: czip_functions { unsafe czip_table().pointee }

  private let handle: OpaquePointer

  /// Opens the zip file at a path chosen by the user.
  ///
  /// - Throws: `ZipError` if it cannot be read or is damaged.
  package init(path: String) throws(ZipError) {
    if let failure = Self.failure { throw ZipError(description: failure) }
    var code: Int32 = 0
    guard let handle = unsafe Self.zip.open(path, Int32(CZIP_RDONLY), &code) else {
      throw Self.error(code: code)
    }
    unsafe self.handle = handle
  }

  deinit { unsafe Self.zip.discard(handle) }

  /// The number of entries.
  package var count: Int { Int(unsafe Self.zip.get_num_entries(handle, 0)) }

  /// Returns an entry.
  ///
  /// - Throws: `ZipError` if the directory does not describe it.
  package func entry(_ index: Int) throws(ZipError) -> Entry {
    var status = unsafe czip_stat_t()
    guard unsafe Self.zip.stat_index(handle, UInt64(index), 0, &status) == 0 else {
      throw unsafe Self.error(Self.zip.get_error(handle))
    }
    // The name, the size and the method of encryption.
    let fields: UInt64 = 0x1 | 0x4 | 0x80
    guard unsafe status.valid & fields == fields, let name = unsafe status.name,
      let size = unsafe Int(exactly: status.size)
    else { throw ZipError(description: "an entry is not described") }
    return unsafe Entry(
      index: index, name: String(cString: name), size: size,
      isEncrypted: status.encryption_method != 0)
  }

  /// Reads an entry in pieces.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - body: Receives each piece.
  /// - Throws: `ZipError` if the entry is damaged, or longer than its declared size.
  package func read(_ entry: Entry, _ body: ([UInt8]) -> Void) throws(ZipError) {
    guard let file = unsafe Self.zip.fopen_index(handle, UInt64(entry.index), 0) else {
      throw unsafe Self.error(Self.zip.get_error(handle))
    }
    defer { _ = unsafe Self.zip.fclose(file) }
    var total = 0
    while true {
      var result: Int64 = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        result = unsafe Self.zip.fread(file, start, UInt64(buffer.count))
        count = max(0, Int(result))
      }
      guard result >= 0 else { throw unsafe Self.error(Self.zip.file_get_error(file)) }
      guard !piece.isEmpty else { break }
      total += piece.count
      guard total <= entry.size else { break }
      body(piece)
    }
    guard total == entry.size else {
      throw ZipError(description: "an entry is not as long as the directory says")
    }
  }

  private static func error(code: Int32) -> ZipError {
    var error = unsafe czip_error_t()
    unsafe zip.error_init_with_code(&error, code)
    defer { unsafe zip.error_fini(&error) }
    return unsafe self.error(&error)
  }

  private static func error(_ error: UnsafeMutablePointer<czip_error_t>?) -> ZipError {
    guard let words = unsafe zip.error_strerror(error) else {
      return ZipError(description: "the file is damaged")
    }
    return ZipError(description: unsafe String(cString: words))
  }
}

/// A zip file that cannot be read.
package struct ZipError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, in libzip's words if it found it.
  package let description: String

  /// Creates an error with a reason.
  package init(description: String) { self.description = description }
}
