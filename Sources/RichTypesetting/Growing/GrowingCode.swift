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
  /// The box of the first part in a block of the current width.
  private var firstBox: BlockBox?
  /// The layout of the title, once there is one.
  private var title: TextLayout?
  /// The width of the block, and that of its settled parts, in points.
  private var (width, settledWidth) = (0.0, 0.0)
  /// The number of lines from which a part is settled; it grows when that fails.
  private var nextLines = leastLines
  /// The number of times that the settled lines were laid out again.
  package private(set) var generation = 0

  /// The least number of lines from which a part is settled, and that of lines that stay open.
  private static let (leastLines, openLines) = (2, 1)

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
    guard let part = CodePart(text, at: path, typesetter) else {
      return (typesetter.layouter.textBox(text, at: path, width: typesetter.width), 0)
    }
    if first == nil { title = part.layout.blocks.first?.title }
    let box = box(with: part, path, typesetter)
    return (box, settleLines(of: rest, colors, part, path, typesetter))
  }

  /// Composes code at the width of the message.
  private func text(
    _ code: String, _ colors: [MessageTheme.ColoredCode],
    _ typesetter: BlockTypesetter, isContinued: Bool
  ) -> ComposedText {
    var composer = typesetter.composer(isOpen: true, spoilers: 0)
    composer.options.width = typesetter.width + BlockLayouter.tolerance
    composer.earlierTitle = title
    return composer.code(.plain(code), language, colors, isContinued: isContinued)
  }

  // MARK: Settling

  /// Settles the lines that no longer change.
  ///
  /// They are typeset on their own, and compared with the whole.
  ///
  /// - Returns: The number of lines that were settled.
  private mutating func settleLines(
    of rest: String, _ colors: [MessageTheme.ColoredCode], _ whole: CodePart, _ path: BlockPath,
    _ typesetter: BlockTypesetter
  ) -> Int {
    var starts = [0]
    let bytes = rest.utf8.span
    for offset in bytes.indices where bytes[offset] == 0x0A { starts.append(offset + 1) }
    // A block does not show an empty line at its end.
    guard starts.count >= nextLines,
      let count = (1...starts.count - Self.openLines).last(where: {
        starts[$0] > starts[$0 - 1] + 1
      }), let place = self.colors.place(after: starts[count], of: rest)
    else { return 0 }
    nextLines = 2 * starts.count
    let start = starts[count]
    func part(_ range: Range<Int>, until end: Int, isContinued: Bool) -> CodePart? {
      CodePart(
        text(
          rest.utf8Slice(range.lowerBound..<end), colors.clamped(to: range), typesetter,
          isContinued: isContinued), at: path, typesetter)
    }
    guard let settled = part(0..<start, until: start - 1, isContinued: first != nil),
      whole.hasLines(
        of: settled,
        part(start..<rest.utf8.count, until: rest.utf8.count, isContinued: true))
    else { return 0 }
    self.colors.settle(rest.utf8Slice(0..<start), to: place)
    nextLines = Self.leastLines
    append(settled, path, typesetter)
    return count
  }

  private mutating func append(
    _ part: CodePart, _ path: BlockPath, _ typesetter: BlockTypesetter
  ) {
    settledWidth = max(settledWidth, part.frame.size.width)
    // The first part is laid out again when the width changes; only its place is kept.
    let box = first == nil ? part.emptyBox : part.box(at: path, typesetter)
    stack.add(box, skip: skip(above: part))
    marks.add(part.marks ?? part.emptyBox, skip: skip(above: part))
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
      (self.width, firstBox) = (width, nil)
      generation += 1
    }
    guard let first else {
      return typesetter.layouter.textBox(rest.text, at: path, width: typesetter.width)
    }
    let firstBox = firstBox ?? first.box(at: path, in: width, typesetter)
    self.firstBox = firstBox
    let contents = stack.box(
      width: typesetter.width, with: rest.box(at: path, typesetter), skip: skip(above: rest))
    let marks = marks.box(
      width: rest.markRoom, with: rest.marks ?? rest.emptyBox, skip: skip(above: rest))
    let top = first.frame.minY
    let bottom = contents.size.height - (rest.layout.size.height - rest.frame.maxY)
    let ground = Rect(x: rest.frame.minX, y: top, width: width, height: bottom - top)
    let items: [BlockBox.Item] = [
      .quotation(ground, rest.layout.text.blocks[0].paint, isRightToLeft: false),
      .box(firstBox, .zero), .box(contents, .zero),
      .box(marks, Point(x: ground.maxX - rest.markRoom, y: 0)),
    ]
    return BlockBox(
      size: contents.size, items: items, baseline: first.layout.line(at: 0).baseline)
  }

  /// Returns the distance of a part from the last one: they overlap by the room below the lines of
  /// one and above those of the other.
  private func skip(above part: CodePart) -> RichMetrics.Skip {
    RichMetrics.Skip(above: -((last?.roomBelow ?? 0) + part.roomAbove), below: -.infinity)
  }
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
    self.text = text
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
      items: [.text(layout, text.part, path, .zero)])
  }

  /// Returns whether two parts, one below the other, have the lines of this one.
  ///
  /// Even lines have the same places in any part, so the second part need not be laid out.
  func hasLines(of first: CodePart, _ second: @autoclosure () -> CodePart?) -> Bool {
    guard hasLines(of: first, from: 0, y: 0) else { return false }
    if layout.hasEvenLines { return first.layout.lineCount < layout.lineCount }
    guard let second = second() else { return false }
    let y = first.layout.size.height - first.roomBelow - second.roomAbove
    return first.layout.lineCount + second.layout.lineCount == layout.lineCount
      && abs(y + second.layout.size.height - layout.size.height) < TypesetBlock.precision
      && hasLines(of: second, from: first.layout.lineCount, y: y)
  }

  /// Returns whether the lines from an index on are those of a part at a y coordinate.
  private func hasLines(of part: CodePart, from start: Int, y: Double) -> Bool {
    guard start + part.layout.lineCount <= layout.lineCount else { return false }
    return (0..<part.layout.lineCount).allSatisfy { index in
      let (line, own) = (layout.line(at: start + index), part.layout.line(at: index))
      return abs(line.baseline - own.baseline - y) < TypesetBlock.precision
        && abs(line.width - own.width) < TypesetBlock.precision && line.x == own.x
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
