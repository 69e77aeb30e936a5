internal import GalleyBasics

/// The planned line ends of a stretch of text, for wrapping other than greedy.
///
/// A stretch is the text between two mandatory breaks. A plan without ends means greedy filling.
struct LinePlan {
  /// The break table entries that end the lines, in order.
  private(set) var ends: [Int] = []
  /// The entry up to which the plan is valid.
  private(set) var lastEntry: Int
  /// The measures with the same plan.
  let widths: WidthInterval

  /// Creates a plan that fills lines greedily up to an entry.
  init(fillingTo lastEntry: Int, widths: WidthInterval = WidthInterval()) {
    self.lastEntry = lastEntry
    self.widths = widths
  }

  /// Creates a plan whose last line ends after the last of `ends`.
  init(ends: [Int], widths: WidthInterval) {
    self.ends = ends
    self.widths = widths
    lastEntry = ends.last ?? 0
  }

  /// Returns the planned end of the line that begins at an entry, if any.
  func end(behind entry: Int) -> Int? {
    let index = ends.partitioningIndex { $0 > entry }
    return index < ends.count ? ends[index] : nil
  }
}

/// The widths available to the lines of a stretch of text.
struct LineWidths {
  /// The measure, in points.
  var measure: Double
  /// The part of the measure that is unavailable to each line, in points; the last value applies to
  /// all further lines.
  var unavailable: [Double]
  /// The number of lines that fit.
  ///
  /// If there are more, the visible lines hold as much text as possible.
  var greatestCount = Int.max

  /// Returns the part of the measure that is unavailable to a line, in points.
  func unavailableWidth(ofLine index: Int) -> Double {
    index < unavailable.count ? unavailable[index] : unavailable.last ?? 0
  }

  /// Returns the width available to a line, in points.
  func width(ofLine index: Int) -> Double { max(0, measure - unavailableWidth(ofLine: index)) }

  /// The greatest width available to any line, in points.
  var greatest: Double { max(0, measure - (unavailable.min() ?? 0)) }
}
