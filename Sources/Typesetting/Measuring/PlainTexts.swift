import GalleyGeometry
import GalleyShaping

/// The places where lines of many texts may end, one text behind the other, for measuring them.
///
/// Measuring a text reads a few lines of the processor's cache instead of following the references
/// of a layout. A text that was measured before keeps the lines that are the same at the new width,
/// and a line that is not ends near its old end.
struct PlainTexts: Sendable {
  /// A text; empty if it must be measured in another way.
  fileprivate struct Row {
    var stops = 0..<0
    var firstRun = 0
    /// The points per unit of a text with one run, whose stops are all opportunities; otherwise 0.
    var scale = 0.0
    /// The location of its lines, and the number of those known.
    var firstLine = 0
    var lineCount = 0
    var lineCapacity = 0
    /// The distance between its lines, in points.
    var pitch = 0.0
    /// Whether an empty line follows its last line end.
    var isEnded = false
    /// Whether some line ends at a mandatory break before the last stop.
    var hasParagraphs = false
  }

  private var rows: [Row] = []
  private var stops: [PlainStop] = []
  private var runs: [PlainRun] = []
  private var lines: [MeasuredLine] = []

  /// Appends the text of a layout.
  mutating func append(_ layout: TextLayout) {
    let (stopCount, runCount) = (stops.count, runs.count)
    guard let pitch = layout.evenPitch, appendStops(of: layout.shaped) else {
      stops.removeLast(stops.count - stopCount)
      runs.removeLast(runs.count - runCount)
      return rows.append(Row())
    }
    let scale = mergeStops(from: stopCount, ofRunsFrom: runCount)
    // Narrower layouts have more lines.
    let capacity = layout.lineCount + layout.lineCount / 4 + 2
    var row = Row(
      stops: stopCount..<stops.count, firstRun: runCount, scale: scale, firstLine: lines.count,
      lineCapacity: capacity, pitch: pitch)
    row.isEnded = stops.last?.isMandatory ?? false
    row.hasParagraphs = stops[row.stops].dropLast().contains(where: \.isMandatory)
    rows.append(row)
    lines.append(contentsOf: repeatElement(MeasuredLine(), count: capacity))
  }

  /// Returns the size of a text at a measure, and the widths at which its lines are the same; `nil`
  /// if it must be measured in another way.
  ///
  /// - Complexity: O(*n*), where *n* is the number of stops; O(1) for a line that does not change.
  mutating func metrics(
    of index: Int, measure: Double
  ) -> (size: Size, least: Double, greatest: Double)? {
    let isPlain = !rows[index].stops.isEmpty
    let (stops, runs) = (stops, runs)
    while isPlain {
      let row = rows[index]
      let sum = row.measure(measure, stops.span, runs.span, &lines)
      switch sum.outcome {
      case .measured:
        rows[index].lineCount = sum.line
        let size = Size(
          width: sum.width, height: Double(sum.line + (row.isEnded ? 1 : 0)) * row.pitch)
        // An infinite limit has no number below it.
        return (size, sum.width, sum.limit == .infinity ? sum.limit : sum.limit.nextDown)
      case .lacksCapacity: addCapacity(toText: index)
      case .doesNotFit:
        rows[index].lineCount = 0
        return nil
      }
    }
    return nil
  }

  /// Moves the lines of a text, which fill their capacity, to where there is room for more.
  private mutating func addCapacity(toText index: Int) {
    let (first, count) = (rows[index].firstLine, rows[index].lineCapacity)
    rows[index].firstLine = lines.count
    (rows[index].lineCount, rows[index].lineCapacity) = (count, 2 * count)
    for line in first..<first + count { lines.append(lines[line]) }
    lines.append(contentsOf: repeatElement(MeasuredLine(), count: count))
  }
}

extension PlainTexts {
  /// Appends the stops and the runs of a text.
  ///
  /// - Returns: Whether the widths of its lines follow from them.
  private mutating func appendStops(of text: ShapedText) -> Bool {
    let first = stops.count
    var (position, run) = (0, 0)
    for (index, entry) in text.breaks.enumerated() {
      let isLast = index + 1 == text.breaks.count
      let isOpportunity = entry.isOpportunity || isLast
      if isOpportunity, !entry.isSimple { return false }
      let ink = entry.hasInk ? entry.ink : 0
      guard ink >= 0 else { return false }
      let inkEnd = position + ink
      position = inkEnd + entry.hang
      guard position <= PlainStop.maximumPosition else { return false }
      var stop = PlainStop(
        inkEnd: inkEnd, next: position, isOpportunity: isOpportunity,
        isMandatory: entry.isMandatory)
      if !entry.hasInk, stops.count > first, let last = stops.last, !last.isMandatory {
        // White space behind an opportunity does not hang at the end of the line before.
        if last.isOpportunity { return false }
        stop.inkEnd = last.inkEnd
        stops[stops.count - 1] = stop
      } else {
        stops.append(stop)
      }
      if entry.endsRun {
        runs.append(
          PlainRun(
            end: Int32(truncatingIfNeeded: stops.count - first),
            units: Int32(truncatingIfNeeded: position), scale: text.runs[run].pointsPerUnit))
        run += 1
      }
    }
    return stops.count > first
  }

