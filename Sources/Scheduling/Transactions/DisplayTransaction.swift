/// A group of display operations whose results appear together.
///
/// Operations run on any thread, in any order, and may start before the transaction is committed.
/// Once it is committed and the last operation has ended, the completions run on the main actor in
/// the order in which they were added. Each runs exactly once, even if its operation never ran.
///
/// A ``TransactionGroup`` creates, retains and commits transactions.
@MainActor package final class DisplayTransaction {
  /// The state of a transaction, which only advances.
  package enum State: Sendable {
    /// Operations can be added.
    case open
    /// The completions run when all operations have ended.
    case committed
    /// The completions have run or are running.
    case complete
  }

  /// The number of the transaction in its group.
  nonisolated let number: UInt64
  private let executor: any DisplayExecutor
  private let progress: TransactionProgress
  private weak var group: TransactionGroup?
  private var unsubmitted: [DisplayWork.Submission] = []
  private var operations: [DisplayWork.ID] = []
  private var completions: [@MainActor () -> Void] = []

  init(
    number: UInt64, group: TransactionGroup, executor: any DisplayExecutor,
    finished: FinishedTransactions
  ) {
    self.number = number
    self.group = group
    self.executor = executor
    progress = TransactionProgress(number: number, finished: finished)
  }

  /// The state of the transaction.
  package var state: State { progress.state }

  /// Adds an operation to an open transaction.
  ///
  /// - Parameters:
  ///   - key: The priority of the operation.
  ///   - ticket: The ticket of its pass; work that is stale when its turn comes never runs.
  ///   - work: Does the work on any thread, and returns its result, or `nil` if it stopped.
  ///   - completion: Receives the result, or `nil` if the work never ran. ``Sentinel/publish(_:)``
  ///     decides whether a result may be shown.
  /// - Returns: The identifier of the operation, to change its key.
  @discardableResult package func add<Value: Sendable>(
    _ key: DisplayWork.Key, ticket: Ticket = .unlimited,
    work: @escaping @Sendable (Ticket) -> Value?,
    completion: @escaping @MainActor (_ value: Value?) -> Void
  ) -> DisplayWork.ID {
    progress.add()
    let result = OperationResult<Value>()
    let work = DisplayWork(ticket: ticket) {
      result.store(work($0))
    } ended: { [progress] _ in
      progress.endOperation()
    }
    unsubmitted.append(DisplayWork.Submission(work, key: key))
    operations.append(work.id)
    completions.append { completion(result.take()) }
    return work.id
  }

  /// Waits for the operations and runs the completions.
  ///
  /// Operations that have not started run on the calling thread, so this waits only for other
  /// threads and never for itself. If the transaction is open, its whole group is committed.
  package func waitUntilComplete() {
    if state == .open { group?.commit() }
    executor.run(operations)
    progress.wait()
    complete()
  }

  // MARK: For the group

  /// Takes the operations that have not been submitted.
  func takeUnsubmitted() -> [DisplayWork.Submission] {
    defer { unsubmitted = [] }
    return unsubmitted
  }

  /// Commits the transaction after its operations have been submitted.
  ///
  /// A transaction without operations completes before this returns, any other in a later tick.
  func commitSubmitted() {
    let isDue = progress.commit()
    if operations.isEmpty { complete() } else if isDue { progress.announce() }
  }

  /// Runs the completions, if they are due and have not run.
  func complete() {
    guard progress.complete() else { return }
    group?.forget(self)
    let completions = completions
    self.completions = []
    for completion in completions { completion() }
  }
}
