/// The rules for the corpus: cases have unique names, expectations and notes, and pictures are
/// small.
enum CorpusRules {
  /// The maximum size of an expected picture, in bytes.
  static let pictureLimit = 20 * 1024

  /// The name of a section of a corpus file, and its location.
  struct Section: Hashable {
    let name: String
    let kind: String
    let path: String
    let line: Int
    /// Whether the section has a line with the reason for skipping its case.
    var isSkipped = false
  }

  /// Finds cases with equal names.
  static func namesUsedTwice(files: [SourceFile]) -> [Offense] {
    var first: [String: Section] = [:]
    return sections(of: files.filter(isCase)).compactMap { section in
      guard let other = first[section.name] else {
        first[section.name] = section
        return nil
      }
      return Offense(
        path: section.path, line: section.line,
        reason: "\(section.name) is also the name of a case at \(other.path):\(other.line)")
    }
  }

  /// Finds cases without an expectation, which is a section in the neighboring file, or a picture.
  static func casesWithoutExpectation(files: [SourceFile], pictures: [String]) -> [Offense] {
    let expected = Set(
      sections(of: files.filter(isExpectation)).map { "\(stem($0.path))/\($0.name)" })
    let pictures = Set(pictures)
    return sections(of: files.filter(isCase)).compactMap { section in
      let folder = section.path.split(separator: "/").dropLast().joined(separator: "/")
      let isMet =
        section.kind == "render"
        ? pictures.contains("\(folder)/\(section.name).png")
        : expected.contains("\(stem(section.path))/\(section.name)")
      guard !isMet, !section.isSkipped else { return nil }
      return Offense(
        path: section.path, line: section.line, reason: "\(section.name) has no expectation")
    }
  }

  /// Finds expectations without a case.
  static func expectationsWithoutCase(files: [SourceFile], pictures: [String]) -> [Offense] {
    let cases = sections(of: files.filter(isCase))
    let texts = Set(cases.filter { $0.kind != "render" }.map { "\(stem($0.path))/\($0.name)" })
    let drawn = Set(cases.filter { $0.kind == "render" }.map(\.name))
    let lost = sections(of: files.filter(isExpectation)).filter {
      !texts.contains("\(stem($0.path))/\($0.name)")
    }
    let lostPictures = pictures.filter { path in
      guard let name = path.split(separator: "/").last?.dropLast(4) else { return true }
      return !drawn.contains(String(name))
    }
    return lost.map {
      Offense(path: $0.path, line: $0.line, reason: "\($0.name) is not a case of the corpus")
    } + lostPictures.map { Offense(path: $0, reason: "is not of a case of the corpus") }
  }

  /// Finds pictures that are too large for the repository.
  static func largePictures(sizes: [(path: String, bytes: Int)]) -> [Offense] {
    sizes.filter { $0.bytes > pictureLimit }.map {
      Offense(path: $0.path, reason: "\($0.bytes) bytes are more than \(pictureLimit)")
    }
  }

  /// Finds cases without a note, and skips without a reason.
  static func silentCases(files: [SourceFile]) -> [Offense] {
    files.filter(isCase).flatMap { file -> [Offense] in
      let lines = file.lines
      let silent = sections(of: [file]).filter { section in
        !(section.line < lines.count && lines[section.line].hasPrefix("// "))
      }
      let skips = lines.indices.filter { lines[$0].wholeMatch(of: /skip:\s*/) != nil }
      return silent.map {
        Offense(path: file.path, line: $0.line, reason: "\($0.name) does not say what it guards")
      } + skips.map { Offense(path: file.path, line: $0 + 1, reason: "a skip has a reason") }
    }
  }

  /// Finds invisible characters that are not written as escapes.
  static func invisibleCharacters(files: [SourceFile]) -> [Offense] {
    let kinds: Set<Unicode.GeneralCategory> = [.format, .control, .lineSeparator, .surrogate]
    return files.filter(isCase).flatMap { file in
      file.lines.enumerated().compactMap { index, line in
        let scalar = line.unicodeScalars.first { kinds.contains($0.properties.generalCategory) }
        return scalar.map {
          Offense(
            path: file.path, line: index + 1,
            reason: "U+\(String($0.value, radix: 16, uppercase: true)) cannot be seen: escape it")
        }
      }
    }
  }

  /// Returns the sections of `files`, in order.
  static func sections(of files: [SourceFile]) -> [Section] {
    files.flatMap { file in
      var found: [Section] = []
      for (index, line) in file.lines.enumerated() {
        if line.hasPrefix("skip: "), !found.isEmpty {
          found[found.count - 1].isSkipped = true
        } else if line.hasPrefix("--- "),
          let match = line.wholeMatch(of: /--- ([a-z0-9-]+)(?: ([a-z]+))? ---/)
        {
          found.append(
            Section(
              name: String(match.1), kind: String(match.2 ?? ""), path: file.path, line: index + 1))
        }
      }
      return found
    }
  }

  private static func isCase(_ file: SourceFile) -> Bool {
    file.path.hasPrefix("Corpus/") && file.path.hasSuffix(".txt") && !isExpectation(file)
  }

  private static func isExpectation(_ file: SourceFile) -> Bool {
    file.path.hasPrefix("Corpus/") && file.path.hasSuffix(".expected.txt")
  }

  /// Returns the path without its suffix, which a file of cases shares with its expectations.
  private static func stem(_ path: String) -> String {
    path.replacing(".expected.txt", with: "").replacing(".txt", with: "")
  }
}
