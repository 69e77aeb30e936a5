extension MarkdownStream {
  /// Repairs the text of the open paragraph, and moves the end of its stable text.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text that is not stable, or of the text
  ///   from `start`, the offset of the last change, if it is plain.
  mutating func advanceStableText(from start: Int) {
    if plainStart != nil, stableText != nil {
      textRepair = nil
      advancePlainText(from: start)
      return
    }
    textRepair = isInlineLeaf ? repairedText(isExpired: false) : nil
    stableText = textRepair?.stable
    if let textRepair {
      stableText?.advance(over: textRepair.text, by: textRepair.inline)
      repairSteps += textRepair.inline.steps + textRepair.text.bytes.count
    }
  }

  /// The stable text of the innermost open block.
  private var currentStableText: StableText {
    let depth = scanner.open.count
    var stable = StableText(of: scanner.leaf, depth: depth)
    if let stableText, stableText.belongs(to: scanner.leaf, depth: depth) { stable = stableText }
    if scanner.leaf.block.kind == .tableRow, let line = scanner.leaf.block.lines.first?.range {
      let rest = min(stable.end, line.upperBound)..<line.upperBound
      stable.end = max(stable.end, TableRow.lastCell(of: rest, in: source))
    }
    return stable
  }

  /// Whether the innermost open block consists of running text.
  private var isInlineLeaf: Bool {
    guard scanner.open.count > 1 else { return false }
    switch scanner.leaf.block.kind {
    case .paragraph, .heading, .tableRow: return true
    default: return false
    }
  }

  /// Returns the changes that show the tail.
  func repair(holdsExpired: Bool) -> TailRepair {
    let undecided = undecidedLine
    var repair = TailRepair(cut: min(undecided.lowerBound, completeEnd))
    if isInlineLeaf {
      showText(&repair, isExpired: holdsExpired)
    } else if scanner.open.count > 1 {
      repairVerbatim(&repair)
    }
    guard !undecided.isEmpty else { return repair }
    if let formula = undecidedFormula {
      repair.cut = completeEnd
      let start = Self.formulaStart(TailPrefix(of: scanner.open).bytes)
      repair.inserts.append(.init(offset: formula, bytes: start))
    } else if holdsExpired {
      showUndecided(source.trimmed(undecided.lowerBound..<completeEnd), &repair)
    }
    return repair
  }

  /// Repairs the text behind the stable text of the open paragraph.
  private func repairedText(isExpired: Bool) -> TextRepair {
    let stable = currentStableText
    var lines = stable.rest(of: scanner.leaf.block.lines)
    if let last = lines.last, last.range.upperBound > completeEnd {
      let end = max(last.range.lowerBound, completeEnd)
      lines[lines.count - 1].range = last.range.lowerBound..<end
    }
    let text = LeafText(lines, of: source)
    let parent = scanner.open[scanner.open.count - 2]
    let isItem =
      parent.isItem && parent.block.children.isEmpty && stable.isAtStart(of: scanner.leaf)
    let inline = InlineRepair(text.bytes, isExpired: isExpired, isItem: isItem)
    return TextRepair(stable: stable, text: text, inline: inline)
  }

  /// Shows the repaired text of the open paragraph.
  private func showText(_ repair: inout TailRepair, isExpired: Bool) {
    let saved = isExpired ? nil : textRepair
    let text = saved ?? repairedText(isExpired: isExpired)
    repair.inserts = text.stable.literals
    repair.inserts += text.inline.inserts.map { insert in
      InlineRepair.Insert(offset: text.text.sourceOffset(of: insert.offset), bytes: insert.bytes)
    }
    repair.cut = text.text.sourceOffset(of: text.inline.cut)
    repair.suffix = text.inline.suffix
    if case .heading = scanner.leaf.block.kind, repair.suffix.isEmpty {
      repair.cut = headingEnd(before: repair.cut)
    }
  }

  /// Returns the end of a heading's text without the number signs that could close it.
  private func headingEnd(before end: Int) -> Int {
    guard let line = scanner.leaf.block.lines.last?.range, line.lowerBound < end else { return end }
    let signs = source[line.lowerBound..<end].reversed().prefix { $0 == UInt8(ascii: "#") }.count
    let start = end - signs
    let isClosing = signs > 0 && (start == line.lowerBound || source[start - 1] == 0x20)
    return isClosing ? source.trimmed(line.lowerBound..<start).upperBound : end
  }

  /// Repairs a formula or HTML.
  private func repairVerbatim(_ repair: inout TailRepair) {
    let leaf = scanner.leaf
    switch (leaf.block.kind, leaf.state) {
    case (.math, .fence(let mark, _, _)):
      // Shows the source as code of a language of its own.
      let start = leaf.block.range.lowerBound
      let fence = source[start...].firstIndex(of: mark) ?? start
      let info = source[fence...].firstIndex { $0 == UInt8(ascii: "m") } ?? fence
      repair.inserts.append(.init(offset: info, bytes: Array("\(Self.formulaInfo) ".utf8)))
    case (.math, _):
      guard let line = leaf.block.lines.first else { return }
      let prefix = TailPrefix(of: scanner.open.dropLast()).bytes
      repair.inserts.append(
        .init(offset: line.range.lowerBound, bytes: Self.formulaStart(prefix)))
    case (.html, .html(let start)) where start.endsAtBlankLine && scanner.isInLine:
      // A tag is held until it is complete.
      guard let line = leaf.block.lines.last?.range, line.upperBound <= repair.cut else { return }
      guard let tag = source[line].lastIndex(of: UInt8(ascii: "<")),
        line.upperBound - tag <= InlineScan.longestTag,
        InlineTag.end(of: tag..<line.upperBound, in: source) == .undecided
      else { return }
      repair.cut = tag
    default: break
    }
  }

  /// The offset of the dollar signs of a formula on a line that is not decided.
  var undecidedFormula: Int? {
    let line = source.trimmed(undecidedLine)
    guard line.count > 2, source[line].starts(with: "$$".utf8), !isInCode else { return nil }
    return line.lowerBound
  }

  /// Whether the innermost open block is code.
  private var isInCode: Bool {
    switch scanner.leaf.block.kind {
    case .code, .math, .html: scanner.open.count > 1
    default: false
    }
  }

  /// Shows the last line as text, though its beginning does not decide which block it belongs to.
  ///
  /// The opening fence of a code block and HTML stay hidden.
  private func showUndecided(_ line: Range<Int>, _ repair: inout TailRepair) {
    guard let first = source[line].first, !isInCode else { return }
    let isFence = first == UInt8(ascii: "`") || first == UInt8(ascii: "~")
    if isFence, source[line].prefix(while: { $0 == first }).count >= 3 { return }
    if first == UInt8(ascii: "<"), line.count > 1, line.count <= InlineScan.longestTag { return }
    var text: [UInt8] = []
    for byte in source[line] {
      if LinkParts.isPunctuation(byte) { text.append(UInt8(ascii: "\\")) }
      text.append(byte)
    }
    repair.suffix = (isInlineLeaf ? repair.suffix : []) + [0x0A] + text
  }

  /// Returns the start of a code block that shows a formula.
  private static func formulaStart(_ prefix: [UInt8]) -> [UInt8] {
    TailPrefix.fence + Array(" \(formulaInfo)".utf8) + [0x0A] + prefix
  }
}
