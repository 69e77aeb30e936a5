import GalleyBasics
import Foundation
import GalleyQuotes
import GalleySystem

/// A temporary folder with the files of a request, which only this user can read and which is
/// removed with the object.
final class ExportFolder {
  private let path =
    FileManager.default.temporaryDirectory.path(percentEncoded: false)
    + "galley-serve-\(UUID())"
  /// The export: its only file, or the folder with all of them.
  let source: String

  /// The path of a file that is no part of the export.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes files.
  ///
  /// - Throws: `ServeError.invalid` if a name leaves the folder, or a file cannot be written.
  init(_ files: [MultipartBody.File]) throws(ServeError) {
    let export = path + "/export"
    var names: Set<String> = []
    for file in files {
      let parts = file.fileName.split(separator: "/", omittingEmptySubsequences: false)
      let isInside = parts.allSatisfy {
        !["", ".", ".."].contains($0) && $0.utf8.count <= 255 && !$0.utf8.contains(0)
      }
      guard isInside, parts.count <= Limits.Server.exportDepth else {
        throw .invalid("invalid_export: the name of file \(names.count + 1) is not valid")
      }
      guard names.insert(file.fileName).inserted else {
        throw .invalid("invalid_export: two files have the same name")
      }
    }
    source = files.count == 1 ? export + "/" + files[0].fileName : export
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      for file in files {
        let place = export + "/" + file.fileName
        try FileSystem.makeDirectory(FileSystem.directory(of: place) ?? export)
        try FileSystem.write(file.bytes, to: place, isDurable: false)
      }
    } catch {
      throw .invalid("invalid_export: \(relative("\(error)"))")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns words without the path of the folder.
  func relative(_ words: String) -> String {
    words.replacing(path + "/export/", with: "").replacing(path + "/", with: "")
  }
}
