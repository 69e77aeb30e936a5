/// A place where a line may end, or a run does, in a text that is neither reshaped nor hyphenated.
///
/// Positions are sums of advances from the start of the text, each in the units of its run.
struct PlainStop: BitwiseCopyable {
  /// The position of the end of the ink before the stop.
  var inkEnd: Int32
  /// The position of the start of the next line, after white space, with two flags.
  private let bits: Int32

  /// The greatest position.
  static let maximumPosition = 1 << 29 - 1

  init(inkEnd: Int, next: Int, isOpportunity: Bool, isMandatory: Bool) {
    self.inkEnd = Int32(truncatingIfNeeded: inkEnd)
    bits =
      Int32(truncatingIfNeeded: next << 2) | (isOpportunity ? 1 : 0) | (isMandatory ? 2 : 0)
  }

  /// The position of the start of the next line.
  var next: Int32 { Int32(bitPattern: UInt32(bitPattern: bits) >> 2) }
  /// Whether a line may or must end here.
  var isOpportunity: Bool { bits & 1 != 0 }
  /// Whether a line must end here.
  var isMandatory: Bool { bits & 2 != 0 }
}

/// A run of a text with stops.
struct PlainRun: BitwiseCopyable {
  /// The index of the stop after those whose ink ends in the run.
  var end: Int32
  /// The position of the end of the run.
  var units: Int32
  /// The points per unit.
  var scale: Double
}

/// A line of a text of any number of runs; its widths are in points.
struct PlainTextLine: MeasuredLine {
  var end = Start()
  var width = 0.0
  var limit = 0.0
  static var unlimited: Double { .infinity }

  struct Start: MeasuredStart {
    var stop: Int32 = 0
    /// The run of the start.
    var run: Int32 = 0
  }
}

extension PlainTextLine.Start {
  /// Finds the line that begins here.
  ///
  /// Widths of lines with the same start do not descend from stop to stop, so the search can begin
  /// anywhere.
  ///
  /// - Parameters:
  ///   - stops: The stops of the text, of which the last is an opportunity.
  ///   - runs: The runs of the text, and anything behind them.
  ///   - measure: The measure, in points.
  ///   - guess: A stop near which the line is likely to end, not after a mandatory break.
  /// - Returns: The line, or `nil` if no opportunity fits.
  /// - Complexity: O(*n*), where *n* is the distance of the last stop that fits from the guess.
  @inline(__always) func line(
    in stops: Span<PlainStop>, _ runs: Span<PlainRun>, measure: Double, guess: Int
  ) -> PlainTextLine? {
    let first = Int(stop)
    var walk = PlainWalk(self, stops, runs)
    var next = min(max(guess, first), stops.count &- 1)
    while !stops[next].isOpportunity { next &+= 1 }
    var nextWidth = walk.width(to: next, stops, runs)
    var (last, width) = (first &- 1, 0.0)
    if nextWidth > measure {
      // Backward, to the last opportunity that fits.
      while last < first, next > first {
        next &-= 1
        guard stops[next].isOpportunity else { continue }
        if next < walk.firstStop { walk = PlainWalk(self, stops, runs) }
        let found = walk.width(to: next, stops, runs)
        if found <= measure {
          (last, width) = (next, found)
        } else {
          nextWidth = found
        }
      }
      if last < first { return nil }
    } else {
      repeat {
        (last, width) = (next, nextWidth)
        nextWidth = .infinity
        if stops[last].isMandatory || last &+ 1 == stops.count { break }
        repeat { next &+= 1 } while !stops[next].isOpportunity
        nextWidth = walk.width(to: next, stops, runs)
      } while nextWidth <= measure
    }
    var end = PlainTextLine.Start(stop: Int32(truncatingIfNeeded: last &+ 1), run: run)
    if last &+ 1 < stops.count {
      while runs[Int(end.run)].end <= end.stop { end.run &+= 1 }
    }
    return PlainTextLine(end: end, width: width, limit: nextWidth)
  }
}

/// A walk along a line, run by run.
private struct PlainWalk {
  /// The first stop whose width can be asked for.
  private(set) var firstStop: Int
  /// The stop after the run.
  private var runEnd: Int
  private var run: Int
  /// The position of the start of the run, or of the line.
  private var base: Int32
  private var scale: Double
  /// The width of the runs before, in points.
  private var closed = 0.0

  @inline(__always) init(
    _ start: PlainTextLine.Start, _ stops: Span<PlainStop>, _ runs: Span<PlainRun>
  ) {
    firstStop = Int(start.stop)
    run = Int(start.run)
    base = start.stop == 0 ? 0 : stops[Int(start.stop) &- 1].next
    (runEnd, scale) = (Int(runs[run].end), runs[run].scale)
  }

  /// Returns the width of the line if it ends at a stop, in points: the same sum as that of a
  /// ``LineWalk``.
  @inline(__always) mutating func width(
    to stop: Int, _ stops: Span<PlainStop>, _ runs: Span<PlainRun>
  ) -> Double {
    while runEnd <= stop {
      let units = runs[run].units
      closed += Double(units &- base) * scale
      base = units
      firstStop = runEnd
      run &+= 1
      (runEnd, scale) = (Int(runs[run].end), runs[run].scale)
    }
    return closed + Double(stops[stop].inkEnd &- base) * scale
  }
}
