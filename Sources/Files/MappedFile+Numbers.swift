extension MappedFile {
  /// Reads the regular file at `path` into memory, where nobody can cut it short.
  ///
  /// - Throws: `FileError` if there is no such file, it cannot be read, is no regular file, or has
  ///   more than ``limit`` bytes.
  package convenience init(reading path: String) throws(FileError) {
    self.init(copying: try RegularFile(path: path).bytes(limit: Self.limit), name: path)
  }

  /// Returns the number that some bytes make with the most significant byte first.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first byte.
  ///   - size: The number of bytes, from 1 to 4.
  /// - Returns: `nil` if the bytes are not all in the file.
  package func bigEndian(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, size <= count, offset <= count - size else { return nil }
    var number = 0
    for place in offset..<offset + size {
      number = number << 8 | Int(unsafe base.load(fromByteOffset: place, as: UInt8.self))
    }
    return number
  }
}
