internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyStreaming

/// An open list, of which only the last item is typeset again.
struct OpenList: Sendable {
  /// The complete items, typeset.
  private(set) var rows: GrowingList
  /// The complete items.
  private var items = ChunkedList<RichBlock.List.Item>()
  private var reading = OpenReading()
  /// The last item, and the box of the list with it.
  private var shown: Shown?

  private struct Shown: Sendable {
    /// The generation of the reading.
    var generation: Int
    /// The number of complete items.
    var count: Int
    var item: RichBlock.List.Item
    var box: BlockBox
  }

  init(spoilers: Int) { rows = GrowingList(spoilers: spoilers) }

  /// The list as it is shown.
  var block: ShownBlock { .list(items, shown?.item) }

  /// Returns the box of the list, or `nil` if it is no ordinary one.
  mutating func box(of text: StreamingText, index: Int) -> BlockBox? {
    let path = text.stream.openPath
    guard let block = path.first, case .list(let style) = block.kind else { return nil }
    func item(_ blocks: [RichBlock]?, _ number: Int) -> RichBlock.List.Item? {
      guard let blocks, blocks.count == 1,
        case .list(let list)? = blocks.first, list.items.count == 1, var item = list.items.first
      else { return nil }
      if let start = style.start { item.marker = .number(start + number, .decimal) }
      return item
    }
    while items.count < block.children.count {
      let range = block.children[items.count].range
      let start = max(block.range.lowerBound, text.stream.lineStart(before: range.lowerBound))
      let blocks = text.blocks(of: Array(text.stream.source[start..<range.upperBound]))
      guard let item = item(blocks, items.count) else { return nil }
      rows.append(item, of: index, with: text.typesetter)
      items.append(item)
    }
    guard path.count > 1 else {
      shown = nil
      return rows.box(with: nil, appending: nil, of: index, by: text.typesetter)
    }
    let start = max(
      block.range.lowerBound, text.stream.lineStart(before: path[1].range.lowerBound))
    let blocks = reading.blocks(from: start, of: text)
    let isSameItem = shown?.count == items.count
    if isSameItem, let shown, shown.generation == reading.generation { return shown.box }
    guard let item = item(blocks, items.count) else { return nil }
    let isLonger = isSameItem && shown?.generation == reading.generation - 1
    let box = rows.box(
      with: item, appending: isLonger ? reading.added : nil, of: index, by: text.typesetter)
    shown = Shown(generation: reading.generation, count: items.count, item: item, box: box)
    return box
  }
}
