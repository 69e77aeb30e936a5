extension MarkdownStream {
  /// Returns the Markdown of a block as a document of its own, without the marks of the containers
  /// around it.
  ///
  /// The ordinary parser reads the same block from it. Code comes in fences, and the items of an
  /// ordered list are numbered from its start.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the block.
  package func markdown(of block: MarkdownBlock) -> String {
    var writer = BlockWriter(source: source)
    writer.write(block)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// A writer of blocks as Markdown.
private struct BlockWriter {
  let source: [UInt8]
  private(set) var bytes: [UInt8] = []
  /// The marks that continue the containers around the next line.
  private var prefix: [UInt8] = []

  init(source: [UInt8]) { self.source = source }

  /// Writes a block behind the marks of its first line; the nesting depth of blocks is limited.
  mutating func write(_ block: MarkdownBlock) {
    switch block.kind {
    case .paragraph, .definitions: writeText(block.lines)
    case .heading(let level, let isUnderlined):
      if isUnderlined {
        writeText(block.lines)
        endLine()
        bytes += Array(repeating: level == 1 ? UInt8(ascii: "=") : UInt8(ascii: "-"), count: 3)
      } else {
        bytes += Array(repeating: UInt8(ascii: "#"), count: level) + [0x20]
        writeText(block.lines)
      }
    case .thematicBreak: bytes += source[source.trimmed(block.range)]
    case .code(let info): writeCode(block.lines, info: info.map { Array(source[$0]) } ?? [])
    case .math(true, _): writeCode(block.lines, info: Array("math".utf8))
    case .math(false, _), .html: writeVerbatim(block.lines)
    case .quote: write(block.children, inside: Array("> ".utf8), continuing: Array("> ".utf8))
    case .list(let style): writeList(block, style)
    case .item: write(block.children)
    case .table:
      let rows = block.children.compactMap(\.lines.first)
      let lines = rows.prefix(1) + block.lines + rows.dropFirst()
      for (index, line) in lines.enumerated() {
        if index > 0 { endLine() }
        bytes += source[line.range]
      }
    case .tableRow: writeText(block.lines)
    case .island: write(block.children)
    case .footnote(let label):
      write(
        block.children, inside: Array("[^".utf8) + source[label] + Array("]: ".utf8),
        continuing: Array(repeating: 0x20, count: 4))
    }
  }

  private mutating func endLine() { bytes += [0x0A] + prefix }

  /// Writes blocks with blank lines between them, or without in tight lists.
  private mutating func write(
    _ blocks: ChunkedList<MarkdownBlock>, inside mark: [UInt8] = [],
    continuing marks: [UInt8] = [], isTight: Bool = false
  ) {
    let outer = prefix.count
    bytes += mark
    prefix += marks
    for (index, block) in blocks.enumerated() {
      if index > 0 {
        endLine()
        if !isTight { endLine() }
      }
      write(block)
    }
    prefix.removeSubrange(outer...)
  }

  private mutating func writeList(_ list: MarkdownBlock, _ style: MarkdownBlock.ListStyle) {
    for (index, item) in list.children.enumerated() {
      if index > 0 {
        endLine()
        if !style.isTight { endLine() }
      }
      let number = style.start.map { Array("\(min($0 + index, 999_999_999))".utf8) } ?? []
      let marker = number + [style.mark] + [0x20]
      write(
        item.children, inside: marker, continuing: Array(repeating: 0x20, count: marker.count),
        isTight: style.isTight)
    }
  }

  private mutating func writeText(_ lines: ChunkedList<MarkdownBlock.Line>) {
    for (index, line) in lines.enumerated() {
      if index > 0 { endLine() }
      // The indentation keeps a mark at the start from beginning a block.
      if index > 0, line.isLiteral { bytes += Array(repeating: 0x20, count: 4) }
      bytes += source[line.range]
    }
  }

  private mutating func writeVerbatim(_ lines: ChunkedList<MarkdownBlock.Line>) {
    for (index, line) in lines.enumerated() {
      if index > 0 { endLine() }
      bytes += Array(repeating: 0x20, count: line.indentation) + source[line.range]
    }
  }

  /// Writes a fence, code, and a fence.
  private mutating func writeCode(_ lines: ChunkedList<MarkdownBlock.Line>, info: [UInt8]) {
    let mark = info.contains(UInt8(ascii: "`")) ? UInt8(ascii: "~") : UInt8(ascii: "`")
    var longest = 2
    for line in lines {
      longest = max(longest, source[line.range].split { $0 != mark }.map(\.count).max() ?? 0)
    }
    let fence = Array(repeating: mark, count: longest + 1)
    bytes += fence + info
    endLine()
    writeVerbatim(lines)
    if !lines.isEmpty { endLine() }
    bytes += fence
  }
}
