import GalleyFonts
import GalleyShaping

/// The places where lines of a stretch of text may end, with how wide the text is up to each.
///
/// The width of a line is the difference of two places; where text is shaped anew at a line's ends it
/// may be another by a little. Reaches to the next mandatory break, or to the first piece that is too
/// wide for any line.
struct OpportunityTable {
  /// A place where a line may end and the next begin.
  struct Place: BitwiseCopyable {
    /// The entry behind the place.
    var entry: Int
    /// How wide the text is that is seen before the place, with a hyphen if there is one, in points.
    var inkEnd: Double
    /// How wide all text before the place is, in points.
    var pen: Double
    /// Whether a line that ends here gets a hyphen.
    var isHyphen = false
  }

  /// The start, then the places, in order.
  private(set) var places: [Place]
  /// Whether the last place is a mandatory break or the end of the text.
  private(set) var isComplete = false
  /// Whether there is a tab, whose width says nothing before its line is known.
  private(set) var hasTab = false
  /// Whether lines have just the text's own glyphs.
  private(set) var isSimple = true
  /// How wide all pieces between two places are, in points: the text without white space.
  private(set) var inkWidth = 0.0
  /// The widest piece between two places, in points.
  private(set) var widestPiece = 0.0
  /// The piece behind the last place, if it is too wide; infinite if there is none.
  private(set) var overlongPiece = Double.infinity
  /// The entry behind it.
  private(set) var endOfOverlongPiece = 0

  /// Makes the table of what begins at `start`.
  ///
  /// - Parameters:
  ///   - start: Where the first line begins.
  ///   - limit: How wide a piece may be, in points.
  ///   - greatestCount: How many places there are at the most, beside the start.
  ///   - breaker: What breaks the text.
  init(
    from start: LinePosition, limit: Double, greatestCount: Int = .max, in breaker: LineBreaker
  ) {
    let (table, allRuns) = (breaker.text.breaks, breaker.text.runs)
    let (entries, runs) = (table.span, allRuns.span)
    places = [Place(entry: start.entry, inkEnd: 0, pen: 0)]
    places.reserveCapacity(min(32, table.count - start.entry + 1))
    var walk = LineWalk(start, head: LineHead(start, in: breaker), in: breaker)
    var pen = 0.0
    while walk.entry < entries.count {
      let run = walk.run
      if runs[run].kind == .tab { hasTab = true }
      let entry = entries[walk.entry]
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

  /// The width of a line from one place to another, in points.
  func width(from first: Int, to last: Int) -> Double {
    places[last].inkEnd - places[first].pen
  }

  /// The measures at which the table is the same, as far as lines that are filled do not say so.
  ///
  /// Lines that stick out are the same at any measure; what is planned of them is not.
  func widths(in rooms: LineRooms, _ overflow: Overflow) -> (least: Double, limit: Double) {
    guard overflow == .visible else { return (0, .infinity) }
    let taken = rooms.taken.min() ?? 0
    // Where lines have no room at all, a piece without width fits at any measure.
    return (
      widestPiece > 0 ? outerWidth(of: widestPiece, padding: taken) : 0,
      outerWidth(of: overlongPiece, padding: taken)
    )
  }

  /// The furthest place to which a line reaches.
  ///
  /// - Parameters:
  ///   - first: The place where the line begins.
  ///   - room: The room that it has, in points.
  ///   - places: The places of the table.
  /// - Returns: The place; the next one if not even that fits.
  @inline(__always)
  static func end(ofLineFrom first: Int, room: Double, in places: Span<Place>) -> Int {
    let limit = places[first].pen + room
    // Lines hold few places of many: the search widens from where the line begins.
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
