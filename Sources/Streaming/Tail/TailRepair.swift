/// The changes that make the ordinary parser show the open blocks of a document as they will be.
struct TailRepair: Sendable {
  /// The bytes to insert at offsets of the source, in order.
  var inserts: [InlineRepair.Insert] = []
  /// The offset of the source from which it is left out.
  var cut: Int
  /// The bytes to append.
  var suffix: [UInt8] = []
}

/// The repair of the text behind the stable text of a paragraph.
struct TextRepair: Sendable {
  /// The stable text before the repaired one.
  var stable: StableText
  /// The repaired text.
  var text: LeafText
  /// Its repair.
  var inline: InlineRepair
}

/// The part of an open paragraph that later text does not change.
///
/// It grows as text is appended, so that only the last words are looked at again.
struct StableText: Hashable, Sendable {
  /// The greatest length of the rest, in bytes.
  ///
  /// Constructs that are open for longer become text until the block closes.
  static let longestRest = 2048

  private static let backslash = [UInt8(ascii: "\\")]

  /// The number of open blocks, and the start of the innermost one.
  var depth: Int
  var start: Int
  /// The index of the line that contains the end of the stable text.
  var line = 0
  /// The offset of the end in the source.
  var end: Int
  /// The backslashes before marks in the stable text that are text, in order.
  var literals: [InlineRepair.Insert] = []

  init(of leaf: OpenBlock, depth: Int) {
    self.depth = depth
    start = leaf.block.range.lowerBound
    end = leaf.block.lines.first?.range.lowerBound ?? start
  }

  /// Whether the text is that of an open block.
  func belongs(to leaf: OpenBlock, depth: Int) -> Bool {
    self.depth == depth && start == leaf.block.range.lowerBound && line < leaf.block.lines.count
  }

  /// Whether the stable text is empty.
  func isAtStart(of leaf: OpenBlock) -> Bool {
    line == 0 && end == leaf.block.lines.first?.range.lowerBound
  }

  /// Returns the lines from the end of the stable text on.
  func rest(of lines: ChunkedList<MarkdownBlock.Line>) -> [MarkdownBlock.Line] {
    var rest = Array(lines[line...])
    if !rest.isEmpty {
      rest[0].range = max(end, rest[0].range.lowerBound)..<max(end, rest[0].range.upperBound)
    }
    return rest
  }

  /// Moves the end to that of a repair, or nearer to the end of the text if the rest is too long.
  mutating func advance(over text: LeafText, by repair: InlineRepair) {
    var offset = repair.stable
    if text.bytes.count - offset > Self.longestRest {
      // The half of the greatest length stays open, so that this happens rarely.
      let target = text.bytes.count - Self.longestRest / 2
      offset = text.bytes[..<target].lastIndex(of: 0x20).map { $0 + 1 } ?? target
      while offset < text.bytes.count, text.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      let marks = repair.openMarks.filter { $0.upperBound <= offset }
      for mark in marks.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        literals += mark.map { .init(offset: text.sourceOffset(of: $0), bytes: Self.backslash) }
      }
    }
    line += max(0, text.lineCount(before: offset) - 1)
    end = max(end, text.sourceOffset(of: offset))
  }
}
