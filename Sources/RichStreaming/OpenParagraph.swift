internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyStreaming
internal import GalleyTypesetting

/// An open paragraph, of which only the last lines are typeset again.
///
/// A line is settled when two follow it: then the source before its end is closed, and its break is
/// certain.
struct OpenParagraph: Sendable {
  /// The offset of the text that is not settled.
  private var start: Int
  private var settled = GrowingLines()
  /// The texts of the settled lines.
  private var settledTexts = ChunkedList<RichText>()
  /// The number of lines from which a split is tried, because one of fewer lines failed.
  private var leastLines = 0
  /// The number of spoilers before the text that is not settled.
  private var spoilers: Int
  private var reading = OpenReading()
  /// The text that is not settled, as it was typeset, and the box of the paragraph.
  private var shown: (generation: Int, rest: TypesetBlock, box: BlockBox)?

  /// The number of lines that stay open.
  private static let openLines = 2

  /// The number of places in the source that are tried as that of a line's end.
  private static let mostPlaces = 32

  /// The height of the settled lines, in points.
  var height: Double { settled.height }

  init(start: Int, spoilers: Int) { (self.start, self.spoilers) = (start, spoilers) }

  /// The paragraph as it is shown.
  var block: ShownBlock? {
    guard let shown, case .paragraph(let rest) = shown.rest.block else { return nil }
    return .paragraph(settledTexts, rest)
  }

  /// The typeset paragraph, if none of its lines is settled.
  var whole: TypesetBlock? { settledTexts.isEmpty ? shown?.rest : nil }

  /// Returns the box of the paragraph, or `nil` if it is no ordinary one.
  mutating func box(of text: StreamingText, index: Int) -> BlockBox? {
    let blocks = reading.blocks(from: start, of: text)
    if let shown, shown.generation == reading.generation { return shown.box }
    guard var rest = longer(blocks, text) ?? paragraph(blocks, text, index) else { return nil }
    // Marks that are shown for now may disappear, after which their word fits the line before.
    if !text.showsHeldMarks, let lines = rest.plainLines,
      lines.lineCount > max(Self.openLines, leastLines),
      let (first, last) = split(rest, lines, text, index)
    {
      guard case .paragraph(let settledText) = first.block else { return nil }
      settled.append(first)
      settledTexts.append(settledText)
      spoilers = first.spoilers.upperBound
      rest = last
    }
    let box = settled.box(with: rest)
    shown = (reading.generation, rest, box)
    return box
  }

  /// Returns the typeset text with the words that were added to it, if nothing else changed.
  private func longer(_ blocks: [RichBlock]?, _ text: StreamingText) -> TypesetBlock? {
    guard let words = reading.added, let shown, shown.generation == reading.generation - 1,
      let blocks, blocks.count == 1
    else { return nil }
    return text.typesetter.appending(words, to: shown.rest, as: blocks[0])
  }

  private func paragraph(
    _ blocks: [RichBlock]?, _ text: StreamingText, _ index: Int, spoilers: Int? = nil
  ) -> TypesetBlock? {
    guard let blocks, blocks.count == 1, case .paragraph? = blocks.first else { return nil }
    return text.typesetter.typeset(
      blocks, from: index, spoilers: spoilers ?? self.spoilers, isOpen: true
    ).first
  }

  /// Splits the lines that are certain from the others.
  ///
  /// Both parts are parsed and typeset on their own, and compared with the whole.
  private mutating func split(
    _ whole: TypesetBlock, _ lines: TextLayout, _ text: StreamingText, _ index: Int
  ) -> (TypesetBlock, TypesetBlock)? {
    let count = lines.lineCount - Self.openLines
    leastLines = lines.lineCount
    let end = lines.line(at: count).range.lowerBound
    guard let stable = text.stream.stableEnd, stable > start,
      let length = place(of: end, stable: stable, in: text),
      let first = paragraph(
        text.blocks(of: Array(text.stream.source[start..<start + length])), text, index),
      let last = paragraph(
        reading.blocks(from: start + length, of: text), text, index,
        spoilers: first.spoilers.upperBound),
      case .paragraph(let own) = whole.block, case .paragraph(let left) = first.block,
      case .paragraph(let right) = last.block, RichText([left, " ", right]) == own,
      whole.hasLines(of: first, last)
    else { return nil }
    start += length
    leastLines = 0
    return (first, last)
  }

  /// Returns the length of the source of a number of bytes of text, if it ends before a letter.
  private func place(of end: Int, stable: Int, in text: StreamingText) -> Int? {
    let source = text.stream.source[start..<min(stable + 1, text.stream.source.count)]
    // Without marks, the source is as long as the text, and with them longer.
    var offset = start + end
    for _ in 0..<Self.mostPlaces where offset < source.endIndex {
      guard let space = source[(offset - 1)...].firstIndex(where: { $0 == 0x20 || $0 == 0x0A })
      else { return nil }
      guard space + 1 < source.endIndex else { return nil }
      let next = source[space + 1]
      let isLetter = (0x41...0x5A).contains(next & 0xDF) || next >= 0x80
      offset = space + 2
      if isLetter,
        let blocks = text.blocks(of: Array(source[start..<space])), blocks.count == 1,
        case .paragraph(let words)? = blocks.first
      {
        let length = words.wholeText.utf8.count + 1
        if length == end { return space + 1 - start }
        if length > end { return nil }
        offset = max(offset, space + 1 + end - length)
      }
    }
    return nil
  }
}
