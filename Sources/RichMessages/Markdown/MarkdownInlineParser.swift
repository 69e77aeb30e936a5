/// A parser of the inline contents of one block.
///
/// It reads CommonMark 0.29 with `~~`, `==`, `||`, `$` and footnotes. Whatever is read in vain is
/// charged to a budget in proportion to the text, behind which markup is text, so the work is
/// linear.
///
/// - SeeAlso: CommonMark 0.29, appendix *A parsing strategy*.
struct MarkdownInlineParser {
  /// A bracket that may begin a link or an image.
  private struct Bracket {
    /// The piece of the bracket.
    let piece: Int
    let isImage: Bool
    /// The index behind the bracket.
    let end: Int
    /// The number of delimiters before it.
    let delimiters: Int
  }

  let bytes: [UInt8]
  let definitions: MarkdownDefinitions
  let readsBackslashFormulas: Bool
  /// The pieces so far; delimiters become text or styles at the end.
  private var pieces: [MarkdownInline] = []
  private var delimiters: MarkdownDelimiters
  private var brackets: [Bracket] = []
  /// The number of brackets that cannot begin links, because they would contain one.
  private var inactive = 0
  private var links: MarkdownLinkParser
  private lazy var lookup = MarkdownLookup(bytes)
  /// The bytes of definitions that may still be copied.
  private var copies = 1 << 22
  /// The bytes that may still be read in vain for tags.
  private var tagSteps: Int
  private var index = 0
  private var textStart = 0

  /// Parses the contents of a block.
  static func pieces(
    _ source: ArraySlice<UInt8>, definitions: MarkdownDefinitions, readsBackslashFormulas: Bool
  ) -> [MarkdownInline] {
    let text = MarkdownBlockParser.trimmedEnd(source)
    guard text.contains(where: isMark) else {
      return text.isEmpty ? [] : [.text(String(decoding: text, as: UTF8.self))]
    }
    var parser = MarkdownInlineParser(Array(text), definitions, readsBackslashFormulas)
    return parser.parsed()
  }

