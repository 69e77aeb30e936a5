/// The starts of blocks.
extension MarkdownBlockParser {
  /// Returns the block without containers that begins a line, or `nil` if there is none.
  func leaf(_ line: MarkdownLine, isInParagraph: Bool) -> MarkdownNode.Kind? {
    let text = line.text
    switch line.first {
    case UInt8(ascii: "#"):
      let level = text.prefix { $0 == UInt8(ascii: "#") }.count
      let next = text.dropFirst(level).first ?? 0x20
      return level <= 6 && next.isMarkdownSpace ? .heading(level) : nil
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return Self.fence(text, indent: line.indent).map { .code($0) }
    case UInt8(ascii: "<"):
      return Self.htmlEnd(text, isInParagraph: isInParagraph).map { .html($0) }
    case UInt8(ascii: "$"):
      return text.starts(with: "$$".utf8) && !text.starts(with: "$$$".utf8)
        && Self.isFormulaStart(text.dropFirst(2), closing: "$$")
        ? .formula(isDollars: true, isClosed: false) : nil
    case UInt8(ascii: "\\"):
      return readsBackslashFormulas && text.starts(with: "\\[".utf8)
        && Self.isFormulaStart(text.dropFirst(2), closing: "\\]")
        ? .formula(isDollars: false, isClosed: false) : nil
    case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      return Self.isDivider(text) ? .divider : nil
    default: return nil
    }
  }

