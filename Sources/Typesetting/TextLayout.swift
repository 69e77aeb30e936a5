import GalleyFonts
public import GalleyGeometry
package import GalleyShaping

/// Text in lines: where every glyph stands.
///
/// Immutable, and shared freely between threads. What is measured, drawn and asked for comes from one
/// placement, which is computed from the lines when it is wanted. Coordinates are points, y downward,
/// with the origin at the top left; the insets of the options are within the layout.
public final class TextLayout: Sendable {
  /// The text.
  public let text: AttributedText
  /// What the text was laid out with.
  public let options: LayoutOptions
  /// The room that the lines take: as wide as the widest of them, without what hangs; with the insets
  /// and with what is reserved.
  ///
  /// A line that ends among letters shaped anew may be narrower than the width at which it is found.
  /// Where that is the widest, the layout is as wide as that, so that at its own width its lines are
  /// the same.
  public let size: Size

  package let shaped: ShapedText
  let spans: [LineSpan]
  let patches: [LinePatch]
  let heights: LineHeights
  /// What there is of a layout that is not plain.
  let flow: FlowPlacement?
  /// How lines are stretched; `nil` if all are as they are.
  let justification: Justification?
  /// Finds annotations; `nil` if there are none.
  let annotationIndex: LazyAnnotationIndex?
  private let leastWidth: Double
  private let widthLimit: Double

  /// Places lines that are not flowed.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - shaped: The same, shaped.
  ///   - breaks: Its lines.
  ///   - options: The options.
  ///   - known: The heights of the lines, if they are known.
  init(
    _ text: AttributedText, shaped: ShapedText, breaks: LineBreaks, options: LayoutOptions,
    heights known: LineHeights? = nil
  ) {
    self.text = text
    self.shaped = shaped
    self.options = options
    spans = breaks.lines
    patches = breaks.patches
    leastWidth = breaks.leastWidth
    widthLimit = breaks.widthLimit
    justification = nil
    heights =
      known ?? LineHeights(options, of: breaks, in: text, shaped: shaped)
    flow = nil
    annotationIndex = text.annotations.isEmpty ? nil : LazyAnnotationIndex()
    var width = breaks.leastWidth
    for line in breaks.lines { width = max(width, line.width) }
    size = Size(width: width, height: heights.top(breaks.lines.count))
  }

  /// Places lines that were flowed.
  private init(
    _ text: AttributedText, shaped: ShapedText, flowed: FlowedText, breaks: LineBreaks,
    options: LayoutOptions
  ) {
    self.text = text
    self.shaped = shaped
    self.options = options
    spans = breaks.lines
    patches = breaks.patches
    leastWidth = breaks.leastWidth
    widthLimit = breaks.widthLimit
    justification = nil
    heights = .equal(.zero)
    let flow = FlowPlacement(flowed, breaks: breaks, text: text, options: options)
    self.flow = flow
    annotationIndex = text.annotations.isEmpty ? nil : LazyAnnotationIndex()
    size = flow.size
  }

  /// Flows a text.
  convenience init(flowing text: AttributedText, shaped: ShapedText, options: LayoutOptions) {
    let flow = TextFlow.flowing(text, shaped: shaped, options: options)
    self.init(text, shaped: shaped, flowed: flow.result, breaks: flow.breaks, options: options)
  }

  /// Makes another layout of the same lines, of which some are stretched.
  init(_ other: TextLayout, justification: Justification) {
    text = other.text
    shaped = other.shaped
    options = other.options
    spans = other.spans
    patches = other.patches
    leastWidth = other.leastWidth
    widthLimit = other.widthLimit
    heights = other.heights
    size = other.size
    flow = other.flow
    annotationIndex = other.annotationIndex
    self.justification = justification
  }

  /// The widths at which the text has the same lines.
  ///
  /// Within, a layout differs only in where its lines are aligned; outside, some line ends elsewhere,
  /// or something else needs room that is not there. Where the upper bound is infinite, that includes
  /// an infinite width.
  public var validWidths: Range<Double> { leastWidth..<max(leastWidth, widthLimit) }

  /// How many lines there are.
  public var lineCount: Int { spans.count }

  /// The lines, from the top down.
  public var lines: [LineBox] { spans.indices.map(line(at:)) }

