import Synchronization

/// A queue of values to release off the main actor.
///
/// Releasing the nodes and layouts of a message takes up to 0.2 ms: those of a screen of messages
/// would take the time of a frame. One work item of the lowest priority releases all values that
/// have been added before it runs.
package final class BackgroundRelease: Sendable {
  private struct State {
    var values: [any Sendable] = []
    var isSubmitted = false
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  /// Creates an empty queue.
  ///
  /// - Parameter wake: Requests a call of ``submit(to:)``, from any thread.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Whether a work item is waiting.
  package var isSubmitted: Bool { state.withLock { $0.isSubmitted } }

  /// Adds a value, which the caller gives up in the same tick; callable from any thread.
  package func add(_ value: any Sendable) {
    let isFirst = state.withLock { state in
      state.values.append(value)
      return state.values.count == 1 && !state.isSubmitted
    }
    if isFirst { wake() }
  }

  /// Submits a work item that releases the values, unless there are none or one is waiting.
  package func submit(to executor: any DisplayExecutor) {
    let isNeeded = state.withLock { state in
      guard !state.values.isEmpty, !state.isSubmitted else { return false }
      state.isSubmitted = true
      return true
    }
    guard isNeeded else { return }
    executor.submit(
      DisplayWork(label: "release") { _ in self.releaseAll() }, key: DisplayWork.Key(.none))
  }

  private func releaseAll() {
    // Released after the lock.
    _ = state.withLock { state in
      defer { state = State() }
      return state.values
    }
  }
}
