import Synchronization

/// A group of display operations whose results appear together.
///
/// Operations run on any thread, in any order, and may start before the transaction is committed.
/// Once it is committed and the last operation has ended, the completions run on the main actor in
/// the order in which they were added. Each runs exactly once, even if its operation never ran.
///
/// A ``TransactionGroup`` creates, retains and commits transactions.
@MainActor public final class DisplayTransaction {
  /// The state of a transaction, which only advances.
  public enum State: Sendable {
    /// Operations can be added.
    case open
    /// The completions run when all operations have ended.
    case committed
    /// The completions run when all operations have ended, and are told of the cancellation.
    case canceled
    /// The completions have run or are running.
    case complete
  }

  /// The number of the transaction in its group.
  nonisolated let number: UInt64
  private let executor: any DisplayExecutor
  private let progress: TransactionProgress
  private weak var group: TransactionGroup?
  private var unsubmitted: [Submission] = []
  private var operations: [WorkID] = []
  private var completions: [@MainActor (_ isCanceled: Bool) -> Void] = []
  private var hooks: [@MainActor () -> Void] = []

  init(
    number: UInt64, group: TransactionGroup, executor: any DisplayExecutor,
    announce: @escaping @Sendable () -> Void
  ) {
    self.number = number
    self.group = group
    self.executor = executor
    progress = TransactionProgress(announce: announce)
  }

  /// The state of the transaction.
  public var state: State { progress.state }

  /// Adds an operation to an open transaction.
  ///
  /// - Parameters:
  ///   - key: The priority of the operation.
  ///   - ticket: The ticket of its pass; work that is stale when its turn comes never runs.
  ///   - work: Does the work on any thread, and returns its result, or `nil` if it stopped.
  ///   - completion: Receives the result, or `nil` if the work never ran, and whether the
  ///     transaction was canceled. ``Sentinel/publish(_:)`` decides whether a result may be shown.
  /// - Returns: The identifier of the operation, to change its key.
  @discardableResult public func add<Value: Sendable>(
    _ key: WorkKey, ticket: Ticket = .unlimited,
    work: @escaping @Sendable (Ticket) -> Value?,
    completion: @escaping @MainActor (_ value: Value?, _ isCanceled: Bool) -> Void
  ) -> WorkID {
    progress.add()
    let result = OperationResult<Value>()
    let work = DisplayWork(ticket: ticket) {
      result.store(work($0))
    } ended: { [progress] _ in
      progress.endOperation()
    }
    unsubmitted.append(Submission(work, key: key))
    operations.append(work.id)
    completions.append { completion(result.take(), $0) }
    return work.id
  }

  /// Adds a completion without an operation, for work that is already done.
  ///
  /// It runs in order with the others.
  public func add(completion: @escaping @MainActor (_ isCanceled: Bool) -> Void) {
    precondition(state == .open, "cannot add operations to a committed transaction")
    completions.append(completion)
  }

  /// Calls a hook when all completions have run, or immediately if they have.
  public func whenComplete(_ hook: @escaping @MainActor () -> Void) {
    guard state != .complete else { return hook() }
    hooks.append(hook)
  }

  /// Commits the transaction, submitting its remaining operations.
  ///
  /// A transaction without operations completes before this returns, any other in a later tick.
  /// Groups commit their transactions at the end of each tick, so calling this is rarely necessary.
  public func commit() {
    group?.commit(self)
  }

  /// Cancels the operations that have not started.
  ///
  /// Running operations stop only through their tickets. The completions run in any case. Canceling
  /// a complete transaction has no effect; canceling an open one is a programmer error.
  public func cancel() {
    if progress.cancel() { executor.cancel(operations) }
  }

  /// Waits for the operations and runs the completions.
  ///
  /// Operations that have not started run on the calling thread, so this waits only for other
  /// threads and never for itself. If the transaction is open, its whole group is committed.
  public func waitUntilComplete() {
    if state == .open { group?.commit() }
    executor.run(operations)
    progress.wait()
    complete()
  }

  // MARK: For the group

  /// Takes the operations that have not been submitted.
  func takeUnsubmitted() -> [Submission] {
    defer { unsubmitted = [] }
    return unsubmitted
  }

  /// Commits the transaction after its operations have been submitted.
  func commitSubmitted() {
    if case .complete = progress.commit() { complete() }
  }

  /// Runs the completions, if they are due and have not run.
  func complete() {
    guard let isCanceled = progress.complete() else { return }
    group?.forget(self)
    let (completions, hooks) = (completions, hooks)
    (self.completions, self.hooks) = ([], [])
    for completion in completions { completion(isCanceled) }
    for hook in hooks { hook() }
  }
}

/// The result of an operation, handed to its completion.
private final class OperationResult<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func store(_ value: Value?) {
    self.value.withLock { $0 = value }
  }

  func take() -> Value? {
    value.withLock { $0.take() }
  }
}
