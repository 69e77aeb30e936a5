import Dispatch
import Synchronization

/// The thread-safe part of a transaction.
final class TransactionProgress: Sendable {
  private struct Contents {
    var state = DisplayTransaction.State.open
    /// The number of operations that have not ended.
    var remaining = 0
    var waiter: DispatchSemaphore?

    /// Whether the transaction is committed and all its operations have ended.
    var isDue: Bool { remaining == 0 && state == .committed }
  }

  private let contents = Mutex(Contents())
  /// The number of the transaction in its group.
  private let number: UInt64
  private let finished: FinishedTransactions

  init(number: UInt64, finished: FinishedTransactions) {
    self.number = number
    self.finished = finished
  }

  var state: DisplayTransaction.State { contents.withLock { $0.state } }

  /// Adds an operation.
  func add() {
    contents.withLock { contents in
      precondition(contents.state == .open, "cannot add operations to a committed transaction")
      contents.remaining += 1
    }
  }

  /// Commits the transaction.
  ///
  /// - Returns: Whether it is ready to complete.
  func commit() -> Bool {
    contents.withLock { contents in
      precondition(contents.state == .open, "transaction is already committed")
      contents.state = .committed
      return contents.isDue
    }
  }

  /// Announces that the transaction is ready to complete.
  func announce() { finished.announce(number) }

  /// Completes the transaction, if it is due.
  ///
  /// - Returns: Whether the completions are to run; `false` if they are not due or have run.
  func complete() -> Bool {
    contents.withLock { contents in
      guard contents.isDue else { return false }
      contents.state = .complete
      return true
    }
  }

  /// Records the end of an operation, whether it ran or not.
  func endOperation() {
    let (isDue, waiter) = contents.withLock { contents in
      contents.remaining -= 1
      return (contents.isDue, contents.remaining == 0 ? contents.waiter.take() : nil)
    }
    if isDue { announce() }
    waiter?.signal()
  }

  /// Waits until every operation has ended.
  func wait() {
    let waiter = contents.withLock { contents -> DispatchSemaphore? in
      guard contents.remaining > 0 else { return nil }
      let waiter = DispatchSemaphore(value: 0)
      contents.waiter = waiter
      return waiter
    }
    waiter?.wait()
  }
}

/// Identifiers of transactions ready to complete on the main actor.
final class FinishedTransactions: Sendable {
  private let numbers = Mutex<[UInt64]>([])
  private let didFinish: @Sendable () -> Void

  init(didFinish: @escaping @Sendable () -> Void) {
    self.didFinish = didFinish
  }

  func announce(_ number: UInt64) {
    numbers.withLock { $0.append(number) }
    didFinish()
  }

  /// Takes the announced numbers, in the order in which the transactions were created.
  func take() -> [UInt64] {
    numbers.withLock { numbers in
      defer { numbers = [] }
      return numbers.sorted()
    }
  }
}
