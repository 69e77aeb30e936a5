internal import GalleyTypesetting

/// Finds which blocks there are, given entities that may overlap in any way.
///
/// Quotations hold quotations and code; code holds no block. What overlaps in part is joined:
/// 1. of two quotations, or two stretches of code, one takes the other in;
/// 2. a quotation that ends within code goes on to its end;
/// 3. a quotation that begins within code begins behind it and the line end there, and is lost if it
///    does not end later.
///
/// Blocks stand within each other at most ``deepest`` levels deep; deeper ones are left out.
struct BlockSweep {
  /// How many blocks there may be around a character.
  static let deepest = 16

  /// Outer blocks before those within them, siblings in order: any two are apart or nested.
  private(set) var blocks: [MessageEntity] = []
  /// The blocks that have begun and not ended, as places in `blocks`.
  private var open: [Int] = []
  /// The quotation that begins where the code at hand ends.
  private var postponed: MessageEntity?
  private let text: String

  /// Finds the blocks among entities of a text that are not empty.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entities.
  init(_ entities: [MessageEntity], in text: String) {
    self.text = text
    // Of two with the same bytes the first is outside, unless it is code.
    let quotes = entities.filter { !$0.kind.isPre }
    for block in (quotes + entities.filter(\.kind.isPre)).inOrder() {
      close(upTo: block.range.lowerBound)
      add(block)
    }
    close(upTo: .max)
  }

  /// Ends what ends at `offset` or before.
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

  /// Begins a block where those that are open have begun already.
  private mutating func add(_ block: MessageEntity) {
    guard let last = open.last else { return push(block) }
    let isWithin = block.range.upperBound <= blocks[last].range.upperBound
    switch (blocks[last].kind.isPre, block.kind.isPre) {
    case (true, true):
      extend(to: block.range.upperBound)
    case (true, false):
      guard !isWithin else { return }
      let end = max(postponed?.range.upperBound ?? 0, block.range.upperBound)
      postponed = MessageEntity(
        postponed?.kind ?? block.kind, in: block.range.lowerBound..<end)
    case (false, true):
      extend(to: block.range.upperBound)
      push(block)
    case (false, false):
      if isWithin { push(block) } else { extend(to: block.range.upperBound) }
    }
  }

  private mutating func push(_ block: MessageEntity) {
    guard open.count < Self.deepest else { return }
    open.append(blocks.count)
    blocks.append(block)
  }

  /// Moves the ends of the blocks that are open to `offset`, where they end before.
  private mutating func extend(to offset: Int) {
    for index in open where blocks[index].range.upperBound < offset {
      blocks[index].range = blocks[index].range.lowerBound..<offset
    }
  }
}

extension MessageEntity.Kind {
  /// Whether it is a block of code.
  var isPre: Bool {
    if case .pre = self { true } else { false }
  }

  /// Whether it is a block: a quotation, or one of code.
  var isBlock: Bool {
    if case .blockquote = self { true } else { isPre }
  }
}
