internal import GalleySystem

/// The directories that are searched for the fonts of a manifest.
struct FontDirectories {
  /// The directory of the manifest.
  let home: String
  private var namesakes: [String: String]?
  /// The directories that contain a folder, by the folder's name with a trailing slash, or an empty
  /// name if there is no folder; few enough for a linear search.
  private var places: [(folder: String, directories: [String])] = []

  /// Creates directories for a manifest at `path`.
  init(ofManifest path: String) { home = FileSystem.directory(of: path) ?? "." }

  /// The system's font directories, the user's own first.
  static var system: [String] {
    let user = FileSystem.environment("HOME")
    let data = FileSystem.environment("XDG_DATA_HOME") ?? user.map { $0 + "/.local/share" }
    return [data.map { $0 + "/fonts" }, user.map { $0 + "/.fonts" }].compactMap(\.self) + installed
  }

  /// The font directories that only the system's administrator can write.
  ///
  /// The last two contain the fonts of TeX, among them those for mathematics.
  static let installed = [
    "/usr/local/share/fonts", "/usr/share/fonts", "/usr/share/texmf/fonts",
    "/usr/share/texlive/texmf-dist/fonts",
  ]

  /// Returns whether only the system's administrator can have put a file at a path.
  static func isInstalled(_ path: String) -> Bool {
    installed.contains { path.hasPrefix($0 + "/") } && !hasParentComponent(path)
  }

  /// Returns whether a path has a component `..`.
  private static func hasParentComponent(_ path: String) -> Bool {
    // The length of a component of dots so far, or -1 if it has other characters.
    var dots = 0
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "/"):
        if dots == 2 { return true }
        dots = 0
      case UInt8(ascii: ".") where dots >= 0: dots += 1
      default: dots = -1
      }
    }
    return dots == 2
  }

  /// The maximum size of a file in the cache directory, in bytes.
  static let cacheFileLimit = 1 << 26

  /// The directory for cached results, or `nil` if the user has no home directory.
  static var cache: String? { FileSystem.userCache }

  /// Returns the path and status of the file that a manifest names.
  ///
  /// The file may be beside the manifest, in a font directory of the system or, if only the last
  /// path component matches, anywhere below one, because distributions sort fonts differently.
  ///
  /// - Returns: The path and status, or `nil` if there is no such file.
  mutating func file(named name: String) -> (path: String, status: FileStatus)? {
    let folder = Self.folder(of: name)
    let directories = name.hasPrefix("/") ? [""] : places(of: folder)
    for directory in directories {
      let path = directory + name
      if let status = try? FileStatus(path: path), status.kind == .regular {
        return (path, status)
      }
    }
    guard !name.hasPrefix("/") else { return nil }
    let known = namesakes ?? Self.allFiles()
    namesakes = known
    guard let path = known[String(Substring(name.utf8.dropFirst(folder.utf8.count)))],
      let status = try? FileStatus(path: path)
    else {
      return nil
    }
    return (path, status)
  }

  /// Returns the folder of a file that a manifest names, with a trailing slash; empty if it names
  /// none.
  static func folder(of name: String) -> String {
    guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(name[...slash])
  }

  /// Returns the directories, with a trailing slash, that contain a folder; manifests name many
  /// files in few folders.
  mutating func places(of folder: String) -> [String] {
    if let known = places.first(where: { $0.folder == folder }) { return known.directories }
    let found = ([home] + Self.system).map { $0 + "/" }.filter {
      (try? FileStatus(path: $0 + folder)) != nil
    }
    places.append((folder, found))
    return found
  }

  /// Returns all files below the system's font directories, by their last path components.
  private static func allFiles() -> [String: String] {
    var files: [String: String] = [:]
    var open = system.map { (path: $0, depth: 0) }
    while !open.isEmpty {
      let (directory, depth) = open.removeFirst()
      for name in (try? FileSystem.names(in: directory)) ?? [] {
        let path = directory + "/" + name
        switch (try? FileStatus(path: path))?.kind {
        case .regular where files[name] == nil: files[name] = path
        // The depth is limited, which also ends cycles of links.
        case .directory where depth < 6: open.append((path, depth + 1))
        default: break
        }
      }
    }
    return files
  }
}
