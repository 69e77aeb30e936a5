/// The open and pending transactions of a display loop.
///
/// The group retains its transactions until they are complete. The loop commits open ones at the
/// end of each tick, and completes finished ones near the start of the next, in the order of their
/// creation.
@MainActor package final class TransactionGroup {
  private struct Owned {
    let transaction: DisplayTransaction
    weak var owner: AnyObject?
  }

  private let executor: any DisplayExecutor
  private let finished: FinishedTransactions
  private let didOpen: @Sendable () -> Void
  private var open: [DisplayTransaction] = []
  /// The transactions of owners by identity; some may already be committed.
  private var owned: [ObjectIdentifier: Owned] = [:]
  private var underWay: [UInt64: DisplayTransaction] = [:]
  private var count: UInt64 = 0

  /// Creates an empty group.
  ///
  /// - Parameters:
  ///   - executor: The executor of operations.
  ///   - didOpen: Called when there is a transaction to commit.
  ///   - didFinish: Called on any thread when there is a transaction to complete.
  package nonisolated init(
    executor: any DisplayExecutor,
    didOpen: @escaping @Sendable () -> Void = {},
    didFinish: @escaping @Sendable () -> Void = {}
  ) {
    self.executor = executor
    self.didOpen = didOpen
    finished = FinishedTransactions(didFinish: didFinish)
  }

  /// Whether no transaction is open or pending.
  package var isEmpty: Bool { open.isEmpty && underWay.isEmpty }

  /// Opens a new transaction.
  package func makeTransaction() -> DisplayTransaction {
    count += 1
    let transaction = DisplayTransaction(
      number: count, group: self, executor: executor, finished: finished)
    open.append(transaction)
    didOpen()
    return transaction
  }

  /// Returns the open transaction of an owner, creating it if necessary.
  ///
  /// - Parameter owner: The object whose results appear together. It is not retained.
  /// - Returns: The only open transaction of the owner.
  package func transaction(of owner: AnyObject) -> DisplayTransaction {
    let identity = ObjectIdentifier(owner)
    // The entry may be of a deallocated owner whose address was reused.
    if let found = owned[identity], found.owner === owner, found.transaction.state == .open {
      return found.transaction
    }
    let transaction = makeTransaction()
    owned[identity] = Owned(transaction: transaction, owner: owner)
    return transaction
  }

  /// Submits the operations of the open transactions in one batch, without committing.
  package func submit() {
    submit(open)
  }

  /// Commits the open transactions; those opened meanwhile stay open.
  package func commit() {
    let transactions = open
    open = []
    owned = [:]
    submit(transactions)
    for transaction in transactions { underWay[transaction.number] = transaction }
    for transaction in transactions { transaction.commitSubmitted() }
  }

  /// Completes the committed transactions whose operations have all ended.
  package func completeFinished() {
    for number in finished.take() { underWay[number]?.complete() }
  }

  /// Releases a complete transaction.
  func forget(_ transaction: DisplayTransaction) {
    underWay[transaction.number] = nil
  }

  private func submit(_ transactions: [DisplayTransaction]) {
    let batch = transactions.flatMap { $0.takeUnsubmitted() }
    if !batch.isEmpty { executor.submit(batch) }
  }
}
