internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyStreaming

/// Open blocks that are typeset as a whole.
struct OpenWhole: Sendable {
  private var reading = OpenReading()
  private var shown: (generation: Int, blocks: [TypesetBlock])?

  /// Returns the blocks behind the closed ones, typeset.
  mutating func blocks(of text: StreamingText) -> [TypesetBlock] {
    let blocks = reading.blocks(from: text.stream.tailRange.lowerBound, of: text)
    if let shown, shown.generation == reading.generation { return shown.blocks }
    let last = text.parts.last
    let typeset =
      longer(blocks, text)
      ?? text.typesetter.typeset(
        blocks ?? [], from: last?.end ?? 0, spoilers: last?.spoilerEnd ?? 0, isOpen: true)
    shown = (reading.generation, typeset)
    return typeset
  }

  /// Returns the typeset blocks with the words that were added to the last one, if nothing else
  /// changed.
  private func longer(_ blocks: [RichBlock]?, _ text: StreamingText) -> [TypesetBlock]? {
    guard let words = reading.added, let shown, shown.generation == reading.generation - 1,
      let blocks, blocks.count == shown.blocks.count, let last = blocks.last,
      let old = shown.blocks.last, let new = text.typesetter.appending(words, to: old, as: last)
    else { return nil }
    return shown.blocks.dropLast() + [new]
  }
}
