import GalleyScheduling
import Testing

@Suite struct SentinelTests {
  let sentinel = Sentinel(patience: 2)

  @Test func `a newer ticket makes the older one stale`() {
    let first = sentinel.issueTicket()
    #expect(!first.isStale)
    let second = sentinel.issueTicket()
    #expect(first.isStale)
    #expect(!second.isStale)
    #expect(second.number > first.number)
  }

  @Test func `a ticket is unaffected by other sentinels`() {
    let ticket = sentinel.issueTicket()
    _ = Sentinel().issueTicket()
    #expect(!ticket.isStale)
  }

  @Test func `superseding makes the newest ticket stale but not the next`() {
    let ticket = sentinel.issueTicket()
    sentinel.supersede()
    #expect(ticket.isStale)
    #expect(!sentinel.issueTicket().isStale)
  }

  @Test func `a canceled ticket is stale and cannot be published`() {
    let ticket = sentinel.issueTicket()
    sentinel.cancel()
    #expect(ticket.isStale)
    #expect(!sentinel.publish(ticket))
    #expect(sentinel.publish(sentinel.issueTicket()))
  }

  // N03: an older result never replaces a newer one.
  @Test func `an older pass is not published after a newer one`() {
    let drawnLater = sentinel.issueTicket()
    let synchronous = sentinel.issueTicket()
    #expect(sentinel.publish(synchronous))
    #expect(!sentinel.publish(drawnLater))
    #expect(!sentinel.publish(synchronous))
  }

  @Test func `a superseded drawing can be published before the newer one`() {
    let first = sentinel.issueTicket()
    let second = sentinel.issueTicket()
    #expect(sentinel.publish(first))
    #expect(sentinel.publish(second))
  }

  // N17: the drawing of a released node is canceled.
  @Test func `tickets become stale when their sentinel is deallocated`() {
    var owner: Sentinel? = Sentinel()
    let ticket = owner?.issueTicket()
    #expect(ticket?.isStale == false)
    owner = nil
    #expect(ticket?.isStale == true)
  }

  // D14: a drawing without a cancellation check returns its result.
  @Test func `an unlimited ticket never goes stale`() {
    #expect(!Ticket.unlimited.isStale)
  }

  // MARK: Storms

  @Test func `a pass is shielded once the sentinel's patience is exhausted`() {
    let tickets = (0..<4).map { _ in sentinel.issueTicket() }
    #expect(tickets.map(\.isStale) == [true, true, false, false])
  }

  @Test func `only one pass is shielded at a time`() {
    let tickets = (0..<8).map { _ in sentinel.issueTicket() }
    #expect(tickets.map(\.isStale) == [true, true, false, true, true, true, true, false])
  }

  @Test func `superseding repeatedly before issuing a ticket counts once`() {
    let tickets = (0..<4).map { _ in
      sentinel.supersede()
      sentinel.supersede()
      return sentinel.issueTicket()
    }
    #expect(tickets.map(\.isStale) == [true, true, false, false])
  }

  @Test func `publishing a shielded pass resets the sentinel's patience`() {
    let tickets = (0..<5).map { _ in sentinel.issueTicket() }
    #expect(sentinel.publish(tickets[2]))
    let later = (0..<4).map { _ in sentinel.issueTicket() }
    #expect(tickets[4].isStale)
    #expect(later.map(\.isStale) == [true, false, true, false])
  }

  @Test func `publishing a newer pass removes the shield`() {
    let tickets = (0..<5).map { _ in sentinel.issueTicket() }
    #expect(!tickets[2].isStale)
    #expect(sentinel.publish(tickets[4]))
    #expect(tickets[2].isStale)
  }

  @Test func `canceling removes the shield`() {
    let tickets = (0..<5).map { _ in sentinel.issueTicket() }
    sentinel.cancel()
    #expect(tickets.allSatisfy { $0.isStale })
    let later = (0..<4).map { _ in sentinel.issueTicket() }
    #expect(later.map(\.isStale) == [true, true, false, false])
  }

  @Test func `a shielded pass that ends unpublished lets another be shielded`() {
    let executor = ManualExecutor()
    let tickets = (0..<4).map { _ in sentinel.issueTicket() }
    executor.submit(DisplayWork(ticket: tickets[2], body: { _ in }), key: DisplayWork.Key(.visible))
    executor.runAll()
    let later = (0..<3).map { _ in sentinel.issueTicket() }
    #expect((tickets + later).map(\.isStale) == [true, true, false, false, true, true, false])
  }
}
