/// A block to which lines may still be added.
struct OpenBlock: Hashable, Sendable {
  /// The state of a block that its kind does not have.
  enum State: Hashable, Sendable {
    case none
    /// The columns that continue a list item.
    case item(columns: Int)
    /// The byte and the length of a fence, and the white space before it, in bytes.
    case fence(UInt8, count: Int, indentation: Int)
    case indented
    case html(HTMLStart)
  }

  /// The block so far.
  var block: MarkdownBlock
  var state = State.none
  /// The offset of the line on which the block began.
  let firstLine: Int
  /// Whether the last line of the block is blank.
  var endsWithBlank = false
  /// Whether the block made the list around it loose.
  var loosensList = false
  /// Whether the last child ends with a blank line.
  var lastChildEndsWithBlank = false

  init(_ kind: MarkdownBlock.Kind, at start: Int, line: Int = 0, state: State = .none) {
    block = MarkdownBlock(kind: kind, range: start..<start)
    self.state = state
    firstLine = line
  }

  /// Whether the block counts toward the limit of nesting.
  var isNesting: Bool {
    switch block.kind {
    case .quote, .item, .island, .footnote: true
    default: false
    }
  }

  /// Returns whether the block may contain one of a kind.
  func accepts(_ kind: MarkdownBlock.Kind) -> Bool {
    switch block.kind {
    case .quote, .item, .footnote, .island: kind != .item && kind != .tableRow
    case .list: kind == .item
    case .table: kind == .tableRow
    default: false
    }
  }

  var isList: Bool {
    if case .list = block.kind { true } else { false }
  }

  var isQuote: Bool { block.kind == .quote }

  var isIsland: Bool {
    if case .island = block.kind { true } else { false }
  }

  var isItem: Bool { block.kind == .item }

  /// Whether the block is a code block with a fence, also one for a formula.
  var isFenced: Bool {
    if case .fence = state { true } else { false }
  }

  /// Whether a block ends with a blank line, for the looseness of the list around it.
  var separatesItems: Bool {
    endsWithBlank || ((isList || isItem) && lastChildEndsWithBlank)
  }

  /// Moves the end of the block.
  mutating func extend(to end: Int) {
    if end > block.range.upperBound { block.range = block.range.lowerBound..<end }
  }
}
