internal import GalleyBasics

/// The planned line ends of a stretch of text, for wrapping other than greedy.
///
/// A stretch is the text between two mandatory breaks. A plan without ends means greedy filling.
struct LinePlan {
  /// The break table entries that end the lines, in order.
  private(set) var ends: [Int] = []
  /// The entry up to which the plan is valid.
  private(set) var lastEntry: Int
  /// The least measure with the same plan, in points.
  private(set) var leastWidth = 0.0
  /// The least greater measure with a different plan, in points.
  private(set) var widthLimit = Double.infinity

  /// Creates a plan that fills lines greedily up to an entry.
  init(fillingTo lastEntry: Int, leastWidth: Double = 0, widthLimit: Double = .infinity) {
    self.lastEntry = lastEntry
    self.leastWidth = leastWidth
    self.widthLimit = widthLimit
  }

  /// Creates a plan whose last line ends after the last of `ends`.
  init(ends: [Int], leastWidth: Double, widthLimit: Double) {
    self.ends = ends
    self.leastWidth = leastWidth
    self.widthLimit = widthLimit
    lastEntry = ends.last ?? 0
  }

  /// Returns the planned end of the line that begins at an entry, if any.
  func end(behind entry: Int) -> Int? {
    let index = ends.partitioningIndex { $0 > entry }
    return index < ends.count ? ends[index] : nil
  }
}

/// The widths available to the lines of a stretch of text.
struct LineRooms {
  /// The measure, in points.
  var measure: Double
  /// The part of the measure that is unavailable to each line, in points; the last value applies to
  /// all further lines.
  var taken: [Double]
  /// The number of lines that fit.
  ///
  /// If there are more, the visible lines hold as much text as possible.
  var greatestCount = Int.max

  /// Returns the part of the measure that is unavailable to a line, in points.
  func taken(fromLine index: Int) -> Double {
    index < taken.count ? taken[index] : taken.last ?? 0
  }

  /// Returns the width available to a line, in points.
  func room(ofLine index: Int) -> Double { max(0, measure - taken(fromLine: index)) }

  /// The greatest width available to any line, in points.
  var greatestRoom: Double { max(0, measure - (taken.min() ?? 0)) }
}
