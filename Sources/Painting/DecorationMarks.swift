internal import GalleyTypesetting

/// The placement of a decoration line on a grid, of pixels or of a document's units.
struct DecorationPlace {
  /// The columns of the line.
  var columns: Range<Int>
  /// The column at which its pattern begins.
  var patternStart: Int
  /// The topmost row.
  var top: Int
  /// The thickness of the line, in rows.
  var thickness: Int
  /// Whether the line is a strikethrough rather than an underline.
  var isThrough: Bool
  /// The intervals of ink to skip, sorted and disjoint.
  var ink: ArraySlice<ClosedRange<Double>> = []
}

/// A part of a line with sharp upper and lower edges.
struct DecorationBar {
  /// The columns; fractional where the line ends beside ink.
  var columns: Range<Double>
  var rows: Range<Int>
}

/// The parts of a decoration line on a grid.
struct DecorationMarks {
  var bars: [DecorationBar] = []
  var dashes: [DecorationDashes] = []
  var waves: [DecorationWave] = []

  /// Returns the rows that a line touches.
  static func rows(
    of style: TextPaint.DecorationLine.Style, at place: DecorationPlace
  ) -> Range<Int> {
    let t = place.thickness
    switch style {
    case .solid, .dotted, .dashed: return place.top..<place.top + t
    case .double, .wavy:
      // A strikethrough is centered.
      let top = place.isThrough ? place.top - t : place.top
      return top..<top + 3 * t
    }
  }

  /// Creates the marks of a line.
  init(_ style: TextPaint.DecorationLine.Style, at place: DecorationPlace) {
    let t = place.thickness
    let rows = Self.rows(of: style, at: place)
    for segment in Self.segments(of: place) {
      switch style {
      case .solid: addBar(segment, rows)
      case .double:
        addBar(segment, rows.lowerBound..<rows.lowerBound + t)
        addBar(segment, rows.upperBound - t..<rows.upperBound)
      case .dashed, .dotted:
        dashes.append(
          DecorationDashes(
            columns: segment, rows: rows, start: place.patternStart, isDotted: style == .dotted))
      case .wavy:
        waves.append(
          DecorationWave(columns: segment, start: place.patternStart, rows: rows, thickness: t))
      }
    }
  }

  private mutating func addBar(_ columns: Range<Double>, _ rows: Range<Int>) {
    guard !columns.isEmpty else { return }
    bars.append(DecorationBar(columns: columns, rows: rows))
  }

  /// Returns the segments of the line between ink.
  ///
  /// The clearance on both sides of ink equals the line's thickness. Segments shorter than twice
  /// the thickness are omitted because they look like dirt.
  private static func segments(of place: DecorationPlace) -> [Range<Double>] {
    let (clearance, shortest) = (Double(place.thickness), 2 * Double(place.thickness))
    let columns = Range(place.columns)
    var segments: [Range<Double>] = []
    var start = columns.lowerBound
    for ink in place.ink where ink.upperBound + clearance > columns.lowerBound {
      let end = ink.lowerBound - clearance
      guard end < columns.upperBound else { break }
      if end - start >= shortest { segments.append(start..<end) }
      start = max(start, ink.upperBound + clearance)
    }
    let isWhole = start == columns.lowerBound
    if start < columns.upperBound, isWhole || columns.upperBound - start >= shortest {
      segments.append(start..<columns.upperBound)
    }
    return segments
  }
}

/// Dashes or dots along a line.
struct DecorationDashes {
  let columns: Range<Double>
  /// The rows, one per row of the line's thickness.
  let rows: Range<Int>
  /// The start column of the first dash of the pattern.
  let start: Int
  let isDotted: Bool

  /// The length of a dash.
  var length: Int { isDotted ? rows.count : 3 * rows.count }
  /// The distance between the starts of two dashes.
  var period: Int { isDotted ? 2 * rows.count : 5 * rows.count }

  /// Visits the columns of each dash.
  ///
  /// A dash is clipped at the ends of the line. A dot is drawn whole by the line that contains its
  /// center.
  func visit(_ body: (Range<Double>) -> Void) {
    let columns = self.columns.columns
    let distance = columns.lowerBound - start
    var mark =
      start + (distance >= 0 ? distance / period : (distance - period + 1) / period) * period
    while mark < columns.upperBound {
      let dash = Range(mark..<mark + length)
      if !isDotted {
        let part = dash.clamped(to: self.columns)
        if !part.isEmpty { body(part) }
      } else if self.columns.contains(Double(mark + length / 2)) {
        body(dash)
      }
      mark += period
    }
  }
}

extension Range<Double> {
  /// Creates a floating-point range from an integer range.
  init(_ range: Range<Int>) { self = Double(range.lowerBound)..<Double(range.upperBound) }

  /// The pixel columns that the range touches.
  var columns: Range<Int> { Int(lowerBound.rounded(.down))..<Int(upperBound.rounded(.up)) }

  /// Returns the fraction of a column in the range, 0 to 1.
  func share(ofColumn x: Int) -> Double {
    Swift.max(0, Swift.min(upperBound, Double(x + 1)) - Swift.max(lowerBound, Double(x)))
  }
}

/// A wave of parabolas along a line.
struct DecorationWave {
  let columns: Range<Double>
  /// The column at which the wave begins to rise.
  let start: Int
  let rows: Range<Int>
  /// The thickness of the stroke, and the amplitude of the wave, in rows.
  let thickness: Int

  /// The length of half a period.
  var half: Int { 3 * thickness }
  /// The y coordinate of the center line.
  var middle: Double { Double(rows.lowerBound + rows.upperBound) / 2 }
  /// The amplitude of the stroke's center line.
  var swing: Double { Double(thickness) }

  /// Returns the height of the wave above its center line, and its slope, at an x coordinate.
  func place(_ x: Double) -> (height: Double, slope: Double) {
    place(x, inSwing: ((x - Double(start)) / Double(half)).rounded(.down))
  }

  /// Returns the same for a given half period, counted from the start.
  func place(_ x: Double, inSwing number: Double) -> (height: Double, slope: Double) {
    let u = (x - Double(start)) / Double(half) - number
    let sign = number.remainder(dividingBy: 2) == 0 ? 1.0 : -1.0
    return (sign * swing * 4 * u * (1 - u), sign * swing * 4 * (1 - 2 * u) / Double(half))
  }

  /// Returns the fraction of a pixel that the wave covers, 0 to 1.
  func coverage(x: Int, y: Int) -> Double {
    var covered = 0.0
    for step in 0..<4 {
      let (height, slope) = place(Double(x) + (Double(step) + 0.5) / 4)
      let reach = Double(thickness) / 2 * (1 + slope * slope).squareRoot()
      let center = middle - height
      covered += max(0, min(center + reach, Double(y + 1)) - max(center - reach, Double(y)))
    }
    return min(1, covered / 4) * columns.share(ofColumn: x)
  }
}
