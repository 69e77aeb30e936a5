internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyStreaming

/// An open block of code between fences, of which only the last lines are typeset again.
struct OpenCode: Sendable {
  /// The offset of the source that is not settled.
  private var start: Int
  /// The code, typeset, once its language is known.
  private(set) var lines: GrowingCode?
  /// The settled lines, with their line ends.
  private var settled = ChunkedList<String>()
  /// The number of settled lines.
  private var settledCount = 0
  private var reading = OpenReading()
  private var shown: Shown?

  /// The code behind the settled lines, and the box of the block.
  private struct Shown: Sendable {
    var rest: String
    var language: String?
    var line: CodeLine?
    var box: BlockBox
  }

  init(start: Int) { self.start = start }

  /// The code as it is shown.
  var block: ShownBlock? { shown.map { .code(settled, $0.rest, language: $0.language) } }

  /// Returns the box of the code, or `nil` if it is no ordinary one.
  mutating func box(of text: StreamingText, index: Int) -> BlockBox? {
    guard let block = text.stream.openBlock, let fence = Self.fence(of: block, in: text) else {
      return nil
    }
    let line = CodeLine(of: block, in: text.stream)
    guard let (rest, language) = appended(to: line, of: text) ?? read(block, fence, of: text) else {
      return nil
    }
    if let shown, shown.rest == rest, shown.language == language { return shown.box }
    var growing = lines ?? GrowingCode(language: language)
    lines = nil
    let code = rest.utf8.last == 0x0A ? String(rest.dropLast()) : rest
    let (box, count) = growing.box(with: code, of: index, by: text.typesetter)
    // Each line of the source is one of the code.
    guard count == 0 || settledCount + count < block.lines.count else { return nil }
    // Until the line of the fence ends, the language is not known.
    if text.stream.source.endIndex > fence.upperBound { lines = growing }
    shown = Shown(rest: rest, language: language, line: line, box: box)
    guard count > 0 else { return box }
    settle(count, of: rest, block, text)
    return box
  }

  /// Returns the shown code with what was appended to its last line, and its language; `nil` if
  /// only a parser knows how it is shown.
  private func appended(
    to line: CodeLine?, of text: StreamingText
  ) -> (rest: String, language: String?)? {
    guard let line, let shown, let old = shown.line, line.start == old.start,
      shown.rest.utf8.count + line.end - old.end < text.options.limits.characters
    else { return nil }
    guard text.showsHeldMarks || OpenBudget.isDue(line.end - start, after: old.end - start) else {
      return (shown.rest, shown.language)
    }
    let words = text.stream.source[old.end..<line.end]
    guard words.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    return (shown.rest + String(decoding: words, as: UTF8.self), shown.language)
  }

  /// Reads the code behind the settled lines and its language; `nil` if the block is no ordinary
  /// one.
  private mutating func read(
    _ block: MarkdownBlock, _ fence: Range<Int>, of text: StreamingText
  ) -> (rest: String, language: String?)? {
    let first = block.range.lowerBound
    let blocks = reading.blocks(
      from: start, of: text, behind: start == first ? [] : text.stream.source[fence] + [0x0A])
    guard let blocks, blocks.count == 1, case .code(.plain(let rest), let language)? = blocks.first
    else { return nil }
    return (rest, language)
  }

  /// Moves the settled end behind a number of lines.
  private mutating func settle(
    _ count: Int, of rest: String, _ block: MarkdownBlock, _ text: StreamingText
  ) {
    var end = rest.utf8.startIndex
    for _ in 0..<count {
      end = rest.utf8[end...].firstIndex(of: 0x0A).map { rest.utf8.index(after: $0) } ?? end
    }
    settled.append(String(rest[..<end]))
    settledCount += count
    start = text.stream.lineStart(before: block.lines[settledCount].range.lowerBound)
    shown?.rest = String(rest[end...])
  }

  /// Returns the line of the opening fence, or `nil` if there is none.
  private static func fence(of block: MarkdownBlock, in text: StreamingText) -> Range<Int>? {
    let source = text.stream.source[block.range.lowerBound...]
    guard let mark = source.first(where: { $0 != 0x20 }), mark == 0x60 || mark == 0x7E else {
      return nil
    }
    return source.startIndex..<(source.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? source.endIndex)
  }
}

/// The line of code at the end of the source, which anything but a line end continues.
private struct CodeLine: Sendable {
  /// The offsets of the code in the source.
  let (start, end): (Int, Int)

  /// Finds the line; `nil` if a line end precedes, or if the line may become the closing fence.
  init?(of block: MarkdownBlock, in stream: MarkdownStream) {
    let count = stream.source.count
    guard let line = block.lines.last?.range, line.upperBound == count, stream.completeEnd == count,
      let mark = stream.source[line].first(where: { $0 != 0x20 && $0 != 0x09 }),
      mark != 0x60, mark != 0x7E
    else { return nil }
    (start, end) = (line.lowerBound, line.upperBound)
  }
}
