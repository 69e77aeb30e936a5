internal import GalleyFiles

/// Where fonts are looked for that a manifest names.
struct FontDirectories {
  /// The directory of the manifest.
  let home: String
  private var namesakes: [String: String]?
  /// Where a folder that names begin with is to be found, by its name with a slash, or without
  /// either if they have none.
  private var places: [String: [String]] = [:]

  /// Makes directories around a manifest at `path`.
  init(ofManifest path: String) {
    home = FileSystem.directory(of: path) ?? "."
  }

  /// The system's font directories, the user's own first.
  static var system: [String] {
    let user = FileSystem.environment("HOME")
    let data = FileSystem.environment("XDG_DATA_HOME") ?? user.map { $0 + "/.local/share" }
    return [data.map { $0 + "/fonts" }, user.map { $0 + "/.fonts" }].compactMap(\.self) + installed
  }

  /// The directories in which only the system's administrator puts fonts.
  static let installed = ["/usr/local/share/fonts", "/usr/share/fonts"]

  /// Whether only the system's administrator can have put a file at a path.
  static func isInstalled(_ path: String) -> Bool {
    installed.contains { path.hasPrefix($0 + "/") } && !path.contains("/../")
  }

  /// The maximum size of a file in the cache directory, in bytes.
  static let cacheFileLimit = 1 << 26

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
    let slash = name.utf8.lastIndex(of: UInt8(ascii: "/"))
    let last = slash.map { name.utf8.index(after: $0) } ?? name.startIndex
    let directories = name.hasPrefix("/") ? [""] : places(of: String(name[..<last]))
    for directory in directories {
      let path = directory + name
      if let status = try? FileStatus(path: path), status.kind == .regular {
        return (path, status)
      }
    }
    guard !name.hasPrefix("/") else { return nil }
    let known = namesakes ?? Self.allFiles()
    namesakes = known
    guard let path = known[String(name[last...])], let status = try? FileStatus(path: path) else {
      return nil
    }
    return (path, status)
  }

  /// The directories, with a slash, that have a folder; manifests name many files of few folders.
  private mutating func places(of folder: String) -> [String] {
    if let known = places[folder] { return known }
    let found = ([home] + Self.system).map { $0 + "/" }.filter {
      (try? FileStatus(path: $0 + folder)) != nil
    }
    places[folder] = found
    return found
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
