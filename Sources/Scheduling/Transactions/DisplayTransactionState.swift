/// The state machine of a transaction, without threads and closures.
struct DisplayTransactionState {
  /// The action that follows from an event.
  enum Action {
    /// No action yet.
    case wait
    /// The main actor is to run the completions in a later tick.
    case announce
    /// The completions run immediately.
    case complete
  }

  private(set) var state = DisplayTransaction.State.open
  /// The number of operations, and the number of those that have not ended.
  private var operations = 0
  private(set) var remaining = 0

  /// Adds an operation.
  mutating func add() {
    precondition(state == .open, "cannot add operations to a committed transaction")
    operations += 1
    remaining += 1
  }

  /// Records the end of an operation, whether it ran or not.
  mutating func endOperation() -> Action {
    remaining -= 1
    return remaining == 0 && state != .open ? .announce : .wait
  }

  /// Commits the transaction.
  mutating func commit() -> Action {
    precondition(state == .open, "transaction is already committed")
    state = .committed
    if operations == 0 { return .complete }
    return remaining == 0 ? .announce : .wait
  }

  /// Cancels the transaction.
  ///
  /// - Returns: Whether the state changed; `false` if the transaction is complete or already
  ///   canceled.
  mutating func cancel() -> Bool {
    precondition(state != .open, "cannot cancel a transaction that is not committed")
    guard state == .committed else { return false }
    state = .canceled
    return true
  }

  /// Completes the transaction, if it is due and not complete yet.
  ///
  /// - Returns: Whether the transaction was canceled; `nil` if its completions must not run now.
  mutating func complete() -> Bool? {
    guard remaining == 0, state == .committed || state == .canceled else { return nil }
    let isCanceled = state == .canceled
    state = .complete
    return isCanceled
  }
}
