import GalleyFonts
import GalleyShaping

/// The line metrics of a text, by segment.
struct FlowMetrics {
  /// A segment of a text, and the properties shared by its lines.
  struct Segment {
    var segment: BlockSegment
    /// The metrics of the segment's lines, or only of its empty lines if each line has its own.
    var metrics: LineMetrics
    var isCode: Bool
    /// Whether lines longer than the measure are not broken.
    var scrolls: Bool
  }

  /// The segments, which partition the text.
  let segments: [Segment]
  /// The metrics of missing and of empty trailing lines.
  let base: LineMetrics
  /// Whether the height of each line depends on its contents.
  let hasOwnHeights: Bool
  private let hasLeading: Bool

  init(of text: AttributedText, shaped: ShapedText, options: LayoutOptions) {
    hasOwnHeights = options.lineHeight == .perLine || options.lineHeight == .interactiveTextNode
    hasLeading = options.lineHeight != .interactiveTextNode
    let given = text.segments
    let all = given.isEmpty ? [BlockSegment(range: 0..<text.length, block: nil)] : given
    let sizes = Self.sizes(of: all, in: shaped, onlyFirst: hasOwnHeights)
    let plainSize = zip(all, sizes).reduce(shaped.input.baseSize) {
      $1.0.block == nil ? max($0, $1.1) : $0
    }
    func metrics(_ size: Double) -> LineMetrics {
      Self.metrics(options, size: size, in: shaped)
    }
    base = metrics(plainSize)
    var segments: [Segment] = []
    segments.reserveCapacity(all.count)
    for (segment, size) in zip(all, sizes) {
      var isCode = false
      if let block = segment.block, case .code = text.blocks[block].kind { isCode = true }
      segments.append(
        Segment(
          segment: segment, metrics: segment.block == nil ? base : metrics(size), isCode: isCode,
          scrolls: isCode && options.codeOverflow == .scrolls))
    }
    self.segments = segments
  }

  /// Returns the metrics of a line that begins at the UTF-8 offset `start`: those of its segment
  /// or, if lines have their own heights, of its contents.
  func ofLine(
    _ line: LineSpan, from start: Int32, of segment: Segment, in text: ShapedText,
    truncation: LineTruncation? = nil
  ) -> LineMetrics {
    guard hasOwnHeights else { return segment.metrics }
    var own = LineHeights.own(
      line, from: start, in: text, empty: segment.metrics, truncation: truncation)
    if !hasLeading { own.leading = 0 }
    return own
  }

  /// Returns the largest font size in each segment, or that of its first line end.
  private static func sizes(
    of segments: [BlockSegment], in text: ShapedText, onlyFirst: Bool
  ) -> [Double] {
    let spans = text.input.spans
    guard !spans.isEmpty else {
      return Array(repeating: text.input.baseSize, count: segments.count)
    }
    var index = 0
    return segments.map { segment in
      while index + 1 < spans.count, Int(spans[index].end) <= segment.range.lowerBound {
        index += 1
      }
      var size = spans[index].style.size
      guard !onlyFirst else { return size }
      while Int(spans[index].end) < segment.range.upperBound, index + 1 < spans.count {
        index += 1
        size = max(size, spans[index].style.size)
      }
      return size
    }
  }

  /// Returns the metrics of lines in the base style's font at a size.
  private static func metrics(
    _ options: LayoutOptions, size: Double, in text: ShapedText
  ) -> LineMetrics {
    var metrics = LineMetrics(text.baseFont.metrics, size: size)
    switch options.lineHeight {
    case .uniform:
      metrics.align(to: options.lineGrid)
      return metrics
    case .perLine: return metrics
    case .absolute(let height):
      metrics.setHeight(height)
      return metrics
    case .interactiveTextNode:
      metrics.leading = 0
      return metrics
    case .textNode:
      let first = text.firstFontMetrics
      let height = (first.ascent + first.descent).rounded(.down)
      return LineMetrics(ascent: first.ascent, descent: height - first.ascent, leading: 0)
    }
  }
}

extension ShapedText {
  /// The metrics of the font that the first character requests.
  fileprivate var firstFontMetrics: LineMetrics {
    let style = input.spans.first?.style ?? input.base
    let font = style == input.base ? baseFont : shapers.font(of: style, in: input)
    return LineMetrics(font.metrics, size: style.size)
  }
}
