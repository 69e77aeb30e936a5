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

  @Test func `tickets of one sentinel know nothing of another`() {
    let ticket = sentinel.issueTicket()
    _ = Sentinel().issueTicket()
    #expect(!ticket.isStale)
  }

  @Test func `invalidating makes the newest ticket stale, once`() {
    let ticket = sentinel.issueTicket()
    sentinel.supersede()
    #expect(ticket.isStale)
    #expect(!sentinel.issueTicket().isStale)
  }

  @Test func `canceled work is stale and is not published`() {
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

  @Test func `a superseded drawing that is complete may be shown until a newer one is`() {
    let first = sentinel.issueTicket()
    let second = sentinel.issueTicket()
    #expect(sentinel.publish(first))
    #expect(sentinel.publish(second))
  }

  // N17: the drawing of a released node is canceled.
  @Test func `tickets go stale with their sentinel`() {
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

  @Test func `a pass is shielded when its patience is at an end`() {
    let tickets = (0..<4).map { _ in sentinel.issueTicket() }
    #expect(tickets.map(\.isStale) == [true, true, false, false])
  }

  @Test func `only one pass is shielded at a time`() {
    let tickets = (0..<8).map { _ in sentinel.issueTicket() }
    #expect(tickets.map(\.isStale) == [true, true, false, true, true, true, true, false])
  }

  @Test func `invalidating and issuing count as one overtaking`() {
    let tickets = (0..<4).map { _ in
      sentinel.supersede()
      sentinel.supersede()
      return sentinel.issueTicket()
    }
    #expect(tickets.map(\.isStale) == [true, true, false, false])
  }

  @Test func `publishing what was shielded makes the sentinel patient again`() {
    let tickets = (0..<5).map { _ in sentinel.issueTicket() }
    #expect(sentinel.publish(tickets[2]))
    let later = (0..<4).map { _ in sentinel.issueTicket() }
    #expect(tickets[4].isStale)
    #expect(later.map(\.isStale) == [true, false, true, false])
  }

  @Test func `publishing something newer takes the shield away`() {
    let tickets = (0..<5).map { _ in sentinel.issueTicket() }
    #expect(!tickets[2].isStale)
    #expect(sentinel.publish(tickets[4]))
    #expect(tickets[2].isStale)
  }

  @Test func `calling off takes the shield away`() {
    let tickets = (0..<5).map { _ in sentinel.issueTicket() }
    sentinel.cancel()
    #expect(tickets.allSatisfy { $0.isStale })
    let later = (0..<4).map { _ in sentinel.issueTicket() }
    #expect(later.map(\.isStale) == [true, true, false, false])
  }

  @Test func `a shielded pass that ends without being published makes room for another`() {
    let executor = ManualExecutor()
    let tickets = (0..<4).map { _ in sentinel.issueTicket() }
    executor.submit(DisplayWork(ticket: tickets[2], body: { _ in }), key: DisplayWork.Key(.visible))
    executor.runAll()
    let later = (0..<3).map { _ in sentinel.issueTicket() }
    #expect((tickets + later).map(\.isStale) == [true, true, false, false, true, true, false])
  }
}
