internal import GalleyMessages

/// A writer of one text as Rich Markdown.
///
/// A style is written with its delimiters if it begins and ends with letters or digits and if no
/// letter, digit or other markup is beside it; otherwise it is an element of HTML, whose meaning
/// does not depend on its neighbors.
struct RichMarkdownTextWriter {
  /// The place of a text.
  enum Place {
    case paragraph
    /// A heading, which is one line.
    case line
    /// A cell of a table.
    case cell
  }

  private let place: Place
  private var output = ""
  private var isAtLineStart = true
  /// Whether the line consists of digits so far.
  private var isNumber = false
  /// Whether a delimiter of asterisks is open.
  private var hasAsterisks = false
  private var openStyles: Set<RichText.Style> = []
  private var isInLink = false

  private init(_ place: Place) { self.place = place }

  /// Returns a text as Markdown.
  static func written(_ text: RichText, in place: Place) -> String {
    var writer = RichMarkdownTextWriter(place)
    writer.write(text, Surroundings())
    guard place == .cell else { return writer.output }
    return writer.output.replacing("|", with: "&#124;")
  }

  /// The characters beside a text.
  private struct Surroundings {
    /// Whether markup may begin and end here: no letters, digits or other markup are beside it.
    var isFreeBefore = true
    var isFreeAfter = true
    /// The first character behind the text, if it is known.
    var next: Unicode.Scalar?
    /// Whether the text ends the block.
    var isLast = true
  }

  private mutating func write(_ text: RichText, _ around: Surroundings) {
    guard case .sequence(let parts) = text else { return writePart(text, around) }
    for (index, part) in parts.enumerated() {
      var own = Surroundings()
      own.isFreeBefore =
        index == 0 ? around.isFreeBefore : parts[index - 1].isFreeEdge(atEnd: true)
      own.isFreeAfter =
        index == parts.count - 1 ? around.isFreeAfter : parts[index + 1].isFreeEdge(atEnd: false)
      own.isLast = index == parts.count - 1 && around.isLast
      if index == parts.count - 1 {
        own.next = around.next
      } else if case .plain(let string) = parts[index + 1] {
        own.next = string.unicodeScalars.first
      }
      writePart(part, own)
    }
  }

  private mutating func writePart(_ text: RichText, _ around: Surroundings) {
    switch text {
    case .plain(let string): write(string, isLast: around.isLast, next: around.next)
    case .sequence: write(text, around)
    case .styled(let style, let inner): write(style, inner, around)
    case .link(let link, let inner):
      guard let address = link.htmlAddress else { return write(inner, around) }
      write(linkTo: address, inner)
    case .anchorLink(let name, let inner), .referenceLink(let name, let inner):
      write(linkTo: "#" + name, inner)
    case .dateTime(let unix, let format, let inner):
      let ending = format.map { "&format=" + $0.letters } ?? ""
      if case .plain(let string) = inner, !string.isEmpty, !string.contains("\n") {
        writePicture(string, "tg://time?unix=\(unix)" + ending)
      } else {
        element(text, inner)
      }
    case .customEmoji(let id, let alternative):
      let isPlain = id.utf8.allSatisfy { $0.isMarkdownDigit || $0.isMarkdownLetter } && !id.isEmpty
      if isPlain, !alternative.isEmpty, !alternative.contains("\n") {
        writePicture(alternative, "tg://emoji?id=" + id)
      } else {
        element(text, .plain(alternative))
      }
    case .formula(let formula): write(formula: formula, around)
    case .anchor: element(text, .empty)
    case .reference(_, let inner): element(text, inner)
    case .button(let button): element(text, button.text)
    }
  }

  // MARK: Markup

  private mutating func append(markup: String) {
    output += markup
    isAtLineStart = false
    isNumber = false
  }

