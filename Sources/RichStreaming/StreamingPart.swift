internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyStreaming

/// A closed block of the source with the blocks of the message that it became.
final class StreamingPart: Sendable {
  /// The blocks; there is none for definitions, and a picture splits a paragraph in several.
  let blocks: [TypesetBlock]
  /// The number of blocks up to the end of this part.
  let end: Int
  /// The number of spoilers up to the end of this part.
  let spoilerEnd: Int
  /// The stack of all blocks up to the end of this part.
  let stack: GrowingStack
  /// The definitions up to the end of this part.
  let definitions: MarkdownDefinitions

  init(
    blocks: [TypesetBlock], end: Int, spoilerEnd: Int, stack: GrowingStack,
    definitions: MarkdownDefinitions
  ) {
    self.blocks = blocks
    self.end = end
    self.spoilerEnd = spoilerEnd
    self.stack = stack
    self.definitions = definitions
  }
}

extension StreamingText {
  /// Typesets the blocks that were closed since the last call, and those that refer to definitions
  /// which came since.
  ///
  /// - Returns: Whether there are new definitions.
  mutating func closeParts() -> Bool {
    let counts = definitionCounts
    let stale = applyDefinitions()
    if let first = stale.first {
      let old = parts
      parts.truncate(to: first)
      var next = stale[...]
      for index in first..<old.count {
        if next.first == index {
          next.removeFirst()
          close(index)
        } else {
          push(old[index].blocks)
        }
      }
    }
    for index in parts.count..<stream.closedBlocks.count { close(index) }
    return counts != definitionCounts
  }

  /// Forgets the blocks behind the first `count` parts.
  mutating func truncate(to count: Int) {
    parts.truncate(to: min(count, parts.count))
    definitions = parts.last?.definitions ?? MarkdownDefinitions()
    definitionCounts = (
      min(definitionCounts.links, stream.linkDefinitions.count),
      min(definitionCounts.footnotes, stream.footnoteDefinitions.count)
    )
  }

  /// Typesets a closed block, and appends it.
  private mutating func close(_ index: Int) {
    let range = stream.closedBlocks[index].range
    let blocks = read(stream.source[range])
    let (first, spoilers) = (parts.last?.end ?? 0, parts.last?.spoilerEnd ?? 0)
    if blocks.count == 1, let known = tail?.typeset(blocks[0], from: range.lowerBound, index: first)
    {
      push([known])
    } else {
      push(typesetter.typeset(blocks, from: first, spoilers: spoilers))
    }
  }

  private mutating func push(_ blocks: [TypesetBlock]) {
    let last = parts.last
    let start = last?.end ?? 0
    var stack = last?.stack ?? GrowingStack()
    stack.append(blocks)
    parts.append(
      StreamingPart(
        blocks: blocks, end: start + blocks.count,
        spoilerEnd: blocks.last?.spoilers.upperBound ?? last?.spoilerEnd ?? 0, stack: stack,
        definitions: definitions))
  }

  /// Returns the blocks of a part of the source, whose definitions are added to those of the
  /// message.
  private mutating func read(_ source: ArraySlice<UInt8>) -> [RichBlock] {
    guard let part = Self.part(source, definitions, options) else {
      return [.paragraph(.plain(String(decoding: source, as: UTF8.self)))]
    }
    definitions = part.definitions
    return part.blocks
  }

  /// Returns the parsed form of a part of the source, or `nil` if it is no valid message.
  static func part(
    _ source: ArraySlice<UInt8>, _ definitions: MarkdownDefinitions,
    _ options: RichMessage.ReadingOptions
  ) -> RichMarkdownPart? {
    try? RichMarkdownPart(source, definitions: definitions, options: options)
  }

  /// Adds the definitions that came since the last call.
  ///
  /// - Returns: The indices of typeset blocks that refer to them, in order.
  private mutating func applyDefinitions() -> [Int] {
    let (links, notes) = (stream.linkDefinitions, stream.footnoteDefinitions)
    guard definitionCounts != (links.count, notes.count) else { return [] }
    var stale: Set<Int> = []
    for definition in links[definitionCounts.links...] {
      stale.formUnion(stream.blocks(referringTo: definition))
    }
    for definition in notes[definitionCounts.footnotes...] {
      let label = stream.source[definition.offset...].prefix { $0 != UInt8(ascii: "]") }
      let source = Array("[^".utf8) + label + Array("]: x".utf8)
      definitions = RichMarkdownPart.definitions(in: source[...], besides: definitions)
      stale.formUnion(stream.blocks(referringTo: definition))
    }
    for definition in links[definitionCounts.links...] {
      // A link's definition is read with its block, which comes behind those that refer to it.
      guard
        let index = stream.closedBlocks.lastIndex(where: {
          $0.range.lowerBound <= definition.offset
        })
      else { continue }
      let range = stream.closedBlocks[index].range
      definitions = RichMarkdownPart.definitions(in: stream.source[range], besides: definitions)
    }
    definitionCounts = (links.count, notes.count)
    return stale.filter { $0 < parts.count }.sorted()
  }
}
