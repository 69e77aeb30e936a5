/// A file that is written in pieces, and that replaces the one with its name when it is complete.
///
/// If it is released before, nothing of it remains. Pipes and devices are written to directly.
package final class DraftFile {
  /// The bytes that are collected before they are written.
  private static let pieceSize = 1 << 18

  private var draft: Draft
  private var piece: [UInt8] = []
  private var failure: FileError?
  private var isPublished = false

  /// Creates an empty file.
  ///
  /// - Parameter path: The path of the file, whose directory must exist.
  /// - Throws: `FileError` if it cannot be created.
  package init(path: String) throws(FileError) { draft = try Draft(of: path) }

  deinit {
    if !isPublished { draft.discard() }
  }

  /// Appends bytes; after an error, this method does nothing.
  package func write(_ bytes: some Sequence<UInt8>) {
    piece.append(contentsOf: bytes)
    if piece.count >= Self.pieceSize { flush() }
  }

  private func flush() {
    if failure == nil, let code = draft.write(piece.span, isDurable: false) {
      failure = FileError(.write, draft.path, code: code)
    }
    piece.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name.
  ///
  /// - Throws: `FileError` if anything was not written.
  package func publish() throws(FileError) {
    flush()
    if let failure { throw failure }
    if let code = draft.publish() { throw FileError(.write, draft.path, code: code) }
    isPublished = true
  }
}
