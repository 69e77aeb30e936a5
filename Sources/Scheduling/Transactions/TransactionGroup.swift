import Synchronization

/// The transactions of a display loop: those of a tick that are open, and those under way.
///
/// The group keeps its transactions alive until they are complete. The loop commits the open ones at
/// the end of each tick, and completes those that have finished near the start of the next, in the
/// order they were made.
@MainActor public final class TransactionGroup {
  private struct Owned {
    let transaction: DisplayTransaction
    weak var owner: AnyObject?
  }

  private let executor: any DisplayExecutor
  private let finished: FinishedTransactions
  private let didOpen: @Sendable () -> Void
  private var open: [DisplayTransaction] = []
  /// The transactions of owners, by their identities; some of them may have been committed since.
  private var owned: [ObjectIdentifier: Owned] = [:]
  private var underWay: [UInt64: DisplayTransaction] = [:]
  private var count: UInt64 = 0

  /// Makes a group with no transactions.
  ///
  /// - Parameters:
  ///   - executor: Runs the operations.
  ///   - didOpen: Is called when there is something to commit.
  ///   - didFinish: Is called on any thread when there is something to complete.
  public init(
    executor: any DisplayExecutor,
    didOpen: @escaping @Sendable () -> Void = {},
    didFinish: @escaping @Sendable () -> Void = {}
  ) {
    self.executor = executor
    self.didOpen = didOpen
    finished = FinishedTransactions(didFinish: didFinish)
  }

  /// Whether nothing is open and nothing under way.
  public var isEmpty: Bool { open.isEmpty && underWay.isEmpty }

  /// Opens a transaction of its own.
  public func makeTransaction() -> DisplayTransaction {
    count += 1
    let transaction = DisplayTransaction(
      number: count, group: self, executor: executor,
      announce: { [finished, count] in finished.announce(count) })
    open.append(transaction)
    didOpen()
    return transaction
  }

  /// Gives the open transaction of `owner`, and opens one if there is none.
  ///
  /// - Parameters:
  ///   - owner: What the results appear in together. It is not kept alive.
  ///   - didBegin: Is called if there was none and it was made.
  /// - Returns: The transaction, of which an owner has one at most.
  public func transaction(
    of owner: AnyObject, didBegin: (DisplayTransaction) -> Void = { _ in }
  ) -> DisplayTransaction {
    let identity = ObjectIdentifier(owner)
    // An identity may be of something that lived where `owner` does now.
    if let found = owned[identity], found.owner === owner, found.transaction.state == .open {
      return found.transaction
    }
    let transaction = makeTransaction()
    owned[identity] = Owned(transaction: transaction, owner: owner)
    didBegin(transaction)
    return transaction
  }

  /// Submits what has been added to the open transactions, all at once, without committing them.
  public func submit() {
    submit(open)
  }

  /// Commits the open transactions; those that are opened meanwhile stay open.
  public func commit() {
    let transactions = open
    open = []
    owned = [:]
    commitDetached(transactions)
  }

  /// Completes the transactions that are committed and whose operations have all ended.
  public func completeFinished() {
    for number in finished.take() { underWay[number]?.complete() }
  }

  // MARK: For the transactions

  /// Commits one transaction ahead of the others.
  func commit(_ transaction: DisplayTransaction) {
    precondition(transaction.state == .open, "a transaction is committed once")
    open.removeAll { $0 === transaction }
    commitDetached([transaction])
  }

  /// Lets go of a transaction that is complete.
  func forget(_ transaction: DisplayTransaction) {
    underWay[transaction.number] = nil
  }

  private func submit(_ transactions: [DisplayTransaction]) {
    let batch = transactions.flatMap { $0.takeUnsubmitted() }
    if !batch.isEmpty { executor.submit(batch) }
  }

  private func commitDetached(_ transactions: [DisplayTransaction]) {
    submit(transactions)
    for transaction in transactions { underWay[transaction.number] = transaction }
    for transaction in transactions { transaction.commitSubmitted() }
  }
}

/// Where threads leave the numbers of the transactions that the main actor has to complete.
private final class FinishedTransactions: Sendable {
  private let numbers = Mutex<[UInt64]>([])
  private let didFinish: @Sendable () -> Void

  init(didFinish: @escaping @Sendable () -> Void) {
    self.didFinish = didFinish
  }

  func announce(_ number: UInt64) {
    numbers.withLock { $0.append(number) }
    didFinish()
  }

  /// The numbers announced since this was last called, in the order the transactions were made.
  func take() -> [UInt64] {
    numbers.withLock { numbers in
      defer { numbers = [] }
      return numbers.sorted()
    }
  }
}
