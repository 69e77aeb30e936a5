internal import GalleySystem
internal import Testing

/// A snapshot with its file.
struct Snapshot {
  /// The content.
  let content: SnapshotContent
  /// The content as the bytes of a file.
  let bytes: [UInt8]
  /// The path of the file.
  let path: String
  /// The location of the call.
  let location: SourceLocation

  /// The name of the file without its extension.
  var name: String { String((path.split(separator: "/").last ?? "").dropLast(4)) }

  /// Returns the contents of the file, or `nil` if it does not exist.
  func storedBytes() throws(FileError) -> [UInt8]? {
    do {
      return try FileSystem.bytes(of: path)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// Writes the file, and the folders around it.
  func write() throws(FileError) {
    if let folder = FileSystem.directory(of: path) { try FileSystem.makeDirectory(folder) }
    try FileSystem.replace(path, with: bytes, isDurable: false)
  }

  /// Attaches a file to the current test.
  func attach(_ bytes: [UInt8], as role: String) {
    Attachment.record(
      bytes, named: "\(name).\(role).\(content.fileExtension)", sourceLocation: location)
  }
}
