internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyTypesetting

/// The lines drawn under and through a run of text.
struct Decoration {
  /// A line along the text.
  struct Stroke {
    /// How far its upper edge is below the baseline, in points.
    var top: Double
    /// How thick it is, in points.
    var thickness: Double
    /// What it is made of, and whether it makes way for ink.
    var line: DecorationLine
    /// The left edge of the first of the runs that the line goes through without a change.
    var patternStart = 0.0
    /// How far what the line goes by stands above the baseline of the text's line, in points: of runs
    /// beside each other the one that is nearest to it.
    var shift = 0.0
  }

  var underline: Stroke?
  var strikethrough: Stroke?
  /// Whether the font is one of pictures, which know nothing of lines under text.
  var isOfPictures = false

  /// No lines.
  init() {}

  /// The lines that a run's paint asks for, where its font wants them.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - start: Where patterns begin, in points.
  init(_ run: GlyphRun, start: Double) {
    guard run.paint.underline != nil || run.paint.strikethrough != nil else { return }
    isOfPictures = run.font.typeface.isColor
    let metrics = run.font.metrics
    let points = run.size / metrics.unitsPerEm
    if let line = run.paint.underline {
      // Where most fonts have it, for one of pictures that stands alone.
      let (top, thickness) =
        isOfPictures
        ? (run.size / 10, run.size / 20)
        : (metrics.underlinePosition * points, metrics.underlineThickness * points)
      underline = Stroke(
        top: top, thickness: thickness, line: line, patternStart: start, shift: run.baselineShift)
    }
    if let line = run.paint.strikethrough {
      let (top, thickness) =
        isOfPictures
        ? (-run.size * 0.3, run.size / 20)
        : (-metrics.strikethroughPosition * points, metrics.strikethroughThickness * points)
      strikethrough = Stroke(
        top: top, thickness: thickness, line: line, patternStart: start, shift: run.baselineShift)
    }
  }

  /// Makes the lines of runs beside each other go on without a step, whatever the runs' fonts and
  /// colors: as low as the lowest of them, as thick as the thickest.
  static func join(_ decorations: inout [Decoration]) {
    join(&decorations, \.underline)
    join(&decorations, \.strikethrough)
  }

  private static func join(
    _ decorations: inout [Decoration], _ stroke: WritableKeyPath<Decoration, Stroke?>
  ) {
    var start = 0
    while start < decorations.count {
      let end =
        decorations[start...].firstIndex { $0[keyPath: stroke] == nil } ?? decorations.count
      let group = decorations[start..<end]
      let text = group.filter { !$0.isOfPictures }
      let strokes = (text.isEmpty ? Array(group) : text).compactMap { $0[keyPath: stroke] }
      if let first = strokes.first {
        var joined = first
        for other in strokes.dropFirst() {
          joined.top = max(joined.top, other.top)
          joined.thickness = max(joined.thickness, other.thickness)
          if abs(other.shift) < abs(joined.shift) { joined.shift = other.shift }
        }
        place(joined, in: start..<end, of: &decorations, stroke)
      }
      start = end + 1
    }
  }

  /// Puts the lines of a group where they all go, and lets a pattern go on through runs of one style.
  private static func place(
    _ joined: Stroke, in range: Range<Int>, of decorations: inout [Decoration],
    _ stroke: WritableKeyPath<Decoration, Stroke?>
  ) {
    var previous: Stroke?
    for index in range {
      guard var own = decorations[index][keyPath: stroke] else { continue }
      (own.top, own.thickness, own.shift) = (joined.top, joined.thickness, joined.shift)
      if let previous, previous.line.style == own.line.style {
        own.patternStart = previous.patternStart
      }
      decorations[index][keyPath: stroke] = own
      previous = own
    }
  }
}

/// Where a line under or through a run is on a grid: of pixels, or of what a document has for them.
struct DecorationPlace {
  /// The columns that the line goes through.
  var columns: Range<Int>
  /// The column where its pattern begins.
  var patternStart: Int
  /// The topmost row.
  var top: Int
  /// How many rows the line is thick.
  var thickness: Int
  /// Whether the line goes through the text and not below it.
  var isThrough: Bool
  /// Columns that hold ink, in order and apart, which the line makes way for.
  var ink: [Range<Int>] = []
}

/// What a line under or through text is made of, on a grid.
struct DecorationMarks {
  var bars: [PixelRect] = []
  /// Round dots, by the squares around them.
  var dots: [PixelRect] = []
  var waves: [DecorationWave] = []

