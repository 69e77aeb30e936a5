internal import GalleyBasics

extension MarkdownStream {
  /// The info string of code blocks that show the source of an incomplete formula.
  package static let formulaInfo = "galley-formula"
  /// The destination of links whose real one is incomplete.
  package static let pendingDestination = InlineRepair.pendingDestination

  /// The open blocks, each inside the one before, with the blocks and lines in them so far.
  ///
  /// Their children are closed, and never change. Of the innermost block, the last line may grow.
  package var openPath: [MarkdownBlock] { scanner.open.dropFirst().map(\.block) }

  /// The outermost open block.
  package var openBlock: MarkdownBlock? { scanner.open.count > 1 ? scanner.open[1].block : nil }

  /// The bytes behind the closed blocks, with white space before and behind the open ones.
  package var tailRange: Range<Int> {
    let start = scanner.open.count > 1 ? scanner.open[1].block.range.lowerBound : lineStart
    return min(start, source.count)..<source.count
  }

  /// Returns the Markdown of the tail, changed so that the ordinary parser shows what is open as
  /// what it will become.
  ///
  /// - Parameter holdsExpired: Whether the last append is long enough ago (300 ms) to show marks at
  ///   the very end, whose meaning is not known, as text.
  /// - Returns: The Markdown.
  /// - Complexity: O(*n*), where *n* is the length of the tail.
  package func shownTail(holdsExpired: Bool) -> String {
    String(
      decoding: shownTail(from: tailRange.lowerBound, holdsExpired: holdsExpired), as: UTF8.self)
  }

  /// Returns the Markdown of the tail from an offset on, changed in the same way, in UTF-8.
  package func shownTail(from start: Int, holdsExpired: Bool) -> [UInt8] {
    guard !isFinished else { return [] }
    let repair = repair(holdsExpired: holdsExpired)
    var bytes: [UInt8] = []
    copy(start..<max(start, repair.cut), of: repair, to: &bytes)
    bytes += repair.suffix
    closeIslands(&bytes)
    return bytes
  }

  /// Returns whether the shown tail has text of the last line, though its beginning does not decide
  /// which block the line belongs to.
  package func showsUndecidedLine(holdsExpired: Bool) -> Bool {
    !undecidedLine.isEmpty && (holdsExpired || undecidedFormula != nil)
  }

  /// Returns the start of the line that contains an offset.
  package func lineStart(before offset: Int) -> Int {
    var start = offset
    while start > 0, source[start - 1] != 0x0A, source[start - 1] != 0x0D { start -= 1 }
    return start
  }

  /// Returns the Markdown of the innermost open block alone, changed in the same way.
  ///
  /// A row of a table comes with the table's header. Of a code block, a formula or HTML, it is the
  /// last line without fences.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the block, or of its last line.
  package func shownLeaf(holdsExpired: Bool) -> String {
    guard !isFinished, scanner.open.count > 1 else { return "" }
    let repair = repair(holdsExpired: holdsExpired)
    let leaf = scanner.leaf.block
    var bytes: [UInt8] = []
    switch leaf.kind {
    case .paragraph, .heading: copyParagraph(leaf, of: repair, to: &bytes)
    case .tableRow:
      for line in [tableHeader?.children.first?.lines.first, tableHeader?.lines.first] {
        guard let line else { continue }
        bytes += source[line.range] + [0x0A]
      }
      for line in leaf.lines { copy(line.range, of: repair, to: &bytes) }
      bytes += repair.suffix
    case .code, .math, .html:
      guard let line = leaf.lines.last else { break }
      bytes += Array(repeating: 0x20, count: line.indentation)
      bytes += source[line.range.lowerBound..<min(line.range.upperBound, completeEnd)]
    default: break
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The end of the part of the open paragraph whose styles and links later text does not change.
  ///
  /// The part begins with the paragraph. It is followed by white space, or empty.
  package var stableEnd: Int? { textRepair?.stable.end ?? stableText?.end }

  /// The table around the innermost open block.
  private var tableHeader: MarkdownBlock? {
    let index = scanner.open.count - 2
    return index > 0 && scanner.open[index].block.kind == .table ? scanner.open[index].block : nil
  }

  /// The end of the source without an incomplete UTF-8 sequence and the first half of a line end.
  package var completeEnd: Int {
    var start = source.count
    while start > 0, source.count - start < 3, source[start - 1] & 0xC0 == 0x80 { start -= 1 }
    guard start > 0 else { return source.count }
    let lead = source[start - 1]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
    let isIncomplete = length > 1 && source.count - start + 1 < length
    let isHalfLineEnd = lead == 0x0D && start == source.count
    return isIncomplete || isHalfLineEnd ? start - 1 : source.count
  }

  /// Appends a range of the source with the insertions of a repair, up to its cut.
  private func copy(_ range: Range<Int>, of repair: TailRepair, to bytes: inout [UInt8]) {
    var offset = range.lowerBound
    let end = min(range.upperBound, repair.cut)
    let first = repair.inserts.partitioningIndex { $0.offset >= range.lowerBound }
    for insert in repair.inserts[first...].prefix(while: { $0.offset < end }) {
      bytes += source[offset..<insert.offset]
      bytes += insert.bytes
      offset = insert.offset
    }
    if offset < end { bytes += source[offset..<end] }
  }

  /// Appends a paragraph or heading as a block of its own.
  private func copyParagraph(
    _ leaf: MarkdownBlock, of repair: TailRepair, to bytes: inout [UInt8]
  ) {
    if case .heading(let level, _) = leaf.kind {
      bytes += Array(repeating: UInt8(ascii: "#"), count: level) + [0x20]
    }
    for (index, line) in leaf.lines.enumerated() where line.range.lowerBound <= repair.cut {
      if index > 0 { bytes.append(0x0A) }
      // The indentation keeps a mark at the start from beginning a block.
      if index > 0, line.isLiteral { bytes += Array(repeating: 0x20, count: 4) }
      copy(line.range, of: repair, to: &bytes)
    }
    bytes += repair.suffix
  }

  /// Appends the closing tags of containers in HTML.
  private func closeIslands(_ bytes: inout [UInt8]) {
    guard scanner.open.contains(where: \.isIsland) else { return }
    var prefix = TailPrefix(of: scanner.open).bytes
    if case .fence(let mark, let count, _) = scanner.leaf.state {
      bytes += [0x0A] + prefix + Array(repeating: mark, count: count)
    } else if case .math = scanner.leaf.block.kind {
      bytes += [0x0A] + prefix + TailPrefix.fence
    }
    for index in scanner.open.indices.reversed() {
      guard case .island(let island) = scanner.open[index].block.kind else { continue }
      prefix = TailPrefix(of: scanner.open[..<index]).bytes
      bytes += [0x0A] + prefix + [0x0A] + prefix + Array("</\(island.rawValue)>".utf8)
    }
  }
}

/// The marks that continue open containers at the start of a line.
struct TailPrefix {
  /// The fence of code blocks that show formulas, which LaTeX does not contain.
  static let fence = Array("~~~~~~~~".utf8)

  private(set) var bytes: [UInt8] = []

  /// Writes the marks of open blocks, of which the first is the document.
  init(of open: some Collection<OpenBlock>) {
    for container in open.dropFirst() {
      switch (container.block.kind, container.state) {
      case (.quote, _): bytes += Array("> ".utf8)
      case (.item, .item(let columns)): bytes += Array(repeating: 0x20, count: columns)
      case (.footnote, _): bytes += Array(repeating: 0x20, count: 4)
      default: break
      }
    }
  }
}