  /// Removes the stops of a text of one run that are no opportunities.
  ///
  /// - Parameters:
  ///   - first: The index of the first stop of the text, which is the last text.
  ///   - firstRun: The index of its first run.
  /// - Returns: The points per unit of the run; 0, and no stop is removed, if there are more runs.
  private mutating func mergeStops(from first: Int, ofRunsFrom firstRun: Int) -> Double {
    guard runs.count == firstRun + 1 else { return 0 }
    let opportunities = stops[first...].filter(\.isOpportunity)
    stops.replaceSubrange(first..., with: opportunities)
    return runs[firstRun].scale
  }
}

/// The sum of the lines of a text from its start.
private struct LineSum {
  enum Outcome {
    case measured
    /// There are more lines than room for them.
    case lacksCapacity
    /// Some line ends at no opportunity.
    case doesNotFit
  }

  var outcome = Outcome.measured
  /// The number of lines.
  var line = 0
  /// The width of the widest line, in points.
  var width = 0.0
  /// The least measure at which more fits on some line, in points.
  var limit = Double.infinity

  @inline(__always) mutating func add(_ next: MeasuredLine) {
    if next.width > width { width = next.width }
    if next.limit < limit { limit = next.limit }
    line &+= 1
  }
}

extension PlainTexts.Row {
  /// Finds the lines at a measure, of which those that are the same stay.
  fileprivate func measure(
    _ measure: Double, _ stops: Span<PlainStop>, _ runs: Span<PlainRun>,
    _ lines: inout [MeasuredLine]
  ) -> LineSum {
    let stops = stops.extracting(self.stops)
    let runs = runs.extracting(droppingFirst: firstRun)
    let units = scale > 0 ? PlainStop.units(within: measure, scale: scale) : 0
    var lines = lines.mutableSpan
    var sum = LineSum()
    var start = MeasuredLine.Start()
    var lastStopCount: Int32 = 0
    var isMoved = false
    while Int(start.stop) < stops.count {
      if !isMoved, sum.line < lineCount {
        let line = lines[firstLine &+ sum.line]
        if line.width <= measure, measure < line.limit {
          sum.add(line)
          lastStopCount = line.end.stop &- start.stop
          start = line.end
          continue
        }
      }
      guard sum.line < lineCapacity else {
        sum.outcome = .lacksCapacity
        return sum
      }
      let place = firstLine &+ sum.line
      let old = sum.line < lineCount ? lines[place].end.stop : 0
      let guess = likelyEnd(from: start.stop, old, lastStopCount, isMoved: isMoved)
      let found =
        scale > 0
        ? start.line(in: stops, scale: scale, units: units, guess: guess)
        : start.line(in: stops, runs, measure: measure, guess: guess)
      guard let line = found else {
        sum.outcome = .doesNotFit
        return sum
      }
      lines[place] = line
      sum.add(line)
      isMoved = old != line.end.stop
      lastStopCount = line.end.stop &- start.stop
      start = line.end
    }
    return sum
  }

  /// Returns a stop near which a line is likely to end.
  ///
  /// - Parameters:
  ///   - start: The first stop of the line.
  ///   - old: The stop after the line that has been in its place, or 0.
  ///   - lastCount: The number of stops of the line before.
  ///   - isMoved: Whether the line begins elsewhere than before.
  /// - Returns: The stop, which may be before the line.
  @inline(__always) private func likelyEnd(
    from start: Int32, _ old: Int32, _ lastCount: Int32, isMoved: Bool
  ) -> Int {
    if hasParagraphs { return 0 }
    // Near the old end, unless the widths differ so much that lines would be searched whole.
    let isNear = old > start && (!isMoved || old &- start <= 2 &* lastCount &+ 8)
    return Int(isNear ? old : start &+ lastCount) &- 1
  }
}

extension TextLayout {
  /// The distance between lines that are filled greedily and all alike at any width, in points;
  /// `nil` if lines can differ or the text has tabs.
  fileprivate var evenPitch: Double? {
    options.isPlain && !shaped.hasTabs && keepsMetrics ? metrics.height : nil
  }
}
