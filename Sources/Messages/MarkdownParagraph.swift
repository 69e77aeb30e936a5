internal import GalleyBasics
internal import GalleyTypesetting

/// A writer of one paragraph of Markdown.
///
/// CommonMark recognizes a delimiter by the characters beside it, which may not suit. A character
/// that is written as a numeric reference counts as punctuation, and between punctuation any
/// delimiter opens and closes.
///
/// - SeeAlso: CommonMark 0.29, 6.4.
struct MarkdownParagraph {
  /// A piece of the paragraph.
  private enum Piece {
    case text(Range<Int>)
    case mark(Mark)
  }

  /// Inline markup.
  private struct Mark {
    /// The part of the markup in its element; code is a whole element.
    enum Role { case opening, closing, code }

    var written: String
    var role: Role
    /// Whether the characters beside the markup determine its meaning.
    var isDelimiter = false

    var isUnderscore: Bool { written.hasPrefix("_") }
  }

  /// The class of a character beside delimiters.
  private enum Side {
    case space, punctuation, word
    /// A character that parsers may classify in different ways.
    case unclear
  }

  private let text: String
  private let linePrefix: String
  private var pieces: [Piece] = []
  /// The texts whose first, and whose last, character is written as a reference.
  private var referencedFirst: Set<Int> = []
  private var referencedLast: Set<Int> = []
  private var output = ""
  /// The number of open elements.
  private var depth = 0
  private var isAtLineStart = true
  /// Whether the line consists of digits so far.
  private var isNumber = true

  /// An image that stands for no text.
  private static let nothing = "![](.)"

  /// Creates a paragraph.
  ///
  /// - Parameters:
  ///   - steps: The text with its elements, none of which is empty.
  ///   - text: The text of the message.
  ///   - linePrefix: The marks of the quotations around the paragraph.
  init(_ steps: [NestedEntities.Step], of text: String, linePrefix: String) {
    self.text = text
    self.linePrefix = linePrefix
    var isCode = false
    for step in steps {
      switch step {
      case .text(let range): if isCode { addCode(range) } else { pieces.append(.text(range)) }
      case .open(let element):
        isCode = element.kind == .code
        if !isCode { add(.opening, element) }
      case .close(let element):
        if !isCode { add(.closing, element) }
        isCode = false
      }
    }
    reviewDelimiters()
  }

  /// Returns the Markdown.
  mutating func written() -> String {
    // A paragraph needs content.
    guard !pieces.isEmpty else { return Self.nothing }
    for index in pieces.indices {
      switch pieces[index] {
      case .text: writeText(index)
      case .mark(let mark):
        if index > 0, mark.isUnderscore, case .mark(let last) = pieces[index - 1],
          last.isUnderscore || last.written == "!["
        {
          // `___` is ambiguous, and cmark-gfm takes `![_` for a footnote.
          output += Self.nothing
        }
        output += mark.written
        if mark.role == .opening { depth += 1 }
        if mark.role == .closing { depth -= 1 }
        isAtLineStart = false
        isNumber = false
      }
    }
    return output
  }

  // MARK: Pieces

  /// Adds the markup that begins or ends an element.
  private mutating func add(_ role: Mark.Role, _ element: MessageEntity) {
    let delimiter = element.kind.delimiter
    var written = delimiter ?? (element.kind.isPicture ? "![" : "[")
    if delimiter == nil, role == .closing {
      let address = element.kind.markdownAddress(of: element, in: text) ?? ""
      written = "](" + Self.destination(address) + ")"
    }
    pieces.append(
      .mark(Mark(written: written, role: role, isDelimiter: delimiter != nil)))
  }

  /// Adds code, which cannot contain line ends.
  private mutating func addCode(_ range: Range<Int>) {
    let bytes = text.utf8.span
    var start = range.lowerBound
    for index in range where bytes[index] == 0x0A || bytes[index] == 0x0D {
      addCodeLine(start..<index)
      pieces.append(.text(index..<index + 1))
      start = index + 1
    }
    addCodeLine(start..<range.upperBound)
  }

