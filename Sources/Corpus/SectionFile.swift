/// A text file of named sections, the common format of cases and expectations.
///
/// A section begins with a line such as `--- name layout ---` and extends to the next one. Blank
/// lines at its ends are not part of it.
struct SectionFile {
  /// A section of a file.
  struct Section: Hashable {
    /// The words of the heading; the first one is the name.
    var words: [String]
    /// The line number of the heading, counted from 1.
    var line: Int
    /// The lines of the section, without leading and trailing blank lines.
    var body: [String]

    /// The name.
    var name: String { words.first ?? "" }
  }

  /// The sections, in the order of the file.
  private(set) var sections: [Section] = []

  /// Splits the contents of a file into sections; `path` is for errors.
  ///
  /// - Throws: `CorpusError` if text precedes the first section or a section has no name.
  init(_ text: String, path: String) throws(CorpusError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if let words = Self.heading(line) {
        guard let name = words.first, Self.isName(name) else {
          throw .syntax(
            path: path, line: index + 1, "a section name consists of letters, digits and hyphens")
        }
        sections.append(Section(words: words, line: index + 1, body: []))
      } else if sections.isEmpty {
        guard line.allSatisfy(\.isWhitespace) || line.hasPrefix("//") else {
          throw .syntax(path: path, line: index + 1, "text before the first section")
        }
      } else {
        sections[sections.count - 1].body.append(String(line))
      }
    }
    for index in sections.indices { sections[index].body.trimBlankEnds() }
  }

  /// Returns sections in the format of the file.
  static func text(_ sections: [(name: String, body: String)]) -> String {
    sections.map { "--- \($0.name) ---\n\($0.body)\n" }.joined(separator: "\n")
  }

  /// Returns the words of a heading, or `nil` if the line is not one.
  private static func heading(_ line: Substring) -> [String]? {
    guard line.hasPrefix("--- "), line.hasSuffix(" ---"), line.utf8.count > 8 else { return nil }
    return line.dropFirst(4).dropLast(4).split(separator: " ").map(String.init)
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
  }
}

extension [String] {
  /// Removes leading and trailing blank lines.
  fileprivate mutating func trimBlankEnds() {
    while let last, last.allSatisfy(\.isWhitespace) { removeLast() }
    while let first, first.allSatisfy(\.isWhitespace) { removeFirst() }
  }
}
