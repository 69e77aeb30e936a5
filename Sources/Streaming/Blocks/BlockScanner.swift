/// The block structure of a document that is read line by line.
///
/// The rules are CommonMark's for containers and leaves, GitHub's for tables and footnotes, and
/// Telegram's for formulas and containers in HTML. A line may be added before it is complete, as
/// soon as its beginning decides the blocks that it belongs to.
///
/// - SeeAlso: CommonMark 0.29, appendix "A parsing strategy".
struct BlockScanner: Sendable {
  /// The open blocks, each inside the one before; the first is the document.
  var open: [OpenBlock]
  /// The definitions in closed blocks.
  var labels = LabelIndex()
  /// For each closed block of the document, a place from which the document can be read again.
  private(set) var restarts = ChunkedList<Restart>()
  /// Whether the last line may still grow.
  private(set) var isInLine = false
  /// The steps taken, the measure of time: lines, open containers of each, and bytes of blocks
  /// that are looked at again.
  var steps = 0
  /// The number of open blocks of which the line in progress is a part.
  var touched = 1
  /// Whether blocks that close end with the line in progress, rather than before it.
  var closesAfterLine = false
  /// The offset of the line in progress.
  private var lineStart = 0
  /// The offset behind the bytes on which the line in progress depends.
  private var known = 0

  /// A place at which a document can be read from its top level.
  struct Restart: Hashable, Sendable {
    /// The offset of the line behind a closed block, or `nil` if there is none.
    var line: Int?
    /// The number of bytes on which the closing depends.
    var known: Int
  }

  init() {
    open = [OpenBlock(.quote, at: 0)]
  }

  /// The closed blocks of the document.
  var closed: ChunkedList<MarkdownBlock> { open[0].block.children }
  /// The innermost open block.
  var leaf: OpenBlock { open[open.count - 1] }

  /// Adds a line, or the known part of one.
  ///
  /// - Parameters:
  ///   - line: The content of the line, without its end.
  ///   - source: The source.
  ///   - isWhole: Whether the line is complete.
  /// - Returns: Whether the line was added; if it was not, which happens only to an incomplete
  ///   line, the scanner must be discarded.
  mutating func begin(_ line: Range<Int>, of source: [UInt8], isWhole: Bool) -> Bool {
    steps += 1
    (lineStart, known) = (line.lowerBound, line.upperBound + (isWhole ? 1 : 0))
    if let last = restarts.last, last.line == nil, last.known == 0 {
      restarts.updateLast { $0 = Restart(line: line.lowerBound, known: line.lowerBound) }
    }
    var cursor = LineCursor(line: Self.withoutMark(line, in: source), of: source)
    var matched = 1
    while matched < open.count {
      steps += 1
      guard isWhole || !cursor.isBlank else { return false }
      let match = continues(matched, at: &cursor, in: source, isWhole: isWhole)
      if match == .undecided { return false }
      if match == .closes {
        (isInLine, closesAfterLine, touched) = (true, true, matched)
        open[matched].extend(to: line.upperBound)
        if case .math = open[matched].block.kind {
          open[matched].block.kind = .math(isFenced: true, isClosed: true)
        }
        close(to: matched, of: source)
        return true
      }
      guard match == .yes else { break }
      matched += 1
    }
    guard isWhole || !cursor.isBlank else { return false }
    isInLine = true
    var start = LineStart(cursor: cursor, container: matched - 1, matched: matched)
    switch startBlocks(&start, of: source, isWhole: isWhole) {
    case .undecided: return false
    case .consumed: return true
    case .text:
      addText(start, of: source)
      return true
    }
  }

  /// Extends the line in progress.
  ///
  /// - Complexity: O(1).
  mutating func extend(to end: Int) {
    open[open.count - 1].block.lines.updateLast { $0.range = $0.range.lowerBound..<end }
  }

  /// Ends the line in progress, and the blocks that end with it.
  mutating func end(at end: Int, of source: [UInt8]) {
    guard isInLine else { return }
    (isInLine, closesAfterLine) = (false, true)
    for index in 0..<min(touched, open.count) { open[index].extend(to: end) }
    if touched == open.count, endsWithLine(leaf, of: source) {
      close(to: open.count - 1, of: source)
    }
    closesAfterLine = false
  }

  /// Returns whether a block ends with the line that was added to it.
  private mutating func endsWithLine(_ leaf: OpenBlock, of source: [UInt8]) -> Bool {
    guard let line = leaf.block.lines.last?.range else { return false }
    switch (leaf.block.kind, leaf.state) {
    case (.heading, _): return true
    case (.html, .html(let start)):
      steps += start.endsAtBlankLine ? 0 : line.count
      return start.ends(on: line, of: source)
    case (.math, .none):
      let start = line.lowerBound + (leaf.block.lines.count == 1 ? 2 : 0)
      steps += line.count
      guard start <= line.upperBound,
        FormulaMark.closeAtEnd(of: source[start..<line.upperBound]) != nil
      else { return false }
      open[open.count - 1].block.kind = .math(isFenced: false, isClosed: true)
      return true
    default: return false
    }
  }

  /// Closes all blocks at the end of the document.
  mutating func finish(of source: [UInt8]) {
    known = .max
    while open.count > 1 { close(to: 1, of: source) }
  }

  /// Returns a line without the byte order mark at the start of a document.
  private static func withoutMark(_ line: Range<Int>, in source: [UInt8]) -> Range<Int> {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return line.lowerBound == 0 && source[line].starts(with: mark) ? 3..<line.upperBound : line
  }

  /// Appends a closed block of the document.
  mutating func appendToDocument(_ block: MarkdownBlock, canRestart: Bool) {
    open[0].block.children.append(block)
    let restart =
      !canRestart
      ? Restart(line: nil, known: .max)
      : closesAfterLine ? Restart(line: nil, known: 0) : Restart(line: lineStart, known: known)
    restarts.append(restart)
  }

  /// Removes the blocks of the document behind the first `count`, and all open blocks.
  mutating func rewind(to count: Int) {
    let end = count == 0 ? 0 : closed[count - 1].range.upperBound
    open.removeSubrange(1...)
    open[0].block.children.truncate(to: count)
    restarts.truncate(to: count)
    labels.rewind(toBlock: count, offset: end)
    (isInLine, closesAfterLine) = (false, false)
  }
}
