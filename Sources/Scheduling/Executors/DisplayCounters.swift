/// What has become of the work that an executor was given.
///
/// Each piece that was submitted is in the end counted in exactly one of ``finished``,
/// ``canceledBeforeStart`` and ``canceledWhileDrawing``.
public struct DisplayCounters: Hashable, Sendable {
  /// How many pieces were submitted.
  public var submitted = 0
  /// How many pieces were started.
  public var started = 0
  /// How many pieces ran and were wanted to the end.
  public var finished = 0
  /// How many pieces never ran.
  public var canceledBeforeStart = 0
  /// How many pieces ran and were stale at their end.
  public var canceledWhileDrawing = 0
  /// How long the pieces that ran took, each.
  public var drawing = Durations()
  /// How long work was done that turned out to be stale, in microseconds.
  public var wastedMicroseconds = 0.0
  /// How long the pieces that were started had waited, each.
  public var queueWait = Durations()

  /// Makes counters that have counted nothing.
  public init() {}

  /// How long work was done in all, in microseconds.
  public var drawingMicroseconds: Double { drawing.total * 1e6 }

  /// How many pieces are neither done nor discarded.
  public var open: Int { submitted - finished - canceledBeforeStart - canceledWhileDrawing }

  /// Counts a piece that starts after having waited for some seconds.
  mutating func countStart(wait: Double) {
    started += 1
    queueWait.add(wait)
  }

  /// Counts a piece that ran for some seconds.
  mutating func countEnd(_ ending: DisplayWork.Ending, duration: Double) {
    drawing.add(duration)
    switch ending {
    case .finished: finished += 1
    case .canceledBeforeStart: canceledBeforeStart += 1
    case .canceledWhileDrawing:
      canceledWhileDrawing += 1
      wastedMicroseconds += max(0, duration) * 1e6
    }
  }
}

/// How long things took: how many, how long in all, and how they are spread.
public struct Durations: Hashable, Sendable {
  /// How many there were.
  public private(set) var count = 0
  /// How long they took together, in seconds.
  public private(set) var total = 0.0
  /// How long the longest took, in seconds.
  public private(set) var longest = 0.0
  /// How many took so many microseconds: four steps to each doubling, the first below one.
  private var steps: [Int] = []

  /// Makes a collection of nothing.
  public init() {}

  /// Adds one, in seconds; what is negative counts as 0.
  public mutating func add(_ seconds: Double) {
    let seconds = max(0, seconds)
    count += 1
    total += seconds
    longest = max(longest, seconds)
    let step = Self.step(of: seconds * 1e6)
    while steps.count <= step { steps.append(0) }
    steps[step] += 1
  }

  /// How long a share of them took at most, in seconds, to within a quarter.
  ///
  /// - Parameter share: From 0 to 1, as 0.99 for all but a hundredth.
  /// - Returns: The time in seconds; 0 if there are none.
  public func quantile(_ share: Double) -> Double {
    var rest = Int((min(1, max(0, share)) * Double(count)).rounded(.up))
    for (step, many) in steps.enumerated() {
      rest -= many
      if rest <= 0 { return min(longest, Self.end(of: step) / 1e6) }
    }
    return longest
  }

  /// The step of so many microseconds; within a doubling, steps are even.
  private static func step(of microseconds: Double) -> Int {
    guard microseconds >= 1 else { return 0 }
    let bounded = min(microseconds, 0x1p60)
    return 1 + 4 * Int(bounded.exponent) + Int((bounded.significand - 1) * 4)
  }

  /// Where a step ends, in microseconds.
  private static func end(of step: Int) -> Double {
    guard step > 0 else { return 1 }
    let (doubling, quarter) = (step - 1).quotientAndRemainder(dividingBy: 4)
    return Double(sign: .plus, exponent: doubling, significand: 1 + Double(quarter + 1) / 4)
  }
}
