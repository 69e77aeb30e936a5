internal import GalleyTypesetting

/// The place of a line under or through a run on a grid: of pixels, or of a document's units.
struct DecorationPlace {
  /// The columns that the line goes through.
  var columns: Range<Int>
  /// The column where its pattern begins.
  var patternStart: Int
  /// The topmost row.
  var top: Int
  /// The thickness of the line, in rows.
  var thickness: Int
  /// Whether the line goes through the text and not below it.
  var isThrough: Bool
  /// The intervals in which glyphs cross the line, which it makes way for, in order and apart.
  var ink: ArraySlice<ClosedRange<Double>> = []
}

/// A part of a line, with sharp edges above and below.
struct DecorationBar {
  /// The columns; a part of one where the line ends beside ink.
  var columns: Range<Double>
  var rows: Range<Int>
}

/// The parts of a line under or through text, on a grid.
struct DecorationMarks {
  var bars: [DecorationBar] = []
  var dashes: [DecorationDashes] = []
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
      case .dashed, .dotted:
        dashes.append(
          DecorationDashes(
            columns: segment, rows: rows, start: place.patternStart, isDotted: style == .dotted))
      case .wavy:
        waves.append(
          DecorationWave(
            columns: segment, start: place.patternStart, rows: rows, thickness: t))
      }
    }
  }

  private mutating func addBar(_ columns: Range<Double>, _ rows: Range<Int>) {
    guard !columns.isEmpty else { return }
    bars.append(DecorationBar(columns: columns, rows: rows))
  }

  /// The parts of a line that remain between ink.
  ///
  /// They end as far from the ink as the line is thick, on both sides. Parts that are less than
  /// twice as long as that are left out: they would look like dirt.
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
  /// The rows, as many as the line is thick.
  let rows: Range<Int>
  /// The column where the first dash of the pattern begins.
  let start: Int
  let isDotted: Bool

  /// The length of a dash.
  var length: Int { isDotted ? rows.count : 3 * rows.count }
  /// The distance from the beginning of a dash to that of the next.
  var period: Int { isDotted ? 2 * rows.count : 5 * rows.count }

  /// Visits the columns of each dash.
  ///
  /// A dash that is longer than thick is cut off where the line ends; a dot is drawn whole by the
  /// line that its middle is in.
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
  /// A range of whole numbers, as one of numbers.
  init(_ range: Range<Int>) {
    self = Double(range.lowerBound)..<Double(range.upperBound)
  }

  /// The columns of pixels that the range touches.
  var columns: Range<Int> {
    Int(lowerBound.rounded(.down))..<Int(upperBound.rounded(.up))
  }

  /// The part of a column that is in the range, 0 to 1.
  func share(ofColumn x: Int) -> Double {
    Swift.max(0, Swift.min(upperBound, Double(x + 1)) - Swift.max(lowerBound, Double(x)))
  }
}

/// A wave of parabolas along a line.
struct DecorationWave {
  let columns: Range<Double>
  /// The column where the wave begins to rise.
  let start: Int
  let rows: Range<Int>
  /// The thickness of the stroke and the height of its swing to either side, in rows.
  let thickness: Int

  /// The length of one swing up or down.
  var half: Int { 3 * thickness }
  /// The row edge that the wave swings about.
  var middle: Double { Double(rows.lowerBound + rows.upperBound) / 2 }
  /// The height of the swing of the stroke's middle to either side.
  var swing: Double { Double(thickness) }

  /// The height of the wave above its middle, and its slope, at a place along the line.
  func place(_ x: Double) -> (height: Double, slope: Double) {
    place(x, inSwing: ((x - Double(start)) / Double(half)).rounded(.down))
  }

  /// The same, in one swing up or down, counted from the start.
  func place(_ x: Double, inSwing number: Double) -> (height: Double, slope: Double) {
    let u = (x - Double(start)) / Double(half) - number
    let sign = number.remainder(dividingBy: 2) == 0 ? 1.0 : -1.0
    return (sign * swing * 4 * u * (1 - u), sign * swing * 4 * (1 - 2 * u) / Double(half))
  }

  /// The part of a pixel that the wave covers, 0 to 1.
  func coverage(x: Int, y: Int) -> Double {
    var covered = 0.0
    for step in 0..<4 {
      let (height, slope) = place(Double(x) + (Double(step) + 0.5) / 4)
      let reach = Double(thickness) / 2 * (1 + slope * slope).squareRoot()
      let center = middle - height
      covered += max(
        0, min(center + reach, Double(y + 1)) - max(center - reach, Double(y)))
    }
    return min(1, covered / 4) * columns.share(ofColumn: x)
  }
}
