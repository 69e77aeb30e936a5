/// An escaping of text for terminals that prevents it from controlling the terminal or misleading
/// its reader.
///
/// Control characters, and characters that reorder or break lines, are shown as escapes such as
/// `\u{1B}`; JSON writers escape the same characters. All other text is unchanged: letters of all
/// scripts, marks and emoji.
package enum TerminalText {
  /// The maximum number of bytes of a line; the middle of a longer one is omitted, keeping an
  /// eighth of this number of characters at each end.
  package static let longestLine = 4_096

  /// Returns a line with special characters escaped, including line feeds.
  package static func line(_ text: String) -> String {
    shortened(escaped(text, where: mustBeEscaped))
  }

  /// Returns a text of several lines with special characters escaped, except line feeds and tabs.
  package static func lines(_ text: String) -> String {
    escaped(text) { $0 != "\n" && $0 != "\t" && mustBeEscaped($0) }
  }

  /// Returns whether a character could control a terminal or mislead its reader.
  package static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL and C1.
    case ..<0x20, 0x7F..<0xA0: true
    // Characters that change the direction, or end lines and paragraphs.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Invisible: a byte order mark, annotations, and tags outside of flags.
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0001: true
    default: false
    }
  }

  private static func escaped(_ text: String, where isEscaped: (Unicode.Scalar) -> Bool) -> String {
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

  /// Returns the beginning and the end of a line that is too long; error messages end with the
  /// reason.
  private static func shortened(_ line: String) -> String {
    guard line.utf8.count > longestLine else { return line }
    let (scalars, half) = (line.unicodeScalars, longestLine / 8)
    guard scalars.count > 2 * half else { return line }
    return String(scalars.prefix(half)) + " … " + String(scalars.suffix(half))
  }
}
