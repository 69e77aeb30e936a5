/// Text for terminals, in which nothing can act on the terminal or deceive its reader.
///
/// Control characters, and characters that reorder or break lines, are shown as escapes such as
/// `\u{1B}`; writers of JSON escape the same characters. Everything else stays as it is: letters of
/// all scripts, marks and emoji.
package enum TerminalText {
  /// The maximum number of bytes of a line; of a longer one, the middle is left out,
  /// and the ends have an eighth of as many characters each.
  package static let longestLine = 4_096

  /// The escaped form of a line: line feeds are escaped as well.
  package static func line(_ text: String) -> String {
    shortened(escaped(text, where: mustBeEscaped))
  }

  /// The escaped form of a text of several lines, which may have tabs in them.
  package static func lines(_ text: String) -> String {
    escaped(text) { $0 != "\n" && $0 != "\t" && mustBeEscaped($0) }
  }

  /// Whether a terminal would act on a character, or its reader be deceived by it.
  package static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL and C1.
    case ..<0x20, 0x7F..<0xA0: true
    // What changes directions, and what ends lines and paragraphs.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Invisible: a byte order mark, annotations, and tags outside of flags.
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0001: true
    default: false
    }
  }

  private static func escaped(
    _ text: String, where isEscaped: (Unicode.Scalar) -> Bool
  ) -> String {
    guard text.unicodeScalars.contains(where: isEscaped) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where !isEscaped(scalar): result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result
  }

  /// The beginning and the end of a line that is too long; what is wrong is said at its end.
  private static func shortened(_ line: String) -> String {
    guard line.utf8.count > longestLine else { return line }
    let (scalars, half) = (line.unicodeScalars, longestLine / 8)
    guard scalars.count > 2 * half else { return line }
    return String(scalars.prefix(half)) + " … " + String(scalars.suffix(half))
  }
}
