/// Rules for the English of comments and test names; CONTRIBUTING.md gives the reasons.
enum EnglishRules {
  /// The maximum length of a line with a comment, in columns.
  static let greatestWidth = 100

  /// Finds documentation whose summary begins with a question word or a causative.
  ///
  /// Every comment of a C file counts as documentation.
  static func summaries(files: [SourceFile]) -> [Offense] {
    offenses(in: files, of: [".swift"]) { badSummary(after: "///", $0, $1) }
      + offenses(in: files, of: [".c", ".h"]) { badSummary(after: "//", $0, $1) }
  }

  /// Finds help of the command line that begins with a question word or a causative.
  static func help(files: [SourceFile]) -> [Offense] {
    let folders = ["CLI", "TextCommands", "Viewer"]
    return files.filter { folders.contains($0.folder ?? "") }.flatMap { file in
      let beginnings = file.text.matches(
        of: /(?:abstract:|help:|ArgumentHelp\()\s*"(What|How|Where|Which|Who|When|Has)\b/)
      return beginnings.map { match in
        let line = file.text[..<match.range.upperBound].count { $0 == "\n" } + 1
        return Offense(path: file.path, line: line, reason: "the help begins with \(match.1)")
      }
    }
  }

  /// Finds codes of behaviors without words.
  static func codes(files: [SourceFile]) -> [Offense] {
    // Made once, because making an expression takes longer than finding it in a line.
    let code = /\/\/ [A-Z]\d\d(?:,? [A-Z]\d\d)*$/
    return offenses(in: files, of: [".swift"]) { lines, index in
      let isBare = lines[index].utf8.contains(0x2f) && lines[index].contains(code)
      return isBare ? "the code of a behavior without words" : nil
    }
  }

  /// Finds test names that begin with "what".
  static func testNames(files: [SourceFile]) -> [Offense] {
    let name = /func `wh[a]t/
    return offenses(in: files.filter { $0.path.hasPrefix("Tests/") }, of: [".swift"]) {
      lines, index in
      guard lines[index].utf8.contains(0x60), lines[index].contains(name) else { return nil }
      return "the name of a test begins with \"what\""
    }
  }

  /// Finds comments that are too wide, not counting addresses, which cannot be wrapped.
  static func widths(files: [SourceFile]) -> [Offense] {
    let address = /\S*:\/\/\S*/
    return offenses(in: files, of: [".swift", ".c", ".h"]) { lines, index in
      guard lines[index].drop(while: { $0 == " " }).hasPrefix("//") else { return nil }
      // A column is at least a byte.
      guard lines[index].utf8.count > greatestWidth else { return nil }
      let width = lines[index].replacing(address, with: "").count
      return width > greatestWidth ? "a comment of \(width) columns" : nil
    }
  }

  /// Returns the problem of a summary at `index`, if a comment with `marker` starts there.
  private static func badSummary(
    after marker: String, _ lines: [Substring], _ index: Int
  ) -> String? {
    func comment(at index: Int) -> Substring? {
      let text = lines[index].drop { $0 == " " }
      return text.hasPrefix(marker) ? text.dropFirst(marker.count).drop { $0 == " " } : nil
    }
    guard let words = comment(at: index), index == 0 || comment(at: index - 1) == nil,
      words.prefixMatch(of: /(?:What|How|Where|Which|Who|When|Has)\b/) != nil
    else { return nil }
    return "the summary begins with \(words.prefix { $0 != " " })"
  }

  private static func offenses(
    in files: [SourceFile], of kinds: [String], _ reason: ([Substring], Int) -> String?
  ) -> [Offense] {
    files.filter { file in kinds.contains { file.path.hasSuffix($0) } }.flatMap { file in
      let lines = file.lines
      return lines.indices.compactMap { index in
        reason(lines, index).map { Offense(path: file.path, line: index + 1, reason: $0) }
      }
    }
  }
}
