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
  /// The lines, in order.
  let spans: [LineSpan]
  /// The interval of widths at which the lines are the same.
  private let widths: WidthInterval
  /// The metrics of lines that are all alike.
  let metrics: LineMetrics
  private let rare: RareLayoutParts?

  /// Creates a layout from its parts.
  init(
    _ text: AttributedText, shaped: ShapedText, options: LayoutOptions, breaks: LineBreaks,
    heights: LineHeights = .equal(.zero), flow: FlowPlacement? = nil,
    justification: Justification? = nil, size: Size
  ) {
    self.text = text
    self.shaped = shaped
    self.options = options
    self.size = size
    spans = breaks.lines.withoutSpareCapacity
    widths = breaks.widths
    metrics = heights.equalMetrics ?? .zero
    rare = RareLayoutParts.parts(
      of: text, patches: breaks.patches, heights: heights, flow: flow, justification: justification)
  }

  /// Creates a layout of the same text, with other lines that are neither flowed nor stretched.
  init(_ other: TextLayout, options: LayoutOptions, breaks: LineBreaks, heights: LineHeights) {
    text = other.text
    shaped = other.shaped
    self.options = options
    size = Size(width: breaks.greatestWidth, height: heights.top(breaks.lines.count))
    spans = breaks.lines.withoutSpareCapacity
    widths = breaks.widths
    metrics = heights.equalMetrics ?? .zero
    rare = RareLayoutParts.parts(of: text, patches: breaks.patches, heights: heights)
  }

  /// Creates a layout with the same lines, none of which are flowed or stretched, at another width.
  init(_ other: TextLayout, options: LayoutOptions) {
    text = other.text
    shaped = other.shaped
    self.options = options
    size = other.size
    spans = other.spans
    widths = other.widths
    metrics = other.metrics
    rare = other.rare
  }

  /// The lines, and the interval of widths at which they are the same.
  var breaks: LineBreaks { LineBreaks(lines: spans, patches: patches, widths: widths) }

  var heights: LineHeights { rare?.heights ?? .equal(metrics) }

  var patches: [LinePatch] { rare?.patches ?? [] }

  /// The placement of a layout that is not plain.
  var flow: FlowPlacement? { rare?.flow }

  /// The stretched lines, or `nil` if there are none.
  var justification: Justification? { rare?.justification }

  /// The index of the annotations, or `nil` if there are none.
  var annotationIndex: LazyAnnotationIndex? { rare?.annotationIndex }

  /// The interval of widths at which the text has the same lines.
  ///
  /// Within the interval, layouts differ only in alignment. Outside, a line ends elsewhere, or
  /// content no longer fits in the same way. If the upper bound is infinite, the interval includes
  /// an infinite width.
  public var validWidths: Range<Double> {
    widths.least..<max(widths.least, widths.limit)
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

  /// Whether the text has the same lines at a measure, in points.
  func hasSameLines(atMeasure measure: Double) -> Bool {
    measure >= widths.least && (measure < widths.limit || widths.limit == .infinity)
  }

  /// The approximate memory size of the layout excluding shared storage, in bytes.
  package var byteCount: Int {
    208 + 40 + spans.count * MemoryLayout<LineSpan>.stride + (rare?.byteCount ?? 0)
  }
}

extension Array {
  /// The array, or a copy of it with less memory if more than one element could be added.
  fileprivate var withoutSpareCapacity: [Element] {
    guard capacity > count + 1 else { return self }
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }
}
