import Synchronization

/// Display work whose results appear together.
///
/// Operations run on any thread, in any order, and may begin before the transaction is committed.
/// Once it is, and the last of them has ended, the completions run on the main actor in the order
/// they were added. Each runs exactly once, whatever happens to its operation.
///
/// Transactions are made by a ``TransactionGroup``, which keeps and commits them.
@MainActor public final class DisplayTransaction {
  /// How far a transaction can have come; it only moves down this list.
  public enum State: Sendable {
    /// Operations are added.
    case open
    /// The completions run when all operations have ended.
    case committed
    /// They run then too, but are told that the results are not wanted.
    case canceled
    /// The completions have run, or are running.
    case complete
  }

  /// Where the transaction stands in the order in which its group made them.
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

  /// How far the transaction has come.
  public var state: State { progress.state }

  /// Adds an operation to an open transaction.
  ///
  /// - Parameters:
  ///   - key: How soon the operation is wanted.
  ///   - ticket: The claim of the pass that it is for; what is stale when its turn comes never runs.
  ///   - work: Does the work on any thread, and gives its result, or `nil` if it stopped.
  ///   - completion: Takes what `work` gave, or `nil` if it never ran, and whether the transaction
  ///     was canceled. Whether a result may be shown is for ``Sentinel/publish(_:)`` to say.
  /// - Returns: The name by which the executor knows the operation, to give it another key.
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

  /// Adds a completion without an operation, for what has been done already.
  ///
  /// It runs in its turn among the others.
  public func add(completion: @escaping @MainActor (_ isCanceled: Bool) -> Void) {
    precondition(state == .open, "operations are added before the transaction is committed")
    completions.append(completion)
  }

  /// Has `hook` called when all completions have run, or at once if they have.
  public func whenComplete(_ hook: @escaping @MainActor () -> Void) {
    guard state != .complete else { return hook() }
    hooks.append(hook)
  }

  /// Opens the gate for the completions; operations that have not been submitted are now.
  ///
  /// A transaction without operations completes before this returns, any other at a later tick.
  /// Groups commit their transactions at the end of each tick, so this is seldom needed.
  public func commit() {
    group?.commit(self)
  }

  /// Calls off the operations that have not begun.
  ///
  /// Those that run are not stopped: that is for their tickets to do. The completions run all the
  /// same. A transaction that is complete stays so; one that is open may not be canceled.
  public func cancel() {
    if progress.cancel() { executor.cancel(operations) }
  }

  /// Returns when the completions have run, for which it runs them itself.
  ///
  /// What has not begun runs here, and only what other threads are at is waited for, so this cannot
  /// wait for itself. If the transaction is open, its whole group is committed.
  public func waitUntilComplete() {
    if state == .open { group?.commit() }
    executor.run(operations)
    progress.wait()
    complete()
  }

  // MARK: For the group

  /// Hands over the operations that have not been submitted.
  func takeUnsubmitted() -> [Submission] {
    defer { unsubmitted = [] }
    return unsubmitted
  }

  /// Commits, after the operations have been submitted.
  func commitSubmitted() {
    if case .complete = progress.commit() { complete() }
  }

  /// Runs the completions, if it is time, and they have not.
  func complete() {
    guard let isCanceled = progress.complete() else { return }
    group?.forget(self)
    let (completions, hooks) = (completions, hooks)
    (self.completions, self.hooks) = ([], [])
    for completion in completions { completion(isCanceled) }
    for hook in hooks { hook() }
  }
}

/// Where an operation leaves its result for its completion.
private final class OperationResult<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func store(_ value: Value?) {
    self.value.withLock { $0 = value }
  }

  func take() -> Value? {
    value.withLock { $0.take() }
  }
}
