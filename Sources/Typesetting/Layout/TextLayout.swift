public import GalleyGeometry
package import GalleyShaping

/// Text laid out in lines, with the position of every glyph.
///
/// A layout is immutable and can be shared between threads. Measuring, painting and queries use the
/// same placement, which is computed on demand from the lines. Coordinates are points, y downward,
/// with the origin at the top left; the insets of the options are part of the layout.
public final class TextLayout: Sendable {
  /// The text.
  public let text: AttributedText
  /// The options of the layout.
  public let options: LayoutOptions
  /// The size of the layout: the width of the widest line, without hanging white space, and the
  /// height of all lines, including the insets and reserved space.
  ///
  /// A line that ends among reshaped letters may be narrower than the least measure at which it is
  /// chosen. If it is the widest line, the layout has the width of that measure, so that its lines
  /// stay the same at its own width.
  public let size: Size

  package let shaped: ShapedText
  /// The lines, and the interval of widths at which they are the same.
  let breaks: LineBreaks
  let heights: LineHeights
  /// The placement of a layout that is not plain.
  let flow: FlowPlacement?
  /// The stretched lines, or `nil` if there are none.
  let justification: Justification?
  /// The index of the annotations, or `nil` if there are none.
  let annotationIndex: LazyAnnotationIndex?

  /// Creates a layout from its parts.
  init(
    _ text: AttributedText, shaped: ShapedText, options: LayoutOptions, breaks: LineBreaks,
    heights: LineHeights = .equal(.zero), flow: FlowPlacement? = nil,
    justification: Justification? = nil, size: Size
  ) {
    self.text = text
    self.shaped = shaped
    self.options = options
    self.breaks = breaks
    self.heights = heights
    self.flow = flow
    self.justification = justification
    self.size = size
    annotationIndex = text.annotations.isEmpty ? nil : LazyAnnotationIndex()
  }

  var spans: [LineSpan] { breaks.lines }

  var patches: [LinePatch] { breaks.patches }

  /// The interval of widths at which the text has the same lines.
  ///
  /// Within the interval, layouts differ only in alignment. Outside, a line ends elsewhere, or
  /// content no longer fits in the same way. If the upper bound is infinite, the interval includes
  /// an infinite width.
  public var validWidths: Range<Double> {
    breaks.widths.least..<max(breaks.widths.least, breaks.widths.limit)
  }

  /// The number of lines.
  public var lineCount: Int { spans.count }

  /// The lines, from the top down.
  public var lines: [Line] { spans.indices.map(line(at:)) }

  /// Returns the line at an index.
  public func line(at index: Int) -> Line {
    let width = justification?.lines[index]?.width ?? spans[index].width
    if let flow { return flow.line(at: index, end: spans[index].end, width: width) }
    let start = lineStart(index)
    let metrics = heights.metrics(index)
    let top = heights.top(index)
    let isRightToLeft = shaped.paragraphLevel(at: start) & 1 == 1
    return Line(
      range: Int(start)..<Int(spans[index].end), x: edge(of: width, isRightToLeft: isRightToLeft),
      y: top, width: width, height: metrics.height, baseline: top + metrics.baseline,
      isRightToLeft: isRightToLeft)
  }

  /// Whether the first paragraph is right-to-left.
  public var isRightToLeft: Bool { shaped.firstLevel & 1 == 1 }

  /// Returns the UTF-8 offset of the start of a line.
  func lineStart(_ index: Int) -> Int32 {
    if let flow { return flow.flow.lines[index].start }
    return index == 0 ? 0 : spans[index - 1].end
  }

  /// Whether any line can belong to a justified paragraph.
  var mayBeJustified: Bool { flow?.hasJustifiedLines ?? (options.alignment == .justified) }

  /// Returns whether a line belongs to a justified paragraph.
  func isJustified(line: Int) -> Bool {
    (flow?.flow.lines[line].alignment ?? options.alignment) == .justified
  }

  /// Returns the width that a line is aligned in, in points.
  func alignmentWidth(ofLine index: Int) -> Double { flow?.slots[index].width ?? alignmentWidth }

  /// The width that lines are aligned in, in points.
  private var alignmentWidth: Double {
    options.alignmentWidth.flatMap { $0.isFinite ? $0 : nil } ?? size.width
  }

  /// Returns the left edge of a line of the given width, in points.
  private func edge(of width: Double, isRightToLeft: Bool) -> Double {
    let available = alignmentWidth
    return switch options.alignment {
    case .left: 0
    case .right: available - width
    case .center: (available - width) / 2
    case .start, .justified: isRightToLeft ? available - width : 0
    case .end: isRightToLeft ? 0 : available - width
    }
  }

  /// The approximate memory size of the layout excluding shared storage, in bytes.
  package var byteCount: Int {
    let ownHeights =
      switch heights {
      case .equal: 0
      case .own(let metrics, _): 32 * metrics.count + 80
      }
    let ownFlow = flow?.byteCount ?? 0
    return 256 + 48 + ownFlow + spans.count * MemoryLayout<LineSpan>.stride + ownHeights
      + patches.reduce(0) { $0 + 64 + $1.glyphs.count * 24 }
  }
}
