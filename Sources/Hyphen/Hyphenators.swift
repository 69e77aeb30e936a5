internal import GalleySystem
internal import Glibc
internal import Synchronization

/// A store of hyphenation patterns by language, each read once.
///
/// The patterns are the files `hyph_*.dic` of Debian's packages `hyphen-*`, which LibreOffice also
/// uses.
package final class Hyphenators: Sendable {
  /// The patterns installed on the system.
  package static let shared = Hyphenators(directories: [
    "/usr/share/hyphen", "/usr/local/share/hyphen",
  ])

  /// The maximum number of cached languages, because a text may name any number.
  private static let capacity = 64

  private let directories: [String]
  private let known = Mutex(Known())

  fileprivate struct Known {
    var byLanguage: [String: Hyphenator?] = [:]
    var byFile: [String: Hyphenator?] = [:]
  }

  /// Creates a store of the patterns in the given directories.
  package init(directories: [String]) { self.directories = directories }

  /// Returns the patterns of a language, or `nil` if there are none.
  ///
  /// The first call for a language reads its file, which takes milliseconds.
  ///
  /// - Parameter language: A BCP 47 tag, such as `de-CH`.
  /// - Returns: The patterns of the language, script and region if available; else those of the
  ///   language and its first region in alphabetical order, except that the region with the
  ///   language's own name (`es-ES`) comes first.
  package func hyphenator(for language: String) -> Hyphenator? {
    known.withLock { known in
      if let found = known.byLanguage[language] { return found }
      var found: Hyphenator?
      if let path = file(for: language) { found = known.hyphenator(in: path) }
      if known.byLanguage.count >= Hyphenators.capacity {
        known.byLanguage.removeAll(keepingCapacity: true)
      }
      known.byLanguage[language] = .some(found)
      return found
    }
  }

  /// Returns the path of the file with the patterns of a language.
  private func file(for language: String) -> String? {
    guard let subtags = Self.subtags(of: language) else { return nil }
    for directory in directories {
      let names = (try? FileSystem.names(in: directory)) ?? []
      if let name = Self.best(of: names, for: subtags) { return directory + "/" + name }
    }
    return nil
  }

  /// Returns the language in lower case, followed by script and region if present, as in file
  /// names.
  private static func subtags(of tag: String) -> [String]? {
    guard tag.utf8.count <= 35 else { return nil }
    let parts = tag.split { $0 == "-" || $0 == "_" }
    guard let language = parts.first, (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) })
    else { return nil }
    var subtags = [language.lowercased()]
    for part in parts.dropFirst() {
      if part.utf8.count == 1 { break }  // Extensions begin here.
      if part.utf8.count == 4, subtags.count == 1 {
        subtags.append(part.prefix(1).uppercased() + part.dropFirst().lowercased())
      } else if (2...3).contains(part.utf8.count) {
        subtags.append(part.uppercased())
        break
      }
    }
    return subtags
  }

  private static func best(of names: [String], for subtags: [String]) -> String? {
    func file(_ parts: [String]) -> String { "hyph_\(parts.joined(separator: "_")).dic" }
    let language = subtags[0]
    var wanted = [file(subtags)]
    if subtags.count > 2 {
      wanted += [file([language, subtags[2]]), file([language, subtags[1]])]
    }
    wanted += [file([language]), file([language, language.uppercased()])]
    if let name = wanted.first(where: names.contains) { return name }
    return names.first { $0.hasPrefix("hyph_\(language)_") && $0.hasSuffix(".dic") }
  }
}

extension Hyphenators.Known {
  /// Returns the patterns in a file, which several languages may share.
  fileprivate mutating func hyphenator(in path: String) -> Hyphenator? {
    let path = Self.resolved(path)
    if let found = byFile[path] { return found }
    let found = Hyphenator(path: path)
    byFile[path] = .some(found)
    return found
  }

  /// Returns the path with symbolic links resolved.
  private static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
