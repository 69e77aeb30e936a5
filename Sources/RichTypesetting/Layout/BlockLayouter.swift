internal import GalleyGeometry
internal import GalleyTypesetting

/// A layouter that arranges composed blocks at a width.
///
/// A message is measured first: it is as wide as its widest block in the available room, so that a
/// bubble shrinks to it. Then all blocks are laid out at that width.
struct BlockLayouter {
  let metrics: RichMetrics
  let isRightToLeft: Bool
  let state: RichState
  /// A line of body text.
  let bodyLine: BodyLine
  /// The paint of quotations.
  let quotePaint: TextBlock.Paint
  /// The grid of pixels, or `nil` if it is not known.
  let grid: PixelGrid?
  /// The part of the available room that a message leaves free because its blocks are narrow.
  ///
  /// Blocks are measured in the room, and must look the same in the message's own width.
  var slack = 0.0
  /// The width of the nearest container that can scroll for its contents, in points; zero if there
  /// is none.
  var ownerWidth = 0.0

  /// The distance that a block may exceed its width by rounding: the sum of widths and insets,
  /// without the insets, may be less than the widths.
  static let tolerance = 1.0 / 1024
  /// The layouts of measured texts, from which those of their own widths derive without breaking
  /// lines again.
  private let measured = MeasuredTexts()

  init(
    metrics: RichMetrics, isRightToLeft: Bool, state: RichState, bodyLine: BodyLine,
    quotePaint: TextBlock.Paint, grid: PixelGrid?
  ) {
    self.metrics = metrics
    self.isRightToLeft = isRightToLeft
    self.state = state
    self.bodyLine = bodyLine
    self.quotePaint = quotePaint
    self.grid = grid
  }

  // MARK: Measuring

  /// Returns the width of blocks that have a room, in points.
  func width(of blocks: [ComposedBlock], in room: Double) -> Double {
    blocks.reduce(0) { max($0, width(of: $1, in: room)) }
  }

  /// Returns the width of a block that has a room, in points; at most the room.
  func width(of block: ComposedBlock, in room: Double) -> Double {
    let width =
      switch block.content {
      case .text(let text): self.width(of: text, at: block.path, in: room)
      case .formula(let formula): formula.natural.size.width
      case .divider, .anchor: 0.0
      case .list(let items): self.width(of: items, in: room)
      case .quotation(let blocks, let credit):
        max(
          self.width(of: blocks, in: room - quoteInsets),
          self.width(of: credit, in: room - quoteInsets))
          + quoteInsets
      case .pullQuotation(let text, let credit):
        max(
          self.width(of: text, in: pullQuoteRoom(room)),
          self.width(of: credit, in: pullQuoteRoom(room))) + 2 * metrics.pullQuoteMark
      case .table(let table):
        max(min(table.columns.preferred, room), self.width(of: table.caption, in: room))
      case .details(let summary, let blocks):
        max(
          self.width(of: summary, in: room - summaryInsets) + summaryInsets,
          blocks.map { self.width(of: $0, in: room - 2 * metrics.detailsInset) }
            .map { $0 + 2 * metrics.detailsInset } ?? 0)
      case .media(let media): self.width(of: media, in: room)
      case .gallery(let pictures, _, let captions):
        pictures.isEmpty ? captions.reduce(0) { max($0, self.width(of: $1, in: room)) } : room
      case .buttons(let buttons, _): self.width(of: buttons)
      case .group(let blocks): self.width(of: blocks, in: room)
      }
    return min(width, room)
  }

  /// Returns the width of a text that has a room, in points; zero for none.
  func width(of text: ComposedText?, at path: BlockPath? = nil, in room: Double) -> Double {
    guard let text else { return 0 }
    guard !text.fits(room) else { return text.natural.size.width }
    let layout = layout(text, at: path, width: room)
    measured.layouts[ObjectIdentifier(text)] = layout
    return layout.size.width
  }

  // MARK: Laying out

  /// Lays blocks out one below the other.
  func stack(_ blocks: [ComposedBlock], width: Double) -> BlockBox {
    var stack = BoxStack()
    for block in blocks {
      stack.add(box(block, width: width), skip: block.skip, path: block.path)
    }
    return stack.box(width: width)
  }

