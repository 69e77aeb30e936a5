/// A parser of the blocks of a Markdown document.
///
/// It reads CommonMark 0.29 with GitHub's tables, footnotes, and formulas between `$$`, line by
/// line, with a stack of open blocks. Containers nested deeper than a limit are text, so the work
/// is linear: each line is compared with a bounded number of containers.
///
/// cmark-gfm is not used because most inline markup of rich messages is different from CommonMark's
/// (`||`, `==`, `$`, East Asian emphasis), because it has to be hidden from it in every place, and
/// because parts of a stream are parsed again and again.
///
/// - SeeAlso: CommonMark 0.29, appendix *A parsing strategy*.
struct MarkdownBlockParser {
  /// The blocks; the document is the first.
  private(set) var nodes: [MarkdownNode] = []
  /// The definitions of references and footnotes.
  var definitions: MarkdownDefinitions

  /// Whether `\[` and `\]` delimit formulas.
  let readsBackslashFormulas: Bool
  private let deepest: Int
  /// The open blocks, the document first.
  private var open: [Int] = []
  private var lineNumber: Int

  /// Parses a document.
  ///
  /// - Parameters:
  ///   - source: The document in UTF-8.
  ///   - deepest: The maximum depth of containers.
  ///   - definitions: Definitions of other parts of the document, which come first.
  ///   - firstLine: The number of the first line.
  ///   - readsBackslashFormulas: Whether `\[` and `\]` delimit formulas.
  /// - Complexity: O(*n* · `deepest`), where *n* is the length of the source.
  init(
    _ source: ArraySlice<UInt8>, deepest: Int, definitions: MarkdownDefinitions, firstLine: Int,
    readsBackslashFormulas: Bool
  ) {
    self.deepest = deepest
    self.definitions = definitions
    self.readsBackslashFormulas = readsBackslashFormulas
    lineNumber = firstLine
    nodes.reserveCapacity(4)
    nodes.append(MarkdownNode(.document, line: 1))
    open.reserveCapacity(4)
    open.append(0)
    let source = source.withoutNull
    var start = source.startIndex
    while start < source.endIndex {
      let end = source[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? source.endIndex
      add(MarkdownLine(source[start..<end]))
      let isPair =
        end + 1 < source.endIndex && source[end] == 0x0D && source[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
      lineNumber += 1
    }
    close(to: 0)
  }

  // MARK: Open blocks

  private var tip: Int { open[open.count - 1] }

  /// Closes the open blocks behind a number of them.
  private mutating func close(to count: Int) {
    while open.count > max(1, count) { finish(open.removeLast()) }
    if count == 0 { finish(0) }
  }

  /// Opens a block in the innermost open block that may contain it.
  @discardableResult
  private mutating func begin(_ kind: consuming MarkdownNode.Kind) -> Int {
    while !nodes[tip].isContainer || isList(tip) != isItem(kind) && isList(tip) {
      finish(open.removeLast())
    }
    let index = nodes.count
    nodes.append(MarkdownNode(kind, line: lineNumber))
    let parent = tip
    if let last = nodes[parent].lastChild {
      nodes[last].next = index
    } else {
      nodes[parent].firstChild = index
    }
    nodes[parent].lastChild = index
    open.append(index)
    return index
  }

  private func isList(_ index: Int) -> Bool {
    if case .list = nodes[index].kind { true } else { false }
  }

  private func isItem(_ kind: MarkdownNode.Kind) -> Bool {
    if case .item = kind { true } else { false }
  }

  // MARK: Lines

  private mutating func add(_ line: consuming MarkdownLine) {
    var matched = 1
    var isFinished = false
    while matched < open.count {
      guard continues(open[matched], &line, &isFinished) else { break }
      matched += 1
    }
    if isFinished { return close(to: matched) }
    var isLazy = matched < open.count && nodes[tip].isParagraph
    let isLiteral = matched == open.count && nodes[tip].isLiteral
    if !isLiteral {
      while let isWhole = start(&line, at: matched) {
        if isWhole { return }
        isLazy = false
        matched = open.count
      }
    }
    if isLazy, !line.isBlank { return addText(line) }
    close(to: matched)
    addContent(line)
  }

  /// Returns whether an open block continues on a line, and passes its marks.
  private mutating func continues(
    _ index: Int, _ line: inout MarkdownLine, _ isFinished: inout Bool
  ) -> Bool {
    switch nodes[index].kind {
    case .document, .list: return true
    case .quote:
      guard !line.isCode, line.first == UInt8(ascii: ">") else { return false }
      line.skip(bytes: 1)
      line.skip(columns: 1)
      return true
    case .item(let indent):
      if line.isBlank, nodes[index].firstChild == nil { return false }
      guard line.isBlank || line.indent >= indent else { return false }
      line.skip(columns: indent)
      return true
    case .footnote:
      guard line.isBlank || line.isCode else { return false }
      line.skip(columns: 4)
      return true
    case .paragraph, .table: return !line.isBlank
    case .heading, .divider: return false
    case .html(let end):
      if case .blankLine = end { return !line.isBlank }
      return true
    case .formula(_, let isClosed): return !line.isBlank && !isClosed
    case .code(nil):
      if line.isBlank {
        line.skip(columns: 4)
        return true
      }
      guard line.isCode else { return false }
      line.skip(columns: 4)
      return true
    case .code(let fence?):
      if !line.isCode, line.text.prefix(while: { $0 == fence.mark }).count >= fence.count,
        line.text.drop(while: { $0 == fence.mark }).allSatisfy(\.isMarkdownSpace)
      {
        isFinished = true
        return false
      }
      line.skip(columns: fence.indent)
      return true
    }
  }

  /// Adds the rest of a line to the innermost open block.
  private mutating func addContent(_ line: consuming MarkdownLine) {
    let index = tip
    switch nodes[index].kind {
    case .code:
      line.appendRest(to: &nodes[index].content)
    case .html(let end):
      line.appendRest(to: &nodes[index].content)
      if case .line(let ends) = end, Self.contains(line.bytes, ends) { close(to: open.count - 1) }
    case .formula: addFormulaLine(line)
    case .table, .paragraph: if !line.isBlank { addText(line) }
    default:
      guard !line.isBlank else { return }
      line.skipToText()
      begin(.paragraph)
      addText(line)
    }
  }

  private mutating func addText(_ line: MarkdownLine) {
    let (index, text) = (tip, line.text)
    if nodes[index].content.isEmpty { nodes[index].content.reserveCapacity(text.count + 1) }
    nodes[index].content += text
    nodes[index].content.append(0x0A)
  }

  private static func contains(_ line: ArraySlice<UInt8>, _ texts: [String]) -> Bool {
    let lowercase = line.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return texts.contains { text in
      let first = text.utf8.first
      return lowercase.indices.contains { index in
        lowercase[index] == first && lowercase[index...].starts(with: text.utf8)
      }
    }
  }

  // MARK: The end of a block

  private mutating func finish(_ index: Int) {
    switch nodes[index].kind {
    case .paragraph:
      finishParagraph(index)
      nodes[index].content.removeLast(
        nodes[index].content.count - Self.trimmedEnd(nodes[index].content[...]).count)
    case .code(nil):
      while nodes[index].content.hasBlankLastLine { nodes[index].content.removeLastLine() }
    case .formula(_, isClosed: false):
      // A formula without an end is text.
      nodes[index].kind = .paragraph
      finishParagraph(index)
    default: break
    }
  }

  /// Takes the definitions from the start of a paragraph.
  private mutating func finishParagraph(_ index: Int) {
    guard nodes[index].content.first == UInt8(ascii: "[") else { return }
    let content = nodes[index].content
    var parser = MarkdownLinkParser(content)
    var end = 0
    while end < content.count, let definition = parser.definition(at: end) {
      let label = MarkdownDefinitions.normalized(content[definition.label])
      if definitions.links[label] == nil {
        definitions.links[label] = MarkdownDefinitions.Link(
          address: definition.address, title: definition.title)
      }
      end = definition.end
    }
    nodes[index].content.removeSubrange(..<end)
    nodes[index].isRemoved = nodes[index].content.allSatisfy(\.isMarkdownSpace)
  }

  // MARK: The start of blocks

  /// Opens the block that begins at the text of a line, if there is one.
  ///
  /// - Parameters:
  ///   - line: The line; the marks of the block are passed.
  ///   - place: The number of open blocks that continue on the line.
  /// - Returns: Whether the block contains the rest of the line, or `nil` if no block begins.
  private mutating func start(_ line: inout MarkdownLine, at place: Int) -> Bool? {
    let container = open[place - 1]
    let isInParagraph = nodes[container].isParagraph
    guard !line.isBlank else { return nil }
    if line.isCode {
      // A paragraph continues on indented lines, also on one without the marks of its containers.
      guard !nodes[tip].isParagraph else { return nil }
      close(to: place)
      line.skip(columns: 4)
      begin(.code(nil))
      line.appendRest(to: &nodes[tip].content)
      return true
    }
    guard line.first.isMarkdownPunctuation || line.first.isMarkdownDigit else { return nil }
    if isInParagraph, let level = Self.underline(line.text), hasText(container) {
      nodes[container].kind = .heading(level)
      return true
    }
    if isInParagraph, startTable(line, after: container) { return true }
    guard let kind = leaf(line, isInParagraph: isInParagraph) else {
      return startContainer(&line, at: place, isInParagraph: isInParagraph) ? false : nil
    }
    close(to: place)
    begin(kind)
    addFirst(line)
    return true
  }

  /// Opens a quotation, an item or a footnote, unless containers are nested too deep.
  ///
  /// - Returns: Whether a container begins.
  private mutating func startContainer(
    _ line: inout MarkdownLine, at place: Int, isInParagraph: Bool
  ) -> Bool {
    guard place < deepest else { return false }
    if line.first == UInt8(ascii: ">") {
      close(to: place)
      line.skip(bytes: 1)
      line.skip(columns: 1)
      begin(.quote)
      return true
    }
    if let label = Self.footnote(line.text) {
      close(to: place)
      line.skip(bytes: label.count + 4)
      let key = MarkdownDefinitions.normalized(label)
      if definitions.footnotes[key] == nil {
        definitions.footnotes[key] = String(decoding: label, as: UTF8.self)
      }
      begin(.footnote(label: key))
      return true
    }
    guard let (mark, width) = Self.listMark(line.text, isInParagraph: isInParagraph) else {
      return false
    }
    var list: MarkdownNode.ListMark?
    if case .list(let other) = nodes[open[place - 1]].kind { list = other }
    close(to: place)
    let indent = line.indent
    line.skip(bytes: width)
    // An item that begins with a blank line or with indented code has one blank behind its mark.
    let isShort = line.isBlank || line.indent >= 5
    let padding = isShort ? 1 : line.indent
    line.skip(columns: padding)
    if list.map({ $0.continues(mark) }) != true { begin(.list(mark)) }
    begin(.item(indent: indent + width + padding))
    return true
  }

  /// Adds the first line of a block without containers.
  private mutating func addFirst(_ line: MarkdownLine) {
    let index = tip
    switch nodes[index].kind {
    case .heading: nodes[index].content = Self.headingText(line.text)
    case .html: addContent(line)
    case .formula: addFormulaLine(line)
    default: break
    }
  }

  /// Returns whether a paragraph has text besides definitions, which are taken from it.
  private mutating func hasText(_ index: Int) -> Bool {
    finishParagraph(index)
    return !nodes[index].isRemoved
  }

  /// Makes the last line of a paragraph the head of a table, if a delimiter row follows.
  private mutating func startTable(_ line: MarkdownLine, after index: Int) -> Bool {
    guard let alignments = MarkdownTable.alignments(line.text) else { return false }
    let content = nodes[index].content
    let start = (content.dropLast().lastIndex(of: 0x0A) ?? -1) + 1
    let head = content[start..<(content.count - 1)]
    guard MarkdownTable.cells(head).count == alignments.count else { return false }
    nodes[index].content.removeSubrange(start...)
    if start == 0 {
      nodes[index].kind = .table(alignments)
    } else {
      begin(.table(alignments))
    }
    nodes[tip].content = head + [0x0A]
    return true
  }

  private mutating func addFormulaLine(_ line: MarkdownLine) {
    let index = tip
    guard case .formula(let isDollars, _) = nodes[index].kind else { return }
    let isFirst = nodes[index].content.isEmpty
    nodes[index].content += line.text
    nodes[index].content.append(0x0A)
    let end = Self.trimmedEnd(line.text)
    let isEnd = isFirst ? end.count >= 4 : end.count >= 2
    if isEnd, end.hasSuffix(isDollars ? "$$" : "\\]") {
      nodes[index].kind = .formula(isDollars: isDollars, isClosed: true)
    }
  }

  static func trimmedEnd(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = text.endIndex
    while end > text.startIndex, text[end - 1].isMarkdownSpace { end -= 1 }
    return text[..<end]
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether the bytes end with those of a string.
  func hasSuffix(_ suffix: String) -> Bool {
    self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}

extension [UInt8] {
  /// Whether the last line has only white space.
  fileprivate var hasBlankLastLine: Bool {
    guard last == 0x0A else { return false }
    return dropLast().reversed().prefix { $0 != 0x0A }.allSatisfy(\.isMarkdownSpace)
  }

  fileprivate mutating func removeLastLine() {
    removeLast()
    while let last, last != 0x0A { removeLast() }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes with NUL replaced by the replacement character.
  ///
  /// - SeeAlso: CommonMark 0.29, section 2.3.
  fileprivate var withoutNull: ArraySlice<UInt8> {
    guard contains(0) else { return self }
    return flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }[...]
  }
}