  /// Writes an element of HTML with its contents in Markdown.
  private mutating func element(_ text: RichText, _ inner: RichText) {
    var writer = RichHTMLWriter(isOneLine: true)
    writer.write(text.emptied)
    // Attributes have no `<`.
    let end = writer.output.lastIndex(of: "<") ?? writer.output.endIndex
    append(markup: String(writer.output[..<end]))
    let (asterisks, styles) = (hasAsterisks, openStyles)
    write(inner, Surroundings(isLast: false))
    (hasAsterisks, openStyles) = (asterisks, styles)
    append(markup: String(writer.output[end...]))
  }

  private mutating func write(
    _ style: RichText.Style, _ inner: RichText, _ around: Surroundings
  ) {
    guard around.isFreeBefore, around.isFreeAfter, let mark = mark(of: style) else {
      return element(.styled(style, inner), inner)
    }
    if style == .code {
      guard case .plain(let code) = inner, let span = Self.span(code, in: place) else {
        return element(.styled(style, inner), inner)
      }
      return append(markup: span)
    }
    let isAsterisk = mark.hasPrefix("*")
    guard inner.startsAndEndsWithWord, !openStyles.contains(style), !isAsterisk || !hasAsterisks
    else { return element(.styled(style, inner), inner) }
    append(markup: mark)
    let (asterisks, styles) = (hasAsterisks, openStyles)
    hasAsterisks = hasAsterisks || isAsterisk
    openStyles.insert(style)
    write(inner, Surroundings(isFreeBefore: false, isFreeAfter: false, isLast: false))
    (hasAsterisks, openStyles) = (asterisks, styles)
    append(markup: mark)
  }

  private func mark(of style: RichText.Style) -> String? {
    switch style {
    case .bold: "**"
    case .italic: "*"
    case .strikethrough: "~~"
    case .marked: "=="
    case .spoiler: place == .cell ? nil : "||"
    case .code: "`"
    case .underline, .subscript, .superscript: nil
    }
  }

  /// Returns a span of code, or `nil` if it has to be an element.
  private static func span(_ code: String, in place: Place) -> String? {
    let isBlank = code.utf8.allSatisfy(\.isMarkdownSpace)
    guard !isBlank, !code.contains("\n"), !code.utf8.contains(0x0D),
      place != .cell || !code.contains("|") && !code.contains("\\")
    else { return nil }
    let fence = String(
      repeating: "`", count: code.longestMarkdownRun(of: UInt8(ascii: "`")) + 1)
    let isPadded =
      code.hasPrefix("`") || code.hasSuffix("`") || code.hasPrefix(" ") && code.hasSuffix(" ")
    let padding = isPadded ? " " : ""
    return fence + padding + code + padding + fence
  }

  private mutating func write(linkTo address: String, _ inner: RichText) {
    guard !address.isEmpty, !inner.isEmpty, !isInLink, !inner.hasLink else {
      return element(.link(.url(address), inner), inner)
    }
    append(markup: "[")
    isInLink = true
    write(inner, Surroundings(isLast: false))
    isInLink = false
    append(markup: "](" + Self.destination(address) + ")")
  }

  private mutating func writePicture(_ alternative: String, _ address: String) {
    append(markup: "![")
    write(alternative, isLast: false, next: nil)
    append(markup: "](" + Self.destination(address) + ")")
  }

  private mutating func write(formula: String, _ around: Surroundings) {
    let isDigitNext = around.next.map { ("0"..."9").contains($0) } ?? false
    if MarkdownFormula.isFormula(Array(formula.utf8)[...]), !formula.contains("$"),
      !formula.contains("\n"), !formula.utf8.contains(0x0D), !formula.hasSuffix("\\"),
      !formula.contains("|"), !isDigitNext, around.isFreeBefore
    {
      append(markup: "$" + formula + "$")
    } else {
      element(.formula(""), .plain(formula))
    }
  }

