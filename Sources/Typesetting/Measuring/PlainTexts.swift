import GalleyGeometry
import GalleyShaping

/// The break tables of many texts one behind the other, for measuring them.
///
/// Measuring a text reads its break table from here, in a few lines of the processor's cache,
/// instead of following the references of a layout.
struct PlainTexts: Sendable {
  /// A text; empty if it must be measured in another way.
  private struct Row {
    /// The range of its break table.
    var breaks = 0..<0
    /// The index of the scale of its first run.
    var firstScale = 0
    /// The distance between its lines, in points.
    var pitch = 0.0
  }

  private var rows: [Row] = []
  private var breaks: [BreakEntry] = []
  /// The points per unit of the runs of each text, and a zero behind them.
  private var scales: [Double] = []

  /// Appends the text of a layout.
  mutating func append(_ layout: TextLayout) {
    guard let pitch = layout.evenPitch else { return rows.append(Row()) }
    let shaped = layout.shaped
    rows.append(
      Row(
        breaks: breaks.count..<breaks.count + shaped.breaks.count, firstScale: scales.count,
        pitch: pitch))
    breaks.append(contentsOf: shaped.breaks)
    scales.append(contentsOf: shaped.runs.lazy.map(\.pointsPerUnit))
    scales.append(0)
  }

  /// Returns the size of a text at a measure, and the widths at which its lines are the same; `nil`
  /// if it must be measured in another way.
  func metrics(of index: Int, measure: Double) -> (size: Size, widths: WidthInterval)? {
    let row = rows[index]
    let (table, scales, first) = (breaks.span.extracting(row.breaks), scales.span, row.firstScale)
    guard !table.isEmpty else { return nil }
    var (start, widths) = (PlainStart(), WidthInterval())
    var (width, count, isEnded) = (0.0, 0, false)
    while start.entry < table.count {
      guard
        let end = start.end(in: table, measure: measure, scale: { scales[first + $0] })
      else { return nil }
      if end.isFirst, end.reach > widths.least, end.reach != end.width { return nil }
      widths.restrict(from: end.reach, to: end.limit)
      if end.width > width { width = end.width }
      count += 1
      (start, isEnded) = (end.next, end.isMandatory)
    }
    if isEnded { count += 1 }
    let size = Size(width: max(width, widths.least), height: Double(count) * row.pitch)
    return (size, widths)
  }
}

extension TextLayout {
  /// The distance between lines that are filled greedily and all alike at any width, in points;
  /// `nil` if lines can differ or the text has tabs.
  fileprivate var evenPitch: Double? {
    options.isPlain && !shaped.hasTabs && keepsMetrics ? metrics.height : nil
  }
}
