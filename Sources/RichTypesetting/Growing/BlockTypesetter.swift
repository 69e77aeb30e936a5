internal import GalleyFonts
internal import GalleyMessages
package import GalleyRichMessages
package import GalleyTypesetting

/// A typesetter of single blocks at a fixed width, for messages that grow.
package final class BlockTypesetter: Sendable {
  /// The width of all blocks, in points.
  package let width: Double
  /// The sections that the reader has opened or closed.
  private let state: RichState
  private let theme: RichTheme
  package let isRightToLeft: Bool
  private let options: LayoutOptions
  /// The engine of blocks that do not change, and that of blocks that do.
  private let (engine, growingEngine): (TextEngine, TextEngine)
  private let bodyLine: BodyLine
  private let metrics: RichMetrics
  private let styles: RichStyles

  /// Creates a typesetter.
  ///
  /// - Parameters:
  ///   - theme: The appearance.
  ///   - state: The sections that the reader has opened or closed.
  ///   - options: The options of all texts, such as their line height; widths are ignored.
  ///   - isRightToLeft: Whether the message is laid out from right to left.
  ///   - width: The width of all blocks, in points.
  ///   - engine: The layout engine.
  package init(
    theme: RichTheme, state: RichState, options: LayoutOptions, isRightToLeft: Bool,
    width: Double, engine: TextEngine
  ) {
    self.theme = theme
    self.state = state
    var plain = options
    plain.width = .infinity
    self.options = plain
    self.isRightToLeft = isRightToLeft
    self.width = width > 0 ? min(width, RichDocument.greatestWidth) : 0
    self.engine = engine
    growingEngine = TextEngine(forTextsOfOneUse: engine)
    metrics = RichMetrics(size: theme.message.text.font.size)
    styles = RichStyles(theme.message, base: theme.message.text)
    bodyLine = BodyLine(theme.message.text, options: plain, engine: engine)
  }

  /// Typesets blocks.
  ///
  /// - Parameters:
  ///   - blocks: The blocks.
  ///   - index: The index of the first block in the message.
  ///   - spoilers: The number of spoilers in the blocks before.
  ///   - isOpen: Whether the blocks still grow; the lines of their headings are not balanced.
  /// - Returns: The typeset blocks.
  package func typeset(
    _ blocks: [RichBlock], from index: Int, spoilers: Int, isOpen: Bool = false
  ) -> [TypesetBlock] {
    var composer = composer(isOpen: isOpen, spoilers: spoilers)
    let layouter = layouter
    return blocks.enumerated().map { offset, block in
      let first = composer.spoilerCount
      let composed = composer.compose(block, at: BlockPath([index + offset]))
      return TypesetBlock(
        block: block, composed: composed, box: layouter.box(composed, width: width),
        spoilers: first..<composer.spoilerCount)
    }
  }

  /// Returns the composer of blocks that still grow, or of complete ones, with the number of
  /// spoilers in the blocks before.
  func composer(isOpen: Bool, spoilers: Int) -> BlockComposer {
    var composer = BlockComposer(
      theme, isRightToLeft: isRightToLeft, state: state, options: options,
      engine: isOpen ? growingEngine : engine, styles: styles)
    composer.balancesHeadings = !isOpen
    composer.spoilerCount = spoilers
    return composer
  }

  /// Returns the box of a stack with an open block behind it.
  ///
  /// - Parameters:
  ///   - stack: The stack.
  ///   - box: The box of the block.
  ///   - index: The index of the block in the message.
  ///   - isParagraph: Whether the block is a paragraph.
  /// - Returns: The box of all.
  package func box(
    of stack: GrowingStack, with box: BlockBox, at index: Int, isParagraph: Bool
  ) -> BlockBox {
    stack.box(
      width: width, with: box, skip: isParagraph ? metrics.paragraph : metrics.block,
      path: BlockPath([index]))
  }

  var layouter: BlockLayouter {
    BlockLayouter(
      metrics: metrics, isRightToLeft: isRightToLeft, state: state, bodyLine: bodyLine,
      quotePaint: theme.message.quotePaint,
      grid: options.lineGrid)
  }

  /// Returns the layout of blocks that were typeset.
  package func layout(of blocks: [TypesetBlock]) -> RichLayout {
    var stack = GrowingStack()
    for block in blocks { block.add(to: &stack) }
    let document = RichDocument(
      RichMessage(blocks.map(\.block), isRightToLeft: isRightToLeft),
      blocks: blocks.map(\.composed), theme: theme, state: state, bodyLine: bodyLine,
      textOptions: options, engine: engine)
    return RichLayout(stack.box(width: width), of: document)
  }
}

extension GrowingStack {
  /// Returns the box of the stack with blocks behind it.
  package func box(width: Double, with blocks: [TypesetBlock]) -> BlockBox {
    var stack = self
    for block in blocks.dropLast() { block.add(to: &stack) }
    return blocks.last.map {
      stack.box(width: width, with: $0.box, skip: $0.composed.skip, path: $0.composed.path)
    } ?? stack.box(width: width)
  }

  /// Appends blocks, and makes the box of all.
  package mutating func append(_ blocks: [TypesetBlock]) {
    for block in blocks { block.add(to: &self) }
    seal()
  }
}

/// A block that was typeset at the width of a message.
package struct TypesetBlock: Sendable {
  /// The block.
  package let block: RichBlock
  let composed: ComposedBlock
  /// The block at its width.
  package let box: BlockBox
  /// The indices of the block's spoilers among those of the message.
  package let spoilers: Range<Int>

  /// Appends the block to a stack.
  ///
  /// - Returns: The y coordinate of the block, in points.
  @discardableResult
  package func add(to stack: inout GrowingStack) -> Double {
    stack.add(box, skip: composed.skip, path: composed.path)
  }
}