  /// The rows that a line touches.
  static func rows(of style: DecorationLine.Style, at place: DecorationPlace) -> Range<Int> {
    let t = place.thickness
    switch style {
    case .solid, .dotted, .dashed:
      return place.top..<place.top + t
    case .double:
      // Two lines with as much between them; through the text, as much above as below.
      let top = place.isThrough ? place.top - t : place.top
      return top..<top + 3 * t
    case .wavy:
      let height = 3 * t
      let top = place.isThrough ? place.top - t : place.top
      return top..<top + height
    }
  }

  /// The marks of a line.
  init(_ style: DecorationLine.Style, at place: DecorationPlace) {
    let t = place.thickness
    let rows = Self.rows(of: style, at: place)
    for segment in Self.segments(of: place) {
      switch style {
      case .solid:
        addBar(segment, rows)
      case .double:
        addBar(segment, rows.lowerBound..<rows.lowerBound + t)
        addBar(segment, rows.upperBound - t..<rows.upperBound)
      case .dashed:
        Self.visitMarks(3 * t, every: 5 * t, from: place.patternStart, in: segment) { mark in
          addBar(mark.clamped(to: segment), rows)
        }
      case .dotted:
        Self.visitMarks(t, every: 2 * t, from: place.patternStart, in: segment) { mark in
          // A dot is drawn whole by the run that its middle is in.
          guard segment.contains(mark.lowerBound + t / 2) else { return }
          let square = PixelRect(
            minX: mark.lowerBound, minY: rows.lowerBound, maxX: mark.upperBound,
            maxY: rows.upperBound)
          // Two pixels have no corners to round.
          if t < 3 { bars.append(square) } else { dots.append(square) }
        }
      case .wavy:
        waves.append(
          DecorationWave(
            columns: segment, start: place.patternStart, rows: rows, thickness: t))
      }
    }
  }

  private mutating func addBar(_ columns: Range<Int>, _ rows: Range<Int>) {
    guard !columns.isEmpty else { return }
    bars.append(
      PixelRect(
        minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound,
        maxY: rows.upperBound))
  }

  /// The parts of a line that remain between ink.
  private static func segments(of place: DecorationPlace) -> [Range<Int>] {
    guard !place.ink.isEmpty else { return [place.columns] }
    // As far from the ink as the line is thick.
    let clearance = place.thickness
    var segments: [Range<Int>] = []
    var start = place.columns.lowerBound
    for ink in place.ink {
      let end = min(ink.lowerBound - clearance, place.columns.upperBound)
      // What is no longer than it is thick would look like dirt.
      if end - start > place.thickness { segments.append(start..<end) }
      start = max(start, ink.upperBound + clearance)
    }
    if place.columns.upperBound - start > place.thickness || start == place.columns.lowerBound {
      if start < place.columns.upperBound { segments.append(start..<place.columns.upperBound) }
    }
    return segments
  }

  /// Visits the marks of a pattern that touch a segment.
  private static func visitMarks(
    _ length: Int, every period: Int, from start: Int, in segment: Range<Int>,
    _ body: (Range<Int>) -> Void
  ) {
    let distance = segment.lowerBound - start
    var mark =
      start + (distance >= 0 ? distance / period : (distance - period + 1) / period) * period
    while mark < segment.upperBound {
      if mark + length > segment.lowerBound { body(mark..<mark + length) }
      mark += period
    }
  }
}

/// A wave of parabolas along a line.
struct DecorationWave {
  let columns: Range<Int>
  /// The column where the wave begins to rise.
  let start: Int
  let rows: Range<Int>
  /// How many rows the stroke is thick, and how far it swings to either side.
  let thickness: Int

  /// How long one swing up or down is.
  var half: Int { 3 * thickness }
  /// The row edge that the wave swings about.
  var middle: Double { Double(rows.lowerBound + rows.upperBound) / 2 }
  /// How far the middle of the stroke swings to either side.
  var swing: Double { Double(thickness) }

  /// How far the wave is above its middle, and how steeply it rises, at a place along the line.
  func place(_ x: Double) -> (height: Double, slope: Double) {
    let halves = (x - Double(start)) / Double(half)
    let number = halves.rounded(.down)
    let u = halves - number
    let sign = number.remainder(dividingBy: 2) == 0 ? 1.0 : -1.0
    return (sign * swing * 4 * u * (1 - u), sign * swing * 4 * (1 - 2 * u) / Double(half))
  }

  /// How much of a pixel the wave covers, 0 to 1.
  func coverage(x: Int, y: Int) -> Double {
    var covered = 0.0
    for step in 0..<4 {
      let (height, slope) = place(Double(x) + (Double(step) + 0.5) / 4)
      let reach = Double(thickness) / 2 * (1 + slope * slope).squareRoot()
      let center = middle - height
      covered += max(
        0, min(center + reach, Double(y + 1)) - max(center - reach, Double(y)))
    }
    return min(1, covered / 4)
  }
}
