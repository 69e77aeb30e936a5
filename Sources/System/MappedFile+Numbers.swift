internal import GalleyBasics

extension MappedFile {
  /// Reads the regular file at `path` into memory, so that truncating it later has no effect.
  ///
  /// - Throws: `FileError` if the file does not exist, cannot be read, is not a regular file, or
  ///   exceeds ``limit`` bytes.
  package convenience init(reading path: String) throws(FileError) {
    let bytes = try SpareDescriptor.lend { () throws(FileError) in
      try RegularFile(path: path).bytes(limit: Limits.Fonts.fileSize)
    }
    self.init(copying: bytes, name: path)
  }

  /// Returns the big-endian number at an offset.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first byte.
  ///   - size: The number of bytes, from 1 to 4.
  /// - Returns: The number, or `nil` if it extends beyond the file.
  package func bigEndian(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, size <= count, offset <= count - size else { return nil }
    var number = 0
    for place in offset..<offset + size {
      number = number << 8 | Int(unsafe base.load(fromByteOffset: place, as: UInt8.self))
    }
    return number
  }
}
