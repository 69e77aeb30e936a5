import GalleyFonts
import GalleyShaping

/// The places at which the lines of a stretch of text may end, with the width of the text up to
/// each.
///
/// The width of a line is the difference between two places; where the text is reshaped at the ends
/// of lines, it is approximate. The table extends to the next mandatory break, or to the first
/// piece that is too wide for any line.
struct OpportunityTable {
  /// A place at which a line may end and the next begin.
  struct Place: BitwiseCopyable {
    /// The entry after the place.
    var entry: Int
    /// The width of the text before the place in points, without trailing white space, including a
    /// hyphen.
    var inkEnd: Double
    /// The width of all text before the place, in points.
    var pen: Double
    /// Whether a line that ends here gets a hyphen.
    var isHyphen = false
  }

  /// The start, followed by the places in order.
  private(set) var places: [Place]
  /// Whether the last place is a mandatory break or the end of the text.
  private(set) var isComplete = false
  /// Whether there is a tab, whose width depends on its line.
  private(set) var hasTab = false
  /// Whether no line needs reshaping or a hyphen.
  private(set) var isSimple = true
  /// The total width of the pieces between places, without white space, in points.
  private(set) var inkWidth = 0.0
  /// The widest piece between two places, in points.
  private(set) var widestPiece = 0.0
  /// The width of the piece after the last place if it is too wide, else infinite; in points.
  private(set) var overlongPiece = Double.infinity
  /// The entry after that piece.
  private(set) var endOfOverlongPiece = 0

  /// Creates the table of the text that begins at `start`, with at most `greatestCount` further
  /// places and pieces of at most `limit` points.
  init(
    from start: LinePosition, limit: Double, greatestCount: Int = .max, in breaker: LineBreaker
  ) {
    let (table, allRuns) = (breaker.text.breaks, breaker.text.runs)
    let (entries, words, runs) = (table.form, table.words.span, allRuns.span)
    places = [Place(entry: start.entry, inkEnd: 0, pen: 0)]
    places.reserveCapacity(min(32, table.count - start.entry + 1))
    var walk = LineWalk(start, head: LineHead(start, in: breaker), in: breaker)
    var pen = 0.0
    while walk.entry < entries.count {
      let run = walk.run
      if runs[run].kind == .tab { hasTab = true }
      let entry = entries.entry(walk.entry, in: words)
      walk.advance(over: entry, runs: runs, tabs: breaker.tabs)
      let piece = walk.trimmed - pen
      guard entry.isOpportunity || walk.entry == entries.count else { continue }
      if piece > limit {
        overlongPiece = piece
        endOfOverlongPiece = walk.entry
        return
      }
      widestPiece = max(widestPiece, piece)
      inkWidth += max(0, piece)
      var place = Place(entry: walk.entry, inkEnd: walk.trimmed, pen: walk.pen)
      if !entry.isSimple {
        isSimple = false
        if case .hyphen = entry.kind {
          let shapedRun = runs[run]
          place.isHyphen = true
          place.inkEnd =
            walk.pen
            + Double(breaker.text.font(of: shapedRun).hyphen.advance) * shapedRun.pointsPerUnit
        }
      }
      pen = walk.pen
      places.append(place)
      if entry.isMandatory { break }
      if places.count > greatestCount { return }
    }
    isComplete = true
  }

  /// Returns the width of a line from one place to another, in points.
  func width(from first: Int, to last: Int) -> Double {
    places[last].inkEnd - places[first].pen
  }

  /// Returns the interval of measures with the same table, beyond the limits set by greedy lines.
  ///
  /// Overflowing lines are the same at any measure, but their plan is not.
  func widths(in lineWidths: LineWidths, _ overflow: LayoutOptions.Overflow) -> WidthInterval {
    guard overflow == .visible else { return WidthInterval() }
    let unavailable = lineWidths.unavailable.min() ?? 0
    // At a measure of zero, a piece without width fits anyway.
    return WidthInterval(
      least: widestPiece > 0 ? outerWidth(of: widestPiece, padding: unavailable) : 0,
      limit: outerWidth(of: overlongPiece, padding: unavailable))
  }

  /// Returns the farthest place that a line from the place `first` reaches in a width in points;
  /// the next one if none fits.
  @inline(__always)
  static func end(ofLineFrom first: Int, width: Double, in places: Span<Place>) -> Int {
    let limit = places[first].pen + width
    // A line spans few of the places, so the search widens from the line's start.
    var (low, step) = (first + 1, 4)
    let last = places.count - 1
    while low + step <= last, places[low + step].inkEnd <= limit {
      low += step
      step *= 2
    }
    var high = min(low + step - 1, last)
    while low < high {
      let middle = (low + high + 1) / 2
      if places[middle].inkEnd <= limit { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
