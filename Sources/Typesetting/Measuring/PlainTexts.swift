import GalleyGeometry
import GalleyShaping

/// The places where lines of many texts may end, one text behind the other, for measuring them.
///
/// Measuring a text reads a few lines of the processor's cache instead of following the references
/// of a layout. A text that was measured before keeps the lines that are the same at the new width,
/// and a line that is not ends near its old end.
struct PlainTexts: Sendable {
  private var uniform = UniformTexts()
  private var texts = MeasuredTexts<PlainTextLine>()
  private var stops: [PlainStop] = []
  private var runs: [PlainRun] = []
  /// The first run of each text.
  private var firstRuns: [Int] = []

  /// Appends the text of a layout.
  mutating func append(_ layout: TextLayout) {
    let (stopCount, runCount) = (stops.count, runs.count)
    firstRuns.append(runCount)
    if let pitch = layout.evenPitch, appendStops(of: layout.shaped) {
      let isUniform =
        runs.count == runCount + 1 && uniform.append(layout, pitch: pitch, stops[stopCount...])
      if !isUniform {
        uniform.appendNone()
        let traits = MeasuredTraits(pitch: pitch)
        let isAppended = texts.append(layout, stops: stopCount..<stops.count, traits) {
          stops[$0].isMandatory
        }
        if isAppended { return }
      }
    } else {
      uniform.appendNone()
    }
    texts.appendNone()
    stops.removeLast(stops.count - stopCount)
    runs.removeLast(runs.count - runCount)
  }

  /// Returns the size of a text at a measure; `nil` if it must be measured in another way.
  ///
  /// - Complexity: O(*n*), where *n* is the number of stops; O(1) for a line that does not change.
  mutating func metrics(of index: Int, measure: Double) -> MeasuredSize? {
    if let size = uniform.metrics(of: index, measure: measure) { return size }
    let range = texts.stops(of: index)
    guard !range.isEmpty else { return nil }
    let (allStops, allRuns) = (stops, runs)
    let stops = allStops.span.extracting(range)
    let runs = allRuns.span.extracting(droppingFirst: firstRuns[index])
    let found = texts.measure(index, measure) { start, guess in
      start.line(in: stops, runs, measure: measure, guess: guess)
    }
    return found.map { MeasuredSize(width: $0.width, height: $0.height, limit: $0.limit) }
  }
}

/// The size of a text that was measured.
struct MeasuredSize {
  var size: Size
  /// The measures at which the lines are the same.
  var widths: WidthInterval

  /// Creates the size of a text whose lines are the same from its width up to a limit, in points.
  init(width: Double, height: Double, limit: Double) {
    size = Size(width: width, height: height)
    widths = WidthInterval(least: width, limit: limit)
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
}