  /// Returns whether a line behind an opening delimiter is the first one of a formula: the closing
  /// delimiter is at its end or on another line.
  private static func isFormulaStart(_ text: ArraySlice<UInt8>, closing: String) -> Bool {
    let text = trimmedEnd(text)
    let first = Array(closing.utf8)
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].starts(with: first) { return index + 2 == text.endIndex }
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return true
  }

  private static func isDivider(_ text: ArraySlice<UInt8>) -> Bool {
    guard let mark = text.first else { return false }
    var count = 0
    for byte in text {
      if byte == mark {
        count += 1
      } else if byte != 0x20, byte != 0x09 {
        return false
      }
    }
    return count >= 3
  }

  private static func fence(_ text: ArraySlice<UInt8>, indent: Int) -> MarkdownNode.Fence? {
    guard let mark = text.first else { return nil }
    let count = text.prefix { $0 == mark }.count
    let info = text.dropFirst(count)
    guard count >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else { return nil }
    return MarkdownNode.Fence(mark: mark, count: count, indent: indent, info: Array(info))
  }

  /// Returns the level of a heading that a line underlines.
  static func underline(_ text: ArraySlice<UInt8>) -> Int? {
    guard let mark = text.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-"),
      text.drop(while: { $0 == mark }).allSatisfy({ $0 == 0x20 || $0 == 0x09 })
    else { return nil }
    return mark == UInt8(ascii: "=") ? 1 : 2
  }

  /// Returns the text of a heading without its marks.
  static func headingText(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let inner = trimmedEnd(
      text.drop { $0 == UInt8(ascii: "#") }.drop { $0 == 0x20 || $0 == 0x09 })
    let marks = inner.reversed().prefix { $0 == UInt8(ascii: "#") }.count
    let rest = inner.dropLast(marks)
    if marks > 0, rest.isEmpty || rest.last == 0x20 || rest.last == 0x09 {
      return Array(trimmedEnd(rest))
    }
    return Array(inner)
  }

  /// Returns the label of a footnote's definition.
  static func footnote(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard text.starts(with: "[^".utf8) else { return nil }
    let label = text.dropFirst(2).prefix {
      $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[") && !$0.isMarkdownSpace
    }
    guard !label.isEmpty, label.count <= 999, text[label.endIndex...].starts(with: "]:".utf8)
    else { return nil }
    return label
  }

  /// Returns the mark of an item, and its length in bytes.
  static func listMark(
    _ text: ArraySlice<UInt8>, isInParagraph: Bool
  ) -> (MarkdownNode.ListMark, Int)? {
    guard let first = text.first else { return nil }
    var mark = MarkdownNode.ListMark(mark: first, start: nil)
    var width = 1
    if first.isMarkdownDigit {
      let digits = text.prefix(10).prefix { $0.isMarkdownDigit }
      guard digits.count <= 9, let number = Int(String(decoding: digits, as: UTF8.self)),
        let end = text.dropFirst(digits.count).first,
        end == UInt8(ascii: ".") || end == UInt8(ascii: ")"), !isInParagraph || number == 1
      else { return nil }
      mark = MarkdownNode.ListMark(mark: end, start: number)
      width = digits.count + 1
    } else {
      guard [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*")].contains(first) else {
        return nil
      }
    }
    let rest = text.dropFirst(width)
    guard rest.first?.isMarkdownSpace ?? true else { return nil }
    if isInParagraph, rest.allSatisfy(\.isMarkdownSpace) { return nil }
    return (mark, width)
  }

  // MARK: HTML

  /// The names of elements that begin raw HTML anywhere.
  private static let blockNames = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details \
    dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 \
    head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p \
    param section source summary table tbody td tfoot th thead title tr track ul tg-collage \
    tg-slideshow tg-map tg-button-row tg-thinking tg-math-block tg-document video audio
    """.split(separator: " ").map(String.init))

  /// Returns the end of the raw HTML that begins a line, or `nil` if none does.
  private static func htmlEnd(
    _ text: ArraySlice<UInt8>, isInParagraph: Bool
  ) -> MarkdownNode.HTMLEnd? {
    for (start, end) in [("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>")]
    where text.starts(with: start.utf8) {
      return .line([end])
    }
    if text.starts(with: "<!".utf8), text.dropFirst(2).first?.isMarkdownLetter == true {
      return .line([">"])
    }
    let isEnd = text.dropFirst().first == UInt8(ascii: "/")
    let rest = text.dropFirst(isEnd ? 2 : 1)
    let bytes = rest.prefix(16).prefix {
      $0.isMarkdownLetter || $0.isMarkdownDigit || $0 == UInt8(ascii: "-")
    }
    let name = String(decoding: bytes, as: UTF8.self).lowercased()
    let next = rest.dropFirst(bytes.count).first ?? 0x20
    if !isEnd, ["script", "pre", "style"].contains(name),
      next.isMarkdownSpace || next == UInt8(ascii: ">")
    {
      return .line(["</script>", "</pre>", "</style>"])
    }
    if blockNames.contains(name),
      next.isMarkdownSpace || next == UInt8(ascii: ">")
        || rest.dropFirst(bytes.count).starts(with: "/>".utf8)
    {
      return .blankLine
    }
    var steps = text.count
    guard !isInParagraph, !["script", "pre", "style"].contains(name),
      let tag = MarkdownTag.end(in: text, from: text.startIndex, steps: &steps),
      text[tag...].allSatisfy(\.isMarkdownSpace)
    else { return nil }
    return .blankLine
  }
}

/// The tags of HTML in Markdown.
enum MarkdownTag {
  /// Returns the index behind the start or end tag at an index, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: The index of `<`.
  ///   - steps: The maximum length of the tag, from which the bytes that were read are subtracted.
  /// - Returns: The index.
  /// - SeeAlso: CommonMark 0.29, 6.8.
  static func end(in bytes: ArraySlice<UInt8>, from start: Int, steps: inout Int) -> Int? {
    let limit = min(bytes.endIndex, start + max(0, steps))
    var index = start + 1
    defer { steps -= index - start }
    func skip(_ holds: (UInt8) -> Bool) {
      while index < limit, holds(bytes[index]) { index += 1 }
    }
    let isEnd = index < limit && bytes[index] == UInt8(ascii: "/")
    if isEnd { index += 1 }
    guard index < limit, bytes[index].isMarkdownLetter else { return nil }
    skip { $0.isMarkdownLetter || $0.isMarkdownDigit || $0 == UInt8(ascii: "-") }
    while !isEnd {
      let space = index
      skip { $0.isMarkdownSpace }
      guard index > space, index < limit,
        bytes[index].isMarkdownLetter || bytes[index] == UInt8(ascii: "_")
          || bytes[index] == UInt8(ascii: ":")
      else { break }
      skip { byte in
        byte.isMarkdownLetter || byte.isMarkdownDigit || "_.:-".utf8.contains(byte)
      }
      let name = index
      skip { $0.isMarkdownSpace }
      guard index < limit, bytes[index] == UInt8(ascii: "=") else {
        index = name
        continue
      }
      index += 1
      skip { $0.isMarkdownSpace }
      guard index < limit else { return nil }
      let quote = bytes[index]
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        index += 1
        skip { $0 != quote }
        guard index < limit else { return nil }
        index += 1
      } else {
        let value = index
        skip { !$0.isMarkdownSpace && !"\"'=<>`".utf8.contains($0) }
        guard index > value else { return nil }
      }
    }
    skip { $0.isMarkdownSpace }
    if !isEnd, index < limit, bytes[index] == UInt8(ascii: "/") { index += 1 }
    guard index < limit, bytes[index] == UInt8(ascii: ">") else { return nil }
    return index + 1
  }
}