  private mutating func addCodeLine(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let code = text.utf8Slice(range)
    let fence = String(repeating: "`", count: code.longestRun(of: UInt8(ascii: "`")) + 1)
    let isBlank = code.utf8.allSatisfy { $0 == 0x20 }
    let isPadded =
      code.hasPrefix("`") || code.hasSuffix("`")
      || code.hasPrefix(" ") && code.hasSuffix(" ") && !isBlank
    let padding = isPadded ? " " : ""
    pieces.append(.mark(Mark(written: fence + padding + code + padding + fence, role: .code)))
  }

  /// Returns the address of a link as Markdown.
  private static func destination(_ address: String) -> String {
    let isPlain = address.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || ":/?#@=,;%.~_+-".utf8.contains(byte)
    }
    if isPlain, !address.isEmpty { return address }
    let escaped = address.unicodeScalars.map { scalar in
      switch scalar {
      case "<", ">", "\\", "&", "\0"..."\u{1F}": scalar.reference
      default: String(scalar)
      }
    }
    return "<" + escaped.joined() + ">"
  }

  // MARK: Delimiters

  /// Finds the delimiters that need references beside them.
  ///
  /// - Complexity: O(*n*) for *n* pieces: a run is reviewed again only if a neighbor is changed.
  private mutating func reviewDelimiters() {
    // The runs that remain, the next one last.
    var runs = Array(delimiterRuns.reversed())
    var reviewed: [Range<Int>] = []
    while let run = runs.popLast() {
      guard !isRecognized(run) else {
        reviewed.append(run)
        continue
      }
      referencedLast.insert(run.lowerBound - 1)
      referencedFirst.insert(run.upperBound)
      // A reference to the only character between two runs is beside both.
      if let last = reviewed.last, last.upperBound == run.lowerBound - 1 {
        runs.append(reviewed.removeLast())
      }
    }
  }

  /// The maximal ranges of markup without text in between.
  private var delimiterRuns: [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in pieces.indices {
      guard case .mark = pieces[index] else { continue }
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// Returns whether a parser recognizes all delimiters of a run.
  private func isRecognized(_ run: Range<Int>) -> Bool {
    let (before, after) = (
      side(of: run.lowerBound - 1, isLast: true), side(of: run.upperBound, isLast: false)
    )
    // The parser may skip other delimiters when it looks for the characters beside one.
    let isAlone = run.count == 1
    return pieces[run].allSatisfy { piece in
      guard case .mark(let mark) = piece else { return true }
      return (isAlone ? [before] : [before, .punctuation]).allSatisfy { before in
        (isAlone ? [after] : [after, .punctuation]).allSatisfy { after in
          Self.isRecognized(mark, between: before, and: after)
        }
      }
    }
  }

  /// Returns the class of the first or last character of a text; outside is white space.
  private func side(of index: Int, isLast: Bool) -> Side {
    guard pieces.indices.contains(index), case .text(let range) = pieces[index] else {
      return .space
    }
    let scalars = text.utf8Slice(range).unicodeScalars
    // An image stands on one side only.
    let isAlone = scalars.dropFirst().isEmpty && scalars.first != "^"
    let isReferenced =
      isLast
      ? referencedLast.contains(index) || isAlone && referencedFirst.contains(index)
      : referencedFirst.contains(index) || isAlone && referencedLast.contains(index)
    if isReferenced { return .punctuation }
    return (isLast ? scalars.last : scalars.first).map(Self.side(of:)) ?? .space
  }

  private static func side(of scalar: Unicode.Scalar) -> Side {
    // Written as a reference beside markup.
    if scalar.value < 0x20 { return .punctuation }
    if scalar == "^" { return .unclear }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return .space
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return .punctuation
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      return scalar.isASCII ? .punctuation : .word
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return .word
    default: return .unclear
    }
  }

  /// Returns whether a parser recognizes a delimiter between two characters.
  private static func isRecognized(_ mark: Mark, between before: Side, and after: Side) -> Bool {
    guard before != .unclear, after != .unclear else { return false }
    guard mark.isDelimiter else { return true }
    let opens = after != .space && (after != .punctuation || before != .word)
    let closes = before != .space && (before != .punctuation || after != .word)
    switch mark.role {
    case .opening: return opens && (!mark.isUnderscore || !closes || before == .punctuation)
    case .closing: return closes && (!mark.isUnderscore || !opens || after == .punctuation)
    case .code: return true
    }
  }

  // MARK: Text

  private mutating func writeText(_ piece: Int) {
    guard case .text(let range) = pieces[piece] else { return }
    let scalars = Array(text.utf8Slice(range).unicodeScalars)
    var index = 0
    while index < scalars.count {
      let isReferenced =
        index == 0 && referencedFirst.contains(piece)
        || index == scalars.count - 1 && referencedLast.contains(piece)
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if scalars[index] == "\n", !isReferenced {
        index += writeLineEnd(scalars, at: index)
        continue
      }
      let isLast = next == nil && piece == pieces.count - 1
      if isReferenced {
        // Markdown has its own use for `^`, so a reference to it is read as something else.
        let isCaret = scalars[index] == "^"
        if isCaret, index == 0, referencedFirst.contains(piece) { output += Self.nothing }
        if isCaret { output += "^" } else { write(reference: scalars[index]) }
        if isCaret, next == nil, referencedLast.contains(piece) { output += Self.nothing }
      } else {
        write(scalars[index], before: next, isLast: isLast)
      }
      index += 1
    }
  }

  /// Writes one or two line ends, as lines if parsers keep them.
  ///
  /// - Returns: The number of line ends.
  private mutating func writeLineEnd(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
    let rest = scalars[(index + 1)...].prefix(2)
    let isInside = index > 0 && scalars[index - 1] != "\n"
    if isInside, let next = rest.first, next != "\n" {
      beginLine()
      return 1
    }
    if isInside, depth == 0, rest.count == 2, rest.last != "\n" {
      output += "\n" + linePrefix.filter { $0 != " " }
      beginLine()
      return 2
    }
    write(reference: "\n")
    return 1
  }

  private mutating func beginLine() {
    output += "\n" + linePrefix
    isAtLineStart = true
    isNumber = true
  }

  private mutating func write(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?, isLast: Bool)
  {
    let isMarker =
      switch scalar {
      case "\\", "*", "_", "~", "|", "`", "[", "]", ">", "&": true
      case "!": next == nil || next == "["
      case "#", "+", "-", "=": isAtLineStart
      case ".", ")": isNumber && !isAtLineStart
      default: false
      }
    let isTrimmed = scalar == " " && (isAtLineStart || isLast || next == "\n")
    if isTrimmed || scalar.value < 0x20 { return write(reference: scalar) }
    if isMarker { output += "\\" }
    // Parsers of HTML look behind a `<` even if it is escaped.
    if scalar == "<" { output += "&lt;" } else { output.unicodeScalars.append(scalar) }
    isAtLineStart = false
    isNumber = isNumber && ("0"..."9").contains(scalar)
  }

  private mutating func write(reference scalar: Unicode.Scalar) {
    output += Self.isDropped(scalar) ? "\u{FFFD}" : scalar.reference
    isAtLineStart = false
    isNumber = false
  }

  /// Returns whether Markdown has no place for a character.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 6 && scalar.value != 4
  }
}

extension MessageEntity.Kind {
  /// Whether the element is written as an image.
  fileprivate var isPicture: Bool {
    switch self {
    case .customEmoji, .dateTime: true
    default: false
    }
  }

  /// The delimiter on both sides of an element; `nil` for links and pictures.
  fileprivate var delimiter: String? {
    switch self {
    case .bold: "**"
    case .italic: "_"
    case .underline: "__"
    case .strikethrough: "~~"
    case .spoiler: "||"
    default: nil
    }
  }
}

extension String {
  /// Returns the length of the longest run of a byte.
  func longestRun(of byte: UInt8) -> Int {
    var (longest, current) = (0, 0)
    for other in utf8 {
      current = other == byte ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}

extension Unicode.Scalar {
  /// The numeric character reference.
  var reference: String { "&#\(value);" }
}
