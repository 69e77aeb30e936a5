import Foundation
import TestSupport

/// Rules for the Markdown documents: the files that they name exist, and the map stays short.
enum DocumentRules {
  /// The maximum size of ARCHITECTURE.md, in bytes.
  static let mapLimit = 15 * 1024

  /// Finds names of Swift files and folders, and links within the repository, that lead nowhere.
  ///
  /// A name with a slash is a path from the repository's folder or from Sources; any other is the
  /// name of a file anywhere.
  ///
  /// - Parameters:
  ///   - documents: The Markdown files.
  ///   - paths: The paths of all files.
  /// - Returns: The offenses, in the order of the documents.
  static func lostReferences(documents: [SourceFile], paths: [String]) -> [Offense] {
    let names = Set(paths.map { String($0.split(separator: "/").last ?? "") })
    let folders = paths.flatMap { path in
      path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
    }
    let paths = Set(paths + folders)
    return documents.flatMap { document in
      let lost = document.text.matches(of: /`([\w\/+-]+\.swift)`/).map(\.1).filter { name in
        name.contains("/")
          ? !paths.contains("Sources/" + name) && !paths.contains(String(name))
          : !names.contains(String(name))
      }
      let folders = document.text.matches(of: /(?m)(?:^|[^`])`(([A-Z]\w*)(?:\/\w+)+)`/).filter {
        let isModule = paths.contains("Sources/" + $0.2)
        return isModule && !paths.contains("Sources/" + $0.1) && !paths.contains(String($0.1))
      }.map(\.1)
      let folder = document.path.split(separator: "/").dropLast().map(String.init)
      let broken = document.text.matches(of: /\]\(([^):#\s]+)\)/).map(\.1).filter {
        !paths.contains(resolved($0, from: folder))
      }
      return (lost + folders + broken).map {
        Offense(path: document.path, reason: "there is no \($0)")
      }
    }
  }

  /// Finds links of documentation pages to types that are not public names of their module.
  ///
  /// - Parameters:
  ///   - pages: The Markdown files of the catalogs.
  ///   - inventory: The list of public names, `API.md`.
  /// - Returns: The offenses, in the order of the pages.
  static func lostSymbols(pages: [SourceFile], inventory: SourceFile) -> [Offense] {
    var names: [String: Set<String>] = [:]
    var module = ""
    for line in inventory.lines {
      if line.hasPrefix("### ") { module = String(line.dropFirst(4)) }
      guard let name = line.prefixMatch(of: /- `(\w+)`/)?.1 else { continue }
      names[module, default: []].insert(String(name))
    }
    return pages.flatMap { page in
      let folder = page.folder ?? ""
      let module = folder.hasPrefix("Galley") ? folder : "Galley" + folder
      let known = names[module, default: []].union([module])
      return Set(page.text.matches(of: /(?m)(?:^|[^`])``(\w+)/).map { String($0.1) }).subtracting(
        known
      ).sorted().map { Offense(path: page.path, reason: "\(module) has no public \($0)") }
    }
  }

  /// Finds decisions whose numbers are not consecutive from 1, or that are missing in the index.
  static func decisions(files: [SourceFile]) -> [Offense] {
    let folder = "Documentation/Decisions/"
    let index = files.first { $0.path == folder + "README.md" }?.text ?? ""
    let notes = files.filter { $0.path.hasPrefix(folder) && !$0.path.hasSuffix("README.md") }
    return notes.sorted { $0.path < $1.path }.enumerated().compactMap { place, note in
      let name = note.path.dropFirst(folder.count)
      let isNumbered = Int(name.prefix(4)) == place + 1 && note.text.hasPrefix("# \(place + 1). ")
      guard !isNumbered || !index.contains("(\(name))") else { return nil }
      return Offense(path: note.path, reason: "is not numbered \(place + 1), or not in the index")
    }
  }

  /// Resolves a link of a document in a folder.
  private static func resolved(_ link: Substring, from folder: [String]) -> String {
    var parts = folder
    for part in link.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }
}
