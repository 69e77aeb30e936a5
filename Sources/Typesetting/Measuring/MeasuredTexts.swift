import GalleyGeometry
import GalleyShaping

/// The lines of many texts that are measured, one text behind the other.
///
/// A text that was measured before keeps the lines that are the same at the new width, and a line
/// that is not ends near its old end.
struct MeasuredTexts<Line: MeasuredLine>: Sendable {
  private var rows: [MeasuredText] = []
  private var lines: [Line] = []
  /// The traits of texts, which most of them share, so that a row is small.
  private var traits: [MeasuredTraits] = []
  private var traitIndices: [MeasuredTraits: UInt16] = [:]

  /// Appends a text that must be measured in another way.
  mutating func appendNone() { rows.append(MeasuredText()) }

  /// Appends the text of a layout.
  ///
  /// - Parameters:
  ///   - layout: The layout, whose lines are all alike.
  ///   - stops: The indices of the stops of the text, not empty.
  ///   - traits: The traits of the text; this method sets those that follow from its stops.
  ///   - isMandatory: Returns whether a line must end at a stop.
  /// - Returns: Whether the text was appended, and not as one to measure in another way.
  mutating func append(
    _ layout: TextLayout, stops: Range<Int>, _ traits: MeasuredTraits, isMandatory: (Int) -> Bool
  ) -> Bool {
    var traits = traits
    traits.isEnded = isMandatory(stops.upperBound - 1)
    traits.hasParagraphs = stops.dropLast().contains(where: isMandatory)
    // Narrower layouts have more lines.
    let capacity = layout.lineCount + layout.lineCount / 4 + 2
    guard let index = index(of: traits),
      let row = MeasuredText(
        stops: stops, firstLine: lines.count, lineCapacity: capacity, traits: index)
    else { return false }
    rows.append(row)
    lines.append(contentsOf: repeatElement(Line(), count: capacity))
    return true
  }

  /// Returns the index of traits, which are new or not; `nil` if there are too many.
  private mutating func index(of new: MeasuredTraits) -> UInt16? {
    if let index = traitIndices[new] { return index }
    guard let index = UInt16(exactly: traits.count) else { return nil }
    traits.append(new)
    traitIndices[new] = index
    return index
  }

  /// The stops of a text; empty if it must be measured in another way.
  func stops(of index: Int) -> Range<Int> { rows[index].stops }

  /// The traits of a text that has stops.
  func traits(of index: Int) -> MeasuredTraits { traits[Int(rows[index].traits)] }

  /// Finds the lines of a text, of which those that are the same at a measure stay.
  ///
  /// - Parameters:
  ///   - index: The text, which has stops.
  ///   - measure: The measure, in the unit of the widths of lines.
  ///   - find: Returns the line with a start, given a stop near which it is likely to end.
  /// - Returns: The lines, or `nil` if the text must be measured in another way.
  @inline(__always) mutating func measure(
    _ index: Int, _ measure: Line.Width, find: (Line.Start, Int) -> Line?
  ) -> MeasuredLines<Line>? {
    while true {
      let (row, traits) = (rows[index], traits(of: index))
      var found = MeasuredLines<Line>()
      switch row.measure(measure, traits, &lines, find, &found) {
      case .measured:
        rows[index].lineCount = UInt16(truncatingIfNeeded: found.count)
        found.height = Double(found.count + (traits.isEnded ? 1 : 0)) * traits.pitch
        return found
      case .lacksCapacity:
        if addCapacity(toText: index) { continue }
        fallthrough
      case .doesNotFit:
        rows[index].lineCount = 0
        return nil
      }
    }
  }

  /// Moves the lines of a text, which fill their capacity, to where there is room for more.
  ///
  /// - Returns: Whether there can be more.
  private mutating func addCapacity(toText index: Int) -> Bool {
    let (first, count) = (Int(rows[index].firstLine), Int(rows[index].lineCapacity))
    guard let capacity = UInt16(exactly: 2 * count), let place = UInt32(exactly: lines.count)
    else { return false }
    rows[index].firstLine = place
    rows[index].lineCount = UInt16(truncatingIfNeeded: count)
    rows[index].lineCapacity = capacity
    for line in first..<first + count { lines.append(lines[line]) }
    lines.append(contentsOf: repeatElement(Line(), count: count))
    return true
  }
}

/// A text that is measured; without stops, it must be measured in another way.
private struct MeasuredText: BitwiseCopyable {
  /// The location of its stops.
  var firstStop: UInt32 = 0
  var stopCount: UInt16 = 0
  /// The index of its traits.
  var traits: UInt16 = 0
  /// The location of its lines, and the number of those known.
  var firstLine: UInt32 = 0
  var lineCount: UInt16 = 0
  var lineCapacity: UInt16 = 0

  init() {}

