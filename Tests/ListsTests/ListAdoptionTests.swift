import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Testing

/// The nodes that a list takes in and releases in its ticks.
@MainActor @Suite(.endsStages) struct ListAdoptionTests {
  /// The indices of the items that have nodes, between two bounds.
  private func live(_ stage: ListStage, _ range: Range<Int>) -> [Int] {
    range.filter { stage.list.node(at: $0) != nil }
  }

  @Test func `a tick that shows a new screen takes in no other items`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.list.scroll(toOffset: 30_000)
    stage.environment.loop.tick()
    stage.executor.runAll()
    stage.environment.loop.tick()
    #expect(live(stage, 500..<700) == Array(600..<608))
    // Then a few in each tick.
    var count = 8
    for _ in 0..<3 {
      stage.environment.loop.tick()
      let new = live(stage, 500..<700).count
      #expect(new - count == SettlingSchedule.changesPerTick)
      count = new
    }
  }

  @Test func `a tick takes in few items even if one of them is visible`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.settle { $0.scroll(toOffset: 10_000) }
    // The item that becomes visible, and those ahead, have been released and not been measured.
    stage.list.receiveMemoryWarning()
    stage.settle()
    #expect(live(stage, 100..<300) == Array(200..<208))
    stage.list.scroll(toOffset: 10_010)
    stage.environment.loop.tick()
    stage.executor.runAll()
    stage.environment.loop.tick()
    #expect(stage.list.node(at: 208) != nil)
    #expect(live(stage, 100..<300).count == 8 + SettlingSchedule.changesPerTick)
  }

  @Test func `an item measured with its estimated length counts as measured`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.settle { $0.scroll(toOffset: 30_000) }
    #expect((600..<608).allSatisfy { stage.list.state.geometry.isMeasured($0) })
    #expect(!stage.list.state.geometry.isMeasured(700))
  }

  @Test func `an item that is measured again with another length moves those after it`() throws {
    let stage = try ListStage(0..<100).loaded()
    let item = try #require(stage.list.controller.measuredItem(at: 3))
    for height in [80.0, 50] {
      stage.list.didMeasure([
        MeasuredItem(
          index: 3, element: item.element, node: item.node,
          size: Size(width: 100, height: height), range: item.range)
      ])
      stage.settle()
      #expect(stage.place(of: 4) == 150 + height)
      #expect(stage.nodeFrame(at: 3)?.size.height == height)
    }
  }

  @Test func `an updated item far from the viewport has its new length in the end`() throws {
    let stage = ListStage(0..<100)
    stage.source.isCompatible = true
    try stage.load()
    stage.settle { $0.scroll(toOffset: 1_000) }
    // More than a fifth of the viewport behind its end at 1,400, where there are nodes.
    #expect(stage.list.node(at: 33) != nil && stage.list.node(at: 34) != nil)
    stage.source.items[33] = ListItem(key: 33, revision: 1)
    try stage.list.edit { $0.update(ItemPath(item: 33)) }
    stage.settle()
    #expect(stage.list.frame(at: 33)?.size.height == 150)
    stage.run(0.5)
    // 34 items of 50 points and another 100 are before it.
    #expect(stage.list.frame(at: 34)?.minY == 800)
  }

  @Test func `synchronous changes measure updated items far from the viewport`() throws {
    let stage = ListStage(0..<100, preparation: .synchronous)
    stage.source.isCompatible = true
    try stage.load()
    stage.settle { $0.scroll(toOffset: 1_000) }
    stage.source.items[33] = ListItem(key: 33, revision: 1)
    try stage.list.edit { $0.update(ItemPath(item: 33)) }
    #expect(stage.list.frame(at: 33)?.size.height == 150)
    #expect(stage.list.frame(at: 34)?.minY == 800)
    stage.settle()
    #expect(stage.list.frame(at: 34)?.minY == 800)
  }

  @Test func `the delegate is told the distances from the ends only when they change`() throws {
    let stage = try ListStage(0..<100).loaded()
    let count = stage.delegate.ends.count
    stage.settle { $0.setNeedsSettling() }
    #expect(stage.delegate.ends.count == count)
    stage.settle { $0.scroll(toOffset: 10) }
    #expect(stage.delegate.ends.count == count + 1)
    #expect(stage.delegate.ends.last == "known(10.0) unknown")
  }

  @Test func `items on both sides are kept until nodes are ready for a jump elsewhere`() throws {
    // Eight items at the destination, or a single one that is longer than the viewport.
    for length in [50.0, 900] {
      let stage = ListStage(0..<10_000)
      stage.source.heights = [9_999: length]
      stage.source.drawn = KeyLog()
      try stage.load()
      let range = try #require(stage.list.displayedItems.live)
      #expect(range.count > 12)
      stage.list.scroll(to: ItemPath(item: 9_999), at: .tail())
      for _ in 0..<5 { stage.environment.loop.tick() }
      #expect(stage.list.displayedItems.live == range)
      stage.executor.runAll()
      for _ in 0..<10 { stage.environment.loop.tick() }
      #expect(stage.list.displayedItems.live == 0..<8)
      stage.settle()
      #expect(stage.list.offsetFromTail == .known(0))
    }
  }

  @Test func `items that leave the ranges before they are measured are not awaited`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.list.scroll(toOffset: 30_000)
    stage.environment.loop.tick()
    let count = stage.list.figures.awaited
    #expect(count >= 8)
    // As many elsewhere instead.
    stage.list.scroll(toOffset: 20_000)
    stage.environment.loop.tick()
    #expect(stage.list.figures.awaited == count)
  }

  @Test func `a list of any length settles, and none without a length`() throws {
    let none = try ListStage(0..<100, size: Size(width: 100, height: 0)).loaded()
    #expect(none.list.figures.settlements == 0 && none.list.displayedItems.live == nil)
    for height in [0.5, 1] {
      let stage = try ListStage(0..<100, size: Size(width: 100, height: height)).loaded()
      #expect(stage.list.figures.settlements > 0 && stage.shown == ["0@0"])
    }
  }

  // MARK: Releases

  @Test(arguments: [(200.0, 3, 1), (110, 5, 0)])
  func `a tick that takes in more than three visible items releases none`(
    height: Double, seen: Int, released: Int
  ) throws {
    let stage = try ListStage(0..<1_000, height: height, estimate: height).loaded()
    var left = live(stage, 0..<50).count
    // From the middle of item 100.
    stage.list.scroll(toOffset: 100.5 * height)
    stage.environment.loop.tick()
    left -= SettlingSchedule.changesPerTick
    #expect(left > 0 && live(stage, 0..<50).count == left)
    stage.executor.runAll()
    stage.environment.loop.tick()
    #expect(live(stage, 50..<1_000) == Array(100..<(100 + seen)))
    #expect(live(stage, 0..<50).count == left - released)
    for _ in 0..<6 { stage.environment.loop.tick() }
    #expect(live(stage, 0..<50).isEmpty)
  }

  @Test func `the node of an item that moves out of range stays until it has arrived`() throws {
    let stage = try ListStage(0..<100).loaded()
    let node = try #require(stage.list.node(at: 5))
    try stage.changeAndSettle(.animated, to: [0] + Array(500..<540) + Array(1..<100))
    #expect(stage.list.node(at: 45) == nil && node.supernode != nil)
    #expect(node.interfaceState < .visible)
    stage.run(0.1)
    #expect(node.supernode != nil)
    stage.run(0.5)
    #expect(node.supernode == nil && node.interfaceState == .none)
    #expect(stage.delegate.faults == 0)
  }

  @Test func `a node that has been removed can be shown again as it was`() throws {
    let stage = try ListStage(0..<100).loaded()
    let node = try #require(stage.list.node(at: 2))
    try stage.changeAndSettle(.animated, to: [0, 1] + Array(3..<100))
    stage.run(0.2)
    #expect(node.opacity < 0.1 && node.zPosition == NodeDepth.going)
    stage.run(0.3)
    #expect(node.supernode == nil && node.opacity == 1 && node.zPosition == 0)
  }

  @Test func `items that come on screen are measured before those requested earlier`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.list.scroll(toOffset: 30_000)
    stage.environment.loop.tick()
    stage.list.scroll(toOffset: 30_400)
    stage.environment.loop.tick()
    let count = stage.source.made.count
    stage.executor.runAll()
    // Nodes are made in batches, one of which has an item that is not on screen any more.
    let first = stage.source.made.keys.dropFirst(count).prefix(8)
    #expect(first.count { (608..<616).contains($0) } >= 7)
  }

  @Test func `a tick settles four times at most, and leaves the rest to the next`() throws {
    var configuration = ListConfiguration()
    configuration.showsScrollIndicator = true
    let stage = try ListStage(0..<100, configuration).loaded()
    stage.run(0.1)
    let count = stage.list.figures.settlements
    // Settling asks for the position, which invalidates the layout whenever it is asked for.
    stage.list.indicatorPosition = { [unowned list = stage.list] in
      list.setNeedsSettling()
      return (0, 1_000)
    }
    stage.list.setNeedsSettling()
    for tick in 1...3 {
      #expect(stage.environment.loop.needsTick)
      stage.environment.loop.tick()
      #expect(stage.list.figures.settlements == count + 4 * tick)
    }
    stage.list.indicatorPosition = nil
    stage.settle()
    #expect(!stage.environment.loop.needsTick)
  }
}
