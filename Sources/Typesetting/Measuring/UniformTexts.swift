import GalleyGeometry
import GalleyShaping

/// The places where lines of many texts of one run may end, for measuring them.
///
/// Distances are whole numbers of units, so that a stop takes four bytes and a line twelve.
struct UniformTexts: Sendable {
  private var texts = MeasuredTexts<UniformLine>()
  private var stops: [UniformStop] = []

  /// Appends the text of a layout.
  ///
  /// - Parameters:
  ///   - layout: The layout.
  ///   - pitch: The distance between its lines, in points.
  ///   - plain: The stops of its text, of which the last is an opportunity.
  /// - Returns: Whether the text can be measured here; if not, nothing is appended.
  mutating func append(
    _ layout: TextLayout, pitch: Double, _ plain: ArraySlice<PlainStop>
  ) -> Bool {
    let traits = MeasuredTraits(
      pitch: pitch, scale: layout.shaped.runs[0].pointsPerUnit,
      spaces: layout.shaped.breaks.form.hangs)
    // Letters without a size have no number of units that fits.
    guard traits.scale > 0 else { return false }
    let first = stops.count
    for stop in plain where stop.isOpportunity {
      guard let stop = UniformStop(stop, spaces: traits.spaces) else { break }
      stops.append(stop)
    }
    let isWhole = stops.count - first == plain.count(where: \.isOpportunity)
    let isAppended =
      isWhole
      && texts.append(layout, stops: first..<stops.count, traits) { stops[$0].isMandatory }
    if !isAppended { stops.removeLast(stops.count - first) }
    return isAppended
  }

  /// Appends a text that must be measured in another way.
  mutating func appendNone() { texts.appendNone() }

  /// Returns the size of a text at a measure; `nil` if it must be measured in another way.
  ///
  /// - Complexity: O(*n*), where *n* is the number of stops; O(1) for a line that does not change.
  mutating func metrics(of index: Int, measure: Double) -> MeasuredSize? {
    let range = texts.stops(of: index)
    guard !range.isEmpty else { return nil }
    let (traits, allStops) = (texts.traits(of: index), stops)
    let stops = allStops.span.extracting(range)
    let units = PlainEntry.units(within: measure, scale: traits.scale)
    let found = texts.measure(index, units) { start, guess in
      start.line(in: stops, spaces: traits.spaces, units: units, guess: guess)
    }
    guard let found else { return nil }
    let limit =
      found.limit == UniformLine.unlimited ? .infinity : Double(found.limit) * traits.scale
    return MeasuredSize(
      width: Double(found.width) * traits.scale, height: found.height, limit: limit)
  }
}

/// A place where a line may or must end in a text of one run.
private struct UniformStop: BitwiseCopyable {
  /// From the lowest bit: the advance of the white space behind the stop, as one of four, in two;
  /// whether a line must end here; the position of the end of the ink in units.
  let bits: UInt32

  /// Creates a stop; the result is `nil` if its white space is none of the text's.
  init?(_ stop: PlainStop, spaces: UInt64) {
    let space = UInt64(stop.next - stop.inkEnd)
    guard let code = (0..<4).first(where: { spaces >> ($0 << 4) & 0xFFFF == space })
    else { return nil }
    bits = UInt32(stop.inkEnd) << 3 | (stop.isMandatory ? 4 : 0) | UInt32(code)
  }

  /// Whether a line must end here.
  var isMandatory: Bool { bits & 4 != 0 }
  /// The position of the end of the ink before the stop, in units.
  var inkEnd: UInt32 { bits >> 3 }

  /// Returns the position after the white space behind the stop, in units.
  @inline(__always) func next(_ spaces: UInt64) -> UInt32 {
    inkEnd &+ UInt32(truncatingIfNeeded: spaces &>> (UInt64(bits & 3) << 4) & 0xFFFF)
  }
}

/// A line of a text of one run; its widths are in units.
private struct UniformLine: MeasuredLine {
  var end = Start()
  var width: UInt32 = 0
  var limit: UInt32 = 0
  static var unlimited: UInt32 { .max }

  struct Start: MeasuredStart {
    var stop: Int32 = 0
  }
}

extension UniformLine.Start {
  /// Finds the line that begins here.
  ///
  /// - Parameters:
  ///   - stops: The stops of the text.
  ///   - spaces: The advances of its white space, as ``MeasuredTraits/spaces`` has them.
  ///   - units: The measure, as ``PlainEntry/units(within:scale:)`` returns it.
  ///   - guess: A stop near which the line is likely to end, not after a mandatory break.
  /// - Returns: The line, or `nil` if no opportunity fits.
  /// - Complexity: O(*n*), where *n* is the distance of the last stop that fits from the guess.
  @inline(__always) fileprivate func line(
    in stops: Span<UniformStop>, spaces: UInt64, units: UInt32, guess: Int
  ) -> UniformLine? {
    let first = Int(stop)
    let base = first == 0 ? 0 : stops[first &- 1].next(spaces)
    let end = base &+ units
    var last = min(max(guess, first), stops.count &- 1)
    var isLast = false
    if stops[last].inkEnd > end {
      repeat { last &-= 1 } while last >= first && stops[last].inkEnd > end
      if last < first { return nil }
    } else {
      while true {
        isLast = stops[last].isMandatory || last &+ 1 == stops.count
        if isLast || stops[last &+ 1].inkEnd > end { break }
        last &+= 1
      }
    }
    return UniformLine(
      end: Self(stop: Int32(truncatingIfNeeded: last &+ 1)),
      width: stops[last].inkEnd &- base,
      limit: isLast ? UniformLine.unlimited : stops[last &+ 1].inkEnd &- base)
  }
}
