import GalleyFonts
import GalleyShaping

extension LineHeights {
  /// Creates the heights of lines that are not flowed.
  ///
  /// - Parameters:
  ///   - options: The options of the layout.
  ///   - breaks: The lines.
  ///   - shaped: The shaped text.
  ///   - stroke: The distance by which strokes extend glyphs, in points.
  init(
    _ options: LayoutOptions, of breaks: LineBreaks, in shaped: ShapedText, stroke: Double
  ) {
    switch options.lineHeight {
    case .uniform, .textNode:
      var metrics = LineHeights.uniform(shaped)
      metrics.align(to: options.lineGrid)
      self = .equal(metrics)
      guard !shaped.fits(metrics, stroke: stroke) else { return }
      var clearance = InkClearance(shaped, stroke: stroke, grid: options.lineGrid)
      var own = Array(repeating: metrics, count: breaks.lines.count)
      if clearance.extend(&own, of: breaks, options) { self = LineHeights(stacking: own) }
    case .absolute(let height):
      var metrics = LineHeights.uniform(shaped)
      metrics.setHeight(height)
      self = .equal(metrics)
    case .perLine, .interactiveTextNode:
      self = LineHeights.perLine(breaks, in: shaped, stroke: stroke, options)
    }
  }

  /// Stacks lines with different metrics.
  ///
  /// The lines before the first different one are where they are in a text without it.
  private init(stacking metrics: [LineMetrics]) {
    var tops = [0.0]
    tops.reserveCapacity(metrics.count + 1)
    let first = metrics.first?.height ?? 0
    let alike = metrics.prefix { $0.height == first }.count
    for (index, line) in metrics.enumerated() {
      tops.append(index < alike ? Double(index + 1) * first : tops[index] + line.height)
    }
    self = .own(metrics, tops: tops)
  }

  /// Returns the metrics of the base style's font at the largest size of any style.
  private static func uniform(_ text: ShapedText) -> LineMetrics {
    let size = text.input.spans.reduce(text.input.baseSize) { max($0, $1.style.size) }
    return LineMetrics(text.baseFont.metrics, size: size)
  }

  private static func perLine(
    _ breaks: LineBreaks, in shaped: ShapedText, stroke: Double, _ options: LayoutOptions
  ) -> LineHeights {
    let empty = LineMetrics(shaped.baseFont.metrics, size: shaped.input.baseSize)
    var start: Int32 = 0
    var metrics = breaks.lines.map { line in
      defer { start = line.end }
      return own(line, from: start, in: shaped, empty: empty)
    }
    var clearance = InkClearance(shaped, stroke: stroke)
    if !clearance.isEnoughPerLine { _ = clearance.extend(&metrics, of: breaks, options) }
    return LineHeights(stacking: metrics)
  }

  /// Returns the greatest ascent, descent and leading of a line's contents, or `empty` if the line
  /// is empty; `start` is a UTF-8 offset.
  static func own(
    _ line: LineSpan, from start: Int32, in text: ShapedText, empty: LineMetrics,
    truncation: LineTruncation? = nil
  ) -> LineMetrics {
    var own = LineMetrics.zero
    var run = Int(line.firstRun)
    while run < text.runs.count, text.runs[run].start < line.end {
      if text.runs[run].end > start, truncation?.hides(text.runs[run]) != true {
        own = own.union(LineMetrics(text.runs[run], of: text))
      }
      run += 1
    }
    // The line end of an empty line may belong to a run with earlier glyphs.
    let bytes = text.input.text.string.utf8.span
    if own == .zero || lineEndLength(in: bytes, at: Int(start)) > 0 { own = empty }
    if let token = truncation?.token { own = own.union(token.layout.heights.metrics(0)) }
    return own
  }
}

extension LineTruncation {
  /// Returns whether the whole run is hidden.
  func hides(_ run: ShapedRun) -> Bool {
    hidden.lowerBound <= Int(run.start) && Int(run.end) <= hidden.upperBound
  }
}

extension LineMetrics {
  /// Creates the metrics of a line with a run; tabs and controls have none.
  fileprivate init(_ run: ShapedRun, of text: ShapedText) {
    switch run.kind {
    case .text:
      let style = text.style(of: run)
      self.init(text.font(of: run).metrics, size: style.size)
      raise(by: style.baselineShift)
    case .object:
      self = text.lineMetrics(ofObject: run)
      raise(by: text.style(of: run).baselineShift)
    case .tab, .control: self = .zero
    }
  }

  /// Shifts the metrics up by a number of points.
  private mutating func raise(by shift: Double) {
    ascent += shift
    descent -= shift
  }

  /// Creates the metrics of a font at a size.
  init(_ font: FontMetrics, size: Double) {
    let scale = size / Double(font.unitsPerEm)
    self.init(
      ascent: Double(font.ascent) * scale, descent: Double(font.descent) * scale,
      leading: Double(font.lineGap) * scale)
  }
}
