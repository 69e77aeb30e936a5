import Foundation

/// A folder in memory for the files of an input.
package final class ScratchFolder {
  /// The path of the folder.
  package let path: String

  /// Creates a folder.
  package init() {
    let files = FileManager.default
    let memory = URL(filePath: "/dev/shm")
    let parent = files.isWritableFile(atPath: memory.path) ? memory : files.temporaryDirectory
    path = parent.appending(path: "galley-fuzz-\(UUID().uuidString)").path
    for folder in ["cases", "general"] {
      try? files.createDirectory(atPath: file(folder), withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file.
  package func write(_ bytes: [UInt8], to name: String) {
    _ = FileManager.default.createFile(atPath: file(name), contents: Data(bytes))
  }

  /// Removes a file.
  package func remove(_ name: String) { try? FileManager.default.removeItem(atPath: file(name)) }
}

/// Files of the repository.
package enum RepositoryFiles {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..")
    .standardizedFileURL

  /// Returns the files of a folder and of those in it, sorted by name.
  package static func all(
    below folder: String, endings: Set<String>
  ) -> [(name: String, bytes: [UInt8])] {
    let place = root.appending(path: folder)
    let names =
      FileManager.default.enumerator(atPath: place.path)?
      .compactMap { $0 as? String } ?? []
    return names.sorted().filter { endings.contains(String($0.split(separator: ".").last ?? "")) }
      .compactMap { name in
        FileManager.default.contents(atPath: place.appending(path: name).path)
          .map { (name, [UInt8]($0)) }
      }
  }
}
