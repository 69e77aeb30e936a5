import GalleyScheduling
import Testing

@MainActor @Suite struct TransactionTests {
  let executor = ManualExecutor()
  let journal = Journal()
  let group: TransactionGroup

  init() { group = TransactionGroup(executor: executor) }

  // D06: contents of a container appear together.
  @Test func `results of a transaction appear together once all are ready`() {
    let transaction = group.makeTransaction()
    let works = ["fast", "slow"].map { add($0, to: transaction) }
    group.commit()

    executor.run(works[0])
    group.completeFinished()
    #expect(journal.lines == ["draw fast"])

    executor.run(works[1])
    group.completeFinished()
    group.completeFinished()
    #expect(journal.lines == ["draw fast", "draw slow", "fast is there", "slow is there"])
  }

  // N18: completions run in order, on the main actor.
  @Test(arguments: 0..<20)
  func `completions run in insertion order regardless of drawing order`(seed: UInt64) {
    let names = "abcdef".map(String.init)
    let transaction = group.makeTransaction()
    for name in names { add(name, to: transaction) }
    group.commit()
    executor.runAll(shuffledBy: seed)
    group.completeFinished()
    #expect(journal.lines.suffix(6) == names.map { "\($0) is there" })
  }

  @Test func `operations can run before the commit, completions cannot`() {
    let announcements = Journal()
    let group = TransactionGroup(executor: executor, didFinish: { announcements.note("finished") })
    let transaction = group.makeTransaction()
    add("a", to: transaction)
    group.submit()
    executor.runAll()
    group.completeFinished()
    #expect(journal.lines == ["draw a"])
    #expect(announcements.lines == [])

    group.commit()
    #expect(announcements.lines == ["finished"])
    group.completeFinished()
    #expect(journal.lines == ["draw a", "a is there"])
  }

  @Test func `transactions complete in creation order`() {
    let works = ["a", "b", "c"].map { add($0, to: group.makeTransaction()) }
    group.commit()
    for work in works.reversed() { executor.run(work) }
    group.completeFinished()
    #expect(journal.lines.suffix(3) == ["a is there", "b is there", "c is there"])
  }

  @Test func `an empty transaction completes on commit`() {
    let transaction = group.makeTransaction()
    group.commit()
    #expect(transaction.state == .complete)
  }

  @Test func `a stale operation completes with nil`() {
    let sentinel = Sentinel()
    let transaction = group.makeTransaction()
    add("a", to: transaction, ticket: sentinel.issueTicket())
    group.commit()
    sentinel.cancel()
    executor.runAll()
    group.completeFinished()
    #expect(journal.lines == ["a is nothing"])
  }

  // D09: only its group retains an open transaction.
  // D11: a transaction completes after its owner is gone.
  @Test func `only the group retains a transaction, until it completes`() {
    weak var empty: DisplayTransaction?
    weak var busy: DisplayTransaction?
    do {
      let owner = Owner()
      empty = group.transaction(of: owner)
      busy = group.transaction(of: Owner())
      if let busy { add("a", to: busy) }
    }
    #expect(empty?.state == .open)
    group.commit()
    #expect(empty == nil)
    #expect(busy?.state == .committed)
    executor.runAll()
    group.completeFinished()
    #expect(busy == nil)
    #expect(group.isEmpty)
  }

  @Test func `an owner has one open transaction at a time`() {
    let owner = Owner()
    let first = group.transaction(of: owner)
    #expect(group.transaction(of: owner) === first)
    #expect(group.transaction(of: Owner()) !== first)
    group.commit()
    #expect(group.transaction(of: owner) !== first)
  }

  @Test func `all operations of a tick are submitted in one batch`() {
    let executor = BatchCounter()
    let group = TransactionGroup(executor: executor)
    for _ in 0..<3 {
      group.makeTransaction().add(DisplayWork.Key(.visible), work: { _ in 1 }, completion: { _ in })
    }
    group.submit()
    group.commit()
    #expect(executor.batches.lines == ["3"])
  }

  // MARK: Waiting

  @Test func `waiting runs pending operations and finishes started ones`() {
    let transaction = group.makeTransaction()
    let works = ["a", "b"].map { add($0, to: transaction) }
    group.commit()
    executor.start(works[1])
    transaction.waitUntilComplete()
    #expect(journal.lines == ["draw a", "draw b", "a is there", "b is there"])
    group.completeFinished()
    transaction.waitUntilComplete()
    #expect(journal.lines.count == 4)
  }

  @Test func `waiting for an open transaction commits its whole group`() {
    let (first, second) = (group.makeTransaction(), group.makeTransaction())
    add("a", to: first)
    add("b", to: second)
    second.waitUntilComplete()
    #expect(first.state == .committed)
    #expect(journal.lines == ["draw b", "b is there"])
  }

  @Test func `a completion can wait for another transaction`() {
    let (first, second) = (group.makeTransaction(), group.makeTransaction())
    first.add(DisplayWork.Key(.visible), work: { _ in 1 }) { _ in second.waitUntilComplete() }
    add("a", to: first)
    add("b", to: second)
    group.commit()
    first.waitUntilComplete()
    #expect(journal.lines == ["draw a", "draw b", "b is there", "a is there"])
  }

  @Test func `waiting for transactions on a thread pool completes them`() {
    let group = TransactionGroup(executor: PoolExecutor(threads: 2))
    for _ in 0..<50 {
      let transaction = group.makeTransaction()
      for index in 0..<8 {
        transaction.add(
          DisplayWork.Key(.visible), work: { _ in index },
          completion: { value in journal.note("\(value ?? -1)") })
      }
      transaction.waitUntilComplete()
    }
    #expect(journal.lines == (0..<50).flatMap { _ in (0..<8).map(String.init) })
    group.completeFinished()
    #expect(group.isEmpty)
  }

  @discardableResult private func add(
    _ name: String, to transaction: DisplayTransaction, ticket: Ticket = .unlimited
  ) -> DisplayWork.ID {
    let journal = journal
    return transaction.add(DisplayWork.Key(.visible), ticket: ticket) { _ -> String? in
      journal.note("draw \(name)")
      return "\(name) is there"
    } completion: { value in
      journal.note(value ?? "\(name) is nothing")
    }
  }
}

private final class Owner: Sendable {}

/// An executor that only records the sizes of batches.
private final class BatchCounter: DisplayExecutor {
  let batches = Journal()
  let counters = DisplayWork.Counters()

  func submit(_ batch: [DisplayWork.Submission]) { batches.note("\(batch.count)") }
  func rekey(_ keys: [DisplayWork.ID: DisplayWork.Key]) {}
  func cancel(_ ids: [DisplayWork.ID]) {}
  func run(_ ids: [DisplayWork.ID]) {}
  func waitUntilIdle() {}
}
