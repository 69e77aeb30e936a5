internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyStreaming
internal import GalleyTypesetting

/// The open block at the end of a stream, of which only the last part is typeset again.
///
/// Lists grow item by item, tables row by row, paragraphs and code by lines. Other blocks, and
/// those that are unusual, are typeset as a whole.
struct OpenTail: Sendable {
  /// The offset of the block in the source.
  let start: Int
  /// The index of the block in the message.
  let index: Int
  private var growth: Growth
  /// The block as it is shown; `nil` if it is typeset as a whole.
  private(set) var block: ShownBlock?
  /// The part of the block that is settled; `nil` for blocks that are typeset as a whole.
  private(set) var settled: Settled?

  /// The form of the block, though it may be typeset as a whole.
  private let form: Form

  private enum Growth: Sendable {
    case paragraph(OpenParagraph)
    case list(OpenList)
    case table(OpenTable)
    case code(OpenCode)
    case whole
  }

  private enum Form: Sendable {
    case paragraph, list, table, code, other

    init(_ kind: MarkdownBlock.Kind) {
      self =
        switch kind {
        case .paragraph: .paragraph
        case .list: .list
        case .table: .table
        case .code: .code
        default: .other
        }
    }
  }

  /// Begins to typeset an open block.
  ///
  /// - Parameters:
  ///   - block: The block of the source.
  ///   - index: The index of the block in the message.
  ///   - spoilers: The number of spoilers in the blocks before.
  init(_ block: MarkdownBlock, index: Int, spoilers: Int) {
    (start, self.index) = (block.range.lowerBound, index)
    form = Form(block.kind)
    growth =
      switch form {
      case .paragraph: .paragraph(OpenParagraph(start: start, spoilers: spoilers))
      case .list: .list(OpenList(spoilers: spoilers))
      case .table: .table(OpenTable(spoilers: spoilers))
      case .code: .code(OpenCode(start: start))
      case .other: .whole
      }
  }

  /// Returns whether this is the open block at a place, and of the same kind.
  func isFor(_ block: MarkdownBlock, index: Int) -> Bool {
    start == block.range.lowerBound && self.index == index && form == Form(block.kind)
  }

  /// The part of an open block that does not change while a value of the same identity follows.
  struct Settled: Hashable, Sendable {
    var start: Int
    var generation: Int
    /// The height, in points.
    var height: Double
  }

  /// The widths of the columns of an open table, in points.
  var columnWidths: [Double] {
    if case .table(let table) = growth { table.rows.columnWidths } else { [] }
  }

  /// Returns a block that has closed as it was typeset while it was open, if it did not change.
  func typeset(_ block: RichBlock, from offset: Int, index: Int) -> TypesetBlock? {
    guard start == offset, self.index == index, case .paragraph(let text) = growth,
      let whole = text.whole, whole.block == block
    else { return nil }
    return whole
  }

  /// Returns the box of the blocks before with this one behind them, or `nil` if the block is
  /// typeset as a whole.
  mutating func box(behind stack: GrowingStack, of text: StreamingText) -> BlockBox? {
    // The value has one owner while it changes.
    var growing = Growth.whole
    swap(&growing, &growth)
    (block, settled) = (nil, nil)
    switch consume growing {
    case .paragraph(var paragraph):
      guard let box = paragraph.box(of: text, index: index) else { return nil }
      block = paragraph.block
      settle(generation: 0, height: paragraph.height)
      growth = .paragraph(consume paragraph)
      return text.typesetter.box(of: stack, with: box, at: index, isParagraph: true)
    case .list(var list):
      guard let box = list.box(of: text, index: index) else { return nil }
      block = list.block
      settle(generation: list.rows.generation, height: list.rows.height)
      growth = .list(consume list)
      return text.typesetter.box(of: stack, with: box, at: index, isParagraph: false)
    case .table(var table):
      guard let box = table.box(of: text, index: index) else { return nil }
      block = table.block
      settle(generation: table.rows.generation, height: table.rows.height)
      growth = .table(consume table)
      return text.typesetter.box(of: stack, with: box, at: index, isParagraph: false)
    case .code(var code):
      guard let box = code.box(of: text, index: index) else { return nil }
      block = code.block
      settle(generation: code.lines?.generation ?? 0, height: code.lines?.height ?? 0)
      growth = .code(consume code)
      return text.typesetter.box(of: stack, with: box, at: index, isParagraph: false)
    case .whole: return nil
    }
  }

  private mutating func settle(generation: Int, height: Double) {
    settled = Settled(start: start, generation: generation, height: height)
  }
}
