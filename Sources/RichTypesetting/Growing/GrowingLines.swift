internal import GalleyGeometry
internal import GalleyRichMessages
package import GalleyTypesetting

/// The lines of an open paragraph that no longer change, one below the other.
package struct GrowingLines: Sendable {
  private var stack = GrowingStack()

  /// Creates no lines.
  package init() {}

  /// The height of the lines, in points.
  package var height: Double { stack.height }

  /// Appends lines that were typeset as a paragraph.
  package mutating func append(_ lines: TypesetBlock) {
    stack.add(lines.box, skip: Self.skip)
    stack.seal()
  }

  /// Returns the box of these lines and those behind them.
  package func box(with rest: TypesetBlock) -> BlockBox {
    stack.box(width: rest.box.size.width, with: rest.box, skip: Self.skip)
  }

  /// Lines touch each other.
  private static let skip = RichMetrics.Skip(above: 0, below: 0)
}

extension TypesetBlock {
  /// The text, if the block is a paragraph from left to right, whose lines depend on nothing but
  /// the text before them.
  package var plainLines: TextLayout? {
    guard case .text(let text) = composed.content, text.targets.isEmpty,
      !text.hasRightToLeftLines, case .text(let layout, _, _, _)? = box.items.first
    else { return nil }
    return layout
  }

  /// Returns whether two blocks, one below the other, have the lines of this one.
  package func hasLines(of first: TypesetBlock, _ last: TypesetBlock) -> Bool {
    guard let whole = plainLines, let above = first.plainLines, let below = last.plainLines,
      above.lineCount + below.lineCount == whole.lineCount,
      abs(first.box.size.height + last.box.size.height - box.size.height) < Self.precision
    else { return false }
    return (0..<whole.lineCount).allSatisfy { index in
      let isFirst = index < above.lineCount
      let part = isFirst ? above.line(at: index) : below.line(at: index - above.lineCount)
      let (line, top) = (whole.line(at: index), isFirst ? 0 : first.box.size.height)
      return abs(line.baseline - part.baseline - top) < Self.precision
        && abs(line.width - part.width) < Self.precision && line.x == part.x
    }
  }

  /// The greatest difference of equal positions, in points; sums of widths are rounded.
  static let precision = 1e-9
}
