/// A Markdown document that grows while it is shown.
///
/// Closed blocks never change: appended text only adds to ``closedBlocks`` and changes the tail.
/// Bytes may be cut anywhere, also inside of UTF-8 sequences and line ends. An append takes time in
/// proportion to its length, apart from a constant for each line and open container.
///
/// A copy is a snapshot. It shares everything with the original until that changes, which copies
/// the source and little else.
///
/// The source is kept as it came: NUL and invalid UTF-8 are replaced where text is read from it.
package struct MarkdownStream: Sendable {
  /// The bytes so far.
  package private(set) var source: [UInt8] = []
  /// Whether the document is complete.
  package private(set) var isFinished = false
  private(set) var scanner = BlockScanner()
  /// The start of the first line that is not completely added to the blocks.
  private(set) var lineStart = 0
  /// The offset from which line ends are still to be found.
  private var searched = 0
  /// The length at which the last line is looked at again, while its beginning decides nothing.
  private var nextLength = 0
  /// The stable text of the open paragraph.
  var stableText: StableText?
  /// The repair of the open paragraph, while nothing at its end is waited for too long; `nil` if
  /// the text behind the stable one is plain.
  var textRepair: TextRepair?
  /// The offset from which the open paragraph is plain text up to the end.
  var plainStart: Int?
  /// The steps that repairs of the tail took, the measure of time.
  var repairSteps = 0
  /// The latest starts of lines, for changes near the end.
  private var checkpoints: [Checkpoint] = []

  /// The line from which the document was read again, whose beginning closed a block before it.
  private var restartLine: Int?

  /// A state between two lines, which depends only on the bytes before.
  private struct Checkpoint: Sendable {
    var lineStart: Int
    var scanner: BlockScanner
  }

  /// The number of lines whose starts are kept.
  private static let checkpointCount = 8
  /// The length of the last line up to which it is looked at for each append.
  private static let eagerLength = 256

  /// Creates an empty document.
  package init() {}

  /// The closed top-level blocks, in order.
  package var closedBlocks: ChunkedList<MarkdownBlock> { scanner.closed }

  /// The definitions of links in closed blocks, in order; the first of a label counts.
  package var linkDefinitions: ChunkedList<MarkdownDefinition> { scanner.labels.links }

  /// The definitions of footnotes, in order; the last one may be in the tail.
  package var footnoteDefinitions: ChunkedList<MarkdownDefinition> { scanner.labels.footnotes }

  /// The steps taken so far, the measure of time.
  package var steps: Int { scanner.steps + repairSteps }

  /// The bytes of the last line, if its beginning does not decide yet which block it belongs to.
  var undecidedLine: Range<Int> {
    scanner.isInLine ? source.count..<source.count : lineStart..<source.count
  }

  /// Returns the indices of closed blocks that refer to a definition, in order.
  ///
  /// A new definition changes the appearance of these blocks, and of no other.
  ///
  /// - Complexity: O(*n*), where *n* is the number of references in the document.
  package func blocks(referringTo definition: MarkdownDefinition) -> [Int] {
    var blocks: [Int] = []
    for reference in scanner.labels.references
    where reference.label == definition.label && reference.block != blocks.last
      && reference.block < closedBlocks.count
    {
      blocks.append(reference.block)
    }
    return blocks
  }

  /// Appends text.
  package mutating func append(_ text: String) { append(Array(text.utf8)) }

  /// Appends bytes.
  ///
  /// - Parameter bytes: UTF-8 that may begin and end inside a sequence; the document must not be
  ///   finished.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    precondition(!isFinished, "nothing is appended to a finished document")
    let (end, line) = (source.count, scanner.isInLine ? lineStart : nil)
    // The array is appended as a whole, and other collections byte by byte.
    source += Array(bytes)
    addLines()
    findPlainText(from: end, wasInLine: line == lineStart)
    advanceStableText(from: end)
  }

  /// Replaces the whole document.
  ///
  /// The common beginning of the old and the new document is found by comparing them. Only the rest
  /// is read again, from a line near the change or from the start of its block.
  ///
  /// - Returns: The number of closed blocks that are unchanged.
  @discardableResult package mutating func replace(whole text: String) -> Int {
    replace(whole: Array(text.utf8))
  }

  /// Replaces the whole document with bytes, as ``replace(whole:)`` does with text.
  @discardableResult package mutating func replace(whole bytes: [UInt8]) -> Int {
    let common = source.commonPrefixLength(with: bytes)
    let wasFinished = isFinished
    isFinished = false
    guard common < source.count || wasFinished else {
      let count = closedBlocks.count
      append(bytes[common...])
      return count
    }
    rewind(to: common, wasFinished: wasFinished)
    let count = closedBlocks.count
    source.removeSubrange(common...)
    source.append(contentsOf: bytes[common...])
    (stableText, plainStart) = (nil, nil)
    addLines()
    advanceStableText(from: common)
    return count
  }

  /// Completes the document, and closes all blocks.
  package mutating func finish() {
    guard !isFinished else { return }
    addLines(isComplete: true)
    scanner.finish(of: source)
    isFinished = true
    (checkpoints, stableText, textRepair, plainStart) = ([], nil, nil, nil)
  }

  /// Adds the lines that are complete, and the beginning of the last one.
  private mutating func addLines(isComplete: Bool = false) {
    while let end = nextLineEnd(isComplete: isComplete) {
      if scanner.isInLine {
        scanner.extend(to: end)
      } else {
        saveCheckpoint()
        _ = scanner.begin(lineStart..<end, of: source, isWhole: true)
      }
      scanner.end(at: end, of: source)
      let isPair = source[end...].starts(with: [0x0D, 0x0A])
      lineStart = min(source.count, end + (isPair ? 2 : 1))
      (searched, nextLength) = (lineStart, 0)
    }
    let end = source.last == 0x0D ? source.count - 1 : source.count
    if scanner.isInLine {
      scanner.extend(to: end)
    } else if end - lineStart > nextLength {
      addBeginning(lineStart..<end)
    }
  }

  /// Adds the beginning of the last line, if it decides which block the line belongs to.
  private mutating func addBeginning(_ line: Range<Int>) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard line.lowerBound > 0 || !mark.starts(with: source[line]) else { return }
    var trial = scanner
    if trial.begin(line, of: source, isWhole: false) {
      saveCheckpoint()
      scanner = trial
    } else {
      scanner.steps = trial.steps
      nextLength = line.count < Self.eagerLength ? line.count : line.count * 2
    }
  }

  /// Returns the end of the first line that is complete.
  private mutating func nextLineEnd(isComplete: Bool) -> Int? {
    var offset = searched
    while offset < source.count, source[offset] != 0x0A, source[offset] != 0x0D { offset += 1 }
    searched = offset
    // The line feed of a pair may still come.
    if offset + 1 < source.count || offset < source.count && source[offset] == 0x0A {
      return offset
    }
    return isComplete && lineStart < source.count ? offset : nil
  }

  private mutating func saveCheckpoint() {
    guard lineStart != restartLine else { return }
    if checkpoints.count == Self.checkpointCount { checkpoints.removeFirst() }
    checkpoints.append(Checkpoint(lineStart: lineStart, scanner: scanner))
  }

  /// Restores the latest state that depends only on bytes before an offset.
  private mutating func rewind(to end: Int, wasFinished: Bool) {
    // A line feed behind a carriage return would belong to the line end.
    func isCertain(_ offset: Int) -> Bool {
      offset < end || offset == end && (end == 0 || source[end - 1] != 0x0D)
    }
    if !wasFinished, let index = checkpoints.lastIndex(where: { isCertain($0.lineStart) }) {
      (lineStart, scanner) = (checkpoints[index].lineStart, checkpoints[index].scanner)
      checkpoints.removeSubrange(index...)
      restartLine = nil
    } else {
      let restarts = scanner.restarts
      let index = restarts.lastIndex { restart in
        restart.line != nil && isCertain(restart.known)
      }
      let count = index.map { $0 + 1 } ?? 0
      lineStart = index.flatMap { restarts[$0].line } ?? 0
      scanner.rewind(to: count)
      restartLine = lineStart
      checkpoints = []
    }
    (searched, nextLength) = (lineStart, 0)
  }
}

extension [UInt8] {
  /// Returns the number of equal elements at the starts of two arrays.
  fileprivate func commonPrefixLength(with other: [UInt8]) -> Int {
    let count = Swift.min(self.count, other.count)
    let step = 256
    var offset = 0
    while offset + step <= count, self[offset..<offset + step] == other[offset..<offset + step] {
      offset += step
    }
    while offset < count, self[offset] == other[offset] { offset += 1 }
    return offset
  }
}
