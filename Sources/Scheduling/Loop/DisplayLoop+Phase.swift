extension DisplayLoop {
  /// The phases of a tick, in order.
  public enum Phase: Int, CaseIterable, Comparable, Sendable {
    /// Pointers, keys, and timers.
    case input
    /// The completions of finished transactions, and other results posted by threads.
    case finishedWork
    /// The edits of lists.
    case changeSets
    /// The changes of interface states, once per node and tick.
    case interfaceStates
    /// The measurement that is due.
    case measurement
    /// The changes that other threads made to loaded nodes.
    case pendingStates
    /// The layout of layers.
    case layout
    /// The start of display passes; at the end of the phase their work is submitted in one batch.
    case display
    /// The commit of layers to the compositor, then of the tick's transactions.
    case commit
    /// The release of objects on the main actor, in small batches, and other deferrable work.
    case releases

    /// Returns whether the left phase runs before the right one.
    public static func < (left: Phase, right: Phase) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// A tick of the display loop.
  public struct Tick: Hashable, Sendable {
    /// The number of the tick, counted from 1.
    public let number: UInt64
    /// The start of the tick in seconds of the loop's clock, which is the time of all its
    /// animations.
    public let time: Double
  }
}

extension DisplayLoop.Phase {
  /// The name of the phase in a log.
  var traceName: StaticString {
    switch self {
    case .input: "input"
    case .finishedWork: "finished work"
    case .changeSets: "change sets"
    case .interfaceStates: "interface states"
    case .measurement: "measurement"
    case .pendingStates: "pending states"
    case .layout: "layout"
    case .display: "display"
    case .commit: "commit"
    case .releases: "releases"
    }
  }
}
