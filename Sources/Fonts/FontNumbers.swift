internal import GalleySystem

extension FontCollection {
  /// The digest of everything that determines which fonts text gets: the files' contents, their
  /// order, their languages and styles.
  ///
  /// Only a collection of a manifest has one: the answers of the system may change at any time.
  ///
  /// - Complexity: Files whose digest the manifest does not give are read.
  package var fingerprint: String? { resolver.provider.fingerprint() }

  /// Returns the number of a font's face, by which another process with the same fingerprint finds
  /// it, or `nil` if it has none.
  package func faceNumber(of font: FontInstance) -> UInt32? {
    if font.typeface === LastResort.typeface { return 0 }
    return resolver.provider.faceNumber(of: font.typeface).map { UInt32($0) + 1 }
  }
}

extension ManifestFonts {
  func fingerprint() -> String? {
    var lines: [String] = [emojiFamily ?? ""]
    for face in groups.flatMap(\.faces) {
      let entry = face.entry
      guard let digest = entry.sha256 ?? Self.digest(ofFile: face.path) else { return nil }
      let fields = [
        digest, "\(entry.index)", entry.family, entry.languages.joined(separator: ","),
        entry.weight.map { "\($0)" } ?? "", entry.slant.map { "\($0)" } ?? "",
      ]
      lines.append(fields.joined(separator: "\t"))
    }
    return SHA256.hexDigest(of: Array(lines.joined(separator: "\n").utf8).span)
  }

  private static func digest(ofFile path: String) -> String? {
    (try? MappedFile(path: path))?.withBytes(SHA256.hexDigest)
  }

  func typeface(ofFace number: Int) -> Typeface? {
    var number = number
    for group in groups {
      if number < group.faces.count { return group.faces[number].typeface }
      number -= group.faces.count
    }
    return nil
  }

  func faceNumber(of typeface: Typeface) -> Int? {
    var number = 0
    for group in groups {
      for face in group.faces {
        if face.isOpen, face.typeface === typeface { return number }
        number += 1
      }
    }
    return nil
  }
}
