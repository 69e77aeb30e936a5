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
    let typeset = text.typesetter.typeset(
      blocks ?? [], from: last?.end ?? 0, spoilers: last?.spoilerEnd ?? 0, isOpen: true)
    shown = (reading.generation, typeset)
    return typeset
  }
}
