internal import GalleyMessages

/// A reader of Rich Markdown, which adds the blocks of a document to a tree.
struct RichMarkdownReader {
  typealias Problem = RichTreeBuilder.Problem

  /// The blocks of the document's footnotes, by normalized label.
  struct Footnote {
    let label: String
    let node: Int
  }

  var builder: RichTreeBuilder
  /// The line of the current block.
  private(set) var line = 1
  /// The blocks of the document.
  private var document: MarkdownBlockParser
  private var footnotes: [Footnote] = []

  /// Parses the blocks of a document.
  init(
    _ source: ArraySlice<UInt8>, _ options: RichMessage.ReadingOptions,
    definitions: MarkdownDefinitions = MarkdownDefinitions(), firstLine: Int = 1
  ) {
    let depth = min(options.limits.depth, RichMessageLimits.deepest)
    document = MarkdownBlockParser(
      source, deepest: 2 * (max(0, depth) + 2), definitions: definitions, firstLine: firstLine,
      readsBackslashFormulas: options.readsBackslashFormulas)
    builder = RichTreeBuilder(options, isStrict: false)
  }

  /// The definitions of references, and the numbers of footnotes used so far.
  var definitions: MarkdownDefinitions { document.definitions }

  /// Adds the blocks, and the footnotes at the end.
  ///
  /// - Returns: The blocks.
  mutating func blocks(withFootnotes: Bool = true) throws(RichMessageError) -> [RichBlock] {
    do throws(Problem) {
      do throws(Problem) {
        try add(children: 0)
        if withFootnotes { try addFootnotes() }
      } catch {
        guard case .limit = error, builder.options.limits.behavior == .clip else { throw error }
        builder.clip()
      }
      return try builder.finish()
    } catch {
      throw error.error(line: line)
    }
  }

  // MARK: Blocks

  private mutating func add(children index: Int) throws(Problem) {
    try add(from: document.nodes[index].firstChild)
  }

  /// Adds a block and those beside it, up to the end of their container.
  private mutating func add(from first: Int?) throws(Problem) {
    var next = first
    while let index = next {
      if !document.nodes[index].isRemoved { try add(index) }
      next = document.nodes[index].next
    }
  }

  /// Returns the first block in a container that is shown.
  private func firstShown(in container: Int) -> Int? {
    var child = document.nodes[container].firstChild
    while let index = child, document.nodes[index].isRemoved { child = document.nodes[index].next }
    return child
  }

  /// Adds the contents of a container between its start and its end.
  private mutating func add(
    _ element: consuming RichElement, _ body: (inout Self) throws(Problem) -> Void
  ) throws(Problem) {
    try builder.beginBlock("", element)
    let opened = builder.stack.count
    try body(&self)
    // HTML inside may have closed more elements than it opened.
    while builder.stack.count >= opened { try builder.close() }
  }

  private mutating func add(_ index: Int) throws(Problem) {
    line = document.nodes[index].line
    switch document.nodes[index].kind {
    case .document, .item: try add(children: index)
    case .quote: try add(.quotation) { reader throws(Problem) in try reader.add(children: index) }
    case .list(let mark): try add(list: index, mark)
    case .paragraph:
      try add(.paragraph(isImplied: true)) { reader throws(Problem) in
        try reader.add(inlines: reader.document.nodes[index].content[...])
      }
    case .heading(let level):
      try add(.heading(level)) { reader throws(Problem) in
        try reader.add(inlines: reader.document.nodes[index].content[...])
      }
    case .divider: try builder.add(.divider, "hr")
    case .code(let fence): try add(code: document.nodes[index].content, fence)
    case .formula: try add(formula: document.nodes[index].formula)
    case .html: try add(html: String(decoding: document.nodes[index].content, as: UTF8.self))
    case .table(let alignments): try add(table: index, alignments)
    case .footnote(let label): footnotes.append(Footnote(label: label, node: index))
    }
  }

  private mutating func add(code: [UInt8], _ fence: MarkdownNode.Fence?) throws(Problem) {
    let info = MarkdownText.unescaped((fence?.info ?? [])[...])
    let language = Self.firstWord(of: info)
    let text = String(decoding: code.last == 0x0A ? code.dropLast() : code[...], as: UTF8.self)
    guard language != "math" else {
      return try add(formula: text.trimmedOfSpaces)
    }
    try add(.pre(language: language)) { reader throws(Problem) in
      // The builder drops a line end at the start, as in HTML.
      try reader.builder.add(text.hasPrefix("\n") ? "\n" + text : text, isVerbatim: true)
    }
  }

