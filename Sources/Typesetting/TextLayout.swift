import GalleyFonts
public import GalleyGeometry
package import GalleyShaping

/// Text in lines: where every glyph stands.
///
/// Immutable, and shared freely between threads. What is measured, drawn and asked for comes from one
/// placement, which is computed from the lines when it is wanted. Coordinates are points, y downward,
/// with the origin at the top left of the first line.
public final class TextLayout: Sendable {
  /// The text.
  public let text: AttributedText
  /// What the text was laid out with.
  public let options: LayoutOptions
  /// The room that the lines take: as wide as the widest of them, without what hangs.
  ///
  /// A line that ends among letters shaped anew may be narrower than the width at which it is found.
  /// Where that is the widest, the layout is as wide as that, so that at its own width its lines are
  /// the same.
  public let size: Size

  package let shaped: ShapedText
  let spans: [LineSpan]
  let patches: [LinePatch]
  let heights: LineHeights
  /// Finds annotations; `nil` if there are none.
  let annotationIndex: LazyAnnotationIndex?
  private let leastWidth: Double
  private let widthLimit: Double

  init(_ text: AttributedText, shaped: ShapedText, breaks: LineBreaks, options: LayoutOptions) {
    self.text = text
    self.shaped = shaped
    self.options = options
    spans = breaks.lines
    patches = breaks.patches
    leastWidth = breaks.leastWidth
    widthLimit = breaks.widthLimit
    heights = LineHeights(options.lineHeight, of: breaks.lines, in: shaped)
    annotationIndex = text.annotations.isEmpty ? nil : LazyAnnotationIndex()
    var width = breaks.leastWidth
    for line in breaks.lines { width = max(width, line.width) }
    size = Size(width: width, height: heights.top(breaks.lines.count))
  }

  /// The widths at which the text has the same lines.
  ///
  /// Within, a layout differs only in where its lines are aligned; outside, some line ends elsewhere.
  /// Where the upper bound is infinite, that includes an infinite width.
  public var validWidths: Range<Double> { leastWidth..<max(leastWidth, widthLimit) }

  /// How many lines there are.
  public var lineCount: Int { spans.count }

  /// The lines, from the top down.
  public var lines: [LineBox] { spans.indices.map(line(at:)) }

  /// One line.
  public func line(at index: Int) -> LineBox {
    let start = lineStart(index)
    let metrics = heights.metrics(index)
    let top = heights.top(index)
    let isRightToLeft = shaped.paragraphLevel(at: start) & 1 == 1
    return LineBox(
      range: Int(start)..<Int(spans[index].end),
      x: edge(of: spans[index].width, isRightToLeft: isRightToLeft), y: top,
      width: spans[index].width, height: metrics.height, baseline: top + metrics.baseline,
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
    guard isSame else { return shaped.layout(text, options: options) }
    let breaks = LineBreaks(
      lines: spans, patches: patches, leastWidth: leastWidth, widthLimit: widthLimit)
    return TextLayout(text, shaped: shaped, breaks: breaks, options: options)
  }

  /// The UTF-8 offset where a line begins.
  func lineStart(_ index: Int) -> Int32 {
    index == 0 ? 0 : spans[index - 1].end
  }

  /// What broke the text into lines.
  var breaker: LineBreaker { shaped.breaker(options) }

  /// Where the left edge of a line is.
  private func edge(of width: Double, isRightToLeft: Bool) -> Double {
    let room = options.alignmentWidth.flatMap { $0.isFinite ? $0 : nil } ?? size.width
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
    return 248 + 48 + spans.count * MemoryLayout<LineSpan>.stride + ownHeights
      + patches.reduce(0) { $0 + 64 + $1.glyphs.count * 24 }
  }
}

extension ShapedText {
  /// Breaks the text into lines and places them.
  func layout(_ text: AttributedText, options: LayoutOptions) -> TextLayout {
    TextLayout(text, shaped: self, breaks: breaker(options).lines(), options: options)
  }

  func breaker(_ options: LayoutOptions) -> LineBreaker {
    LineBreaker(
      text: self, measure: options.measure, tabWidth: options.tabWidth ?? defaultTabWidth)
  }

  /// Eight spaces of the base font, in points.
  private var defaultTabWidth: Double {
    8 * Double(baseFont.space.advance) * input.base.size
      / Double(baseFont.metrics.unitsPerEm)
  }
}
