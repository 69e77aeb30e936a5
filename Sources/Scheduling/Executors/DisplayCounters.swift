/// The statistics of a display executor.
///
/// Each submitted work item is eventually counted in exactly one of ``finished``,
/// ``canceledBeforeStart`` and ``canceledWhileDrawing``.
public struct DisplayCounters: Hashable, Sendable {
  /// The number of submitted work items.
  public var submitted = 0
  /// The number of started work items.
  public var started = 0
  /// The number of work items that ran and were not stale at the end.
  public var finished = 0
  /// The number of work items that never ran.
  public var canceledBeforeStart = 0
  /// The number of work items that ran and were stale at the end.
  public var canceledWhileDrawing = 0
  /// The durations of the work items that ran.
  public var drawing = Durations()
  /// The total time spent on work that went stale, in microseconds.
  public var wastedMicroseconds = 0.0
  /// The times that started work items waited in the queue.
  public var queueWait = Durations()

  /// Creates counters at zero.
  public init() {}

  /// The total time spent on work, in microseconds.
  public var drawingMicroseconds: Double { drawing.total * 1e6 }

  /// The number of work items that have neither finished nor been discarded.
  public var open: Int { submitted - finished - canceledBeforeStart - canceledWhileDrawing }

  /// Counts a started work item, with the time it waited in seconds.
  mutating func countStart(wait: Double) {
    started += 1
    queueWait.add(wait)
  }

  /// Counts the end of a work item that ran, with its duration in seconds.
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

/// A histogram of durations, with their count and total.
public struct Durations: Hashable, Sendable {
  /// The number of durations.
  public private(set) var count = 0
  /// The total duration, in seconds.
  public private(set) var total = 0.0
  /// The longest duration, in seconds.
  public private(set) var longest = 0.0
  /// The counts per bucket of microseconds: one below 1, then four per power of two.
  private var steps: [Int] = []

  /// Creates an empty histogram.
  public init() {}

  /// Adds a duration in seconds; negative values count as 0.
  public mutating func add(_ seconds: Double) {
    let seconds = max(0, seconds)
    count += 1
    total += seconds
    longest = max(longest, seconds)
    let step = Self.step(of: seconds * 1e6)
    while steps.count <= step { steps.append(0) }
    steps[step] += 1
  }

  /// Returns a quantile of the durations, to within a quarter.
  ///
  /// - Parameter share: The fraction of durations at or below the result, 0...1, for example 0.99.
  /// - Returns: The duration in seconds; 0 if there are none.
  public func quantile(_ share: Double) -> Double {
    var rest = Int((min(1, max(0, share)) * Double(count)).rounded(.up))
    for (step, many) in steps.enumerated() {
      rest -= many
      if rest <= 0 { return min(longest, Self.end(of: step) / 1e6) }
    }
    return longest
  }

  /// Returns the bucket of a duration; the four buckets of a power of two are equally wide.
  private static func step(of microseconds: Double) -> Int {
    guard microseconds >= 1 else { return 0 }
    let bounded = min(microseconds, 0x1p60)
    return 1 + 4 * Int(bounded.exponent) + Int((bounded.significand - 1) * 4)
  }

  /// Returns the upper bound of a bucket, in microseconds.
  private static func end(of step: Int) -> Double {
    guard step > 0 else { return 1 }
    let (doubling, quarter) = (step - 1).quotientAndRemainder(dividingBy: 4)
    return Double(sign: .plus, exponent: doubling, significand: 1 + Double(quarter + 1) / 4)
  }
}
