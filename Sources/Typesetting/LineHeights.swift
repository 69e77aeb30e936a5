import GalleyFonts
import GalleyShaping

/// Where the lines of a layout begin.
enum LineHeights: Sendable {
  /// All lines are alike.
  case equal(LineMetrics)
  /// Each line has metrics of its own, and begins at a place of its own.
  case own([LineMetrics], tops: [Double])

  /// Creates the heights of lines that are not flowed.
  ///
  /// - Parameters:
  ///   - options: The options, which have the rule for them.
  ///   - breaks: The lines.
  ///   - text: The text.
  ///   - shaped: The same, shaped.
  init(
    _ options: LayoutOptions, of breaks: LineBreaks, in text: AttributedText, shaped: ShapedText
  ) {
    switch options.lineHeight {
    case .uniform, .textNode:
      var metrics = LineHeights.uniform(shaped)
      metrics.align(to: options.lineGrid)
      self = LineHeights.uniform(
        metrics, breaks, InkRoom(text, shaped: shaped, grid: options.lineGrid), options)
    case .absolute(let height):
      var metrics = LineHeights.uniform(shaped)
      metrics.setHeight(height)
      self = .equal(metrics)
    case .perLine, .interactiveTextNode:
      self = LineHeights.perLine(breaks, in: text, shaped: shaped, options)
    }
  }

  /// Stacks lines of metrics of their own.
  private init(stacking metrics: [LineMetrics]) {
    var tops = [0.0]
    tops.reserveCapacity(metrics.count + 1)
    for line in metrics { tops.append(tops[tops.count - 1] + line.height) }
    self = .own(metrics, tops: tops)
  }

  /// The metrics of the line `index`.
  func metrics(_ index: Int) -> LineMetrics {
    switch self {
    case .equal(let metrics): metrics
    case .own(let metrics, _): metrics[index]
    }
  }

  /// The top edge of the line `index`, or the bottom of all lines for their count.
  func top(_ index: Int) -> Double {
    switch self {
    case .equal(let metrics): Double(index) * metrics.height
    case .own(_, let tops): tops[index]
    }
  }

  /// The metrics of the base style's font, at the largest size that a style asks for.
  private static func uniform(_ text: ShapedText) -> LineMetrics {
    let size = text.input.spans.reduce(text.input.base.size) { max($0, $1.style.size) }
    return LineMetrics(text.baseFont.metrics, size: size)
  }

  /// Equal lines, but for those whose ink needs more room.
  private static func uniform(
    _ metrics: LineMetrics, _ breaks: LineBreaks, _ room: InkRoom, _ options: LayoutOptions
  ) -> LineHeights {
    guard !room.isEnough(metrics) else { return .equal(metrics) }
    var room = room
    var own = Array(repeating: metrics, count: breaks.lines.count)
    return room.extend(&own, of: breaks, options) ? LineHeights(stacking: own) : .equal(metrics)
  }

  private static func perLine(
    _ breaks: LineBreaks, in text: AttributedText, shaped: ShapedText, _ options: LayoutOptions
  ) -> LineHeights {
    let empty = LineMetrics(shaped.baseFont.metrics, size: shaped.input.base.size)
    var start: Int32 = 0
    var metrics = breaks.lines.map { line in
      defer { start = line.end }
      return own(line, from: start, in: shaped, empty: empty)
    }
    var room = InkRoom(text, shaped: shaped)
    if !room.isEnoughPerLine { _ = room.extend(&metrics, of: breaks, options) }
    return LineHeights(stacking: metrics)
  }

  /// The metrics of what is on a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - start: Where it begins, as a UTF-8 offset.
  ///   - text: The text.
  ///   - empty: The metrics of a line that has nothing on it.
  ///   - cut: What is hidden of the line, if it is cut.
  /// - Returns: The greatest ascent and descent, and what the fonts want to be left free.
  static func own(
    _ line: LineSpan, from start: Int32, in text: ShapedText, empty: LineMetrics,
    cut: LineCut? = nil
  ) -> LineMetrics {
    var own = LineMetrics.zero
    var run = Int(line.firstRun)
    while run < text.runs.count, text.runs[run].start < line.end {
      if text.runs[run].end > start, cut?.hides(text.runs[run]) != true {
        own = own.union(LineMetrics(text.runs[run], of: text))
      }
      run += 1
    }
    if own == .zero || beginsWithLineEnd(text, Int(start)) { own = empty }
    if let token = cut?.token { own = own.union(token.layout.heights.metrics(0)) }
    return own
  }

  /// Whether the line that begins at `start` is empty; its end may be of a run with glyphs before it.
  private static func beginsWithLineEnd(_ text: ShapedText, _ start: Int) -> Bool {
    let bytes = text.input.text.string.utf8.span
    return lineEndLength(in: bytes, at: start) > 0
  }
}

extension LineCut {
  /// Whether all of a run is hidden.
  func hides(_ run: ShapedRun) -> Bool {
    hidden.lowerBound <= Int(run.start) && Int(run.end) <= hidden.upperBound
  }
}

extension LineMetrics {
  /// The metrics of a line for a run: none for tabs and controls.
  fileprivate init(_ run: ShapedRun, of text: ShapedText) {
    switch run.kind {
    case .text:
      let style = text.style(of: run)
      self.init(text.font(of: run).metrics, size: style.size)
      raise(by: style.baselineShift)
    case .object:
      self = text.lineMetrics(ofObject: run)
      raise(by: text.style(of: run).baselineShift)
    case .tab, .control:
      self = .zero
    }
  }

  /// Moves what the metrics are of up by a number of points.
  private mutating func raise(by shift: Double) {
    ascent += shift
    descent -= shift
  }

  /// The metrics of a font at a size.
  init(_ font: FontMetrics, size: Double) {
    let scale = size / Double(font.unitsPerEm)
    self.init(
      ascent: Double(font.ascent) * scale, descent: Double(font.descent) * scale,
      leading: Double(font.lineGap) * scale)
  }
}
