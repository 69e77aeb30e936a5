internal import GalleyRichMessages
internal import GalleyStreaming

/// The blocks of the source from an offset on, to which plain text is added without parsing.
struct OpenReading: Sendable {
  private var start = 0
  /// The end of the text that the blocks show.
  private var shownEnd = 0
  /// The length of the source when the blocks were read.
  private var sourceEnd = 0
  private var blocks: [RichBlock]?
  /// The source that was parsed, as it was shown.
  private var source: [UInt8] = []
  /// The number of times that the blocks changed.
  private(set) var generation = 0
  /// The plain words by which the last change made the blocks longer; `nil` if it read them again.
  private(set) var added: String?

  /// Returns the blocks of the source from an offset on, as they are shown.
  ///
  /// The definitions of links and footnotes must be those of the calls before. The blocks of a long
  /// source stay those of an earlier call until it has grown enough.
  ///
  /// - Parameters:
  ///   - start: The offset.
  ///   - text: The message.
  ///   - prefix: Markdown that is put before the source.
  /// - Returns: The blocks, or `nil` if the source is no valid message.
  mutating func blocks(
    from start: Int, of text: StreamingText, behind prefix: [UInt8] = []
  ) -> [RichBlock]? {
    if start == self.start, blocks != nil, !text.showsHeldMarks,
      !OpenBudget.isDue(text.stream.source.count - start, after: sourceEnd - start)
    {
      return blocks
    }
    let complete = text.stream.source[..<text.stream.completeEnd]
    let end = complete.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? 0
    defer { (sourceEnd, shownEnd) = (text.stream.source.count, end) }
    if start == self.start, start < shownEnd, text.stream.isPlain(from: sourceEnd),
      append(text.stream.source[min(shownEnd, end)..<end])
    {
      return blocks
    }
    let source = prefix + text.stream.shownTail(from: start, holdsExpired: text.showsHeldMarks)
    guard start != self.start || source != self.source || blocks == nil else { return blocks }
    self.start = start
    self.source = source
    blocks = text.blocks(of: source)
    generation += 1
    added = nil
    return blocks
  }

  /// Appends plain text to the last paragraph or heading.
  ///
  /// - Returns: Whether the blocks end with one.
  private mutating func append(_ words: ArraySlice<UInt8>) -> Bool {
    if words.isEmpty { return true }
    source = []
    generation += 1
    let words = String(decoding: words, as: UTF8.self)
    added = words
    if blocks?.append(words) == true { return true }
    blocks = nil
    return false
  }
}

extension [RichBlock] {
  /// Appends a string to the paragraph or heading at the end.
  ///
  /// - Returns: Whether there is one that is not empty.
  fileprivate mutating func append(_ words: String) -> Bool {
    guard let last = popLast() else { return false }
    var isDone = true
    switch last {
    case .paragraph(let text) where !text.isEmpty: append(.paragraph(text.appending(words)))
    case .heading(let text, let level) where !text.isEmpty:
      append(.heading(text.appending(words), level: level))
    case .list(var list):
      guard var item = list.items.popLast() else { return false }
      isDone = item.blocks.append(words)
      list.items.append(item)
      append(.list(list))
    case .quotation(var quotation) where quotation.credit == nil:
      isDone = quotation.blocks.append(words)
      append(.quotation(quotation))
    default: return false
    }
    return isDone
  }
}

extension RichText {
  /// Returns the text with a string behind it.
  fileprivate func appending(_ words: String) -> RichText {
    switch self {
    case .plain(let string): return .plain(string + words)
    case .sequence(var parts):
      if case .plain(let string)? = parts.last {
        parts[parts.count - 1] = .plain(string + words)
      } else {
        parts.append(.plain(words))
      }
      return .sequence(parts)
    default: return .sequence([self, .plain(words)])
    }
  }
}
