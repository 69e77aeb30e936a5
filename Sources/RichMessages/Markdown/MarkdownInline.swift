/// A piece of the inline contents of a block, in order.
enum MarkdownInline {
  /// Text as it is shown.
  case text(String)
  case code(String)
  case formula(String)
  /// A formula between two dollars each, which is shown on lines of its own.
  case displayFormula(String)
  case softBreak, hardBreak
  /// A tag or a comment.
  case html(String)
  case open(RichText.Style)
  case close(RichText.Style)
  case openLink(String)
  case closeLink
  case openImage(address: String, title: String)
  case closeImage
  /// The mark of a footnote, by normalized label.
  case footnote(String)
}

/// The formulas of Markdown.
enum MarkdownFormula {
  /// Returns whether the text between dollars is a formula, rather than prose between amounts of
  /// money.
  ///
  /// Text of only digits, points, commas and blanks is money. Text without a command, script or
  /// comparison is prose if it has two words, or a word of five letters.
  static func isFormula(_ body: ArraySlice<UInt8>) -> Bool {
    guard let first = body.first, let last = body.last, !first.isMarkdownSpace,
      !last.isMarkdownSpace
    else { return false }
    let isMoney = body.allSatisfy {
      $0.isMarkdownDigit || ".,".utf8.contains($0) || $0.isMarkdownSpace
    }
    guard !isMoney else { return false }
    if hasSyntax(body) { return true }
    var (words, letters) = (0, 0)
    for byte in body {
      letters = byte.isMarkdownLetter || byte >= 0x80 ? letters + 1 : 0
      if letters == 2 { words += 1 }
      if letters == 5 || words == 2 { return false }
    }
    return true
  }

  /// Returns whether a text has a command of LaTeX, or an operator between things.
  private static func hasSyntax(_ body: ArraySlice<UInt8>) -> Bool {
    let inner = body.dropFirst().dropLast()
    for index in inner.indices {
      switch body[index] {
      case UInt8(ascii: "^"), UInt8(ascii: "_"):
        if !body[index - 1].isMarkdownSpace, !body[index + 1].isMarkdownSpace { return true }
      case UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): return true
      case UInt8(ascii: "\\"): if body[index + 1].isMarkdownLetter { return true }
      default: break
      }
    }
    guard body.first == UInt8(ascii: "\\"), body.count > 1 else { return false }
    return body[body.startIndex + 1].isMarkdownLetter
  }

  /// Returns whether a dollar closes a formula.
  static func closes(at index: Int, in bytes: [UInt8]) -> Bool {
    guard index > 0, !bytes[index - 1].isMarkdownSpace else { return false }
    return index + 1 >= bytes.count || !bytes[index + 1].isMarkdownDigit
  }
}
