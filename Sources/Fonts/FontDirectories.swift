internal import GalleyFiles

/// Where fonts are looked for that a manifest names.
struct FontDirectories {
  /// The directory of the manifest.
  let home: String
  private var namesakes: [String: String]?

  /// Makes directories around a manifest at `path`.
  init(ofManifest path: String) {
    home = FileSystem.directory(of: path) ?? "."
  }

  /// The system's font directories, the user's own first.
  static var system: [String] {
    let user = FileSystem.environment("HOME")
    let data = FileSystem.environment("XDG_DATA_HOME") ?? user.map { $0 + "/.local/share" }
    return [data.map { $0 + "/fonts" }, user.map { $0 + "/.fonts" }].compactMap(\.self)
      + ["/usr/local/share/fonts", "/usr/share/fonts"]
  }

  /// Where we keep what we found out; `nil` if the user has no home.
  static var cache: String? {
    let home = FileSystem.environment("HOME").map { $0 + "/.cache" }
    return (FileSystem.environment("XDG_CACHE_HOME") ?? home).map { $0 + "/galley" }
  }

  /// The path of the file that a manifest calls `name`, and what the file system says of it.
  ///
  /// It may stand beside the manifest, in a font directory of the system, or, if only the last part
  /// of the name fits, anywhere below one, as distributions differ in how they sort fonts.
  ///
  /// - Returns: `nil` if there is no such file.
  mutating func file(named name: String) -> (path: String, status: FileStatus)? {
    let candidates =
      name.hasPrefix("/") ? [name] : ([home] + Self.system).map { $0 + "/" + name }
    for path in candidates {
      if let status = try? FileStatus(path: path), status.kind == .regular {
        return (path, status)
      }
    }
    guard !name.hasPrefix("/") else { return nil }
    let known = namesakes ?? Self.allFiles()
    namesakes = known
    let last = name.utf8.lastIndex(of: UInt8(ascii: "/")).map { name.utf8.index(after: $0) }
    guard let path = known[String(name[(last ?? name.startIndex)...])],
      let status = try? FileStatus(path: path)
    else { return nil }
    return (path, status)
  }

  /// All files below the system's font directories, by their last names.
  private static func allFiles() -> [String: String] {
    var files: [String: String] = [:]
    var open = system.map { (path: $0, depth: 0) }
    while !open.isEmpty {
      let (directory, depth) = open.removeFirst()
      for name in (try? FileSystem.names(in: directory)) ?? [] {
        let path = directory + "/" + name
        switch (try? FileStatus(path: path))?.kind {
        case .regular where files[name] == nil: files[name] = path
        // A guess at how deep fonts lie, which ends loops of links.
        case .directory where depth < 6: open.append((path, depth + 1))
        default: break
        }
      }
    }
    return files
  }
}
