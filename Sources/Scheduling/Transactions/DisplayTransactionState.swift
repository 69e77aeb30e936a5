/// The state machine of a transaction, without threads and closures.
struct DisplayTransactionState {
  private(set) var state = DisplayTransaction.State.open
  /// The number of operations that have not ended.
  private(set) var remaining = 0

  /// Whether the transaction is committed and all its operations have ended.
  var isDue: Bool { remaining == 0 && state == .committed }

  /// Adds an operation.
  mutating func add() {
    precondition(state == .open, "cannot add operations to a committed transaction")
    remaining += 1
  }

  /// Records the end of an operation, whether it ran or not.
  mutating func endOperation() {
    remaining -= 1
  }

  /// Commits the transaction.
  mutating func commit() {
    precondition(state == .open, "transaction is already committed")
    state = .committed
  }

  /// Completes the transaction, if it is due.
  ///
  /// - Returns: Whether the completions are to run; `false` if they are not due or have run.
  mutating func complete() -> Bool {
    guard isDue else { return false }
    state = .complete
    return true
  }
}