  /// Returns whether a byte may begin markup.
  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "|"), UInt8(ascii: "$"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "!"), UInt8(ascii: "<"),
      UInt8(ascii: "&"):
      true
    default: false
    }
  }

  private init(_ bytes: [UInt8], _ definitions: MarkdownDefinitions, _ readsBackslash: Bool) {
    self.bytes = bytes
    self.definitions = definitions
    readsBackslashFormulas = readsBackslash
    links = MarkdownLinkParser(bytes)
    delimiters = MarkdownDelimiters()
    tagSteps = 65_536 + 16 * bytes.count
  }

  private mutating func parsed() -> [MarkdownInline] {
    pieces.reserveCapacity(8)
    while index < bytes.count {
      if !Self.isMark(bytes[index]) || !read(bytes[index]) { index += 1 }
    }
    endText()
    delimiters.pair(from: 0)
    return delimiters.resolved(pieces)
  }

  /// Ends the text before the current index.
  private mutating func endText() {
    if textStart < index {
      pieces.append(.text(String(decoding: bytes[textStart..<index], as: UTF8.self)))
    }
    textStart = index
  }

  /// Adds a piece for the bytes up to an index.
  private mutating func add(_ piece: MarkdownInline, to end: Int) {
    endText()
    pieces.append(piece)
    index = end
    textStart = end
  }

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Reads markup at the current index.
  ///
  /// - Returns: Whether there is any; if not, the byte is text.
  private mutating func read(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"): return readBackslash()
    case UInt8(ascii: "`"): return readCode()
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "="),
      UInt8(ascii: "|"):
      return readDelimiter(byte)
    case UInt8(ascii: "$"): return readFormula()
    case UInt8(ascii: "["): return readBracket(isImage: false)
    case UInt8(ascii: "!"):
      return self.byte(index + 1) == UInt8(ascii: "[") ? readBracket(isImage: true) : false
    case UInt8(ascii: "]"): return readBracketEnd()
    case UInt8(ascii: "<"): return readTag()
    case UInt8(ascii: "&"):
      guard let (text, end) = MarkdownText.reference(in: bytes[...], at: index) else {
        return false
      }
      add(.text(text), to: end)
      return true
    case 0x0A:
      readLineEnd()
      return true
    default: return false
    }
  }

  // MARK: Literals

  private mutating func readBackslash() -> Bool {
    guard let next = byte(index + 1) else { return false }
    if next == 0x0A {
      add(.hardBreak, to: lineStart(behind: index + 1))
      return true
    }
    if readsBackslashFormulas, next == UInt8(ascii: "(") || next == UInt8(ascii: "[") {
      let close = next == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]")
      if let end = lookup.backslash(close, behind: index + 2) {
        let body = String(decoding: trimmed(bytes[index + 2..<end]), as: UTF8.self)
        add(close == UInt8(ascii: ")") ? .formula(body) : .displayFormula(body), to: end + 2)
        return true
      }
    }
    guard next.isMarkdownPunctuation else { return false }
    endText()
    // The escaped character begins the next text.
    textStart = index + 1
    index += 2
    return true
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    MarkdownBlockParser.trimmedEnd(bytes.drop { $0.isMarkdownSpace })
  }

  private func lineStart(behind lineEnd: Int) -> Int {
    var index = lineEnd + 1
    while let byte = byte(index), byte == 0x20 || byte == 0x09 { index += 1 }
    return index
  }

  private mutating func readLineEnd() {
    let lineEnd = index
    let isHard = index - textStart >= 2 && bytes[index - 1] == 0x20 && bytes[index - 2] == 0x20
    var start = index
    while start > textStart, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    index = start
    add(isHard ? .hardBreak : .softBreak, to: lineStart(behind: lineEnd))
  }

  private mutating func readCode() -> Bool {
    let count = bytes[index...].prefix { $0 == UInt8(ascii: "`") }.count
    guard let end = lookup.backticks(count, behind: index + count) else {
      index += count
      return true
    }
    var code = bytes[index + count..<end].map { $0 == 0x0A ? 0x20 : $0 }
    if code.first == 0x20, code.last == 0x20, code.contains(where: { $0 != 0x20 }) {
      code = Array(code.dropFirst().dropLast())
    }
    add(.code(String(decoding: code, as: UTF8.self)), to: end + count)
    return true
  }

  private mutating func readFormula() -> Bool {
    let count = bytes[index...].prefix(3).prefix { $0 == UInt8(ascii: "$") }.count
    if count == 2, let end = lookup.doubleDollars(behind: index + 2) {
      let body = trimmed(bytes[index + 2..<end])
      if !body.isEmpty {
        add(.displayFormula(String(decoding: body, as: UTF8.self)), to: end + 2)
        return true
      }
    }
    guard count == 1, let end = lookup.dollar(behind: index + 1), end - index < 4_096 * 4,
      tagSteps > 0
    else {
      index += count
      return true
    }
    tagSteps -= end - index
    let body = bytes[index + 1..<end]
    guard MarkdownFormula.isFormula(body) else { return false }
    add(.formula(String(decoding: body, as: UTF8.self)), to: end + 1)
    return true
  }

  // MARK: Delimiters

  private mutating func readDelimiter(_ mark: UInt8) -> Bool {
    let count = bytes[index...].prefix { $0 == mark }.count
    let isMarkup =
      switch mark {
      case UInt8(ascii: "~"): count <= 2
      case UInt8(ascii: "="), UInt8(ascii: "|"): count == 2
      default: true
      }
    guard isMarkup else {
      index += count
      return true
    }
    let sides = MarkdownText.sides(of: index..<index + count, in: bytes)
    let (opens, closes) = MarkdownText.flanking(mark, between: sides.before, and: sides.after)
    guard opens || closes else {
      index += count
      return true
    }
    endText()
    delimiters.append(
      MarkdownDelimiters.Run(
        piece: pieces.count, mark: mark, count: count, opens: opens, closes: closes))
    add(.text(""), to: index + count)
    return true
  }

  // MARK: Links

  private mutating func readBracket(isImage: Bool) -> Bool {
    if !isImage, byte(index + 1) == UInt8(ascii: "^"),
      let (range, end) = links.label(at: index), byte(range.lowerBound) == UInt8(ascii: "^")
    {
      let label = MarkdownDefinitions.normalized(bytes[range].dropFirst())
      if definitions.footnotes[label] != nil {
        add(.footnote(label), to: end)
        return true
      }
    }
    let end = index + (isImage ? 2 : 1)
    endText()
    brackets.append(
      Bracket(piece: pieces.count, isImage: isImage, end: end, delimiters: delimiters.count))
    add(.text(isImage ? "![" : "["), to: end)
    return true
  }

  private mutating func readBracketEnd() -> Bool {
    guard let bracket = brackets.popLast() else { return false }
    let isActive = bracket.isImage || brackets.count >= inactive
    inactive = min(inactive, brackets.count)
    guard isActive, let link = destination(of: bracket) else { return false }
    endText()
    pieces[bracket.piece] =
      bracket.isImage
      ? .openImage(address: link.address, title: link.title) : .openLink(link.address)
    delimiters.pair(from: bracket.delimiters)
    add(bracket.isImage ? .closeImage : .closeLink, to: link.end)
    if !bracket.isImage { inactive = brackets.count }
    return true
  }

  private mutating func destination(of bracket: Bracket) -> MarkdownLinkParser.Destination? {
    if let destination = links.destination(at: index + 1) { return destination }
    var end = index + 1
    var label = bracket.end..<index
    if let (range, labelEnd) = links.label(at: index + 1) {
      (label, end) = (range, labelEnd)
    } else if byte(end) == UInt8(ascii: "["), byte(end + 1) == UInt8(ascii: "]") {
      end += 2
    }
    guard label.count <= 1_000, copies > 0,
      let link = definitions.links[MarkdownDefinitions.normalized(bytes[label])]
    else { return nil }
    copies -= link.address.utf8.count + link.title.utf8.count
    guard copies > 0 else { return nil }
    return MarkdownLinkParser.Destination(address: link.address, title: link.title, end: end)
  }

  // MARK: Tags

  private mutating func readTag() -> Bool {
    if let (address, end) = autolink() {
      let text = String(decoding: bytes[index + 1..<end - 1], as: UTF8.self)
      add(.openLink(address), to: end)
      pieces += [.text(text), .closeLink]
      return true
    }
    guard tagSteps > 0 else { return false }
    var end: Int?
    if bytes[index...].starts(with: "<!--".utf8) {
      end = lookup.commentEnd(behind: index + 4)
    } else {
      end = MarkdownTag.end(in: bytes[...], from: index, steps: &tagSteps)
    }
    guard let end else { return false }
    add(.html(String(decoding: bytes[index..<end], as: UTF8.self)), to: end)
    return true
  }

  /// Returns the address of the link in angle brackets at the current index, and its end.
  private mutating func autolink() -> (String, Int)? {
    var end = index + 1
    var (colon, at): (Int?, Int?) = (nil, nil)
    while let byte = byte(end), byte > 0x20, byte != UInt8(ascii: "<"), byte != UInt8(ascii: ">") {
      if byte == UInt8(ascii: ":"), colon == nil { colon = end }
      if byte == UInt8(ascii: "@"), at == nil { at = end }
      end += 1
    }
    guard byte(end) == UInt8(ascii: ">") else { return nil }
    let text = String(decoding: bytes[index + 1..<end], as: UTF8.self)
    if let colon {
      let scheme = bytes[index + 1..<colon]
      let isScheme =
        2...32 ~= scheme.count && scheme.first?.isMarkdownLetter == true
        && scheme.allSatisfy {
          $0.isMarkdownLetter || $0.isMarkdownDigit || "+.-".utf8.contains($0)
        }
      if isScheme { return (text, end + 1) }
    }
    guard let at, at > index + 1, at + 1 < end,
      bytes[index + 1..<at].allSatisfy({
        $0.isMarkdownLetter || $0.isMarkdownDigit || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0)
      }),
      bytes[at + 1..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .allSatisfy({ label in
          1...63 ~= label.count && label.first != UInt8(ascii: "-")
            && label.last != UInt8(ascii: "-")
            && label.allSatisfy {
              $0.isMarkdownLetter || $0.isMarkdownDigit || $0 == UInt8(ascii: "-")
            }
        })
    else { return nil }
    return ("mailto:" + text, end + 1)
  }
}
