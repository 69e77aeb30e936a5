internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyTypesetting

/// A block of code that grows at its end, with the layouts of its settled lines.
///
/// The layouts are parts of one block: its ground is painted around them, and its title is that of
/// the first.
package struct GrowingCode: Sendable {
  /// The first of the settled parts, whose icon depends on the width of the block.
  private var first: CodePart?
  /// The last of the settled parts.
  private var last: CodePart?
  /// The settled parts behind the first, and the marks of wrapped lines of all of them.
  private var (stack, marks) = (GrowingStack(), GrowingStack())
  private var colors: GrowingSyntaxColors
  private let language: String?
  /// The width of the block, and that of its settled parts, in points.
  private var (width, settledWidth) = (0.0, 0.0)
  /// The distance that parts overlap: the room below the lines of one and above those of the next.
  private var overlap = 0.0
  /// The number of lines from which a part is settled; it grows when that fails.
  private var nextLines = leastLines
  /// The number of times that the settled lines were laid out again.
  package private(set) var generation = 0

  /// The least number of lines from which a part is settled, and that of lines that stay open.
  private static let (leastLines, openLines) = (3, 1)

  /// Creates empty code, with its language if it is known.
  package init(language: String?) {
    self.language = language
    colors = GrowingSyntaxColors(language: language)
  }

  /// The height of the settled lines, in points.
  package var height: Double { last.map { stack.height - $0.roomBelow } ?? 0 }

  /// Returns the box of the code.
  ///
  /// - Parameters:
  ///   - rest: The code behind the settled lines, without a line end at its end.
  ///   - block: The index of the block in the message.
  ///   - typesetter: The typesetter of the message.
  /// - Returns: The box, and the number of lines of `rest` that are settled now.
  package mutating func box(
    with rest: String, of block: Int, by typesetter: BlockTypesetter
  ) -> (box: BlockBox, settledLines: Int) {
    let path = BlockPath([block])
    let colors = colors.colors(of: rest)
    let text = text(rest, colors, typesetter, isContinued: first != nil)
    let whole = CodePart(text, at: path, typesetter)
    if let whole, let (first, last, count) = split(rest, colors, whole, path, typesetter) {
      append(first, behind: last, path, typesetter)
      return (box(with: last, path, typesetter), count)
    }
    guard let whole, first != nil else {
      return (typesetter.layouter.textBox(text, at: path, width: typesetter.width), 0)
    }
    return (box(with: whole, path, typesetter), 0)
  }

  private func text(
    _ code: String, _ colors: [MessageTheme.ColoredCode],
    _ typesetter: BlockTypesetter, isContinued: Bool
  ) -> ComposedText {
    var composer = typesetter.composer(isOpen: true, spoilers: 0)
    return composer.code(.plain(code), language, colors, isContinued: isContinued)
  }

  // MARK: Settling

  /// Splits the lines that no longer change from the others.
  ///
  /// Both parts are typeset on their own, and compared with the whole.
  private mutating func split(
    _ rest: String, _ colors: [MessageTheme.ColoredCode], _ whole: CodePart, _ path: BlockPath,
    _ typesetter: BlockTypesetter
  ) -> (CodePart, CodePart, Int)? {
    var starts = [0]
    for (offset, byte) in rest.utf8.enumerated() where byte == 0x0A { starts.append(offset + 1) }
    // A block does not show an empty line at its end.
    guard starts.count >= nextLines,
      let count = (1...starts.count - Self.openLines).last(where: {
        starts[$0] > starts[$0 - 1] + 1
      }), let place = self.colors.place(after: starts[count], of: rest)
    else { return nil }
    nextLines = 2 * starts.count
    let start = starts[count]
    guard
      let first = CodePart(
        text(
          rest.utf8Slice(0..<start - 1), colors.clamped(to: 0..<start), typesetter,
          isContinued: first != nil), at: path, typesetter),
      let last = CodePart(
        text(
          rest.utf8Slice(start..<rest.utf8.count), colors.clamped(to: start..<rest.utf8.count),
          typesetter, isContinued: true), at: path, typesetter),
      whole.hasLines(of: first, last)
    else { return nil }
    self.colors.settle(rest.utf8Slice(0..<start), to: place)
    nextLines = Self.leastLines
    return (first, last, count)
  }

  private mutating func append(
    _ part: CodePart, behind next: CodePart, _ path: BlockPath, _ typesetter: BlockTypesetter
  ) {
    overlap = part.roomBelow + next.roomAbove
    settledWidth = max(settledWidth, part.frame.size.width)
    // The first part is laid out again when the width changes; only its place is kept.
    let box = first == nil ? part.emptyBox : part.box(at: path, typesetter)
    stack.add(box, skip: skip)
    marks.add(part.marks ?? part.emptyBox, skip: skip)
    stack.seal()
    marks.seal()
    if first == nil { first = part }
    last = part
  }

  // MARK: Boxes

  /// Returns the box of the settled parts and one behind them.
  private mutating func box(
    with rest: CodePart, _ path: BlockPath, _ typesetter: BlockTypesetter
  ) -> BlockBox {
    let width = max(settledWidth, rest.frame.size.width)
    if width != self.width {
      self.width = width
      generation += 1
    }
    let contents = stack.box(
      width: typesetter.width, with: rest.box(at: path, typesetter), skip: skip)
    let marks = marks.box(
      width: rest.markRoom, with: rest.marks ?? rest.emptyBox, skip: skip)
    let top = first?.frame.minY ?? 0
    let bottom = contents.size.height - (rest.layout.size.height - rest.frame.maxY)
    let ground = Rect(x: rest.frame.minX, y: top, width: width, height: bottom - top)
    var items: [BlockBox.Item] = [
      .quotation(ground, rest.layout.text.blocks[0].paint, isRightToLeft: false)
    ]
    if let first { items.append(.box(first.box(at: path, in: width, typesetter), .zero)) }
    items += [
      .box(contents, .zero), .box(marks, Point(x: ground.maxX - rest.markRoom, y: 0)),
    ]
    return BlockBox(
      size: contents.size, items: items, baseline: first?.layout.line(at: 0).baseline)
  }

  private var skip: RichMetrics.Skip { RichMetrics.Skip(above: -overlap, below: -overlap) }
}

