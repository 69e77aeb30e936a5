/// The kinds of HTML blocks, which differ in the lines that begin and end them.
///
/// - SeeAlso: CommonMark 0.29, section 4.6.
enum HTMLStart: Int, Hashable {
  case verbatim = 1
  case comment, instruction, declaration, characterData, block, tag

  /// The result of looking for the start of an HTML block.
  enum Match: Hashable {
    case no, undecided
    case yes(HTMLStart)
  }

  /// Whether a blank line ends the block, rather than a mark.
  var endsAtBlankLine: Bool { self == .block || self == .tag }

  /// Returns the kind of block that begins with `<` at an offset.
  ///
  /// - Parameters:
  ///   - line: The rest of the line, from the `<`.
  ///   - source: The source.
  ///   - isWhole: Whether the line is complete.
  ///   - interrupts: Whether the block would end a paragraph.
  /// - Returns: The kind, if there is one.
  static func match(
    _ line: Range<Int>, of source: [UInt8], isWhole: Bool, interrupting interrupts: Bool
  ) -> Match {
    let (start, end) = (line.lowerBound + 1, line.upperBound)
    let open: Match = isWhole ? .no : .undecided
    guard start < end else { return open }
    switch source[start] {
    case UInt8(ascii: "?"): return .yes(.instruction)
    case UInt8(ascii: "!"):
      guard start + 1 < end else { return open }
      let rest = source[(start + 1)..<end]
      if (0x41...0x5A).contains(source[start + 1]) { return .yes(.declaration) }
      if rest.starts(with: "--".utf8) { return .yes(.comment) }
      if rest.starts(with: "[CDATA[".utf8) { return .yes(.characterData) }
      return "--".utf8.starts(with: rest) || "[CDATA[".utf8.starts(with: rest) ? open : .no
    default: break
    }
    let name = HTMLTag.name(at: start, of: source, to: end)
    let isClosing = source[start] == UInt8(ascii: "/")
    if name.upperBound == end {
      guard isWhole else { return name.isEmpty && !isClosing ? .no : .undecided }
    } else if name.isEmpty {
      return .no
    }
    let lowercase = HTMLTag.lowercase(source[name])
    let next = name.upperBound < end ? source[name.upperBound] : 0x0A
    let isSpace = next == 0x20 || (0x09...0x0D).contains(next)
    if !isClosing, verbatimNames.contains(lowercase), isSpace || next == UInt8(ascii: ">") {
      return .yes(.verbatim)
    }
    if blockNames.contains(lowercase) {
      if isSpace || next == UInt8(ascii: ">") { return .yes(.block) }
      if next == UInt8(ascii: "/") {
        guard name.upperBound + 1 < end else { return open }
        if source[name.upperBound + 1] == UInt8(ascii: ">") { return .yes(.block) }
      }
    }
    return interrupts ? .no : completeTag(line, of: source, isWhole: isWhole)
  }

  /// Returns whether a line is a single tag, followed by white space.
  private static func completeTag(
    _ line: Range<Int>, of source: [UInt8], isWhole: Bool
  ) -> Match {
    switch HTMLTag.end(of: line, in: source) {
    case .no: return .no
    case .undecided: return isWhole ? .no : .undecided
    case .yes(let end):
      var offset = end
      while offset < line.upperBound, HTMLTag.isSpace(source[offset]) { offset += 1 }
      guard offset == line.upperBound else { return .no }
      return isWhole ? .yes(.tag) : .undecided
    }
  }

  /// Returns whether a line contains the mark that ends the block.
  func ends(on line: Range<Int>, of source: [UInt8]) -> Bool {
    switch self {
    case .comment: Self.contains("-->", in: source[line])
    case .instruction: Self.contains("?>", in: source[line])
    case .declaration: source[line].contains(UInt8(ascii: ">"))
    case .characterData: Self.contains("]]>", in: source[line])
    case .verbatim:
      Self.verbatimNames.contains { Self.contains("</\($0)>", in: source[line]) }
    case .block, .tag: false
    }
  }