  /// Returns the address of a link.
  static func destination(_ address: String) -> String {
    let isPlain = address.utf8.allSatisfy { byte in
      byte.isMarkdownLetter || byte.isMarkdownDigit || ":/?#@=,;%.~+-_".utf8.contains(byte)
    }
    // The fields of an address for dates are not character references.
    if isPlain || address.hasPrefix("tg://time?unix="), !address.isEmpty { return address }
    var result = "<"
    for scalar in address.unicodeScalars {
      switch scalar {
      case "<", ">", "\\", "&", "\0"..."\u{1F}": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + ">"
  }

  // MARK: Strings

  private mutating func write(_ string: String, isLast: Bool, next: Unicode.Scalar?) {
    let scalars = Array(string.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let previous = index > 0 ? scalars[index - 1] : nil
      let following = index + 1 < scalars.count ? scalars[index + 1] : next
      let isEnd = index + 1 == scalars.count && isLast || following == "\n"
      switch scalar {
      case "\n": writeLineEnd(isEnd: isEnd || index + 1 == scalars.count)
      case " " where isAtLineStart || isEnd || previous == "\n" || following == nil && isLast:
        append(markup: "&#32;")
      case "\t", "\r": append(markup: "&#\(scalar.value);")
      default: write(scalar, previous, following, isEnd: following == nil)
      }
    }
  }

  private mutating func writeLineEnd(isEnd: Bool) {
    guard place == .paragraph, !isAtLineStart, !isEnd else { return append(markup: "<br>") }
    output += "\\\n"
    isAtLineStart = true
    isNumber = false
  }

  private mutating func write(
    _ scalar: Unicode.Scalar, _ previous: Unicode.Scalar?, _ following: Unicode.Scalar?,
    isEnd: Bool
  ) {
    let isDigit = ("0"..."9").contains(scalar)
    let isMarked: Bool =
      switch scalar {
      case "\\", "`", "*", "[", "]", "$", "~", "!", "^": true
      case "_": !(previous?.isWordInMarkdown ?? false) || !(following?.isWordInMarkdown ?? false)
      case "=", "|":
        isAtLineStart || previous == scalar || following == scalar || isEnd
          || previous == nil
      case "#": isAtLineStart || place == .line
      case ">", "+", "-", ":": isAtLineStart
      case ".", ")": isNumber
      default: false
      }
    switch scalar {
    case "<": output += "&lt;"
    case "&": output += "&amp;"
    case "|" where place == .cell: output += "&#124;"
    default:
      if isMarked { output += "\\" }
      output.unicodeScalars.append(scalar)
    }
    isNumber = isDigit && (isAtLineStart || isNumber)
    isAtLineStart = false
  }
}

extension Unicode.Scalar {
  /// Whether an underscore beside the character is within a word.
  fileprivate var isWordInMarkdown: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
  }
}

extension RichText {
  /// Returns whether markup may be beside the first or last character of the text.
  fileprivate func isFreeEdge(atEnd: Bool) -> Bool {
    guard case .plain(let string) = self else { return false }
    let scalars = string.unicodeScalars
    guard let scalar = atEnd ? scalars.last : scalars.first else { return false }
    return scalar == " " || scalar == "\n" && !atEnd
      || ",.;:?()\"'/-".unicodeScalars.contains(scalar)
  }

  /// Whether the text begins and ends with a letter or a digit of a plain string.
  fileprivate var startsAndEndsWithWord: Bool {
    func isWord(_ scalar: Unicode.Scalar?) -> Bool {
      scalar.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) } ?? false
    }
    switch self {
    case .plain(let string):
      return isWord(string.unicodeScalars.first) && isWord(string.unicodeScalars.last)
    case .sequence(let parts):
      guard case .plain(let first)? = parts.first, case .plain(let last)? = parts.last else {
        return false
      }
      return isWord(first.unicodeScalars.first) && isWord(last.unicodeScalars.last)
    default: return false
    }
  }

  /// Whether the text contains a link.
  fileprivate var hasLink: Bool {
    switch self {
    case .link, .anchorLink, .referenceLink: true
    default: parts.contains(where: \.hasLink)
    }
  }

  /// The text without its contents, for its tags.
  fileprivate var emptied: RichText {
    switch self {
    case .customEmoji(let id, _): .customEmoji(id: id, alternative: "")
    case .formula: .formula("")
    default: mapParts { _ in .empty }
    }
  }
}