  /// One line.
  public func line(at index: Int) -> LineBox {
    let width = justification?.lines[index]?.width ?? spans[index].width
    if let flow { return flow.line(at: index, end: spans[index].end, width: width) }
    let start = lineStart(index)
    let metrics = heights.metrics(index)
    let top = heights.top(index)
    let isRightToLeft = shaped.paragraphLevel(at: start) & 1 == 1
    return LineBox(
      range: Int(start)..<Int(spans[index].end),
      x: edge(of: width, isRightToLeft: isRightToLeft), y: top,
      width: width, height: metrics.height, baseline: top + metrics.baseline,
      isRightToLeft: isRightToLeft)
  }

  /// Whether the first paragraph goes from right to left.
  public var isRightToLeft: Bool { shaped.firstLevel & 1 == 1 }

  /// The text laid out anew with other options.
  ///
  /// - Complexity: O(1) for a width within ``validWidths``; else O(*n*), where *n* is the number of
  ///   break opportunities.
  public func relayout(_ options: LayoutOptions) -> TextLayout {
    let isSame =
      options.measure >= leastWidth && (options.measure < widthLimit || widthLimit == .infinity)
      && options.tabWidth == self.options.tabWidth
      && (flow != nil
        ? options.flowsAs(self.options) : !options.isFlowed && options.wrapsAs(self.options))
    guard isSame else { return shaped.layout(text, options: options) }
    let breaks = LineBreaks(
      lines: spans, patches: patches, leastWidth: leastWidth, widthLimit: widthLimit)
    if let flow {
      return TextLayout(
        text, shaped: shaped, flowed: flow.flow, breaks: breaks, options: options
      ).stretchingJustifiedLines()
    }
    return TextLayout(
      text, shaped: shaped, breaks: breaks, options: options,
      heights: options.hasHeights(of: self.options) ? heights : nil
    ).stretchingJustifiedLines()
  }

  /// The UTF-8 offset where a line begins.
  func lineStart(_ index: Int) -> Int32 {
    if let flow { return flow.flow.lines[index].start }
    return index == 0 ? 0 : spans[index - 1].end
  }

  /// Whether a line can be one of a justified paragraph.
  var mayBeJustified: Bool { flow?.hasJustifiedLines ?? (options.alignment == .justified) }

  /// Whether a line is of a justified paragraph.
  func isJustified(line: Int) -> Bool {
    (flow?.flow.lines[line].alignment ?? options.alignment) == .justified
  }

  /// The room that a line is aligned in, in points.
  func room(ofLine index: Int) -> Double { flow?.slots[index].width ?? room }

  /// The room that lines are aligned in, in points.
  private var room: Double {
    options.alignmentWidth.flatMap { $0.isFinite ? $0 : nil } ?? size.width
  }

  /// Where the left edge of a line is.
  private func edge(of width: Double, isRightToLeft: Bool) -> Double {
    let room = room
    return switch options.alignment {
    case .left: 0
    case .right: room - width
    case .center: (room - width) / 2
    case .start, .justified: isRightToLeft ? room - width : 0
    case .end: isRightToLeft ? 0 : room - width
    }
  }

  /// How many bytes of memory the layout takes beside what it shares with others, about.
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

extension ShapedText {
  /// Breaks the text into lines and places them.
  func layout(_ text: AttributedText, options: LayoutOptions) -> TextLayout {
    if options.isFlowed || text.isFlowed {
      return TextLayout(flowing: text, shaped: self, options: options).stretchingJustifiedLines()
    }
    let wrapping = options.isPlain ? .greedy : options.wrapping
    return TextLayout(
      text, shaped: self, breaks: breaker(options).lines(wrapping), options: options
    )
    .stretchingJustifiedLines()
  }

  func breaker(_ options: LayoutOptions) -> LineBreaker {
    LineBreaker(
      text: self, measure: options.measure, tabWidth: options.tabWidth ?? defaultTabWidth,
      overflow: options.isPlain ? .breaks : options.overflow)
  }

  /// Eight spaces of the base font, in points.
  var defaultTabWidth: Double {
    8 * Double(baseFont.space.advance) * input.base.size
      / Double(baseFont.metrics.unitsPerEm)
  }
}
