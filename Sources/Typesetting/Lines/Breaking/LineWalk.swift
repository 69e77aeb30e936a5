import GalleyShaping

/// The pen position along a line, advanced entry by entry through the break table.
///
/// A walk is copied at each opportunity, so it contains nothing that is reference-counted.
struct LineWalk: BitwiseCopyable {
  /// The next entry.
  private(set) var entry: Int
  /// The run of the next entry.
  private(set) var run: Int
  /// The UTF-8 offset of the next entry.
  private(set) var offset: Int32
  /// The width of the line's finished runs, in points.
  private(set) var closed = 0.0
  /// The advance within the current run, in design units.
  private(set) var units: Int
  /// The width of the line if it ends here, without trailing white space, in points.
  private(set) var trimmed = 0.0
  /// The greatest ``trimmed`` so far; marks may move the pen backward.
  private(set) var reach = 0.0
  /// Whether the text must be reshaped at the end of the last entry.
  private(set) var isUnsafe = false

  private var pointsPerUnit: Double
  private var isTab: Bool
  private let tabWidth: Double
  private var inkBefore: Int
  private var lengthBefore: Int32
  /// Whether the advance of the reshaped head is not counted yet.
  private var owesHead: Bool

  /// The pen position, in points.
  var pen: Double { closed + Double(units) * pointsPerUnit }

  init(_ start: LinePosition, head: LineHead, in breaker: LineBreaker) {
    entry = start.entry
    run = start.run
    offset = start.offset
    units = head.change
    owesHead = head.patch != nil
    inkBefore = start.inkBefore
    lengthBefore = start.lengthBefore
    tabWidth = breaker.tabWidth
    let run = breaker.text.runs[start.run]
    pointsPerUnit = run.pointsPerUnit
    isTab = run.isTab
  }

  /// Advances past the next entry.
  @inline(__always)
  mutating func advance(over next: BreakEntry, runs: Span<ShapedRun>, tabs: TabRuler?) {
    let ink = next.ink - inkBefore
    if isTab {
      closed = tabs?.end(ofTab: run, from: pen) ?? tabStop(after: pen, every: tabWidth)
      units = 0
    } else if next.hasInk || owesHead {
      owesHead = false
      units += ink
      trimmed = closed + Double(units) * pointsPerUnit
      reach = max(reach, trimmed)
    }
    units += next.hang
    offset += next.length - lengthBefore
    (inkBefore, lengthBefore) = (0, 0)
    isUnsafe = next.isUnsafe
    entry += 1
    if next.endsRun {
      closed += Double(units) * pointsPerUnit
      units = 0
      run += 1
      if run < runs.count {
        pointsPerUnit = runs[run].pointsPerUnit
        isTab = runs[run].isTab
      }
    }
  }
}

/// Returns the next tab stop after `x`, both in points from the line's start.
func tabStop(after x: Double, every width: Double) -> Double {
  guard width > 0, width.isFinite else { return x }
  let next = (x / width).rounded(.down) + 1
  // A position at a stop may be found just before it because of rounding.
  let stop = next * width > x ? next * width : (next + 1) * width
  return stop > x && stop.isFinite ? stop : x
}

extension ShapedRun {
  /// Whether the run is a tab.
  fileprivate var isTab: Bool { if case .tab = kind { true } else { false } }
}