  /// Creates a text; the result is `nil` if a number is too large.
  init?(stops: Range<Int>, firstLine: Int, lineCapacity: Int, traits: UInt16) {
    guard let firstStop = UInt32(exactly: stops.lowerBound),
      let stopCount = UInt16(exactly: stops.count), let firstLine = UInt32(exactly: firstLine),
      let lineCapacity = UInt16(exactly: lineCapacity)
    else { return nil }
    (self.firstStop, self.stopCount, self.traits) = (firstStop, stopCount, traits)
    (self.firstLine, self.lineCapacity) = (firstLine, lineCapacity)
  }

  /// The indices of its stops.
  var stops: Range<Int> { Int(firstStop)..<Int(firstStop) &+ Int(stopCount) }
}

extension MeasuredText {
  enum Outcome {
    case measured
    /// There are more lines than room for them.
    case lacksCapacity
    /// Some line ends at no opportunity.
    case doesNotFit
  }

  /// Finds the lines at a measure.
  @inline(__always) func measure<Line: MeasuredLine>(
    _ measure: Line.Width, _ traits: MeasuredTraits, _ lines: inout [Line],
    _ find: (Line.Start, Int) -> Line?, _ found: inout MeasuredLines<Line>
  ) -> Outcome {
    var lines = lines.mutableSpan
    var start = Line.Start()
    var lastStopCount: Int32 = 0
    var isMoved = false
    while start.stop < Int32(stopCount) {
      let place = Int(firstLine) &+ Int(found.count)
      let isKnown = found.count < Int32(lineCount)
      if !isMoved, isKnown {
        let line = lines[place]
        if line.width <= measure, measure < line.limit {
          found.add(line)
          lastStopCount = line.end.stop &- start.stop
          start = line.end
          continue
        }
      }
      guard found.count < Int32(lineCapacity) else { return .lacksCapacity }
      let old = isKnown ? lines[place].end.stop : 0
      // In one line of a text with paragraphs, a guess could be after a mandatory break.
      let guess =
        traits.hasParagraphs
        ? 0 : likelyEnd(from: start.stop, old, lastStopCount, isMoved: isMoved)
      guard let line = find(start, guess) else { return .doesNotFit }
      lines[place] = line
      found.add(line)
      isMoved = old != line.end.stop
      lastStopCount = line.end.stop &- start.stop
      start = line.end
    }
    return .measured
  }

  /// Returns a stop near which a line is likely to end.
  ///
  /// - Parameters:
  ///   - start: The first stop of the line.
  ///   - old: The stop after the line that has been in its place, or 0.
  ///   - lastCount: The number of stops of the line before.
  ///   - isMoved: Whether the line begins elsewhere than before.
  /// - Returns: The stop, which may be before the line.
  @inline(__always) private func likelyEnd(
    from start: Int32, _ old: Int32, _ lastCount: Int32, isMoved: Bool
  ) -> Int {
    // Near the old end, unless the widths differ so much that lines would be searched whole.
    let isNear = old > start && (!isMoved || old &- start <= 2 &* lastCount &+ 8)
    return Int(isNear ? old : start &+ lastCount) &- 1
  }
}

/// The properties of a text that is measured, besides its stops.
struct MeasuredTraits: Hashable, Sendable {
  /// The distance between its lines, in points.
  var pitch: Double
  /// The points per unit of a text of one run.
  var scale = 0.0
  /// The advances of white space of a text of one run, of 16 bits each, as in
  /// ``BreakTable/Form/hangs``.
  var spaces: UInt64 = 0
  /// Whether an empty line follows its last line end.
  var isEnded = false
  /// Whether some line ends at a mandatory break before the last stop.
  var hasParagraphs = false
}

/// The lines of a text at a measure.
struct MeasuredLines<Line: MeasuredLine> {
  fileprivate(set) var count: Int32 = 0
  /// The width of the widest line.
  private(set) var width = Line.Width.zero
  /// The least measure at which more fits on some line.
  private(set) var limit = Line.unlimited
  /// The height of the text, in points.
  fileprivate(set) var height = 0.0

  @inline(__always) fileprivate mutating func add(_ next: Line) {
    if next.width > width { width = next.width }
    if next.limit < limit { limit = next.limit }
    count &+= 1
  }
}

/// A line of a text that is measured.
protocol MeasuredLine: BitwiseCopyable, Sendable {
  associatedtype Start: MeasuredStart
  associatedtype Width: BitwiseCopyable & Comparable & AdditiveArithmetic

  init()
  /// The start of the next line.
  var end: Start { get }
  /// The width of the line.
  var width: Width { get }
  /// The least measure at which more fits on the line, or ``unlimited``.
  var limit: Width { get }
  /// The limit of a line on which nothing more can fit.
  static var unlimited: Width { get }
}

/// The start of a line of a text that is measured.
protocol MeasuredStart: BitwiseCopyable {
  /// The start of the first line.
  init()
  /// The index of the first stop on the line, from the first stop of the text.
  var stop: Int32 { get }
}

extension TextLayout {
  /// The distance between lines that are filled greedily and all alike at any width, in points;
  /// `nil` if lines can differ or the text has tabs.
  var evenPitch: Double? {
    options.isPlain && !shaped.hasTabs && keepsMetrics ? metrics.height : nil
  }
}
