internal import GalleyBasics
internal import GalleyTypesetting

/// Determines the blocks of a text from entities that may overlap in any way.
///
/// Quotations may contain quotations and code; code contains no blocks. Partial overlaps are
/// resolved:
/// 1. Of two quotations, or of two code blocks, one is extended to contain the other.
/// 2. A quotation that ends within code is extended to the end of the code.
/// 3. A quotation that begins within code is moved to begin after it and its line end, and is
///    dropped if it does not end later.
///
/// Blocks are nested at most ``Limits/Messages/blockDepth`` levels deep; deeper ones are dropped.
struct BlockSweep {
  /// The blocks in pre-order; any two are disjoint or nested.
  private(set) var blocks: [MessageEntity] = []
  /// The indices in `blocks` of the blocks that are open.
  private var open: [Int] = []
  /// The quotation that begins where the current code block ends.
  private var postponed: MessageEntity?
  private let text: String

  /// Determines the blocks among nonempty entities of a text.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entities.
  init(_ entities: [MessageEntity], in text: String) {
    self.text = text
    // Of two blocks with the same range, the first is the outer one, unless it is code.
    let quotes = entities.filter { !$0.kind.isPre }
    for block in (quotes + entities.filter(\.kind.isPre)).inOrder() {
      close(upTo: block.range.lowerBound)
      add(block)
    }
    close(upTo: .max)
  }

  /// Closes the blocks that end at or before `offset`.
  private mutating func close(upTo offset: Int) {
    while let last = open.last, blocks[last].range.upperBound <= offset {
      let end = blocks[last].range.upperBound
      open.removeLast()
      if var block = postponed, blocks[last].kind.isPre {
        postponed = nil
        let start = end + lineEndLength(in: text.utf8.span, at: end)
        guard block.range.upperBound > start else { continue }
        block.range = start..<block.range.upperBound
        add(block)
      }
    }
  }

  /// Opens a block inside those that are already open.
  private mutating func add(_ block: MessageEntity) {
    guard let last = open.last else { return push(block) }
    let isWithin = block.range.upperBound <= blocks[last].range.upperBound
    switch (blocks[last].kind.isPre, block.kind.isPre) {
    case (true, true): extend(to: block.range.upperBound)
    case (true, false):
      guard !isWithin else { return }
      let end = max(postponed?.range.upperBound ?? 0, block.range.upperBound)
      postponed = MessageEntity(postponed?.kind ?? block.kind, in: block.range.lowerBound..<end)
    case (false, true):
      extend(to: block.range.upperBound)
      push(block)
    case (false, false):
      if isWithin { push(block) } else { extend(to: block.range.upperBound) }
    }
  }

  private mutating func push(_ block: MessageEntity) {
    guard open.count < Limits.Messages.blockDepth else { return }
    open.append(blocks.count)
    blocks.append(block)
  }

  /// Extends the open blocks that end before `offset` to it.
  private mutating func extend(to offset: Int) {
    for index in open where blocks[index].range.upperBound < offset {
      blocks[index].range = blocks[index].range.lowerBound..<offset
    }
  }
}

extension MessageEntity.Kind {
  /// Whether the kind is a code block.
  var isPre: Bool { if case .pre = self { true } else { false } }

  /// Whether the kind is a block: a quotation or a code block.
  var isBlock: Bool { if case .blockquote = self { true } else { isPre } }
}