  /// Lays a block out.
  func box(_ block: ComposedBlock, width: Double) -> BlockBox {
    switch block.content {
    case .text(let text): textBox(text, at: block.path, width: width)
    case .formula(let formula): formulaBox(formula, at: block.path, width: width)
    case .divider:
      BlockBox(
        size: Size(width: width, height: metrics.divider),
        items: [
          .fill(
            Rect(x: 0, y: 0, width: width, height: metrics.divider), radius: 0,
            .role(.secondaryText))
        ])
    case .anchor(let name):
      BlockBox(size: Size(width: width, height: 0), items: [.anchor(name, .zero)])
    case .list(let items): list(items, width: width)
    case .quotation(let blocks, let credit):
      quotation(blocks, credit: credit, at: block.path, width: width)
    case .pullQuotation(let text, let credit):
      pullQuotation(text, credit: credit, at: block.path, width: width)
    case .table(let table): self.table(table, at: block.path, width: width)
    case .details(let summary, let blocks):
      details(summary, blocks, at: block.path, width: width)
    case .media(let media): mediaBox(media, at: block.path, width: width)
    case .gallery(let pictures, let isSlideshow, let caption):
      gallery(pictures, isSlideshow: isSlideshow, caption: caption, at: block.path, width: width)
    case .buttons(let buttons, let alignment):
      buttonRow(buttons, alignment: alignment, width: width)
    case .group(let blocks): stack(blocks, width: width)
    }
  }

  /// Lays a display formula out: centered, or scrolling if it is wider than the room.
  private func formulaBox(_ formula: ComposedText, at path: BlockPath, width: Double) -> BlockBox {
    let own = formula.natural.size.width
    let padding = metrics.formulaPadding
    let height = formula.natural.size.height + 2 * padding
    // A formula is one line, which is moved instead of aligned.
    let place = Point(x: max(width - own, 0) / 2, y: padding)
    let items = [BlockBox.Item.text(formula.natural, formula, path, place)]
    guard own > width + Self.tolerance else {
      return BlockBox(size: Size(width: width, height: height), items: items)
    }
    let inner = BlockBox(size: Size(width: own, height: height), items: items)
    if scrollsContainer(in: width) {
      return BlockBox(
        size: Size(width: width, height: height),
        items: [.box(inner, Point(x: isRightToLeft ? width - own : 0, y: 0))], excess: own - width)
    }
    return BlockBox(
      size: Size(width: width, height: height + metrics.scrollBar),
      items: [.scroll(inner, Rect(x: 0, y: 0, width: width, height: height), path)])
  }

  /// Lays a text out over a width, to which its lines are aligned.
  func textBox(
    _ text: ComposedText, at path: BlockPath, width: Double
  ) -> BlockBox {
    let layout = layout(text, at: path, width: width, alignmentWidth: width)
    let baseline = layout.lineCount > 0 ? layout.line(at: 0).baseline : nil
    // An empty paragraph is as high as a line.
    let height = layout.lineCount > 0 ? layout.size.height : bodyLine.height
    return BlockBox(
      size: Size(width: width, height: height), items: [.text(layout, text, path, .zero)],
      baseline: baseline ?? bodyLine.baseline)
  }

  /// Returns the layout of a text at a width.
  func layout(
    _ text: ComposedText, at path: BlockPath? = nil, width: Double, alignmentWidth: Double? = nil
  ) -> TextLayout {
    var options = text.natural.options
    let isAligned =
      options.alignment != .left && (options.alignment != .start || text.hasRightToLeftLines)
    if text.fits(width + Self.tolerance), !isAligned || alignmentWidth == nil {
      return text.natural
    }
    options.width = max(width, 0) + Self.tolerance
    if isAligned { options.alignmentWidth = alignmentWidth }
    if let path, state.isExpanded(path) { options.expandedBlocks = [0] }
    let layout = measured.layouts[ObjectIdentifier(text)] ?? text.natural
    return layout.relayout(options)
  }
}

/// The layouts of texts at the width at which they were measured.
private final class MeasuredTexts {
  var layouts: [ObjectIdentifier: TextLayout] = [:]
}

/// The measures of a line of body text, in points.
struct BodyLine: Hashable, Sendable {
  var height: Double
  var baseline: Double
  /// The height of a lowercase x.
  var xHeight: Double
}

/// A stack of boxes, of which each two are apart by the larger of their spaces.
struct BoxStack {
  private(set) var height = 0.0
  private var items: [BlockBox.Item] = []
  private var baseline: Double?
  private var below = 0.0
  private var isEmpty = true
  private var excess = 0.0

  /// Adds a box; one without a skip or a height takes no space and does not separate others.
  mutating func add(
    _ box: BlockBox, skip: RichMetrics.Skip?, path: BlockPath, x: Double = 0
  ) {
    let skip = box.size.height > 0 ? skip : nil
    let y = skip.map { isEmpty ? 0 : height + max(below, $0.above) } ?? height
    let place = Point(x: x, y: y)
    items += [.block(path, Rect(origin: place, size: box.size)), .box(box, place)]
    excess = max(excess, box.excess)
    guard let skip else { return }
    if isEmpty { baseline = box.baseline }
    (isEmpty, below, height) = (false, skip.below, y + box.size.height)
  }

  /// Returns the box of the stack.
  func box(width: Double) -> BlockBox {
    BlockBox(
      size: Size(width: width, height: height), items: items, baseline: baseline, excess: excess)
  }
}
