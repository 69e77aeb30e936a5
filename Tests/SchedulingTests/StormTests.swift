import GalleyScheduling
import Testing

/// Nodes that are invalidated faster than they are drawn.
@MainActor @Suite struct StormTests {
  let executor = ManualExecutor()
  let loop: DisplayLoop

  init() { loop = DisplayLoop(clock: ManualClock(), executor: executor) }

  @Test(arguments: 0..<8)
  func `a node invalidated on every tick still shows contents`(ticksToDraw: Int) {
    let node = StormyNode(loop: loop)
    var shownAt: [Int] = []
    var running: (id: DisplayWork.ID, end: Int)?
    for tick in 0..<200 {
      node.invalidate()
      loop.tick()
      if node.takeNews() { shownAt.append(tick) }
      if running == nil, let id = executor.startNext() { running = (id, tick + ticksToDraw) }
      if let (id, end) = running, end <= tick {
        executor.finish(id)
        running = nil
      }
    }
    // The patience, one pass to wait for, the drawing, and the tick that shows it.
    let longest = zip([0] + shownAt, shownAt).map { $1 - $0 }.max() ?? .max
    #expect(longest <= Sentinel.defaultPatience + 2 * ticksToDraw + 3)
    #expect(node.isMonotonic)
  }

  @Test func `a node drawn within one tick shows every version`() {
    let node = StormyNode(loop: loop)
    for _ in 0..<20 {
      node.invalidate()
      loop.tick()
      executor.runAll()
    }
    loop.tick()
    #expect(node.shown.count == 20)
  }

  @Test func `an offscreen node is drawn while visible nodes are repeatedly invalidated`() {
    let unseen = StormyNode(loop: loop, key: DisplayWork.Key(.display))
    let others = (0..<4).map { _ in StormyNode(loop: loop) }
    unseen.invalidate()
    for _ in 0..<40 {
      for node in others { node.invalidate() }
      loop.tick()
      for _ in 0..<2 { executor.runNext() }
    }
    #expect(unseen.shown.count == 1)
    #expect(others.allSatisfy { $0.shown.count >= 3 })
  }

  @Test func `a repeatedly invalidated node shows nothing after leaving the screen`() {
    let node = StormyNode(loop: loop)
    for _ in 0..<10 {
      node.invalidate()
      loop.tick()
    }
    executor.startNext()
    node.leave()
    executor.runAll()
    loop.settle()
    #expect(node.shown == [])
    #expect(executor.counters.finished == 0)
    #expect(executor.counters.open == 0)
  }
}

/// A node that shows the number of invalidations before its drawing.
@MainActor private final class StormyNode {
  private(set) var shown: [Int] = []
  private let loop: DisplayLoop
  private let key: DisplayWork.Key
  private let sentinel = Sentinel()
  private var version = 0
  private var isDirty = false
  private var news = false

  init(loop: DisplayLoop, key: DisplayWork.Key = DisplayWork.Key(.visible)) {
    self.loop = loop
    self.key = key
  }

  var isMonotonic: Bool { zip(shown, shown.dropFirst()).allSatisfy { $0 < $1 } }

  func invalidate() {
    version += 1
    sentinel.supersede()
    guard !isDirty else { return }
    isDirty = true
    loop.perform(in: .display) { [weak self] in self?.display() }
  }

  func leave() { sentinel.cancel() }

  func takeNews() -> Bool {
    defer { news = false }
    return news
  }

  private func display() {
    isDirty = false
    let (ticket, version) = (sentinel.issueTicket(), version)
    let transaction = loop.transactions.transaction(of: self)
    transaction.add(key, ticket: ticket) {
      $0.isStale ? nil : version
    } completion: {
      [weak self] value in
      guard let self, let value, sentinel.publish(ticket) else { return }
      shown.append(value)
      news = true
    }
  }
}
