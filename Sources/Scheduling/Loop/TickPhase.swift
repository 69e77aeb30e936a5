/// The parts of a tick, in the order they run.
public enum TickPhase: Int, CaseIterable, Comparable, Sendable {
  /// Pointers, keys, timers.
  case input
  /// What the main serial queue holds.
  case serialQueue
  /// The completions of transactions that have finished, and whatever else threads have posted.
  case finishedWork
  /// Edits of lists.
  case changeSets
  /// What is visible, displayed, preloaded: once for each node and tick.
  case interfaceStates
  /// What has to be measured now.
  case measurement
  /// What other threads have changed of nodes with layers.
  case pendingStates
  /// The places of layers.
  case layout
  /// The beginning of display passes; at its end their work is submitted, all at once.
  case display
  /// Layers to the compositor, then the tick's transactions: their gates open.
  case commit
  /// What must die on the main actor, a few at a time, and other things that have time.
  case releases

  /// Whether one phase runs before another.
  public static func < (left: TickPhase, right: TickPhase) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One turn of the display loop.
public struct Tick: Hashable, Sendable {
  /// The tick's number, counted from 1.
  public let number: UInt64
  /// When the tick began, in the seconds of the loop's clock; the time of all its animations.
  public let time: Double
}
