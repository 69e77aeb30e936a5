/// The heights and positions of a layout's lines.
enum LineHeights: Sendable {
  /// All lines have the same metrics.
  case equal(LineMetrics)
  /// Each line has its own metrics and upper edge.
  case own([LineMetrics], tops: [Double])

  /// The metrics of the lines if they are all alike.
  var equalMetrics: LineMetrics? {
    switch self {
    case .equal(let metrics): metrics
    case .own: nil
    }
  }

  /// Returns the metrics of the line at `index`.
  func metrics(_ index: Int) -> LineMetrics {
    switch self {
    case .equal(let metrics): metrics
    case .own(let metrics, _): metrics[index]
    }
  }

  /// Returns the upper edge of the line at `index`, or the lower edge of the last for their count.
  func top(_ index: Int) -> Double {
    switch self {
    case .equal(let metrics): Double(index) * metrics.height
    case .own(_, let tops): tops[index]
    }
  }
}
