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
  private var shown: (generation: Int, rest: String, language: String?, box: BlockBox)?

  init(start: Int) { self.start = start }

  /// The code as it is shown.
  var block: ShownBlock? { shown.map { .code(settled, $0.rest, language: $0.language) } }

  /// Returns the box of the code, or `nil` if it is no ordinary one.
  mutating func box(of text: StreamingText, index: Int) -> BlockBox? {
    guard let block = text.stream.openBlock, let fence = Self.fence(of: block, in: text) else {
      return nil
    }
    let first = block.range.lowerBound
    let blocks = reading.blocks(
      from: start, of: text, behind: start == first ? [] : text.stream.source[fence] + [0x0A])
    if let shown, shown.generation == reading.generation { return shown.box }
    guard let blocks, blocks.count == 1, case .code(.plain(let rest), let language)? = blocks.first
    else { return nil }
    var growing = lines ?? GrowingCode(language: language)
    lines = nil
    let code = rest.utf8.last == 0x0A ? String(rest.dropLast()) : rest
    let (box, count) = growing.box(with: code, of: index, by: text.typesetter)
    // Each line of the source is one of the code.
    guard count == 0 || settledCount + count < block.lines.count else { return nil }
    // Until the line of the fence ends, the language is not known.
    if text.stream.source.endIndex > fence.upperBound { lines = growing }
    shown = (reading.generation, rest, language, box)
    guard count > 0 else { return box }
    settle(count, of: rest, block, text)
    return box
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