  /// Returns the text before the first white space behind the start, or `nil` if there is none.
  private static func firstWord(of text: String) -> String? {
    // Characters of ASCII are found without searching for the boundaries of clusters.
    guard text.utf8.contains(where: { $0 >= 0x80 }) else {
      let words = text.utf8.drop { $0.isMarkdownSpace }
      return words.isEmpty ? nil : String(Substring(words.prefix { !$0.isMarkdownSpace }))
    }
    let words = text.drop(while: \.isWhitespace)
    return words.isEmpty ? nil : String(words.prefix { !$0.isWhitespace })
  }

  private mutating func add(formula: String) throws(Problem) {
    try add(.formulaBlock) { reader throws(Problem) in
      try reader.builder.add(formula, isVerbatim: true)
    }
  }

  // MARK: Lists

  private mutating func add(list index: Int, _ mark: MarkdownNode.ListMark) throws(Problem) {
    let numbers = mark.start.map { ListNumbers(start: $0) }
    try add(.list(numbers, .decimal)) { reader throws(Problem) in
      var next = reader.document.nodes[index].firstChild
      while let item = next {
        reader.line = reader.document.nodes[item].line
        try reader.addItem { reader throws(Problem) in try reader.add(item: item) }
        next = reader.document.nodes[item].next
      }
    }
  }

  private mutating func addItem(_ body: (inout Self) throws(Problem) -> Void) throws(Problem) {
    try builder.beginItem("", [:])
    let opened = builder.stack.count
    try body(&self)
    while builder.stack.count >= opened { try builder.close() }
  }

  private mutating func add(item: Int) throws(Problem) {
    var rest = firstShown(in: item)
    if let first = rest, document.nodes[first].isParagraph,
      let (checkbox, text) = Self.task(document.nodes[first].content)
    {
      builder.setCheckbox(checkbox)
      if !text.isEmpty {
        line = document.nodes[first].line
        try add(.paragraph(isImplied: true)) { reader throws(Problem) in
          try reader.add(inlines: text)
        }
      }
      rest = document.nodes[first].next
    }
    try add(from: rest)
  }

  /// Returns the checkbox at the start of an item, and the text behind it.
  private static func task(
    _ content: [UInt8]
  ) -> (RichBlock.List.Checkbox, ArraySlice<UInt8>)? {
    guard content.count >= 3, content[0] == UInt8(ascii: "["), content[2] == UInt8(ascii: "]"),
      content.count == 3 || content[3].isMarkdownSpace
    else { return nil }
    let rest = content[3...].drop { $0.isMarkdownSpace }
    switch content[1] {
    case 0x20: return (.unchecked, rest)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return (.checked, rest)
    default: return nil
    }
  }

  // MARK: Tables

  private mutating func add(
    table index: Int, _ alignments: [RichBlock.Table.Alignment?]
  ) throws(Problem) {
    try add(.table(RichBlock.Table([]))) { reader throws(Problem) in
      guard case .table = reader.builder.top.element else {
        // In a text, rows are lines.
        return try reader.add(inlines: reader.document.nodes[index].content[...])
      }
      let lines = reader.document.nodes[index].content.split(separator: 0x0A)
      for (row, line) in lines.enumerated() {
        reader.line = reader.document.nodes[index].line + row + (row > 0 ? 1 : 0)
        try reader.builder.beginRow("")
        reader.builder.stack[reader.builder.last].cells.reserveCapacity(alignments.count)
        let cells = MarkdownTable.cells(line)
        for (column, alignment) in alignments.enumerated() {
          try reader.builder.count { counter throws(LimitExceeded) in
            try counter.charge(cells: 1)
          }
          try reader.builder.push(
            "", .cell(RichBlock.Table.Cell(.empty, isHeader: row == 0, alignment: alignment)))
          let opened = reader.builder.stack.count
          if column < cells.count { try reader.add(inlines: cells[column]) }
          while reader.builder.stack.count >= opened { try reader.builder.close() }
        }
        try reader.builder.close()
      }
    }
  }

  // MARK: Footnotes

  /// Adds the footnotes as a numbered list under a rule, in order of first use.
  private mutating func addFootnotes() throws(Problem) {
    guard !footnotes.isEmpty else { return }
    while builder.stack.count > 1 { try builder.close() }
    try builder.add(.divider, "hr")
    try add(.list(ListNumbers(), .decimal)) { reader throws(Problem) in
      let defined = reader.definedFootnotes
      let byLabel = Dictionary(defined.map { ($0.label, $0) }) { first, _ in first }
      var unused = defined[...]
      var number = 0
      while number < defined.count {
        // A footnote may use others, which come behind it; those that are not used come last.
        if number == reader.definitions.labels.count {
          while let first = unused.first, reader.definitions.numbers[first.label] != nil {
            unused.removeFirst()
          }
          guard let first = unused.first else { break }
          _ = reader.document.definitions.number(of: first.label)
        }
        let label = reader.definitions.labels[number]
        number += 1
        guard let footnote = byLabel[label] else { continue }
        try reader.addItem { reader throws(Problem) in try reader.add(footnote: footnote) }
      }
    }
  }

