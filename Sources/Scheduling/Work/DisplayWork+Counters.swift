extension DisplayWork {
  /// The statistics of a display executor.
  ///
  /// Each submitted work item is eventually counted in exactly one of ``finished``,
  /// ``canceledBeforeStart`` and ``staleAtEnd``.
  public struct Counters: Hashable, Sendable {
    /// The number of submitted work items.
    public var submitted = 0
    /// The number of started work items.
    public var started = 0
    /// The number of work items that ran and were not stale at the end.
    public var finished = 0
    /// The number of work items that never ran.
    public var canceledBeforeStart = 0
    /// The number of work items that ran and were stale at the end.
    public var staleAtEnd = 0
    /// The durations of the work items that ran.
    package var drawing = Durations()
    /// The total time spent on work that went stale, in microseconds.
    public var wastedMicroseconds = 0.0
    /// The times that started work items waited in the queue.
    package var queueWait = Durations()

    /// Creates counters at zero.
    public init() {}

    /// The total time spent on work, in microseconds.
    public var drawingMicroseconds: Double { drawing.total * 1e6 }

    /// The number of work items that have neither finished nor been discarded.
    public var open: Int { submitted - finished - canceledBeforeStart - staleAtEnd }

    /// Counts a started work item, with the time it waited in seconds.
    mutating func countStart(wait: Double) {
      started += 1
      queueWait.add(wait)
    }

    /// Counts the end of a work item that ran, with its duration in seconds.
    mutating func countEnd(_ ending: Ending, duration: Double) {
      drawing.add(duration)
      switch ending {
      case .finished: finished += 1
      case .canceledBeforeStart: canceledBeforeStart += 1
      case .staleAtEnd:
        staleAtEnd += 1
        wastedMicroseconds += max(0, duration) * 1e6
      }
    }
  }
}
