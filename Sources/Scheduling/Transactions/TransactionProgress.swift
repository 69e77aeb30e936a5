import Dispatch
import Synchronization

/// The thread-safe part of a transaction.
final class TransactionProgress: Sendable {
  private struct Contents {
    var state = DisplayTransactionState()
    var waiter: DispatchSemaphore?
  }

  private let contents = Mutex(Contents())
  private let announce: @Sendable () -> Void

  /// Creates the progress of an open transaction.
  ///
  /// - Parameter announce: Called on any thread when the transaction is ready to complete.
  init(announce: @escaping @Sendable () -> Void) {
    self.announce = announce
  }

  var state: DisplayTransaction.State { contents.withLock { $0.state.state } }

  func add() {
    contents.withLock { $0.state.add() }
  }

  func commit() -> DisplayTransactionState.Action {
    let action = contents.withLock { $0.state.commit() }
    if case .announce = action { announce() }
    return action
  }

  func cancel() -> Bool {
    contents.withLock { $0.state.cancel() }
  }

  func complete() -> Bool? {
    contents.withLock { $0.state.complete() }
  }

  func endOperation() {
    let (action, waiter) = contents.withLock { contents in
      let action = contents.state.endOperation()
      return (action, contents.state.remaining == 0 ? contents.waiter.take() : nil)
    }
    if case .announce = action { announce() }
    waiter?.signal()
  }

  /// Waits until every operation has ended.
  func wait() {
    let waiter = contents.withLock { contents -> DispatchSemaphore? in
      guard contents.state.remaining > 0 else { return nil }
      let waiter = DispatchSemaphore(value: 0)
      contents.waiter = waiter
      return waiter
    }
    waiter?.wait()
  }
}