  /// The footnotes that the document defines; the first definition of a label counts.
  var definedFootnotes: [Footnote] {
    guard !footnotes.isEmpty else { return [] }
    var labels: Set<String> = []
    return footnotes.filter { labels.insert($0.label).inserted }
  }

  /// Returns the body of a footnote, without the other blocks of the document.
  mutating func body(of footnote: Footnote) throws(RichMessageError) -> [RichBlock] {
    builder = RichTreeBuilder(builder.options, isStrict: false)
    do throws(Problem) {
      try add(footnote: footnote)
      return try builder.finish()
    } catch {
      throw error.error(line: line)
    }
  }

  /// Adds the body of a footnote: its first paragraph is a reference.
  private mutating func add(footnote: Footnote) throws(Problem) {
    let name = definitions.footnotes[footnote.label] ?? footnote.label
    var rest = firstShown(in: footnote.node)
    var text: ArraySlice<UInt8> = []
    if let first = rest, document.nodes[first].isParagraph {
      text = document.nodes[first].content[...]
      rest = document.nodes[first].next
    }
    try add(.paragraph(isImplied: true)) { reader throws(Problem) in
      try reader.builder.push("", .reference(name))
      let opened = reader.builder.stack.count
      try reader.add(inlines: text)
      while reader.builder.stack.count >= opened { try reader.builder.close() }
    }
    try add(from: rest)
  }

  // MARK: Inline contents

  private mutating func add(html: String) throws(Problem) {
    var scanner = HTMLScanner(HTMLSpaces.without(html), rules: .rich(isStrict: false))
    while true {
      let token: HTMLScanner.Token?
      do throws(HTMLScanner.Problem) { token = try scanner.next() } catch {
        return try builder.add(scanner.rest())
      }
      guard let token else { return }
      try builder.add(token, source: scanner.source)
    }
  }

  private mutating func add(inlines source: ArraySlice<UInt8>) throws(Problem) {
    let pieces = MarkdownInlineParser.pieces(
      source, definitions: document.definitions,
      readsBackslashFormulas: builder.options.readsBackslashFormulas)
    var images: [(address: String, title: String)] = []
    var alternative = ""
    for piece in pieces {
      switch piece {
      case .openImage(let address, let title): images.append((address, title))
      case .closeImage:
        guard let image = images.popLast(), images.isEmpty else { continue }
        try builder.addImage(image.address, title: image.title, alternative: alternative)
        alternative = ""
      case _ where !images.isEmpty: alternative += piece.plainText
      default: try add(piece)
      }
    }
  }

  private mutating func add(_ piece: MarkdownInline) throws(Problem) {
    switch piece {
    case .text(let text): try builder.add(text, isVerbatim: true)
    case .code(let code):
      try builder.beginInline("", .style(.code))
      try builder.add(code, isVerbatim: true)
      try builder.close()
    case .formula(let formula):
      try builder.beginInline("", .formula)
      try builder.add(formula, isVerbatim: true)
      try builder.close()
    case .displayFormula(let formula): try builder.addDisplay(formula)
    case .softBreak: try builder.add(" ", isVerbatim: true)
    case .hardBreak: try builder.addLineBreak()
    case .html(let html): try add(html: html)
    case .open(let style): try builder.beginInline("", .style(style))
    case .openLink(let address):
      try builder.beginInline("", address.isEmpty ? .inert : .link(address))
    case .close(let style): try builder.endInline { $0.isStyle(style) }
    case .closeLink: try builder.endInline { $0.isLink }
    case .openImage, .closeImage: break
    case .footnote(let label):
      let number = document.definitions.number(of: label)
      let name = definitions.footnotes[label] ?? label
      try builder.count { counter throws(LimitExceeded) in
        try counter.charge(text: String(number))
      }
      try builder.add(.referenceLink(name: name, .plain(String(number))))
    }
  }
}

extension MarkdownNode {
  /// The source of a formula without its delimiters.
  fileprivate var formula: String {
    let text = MarkdownBlockParser.trimmedEnd(content[...])
    return String(decoding: text.dropFirst(2).dropLast(2), as: UTF8.self).trimmedOfSpaces
  }
}

extension MarkdownInline {
  /// The text of the piece, for alternatives of images.
  fileprivate var plainText: String {
    switch self {
    case .text(let text), .code(let text), .formula(let text), .displayFormula(let text): text
    case .softBreak, .hardBreak: " "
    case .html, .open, .close, .openLink, .closeLink, .openImage, .closeImage, .footnote: ""
    }
  }
}

extension String {
  /// The string without white space of ASCII at its ends.
  var trimmedOfSpaces: String {
    var scalars = unicodeScalars[...]
    while scalars.first?.isHTMLSpace == true { scalars.removeFirst() }
    while scalars.last?.isHTMLSpace == true { scalars.removeLast() }
    return String(scalars)
  }
}