/// Lines of a block of code, laid out as a block.
private struct CodePart: Sendable {
  let text: ComposedText
  let layout: TextLayout
  /// The frame of the block.
  let frame: Rect
  /// The room above the first line and below the last one, in points.
  let (roomAbove, roomBelow): (Double, Double)
  /// The width of the room for marks of wrapped lines, at the right side of the block, in points.
  let markRoom: Double

  /// Lays code out; `nil` if there is none, or if its lines are aligned.
  init?(_ text: ComposedText, at path: BlockPath, _ typesetter: BlockTypesetter) {
    let layout = typesetter.layouter.layout(text, at: path, width: typesetter.width)
    guard let block = layout.blocks.first, layout.lineCount > 0,
      [.left, .start].contains(layout.options.alignment)
    else { return nil }
    self.text = text.part
    self.layout = layout
    frame = block.frame
    markRoom = block.frame.maxX - block.contentFrame.maxX
    let first = layout.line(at: 0).frame.minY
    let last = layout.line(at: layout.lineCount - 1).frame.maxY
    (roomAbove, roomBelow) = (first, layout.size.height - last)
  }

  /// A box of the same height without contents.
  var emptyBox: BlockBox {
    BlockBox(size: Size(width: 0, height: layout.size.height), items: [])
  }

  /// The marks of wrapped lines, in the room for them; `nil` if there are none.
  var marks: BlockBox? {
    let marks = layout.placedTokens
    guard !marks.isEmpty else { return nil }
    return BlockBox(
      size: Size(width: markRoom, height: layout.size.height),
      items: marks.map { mark in
        let x = mark.origin.x - (frame.maxX - markRoom)
        return .label(mark.layout, Point(x: x, y: mark.origin.y))
      })
  }

  /// Returns the box of the lines; the icon of the block is placed at the end of a width.
  func box(
    at path: BlockPath, in width: Double? = nil, _ typesetter: BlockTypesetter
  ) -> BlockBox {
    var layout = layout
    if let width, width > frame.size.width {
      var options = layout.options
      options.alignmentWidth = width
      layout = layout.relayout(options)
    }
    return BlockBox(
      size: Size(width: typesetter.width, height: layout.size.height),
      items: [.text(layout, text, path, .zero)])
  }

  /// Returns whether two parts, one below the other, have the lines of this one.
  func hasLines(of first: CodePart, _ last: CodePart) -> Bool {
    let (whole, above, below) = (layout, first.layout, last.layout)
    let top = above.size.height - first.roomBelow - last.roomAbove
    guard above.lineCount + below.lineCount == whole.lineCount,
      abs(top + below.size.height - whole.size.height) < TypesetBlock.precision
    else { return false }
    return (0..<whole.lineCount).allSatisfy { index in
      let isFirst = index < above.lineCount
      let part = isFirst ? above.line(at: index) : below.line(at: index - above.lineCount)
      let line = whole.line(at: index)
      return abs(line.baseline - part.baseline - (isFirst ? 0 : top)) < TypesetBlock.precision
        && abs(line.width - part.width) < TypesetBlock.precision && line.x == part.x
    }
  }
}

extension [MessageTheme.ColoredCode] {
  /// Returns the colors in a range, relative to its start.
  fileprivate func clamped(to range: Range<Int>) -> Self {
    compactMap { color in
      let own = color.range.clamped(to: range)
      guard !own.isEmpty else { return nil }
      return MessageTheme.ColoredCode(
        own.lowerBound - range.lowerBound..<own.upperBound - range.lowerBound, color: color.color)
    }
  }
}
