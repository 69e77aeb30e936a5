/// How far a transaction has come, apart from threads and closures.
struct DisplayTransactionState {
  /// What follows from an event.
  enum Action {
    /// Nothing yet.
    case wait
    /// The completions may run, and it is for the main actor to do it when its turn comes.
    case announce
    /// The completions run at once.
    case complete
  }

  private(set) var state = DisplayTransaction.State.open
  /// How many operations there are, and how many of them have not ended.
  private var operations = 0
  private(set) var remaining = 0

  /// Adds an operation, which begins when the executor pleases.
  mutating func add() {
    precondition(state == .open, "operations are added before the transaction is committed")
    operations += 1
    remaining += 1
  }

  /// Notes that an operation has ended, whether it ran or not.
  mutating func endOperation() -> Action {
    remaining -= 1
    return remaining == 0 && state != .open ? .announce : .wait
  }

  /// Opens the gate for the completions.
  mutating func commit() -> Action {
    precondition(state == .open, "a transaction is committed once")
    state = .committed
    if operations == 0 { return .complete }
    return remaining == 0 ? .announce : .wait
  }

  /// Calls off what has not begun.
  ///
  /// - Returns: Whether that is news: a transaction that is complete or canceled stays what it is.
  mutating func cancel() -> Bool {
    precondition(state != .open, "a transaction is committed before it is canceled")
    guard state == .committed else { return false }
    state = .canceled
    return true
  }

  /// Goes through the gate, if it is open and nobody has before.
  ///
  /// - Returns: Whether the transaction was canceled; `nil` if its completions must not run now.
  mutating func complete() -> Bool? {
    guard remaining == 0, state == .committed || state == .canceled else { return nil }
    let isCanceled = state == .canceled
    state = .complete
    return isCanceled
  }
}
