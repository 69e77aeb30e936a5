import Dispatch
import Synchronization

/// The thread-safe part of a transaction.
final class TransactionProgress: Sendable {
  private struct Contents {
    var state = DisplayTransactionState()
    var waiter: DispatchSemaphore?
  }

  private let contents = Mutex(Contents())
  /// Announces, on any thread, that the transaction is ready to complete.
  let announce: @Sendable () -> Void

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

  /// Commits the transaction.
  ///
  /// - Returns: Whether it is ready to complete.
  func commit() -> Bool {
    contents.withLock { contents in
      contents.state.commit()
      return contents.state.isDue
    }
  }

  func complete() -> Bool {
    contents.withLock { $0.state.complete() }
  }

  func endOperation() {
    let (isDue, waiter) = contents.withLock { contents in
      contents.state.endOperation()
      return (
        contents.state.isDue, contents.state.remaining == 0 ? contents.waiter.take() : nil
      )
    }
    if isDue { announce() }
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
