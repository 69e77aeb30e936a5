/// A stream of bytes that is read in pieces.
package protocol ByteSource: AnyObject {
  /// Returns the next piece; an empty one ends the stream.
  ///
  /// - Throws: `FileError` if reading fails.
  func next() throws(FileError) -> [UInt8]
}

/// The bytes of a regular file from an offset.
///
/// Only the current piece is in memory. The file is read rather than mapped, because it may be
/// truncated meanwhile.
package final class FileSource: ByteSource {
  /// The size of the pieces, in bytes.
  package static let pieceSize = 1 << 18

  private let file: RegularFile
  private var offset: Int
  private let pieceSize: Int

  /// Creates a stream of a file.
  package init(_ file: consuming RegularFile, from offset: Int = 0, pieceSize: Int = pieceSize) {
    self.file = file
    self.offset = offset
    self.pieceSize = pieceSize
  }

  package func next() throws(FileError) -> [UInt8] {
    let piece = try file.bytes(from: offset, count: pieceSize)
    offset += piece.count
    return piece
  }
}
