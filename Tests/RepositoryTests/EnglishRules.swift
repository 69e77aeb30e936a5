import Foundation

/// Rules for the English of comments and test names; CONTRIBUTING.md gives the reasons.
enum EnglishRules {
  /// The greatest length of a line with a comment, in columns.
  static let greatestWidth = 100

  /// Finds documentation whose summary begins with a question word or a causative.
  static func summaries(files: [SourceFile]) -> [Offense] {
    offenses(in: files) { lines, index in
      guard let words = documentation(lines[index]),
        index == 0 || documentation(lines[index - 1]) == nil
      else { return nil }
      let isForbidden = words.prefixMatch(of: /(?:What|How|Where|Which|Who|When|Has)\b/) != nil
      return isForbidden ? "the summary begins with \(words.prefix { $0 != " " })" : nil
    }
  }

  /// Finds tests whose names say neither subject nor behavior at their beginning.
  static func testNames(files: [SourceFile]) -> [Offense] {
    offenses(in: files.filter { $0.path.hasPrefix("Tests/") }) { lines, index in
      lines[index].contains(/func `wh[a]t/) ? "the name of a test begins with \"what\"" : nil
    }
  }

  /// Finds comments that are too wide; an address has no place to break.
  static func widths(files: [SourceFile]) -> [Offense] {
    offenses(in: files) { lines, index in
      guard lines[index].drop(while: { $0 == " " }).hasPrefix("//") else { return nil }
      let width = lines[index].replacing(/\S*:\/\/\S*/, with: "").count
      return width > greatestWidth ? "a comment of \(width) columns" : nil
    }
  }

  /// The words of a line of documentation, or `nil` for other lines.
  private static func documentation(_ line: Substring) -> Substring? {
    let text = line.drop { $0 == " " }
    return text.hasPrefix("///") ? text.dropFirst(3).drop { $0 == " " } : nil
  }

  private static func offenses(
    in files: [SourceFile], _ reason: ([Substring], Int) -> String?
  ) -> [Offense] {
    files.filter { $0.path.hasSuffix(".swift") }.flatMap { file in
      let lines = file.lines
      return lines.indices.compactMap { index in
        reason(lines, index).map { Offense(path: file.path, line: index + 1, reason: $0) }
      }
    }
  }
}
