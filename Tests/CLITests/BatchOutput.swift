import Foundation

/// The folder of a batch.
enum BatchOutput {
  /// Returns the entries of a manifest, without the times.
  static func entries(_ folder: String) throws -> [[String: String]] {
    let text = try String(contentsOfFile: folder + "/manifest.jsonl", encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      var entry = (object ?? [:]).mapValues { "\($0)" }
      entry["ms"] = nil
      return entry
    }
  }

  /// Returns the files of a folder except the manifest, with their contents.
  static func files(_ folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for name in names where !name.hasSuffix("manifest.jsonl") && name.contains("/") {
      files[name] = try Data(contentsOf: URL(filePath: folder + "/" + name))
    }
    return files
  }
}
