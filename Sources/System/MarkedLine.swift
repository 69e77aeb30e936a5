internal import Glibc

/// A line of output with a meaning, which terminals show in color.
package struct MarkedLine: Hashable, Sendable {
  /// The meaning of a line.
  package enum Mark: Hashable, Sendable {
    case plain, heading, removed, added

    /// The code of the color or weight; `nil` for none.
    fileprivate var code: Int? {
      switch self {
      case .plain: nil
      case .heading: 1
      case .removed: 31
      case .added: 32
      }
    }
  }

  /// The text, without a line end.
  package var text: String
  /// The meaning.
  package var mark: Mark

  /// Creates a line.
  package init(_ text: String, _ mark: Mark = .plain) {
    self.text = text
    self.mark = mark
  }

  /// Creates the lines of a text, in which those that begin with `-` and `+` and a space, after any
  /// indentation, are removed and added ones.
  package static func lines(of text: String) -> [MarkedLine] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let content = line.drop { $0 == " " }
      let mark: Mark =
        content.hasPrefix("- ") ? .removed : content.hasPrefix("+ ") ? .added : .plain
      return MarkedLine(String(line), mark)
    }
  }

  /// Returns the line for a terminal, escaped, with a line end.
  func output(isColored: Bool) -> String {
    let text = TerminalText.lines(text)
    guard isColored, let code = mark.code else { return text + "\n" }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m\n"
  }
}

extension StandardStreams {
  /// Whether colors are wanted on standard output: it is a terminal that has them, and the variable
  /// `NO_COLOR` is not set.
  ///
  /// - SeeAlso: [NO_COLOR](https://no-color.org).
  package static var wantsColors: Bool {
    let isPlain = !(FileSystem.environment("NO_COLOR") ?? "").isEmpty
    return isOutputTerminal && !isPlain && FileSystem.environment("TERM") != "dumb"
  }

  /// Writes lines to standard output, in color if requested.
  ///
  /// - Throws: `FileError` if the output could not be written completely.
  package static func write(_ lines: [MarkedLine], isColored: Bool) throws(FileError) {
    try write(escaped: lines.map { $0.output(isColored: isColored) }.joined())
  }
}
