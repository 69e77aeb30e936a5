import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyScheduling
import Testing

@testable import GalleyLists

/// Work on other threads as items approach, move away or are deleted.
@MainActor @Suite(.endsStages) struct ListQueueTests {
  let stage = ListStage(0..<10_000, preparation: .synchronous)
  let drawn = KeyLog()

  init() throws {
    stage.source.drawn = drawn
    try stage.load()
  }

  /// Updates the list without running other threads.
  private func tick() {
    for _ in 0..<3 { stage.environment.loop.tick() }
  }

  /// The number of waiting drawings.
  private var waiting: Int {
    let releases = stage.environment.loop.backgroundReleases
    return stage.executor.waiting.count - (releases.isSubmitted ? 1 : 0)
  }

  /// The number of items in the display range.
  private var wanted: Int { stage.list.ranges.items(inAtLeast: .display).count }

  @Test func `a pending drawing that leaves the range is canceled in the same tick`() {
    stage.list.scroll(toOffset: 5_000)
    tick()
    let (count, before) = (wanted, stage.executor.counters)
    #expect(count >= 12)
    #expect(waiting == count)
    stage.list.scroll(toOffset: 50_000)
    stage.environment.loop.tick()
    #expect(stage.executor.counters.canceledBeforeStart == before.canceledBeforeStart + count)
    tick()
    #expect(waiting == wanted)
    stage.settle()
    #expect(drawn.keys.allSatisfy { !(90..<130).contains($0) })
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `a drawing in flight is canceled when its item leaves the range`() throws {
    stage.list.scroll(toOffset: 5_000)
    tick()
    let work = try #require(stage.executor.startNext())
    stage.list.scroll(toOffset: 50_000)
    tick()
    stage.executor.draw(work)
    stage.executor.finish(work)
    #expect(stage.executor.counters.staleAtEnd == 1)
    stage.settle()
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `pending drawings are ordered by the current viewport`() {
    stage.list.scroll(toOffset: 5_000)
    tick()
    // Items that were about to become visible are visible, and previously visible ones are behind.
    stage.list.scroll(toOffset: 5_400)
    tick()
    let count = drawn.count
    for _ in 0..<7 { stage.executor.runNext() }
    // Every eighth item is the oldest, so that none starves.
    let seen = drawn.keys[count...].filter { (108..<116).contains($0) }
    #expect(seen.count >= 6, "\(drawn.keys[count...])")
    stage.settle()
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `items are drawn from the viewport outward, also when scrolling up`() throws {
    stage.list.scroll(toOffset: 25_000)
    stage.list.fling(velocity: -600)
    tick()
    let items = stage.list.ranges.items(inAtLeast: .display)
    #expect(items.first == 493)
    let count = drawn.count
    while !stage.executor.waiting.isEmpty { stage.executor.runNext() }
    let order = Array(drawn.keys[count...])
    #expect(Set(order) == Set(items))
    // Every eighth item is the oldest: the two farthest ones.
    let wanted = order.filter { $0 > 494 }
    #expect(Array(wanted.prefix(8)) == Array(500..<508), "\(order)")
    #expect(wanted.filter { $0 < 500 } == [499, 498, 497, 496, 495], "\(order)")
  }

  @Test func `a pending item that moves closer is drawn before farther ones`() throws {
    stage.list.scroll(toOffset: 5_000)
    tick()
    // Item 114 was the last in the range, and will be visible next.
    #expect(stage.list.ranges.items(inAtLeast: .display).last == 114)
    stage.list.scroll(toOffset: 5_300)
    tick()
    #expect(stage.list.ranges.state(of: 114) == .display)
    let count = drawn.count
    while !stage.executor.waiting.isEmpty { stage.executor.runNext() }
    let order = Array(drawn.keys[count...])
    let nearest = try #require(order.firstIndex(of: 114))
    for key in 115...119 { #expect(order.firstIndex(of: key).map { $0 > nearest } ?? false) }
  }

  @Test func `an item that reenters the display range is blank until redrawn`() throws {
    stage.settle { $0.scroll(toOffset: 500) }
    let node = try #require(stage.list.node(at: 5))
    #expect(stage.list.ranges.state(of: 5) == .preload)
    #expect(node.layer.contents == nil)
    stage.list.scroll(toOffset: 250)
    tick()
    #expect(stage.list.node(at: 5) === node)
    #expect(stage.list.figures.blankItems > 0)
    stage.settle()
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `most items flung past are not drawn, and those at rest are`() {
    stage.list.fling(velocity: 6_000)
    var passed = 0
    // The threads process one item per five frames, while two items pass per frame.
    for frame in 0..<60 {
      stage.clock.advance(by: 1.0 / 60)
      if frame.isMultiple(of: 5) { stage.executor.runNext() }
      stage.environment.loop.tick()
      passed = stage.list.displayedItems.range.upperBound
      #expect(waiting <= wanted)
    }
    #expect(passed > 50)
    #expect(drawn.count < 40)
    #expect(stage.executor.counters.canceledBeforeStart > 20)
    stage.settle { $0.stopScrolling() }
    #expect(stage.list.figures.blankItems == 0)
  }
}