  /// Returns whether a line contains an ASCII mark in either case.
  private static func contains(_ mark: String, in line: ArraySlice<UInt8>) -> Bool {
    let mark = Array(mark.utf8)
    guard line.count >= mark.count, let first = mark.first else { return false }
    for start in line.startIndex...(line.endIndex - mark.count) where line[start] == first {
      if mark.indices.allSatisfy({ HTMLTag.lowercase(line[start + $0]) == mark[$0] }) {
        return true
      }
    }
    return false
  }

  private static let verbatimNames: Set<String> = ["script", "pre", "style"]

  private static let blockNames = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details \
    dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 \
    head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p \
    param section title summary table tbody td tfoot th thead tr track ul
    """.split(separator: " ").map(String.init))
}

/// The grammar of HTML tags in Markdown.
///
/// - SeeAlso: CommonMark 0.29, section 6.8.
enum HTMLTag {
  /// Returns the name of a tag behind its `<`, which a slash may precede.
  static func name(at start: Int, of source: [UInt8], to end: Int) -> Range<Int> {
    let first = start < end && source[start] == UInt8(ascii: "/") ? start + 1 : start
    guard first < end, isLetter(source[first]) else { return first..<first }
    var offset = first + 1
    while offset < end, isNameByte(source[offset]) { offset += 1 }
    return first..<offset
  }

  /// Returns the end of the opening or closing tag at the start of a range.
  static func end(of range: Range<Int>, in source: [UInt8]) -> StartMatch {
    let end = range.upperBound
    var offset = range.lowerBound + 1
    guard offset < end else { return .undecided }
    let isClosing = source[offset] == UInt8(ascii: "/")
    let name = name(at: offset, of: source, to: end)
    guard !name.isEmpty else { return isClosing && offset + 1 == end ? .undecided : .no }
    offset = name.upperBound
    while true {
      let start = offset
      while offset < end, isSpace(source[offset]) { offset += 1 }
      guard offset < end else { return .undecided }
      if source[offset] == UInt8(ascii: ">") { return .yes(end: offset + 1) }
      if isClosing { return .no }
      if source[offset] == UInt8(ascii: "/") {
        guard offset + 1 < end else { return .undecided }
        return source[offset + 1] == UInt8(ascii: ">") ? .yes(end: offset + 2) : .no
      }
      guard start < offset else { return .no }
      switch attribute(at: offset, in: source, to: end) {
      case .yes(let next): offset = next
      case let other: return other
      }
    }
  }

  /// Returns the end of an attribute.
  private static func attribute(at start: Int, in source: [UInt8], to end: Int) -> StartMatch {
    var offset = start
    guard isLetter(source[offset]) || source[offset] == 0x5F || source[offset] == 0x3A else {
      return .no
    }
    while offset < end, isAttributeByte(source[offset]) { offset += 1 }
    var value = offset
    while value < end, isSpace(source[value]) { value += 1 }
    guard value < end else { return .undecided }
    guard source[value] == UInt8(ascii: "=") else { return .yes(end: offset) }
    value += 1
    while value < end, isSpace(source[value]) { value += 1 }
    guard value < end else { return .undecided }
    let quote = source[value]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let close = source[(value + 1)..<end].firstIndex(of: quote)
      return close.map { .yes(end: $0 + 1) } ?? .undecided
    }
    offset = value
    while offset < end, !isSpace(source[offset]), !"\"'=<>`".utf8.contains(source[offset]) {
      offset += 1
    }
    guard offset > value else { return .no }
    return offset == end ? .undecided : .yes(end: offset)
  }

  /// Returns a name in lower case.
  static func lowercase(_ name: ArraySlice<UInt8>) -> String {
    String(decoding: name.map(lowercase), as: UTF8.self)
  }

  static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
  }

  private static func isAttributeByte(_ byte: UInt8) -> Bool {
    isNameByte(byte) || byte == 0x5F || byte == 0x3A || byte == UInt8(ascii: ".")
  }
}
