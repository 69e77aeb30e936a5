import GalleyDisplay
import GalleyGeometry
import GalleyLayers
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Scrolling to items, near and far.
@MainActor @Suite(.endsStages) struct ListJumpTests {
  @Test(arguments: [
    (ScrollPosition.head(), 20.0), (.head(30), 50), (.tail(), 320), (.tail(5), 315),
    (.center(), 170), (.visible(), 320), (.visible(7), 313),
  ])
  func `scrolling to an item places it at the requested position`(
    position: ScrollPosition, place: Double
  ) throws {
    let stage = ListStage(0..<1_000)
    stage.list.resize(to: Size(width: 100, height: 400), insets: Insets(top: 20, bottom: 30))
    try stage.load()
    var isDone: Bool?
    stage.list.scroll(to: ItemPath(item: 700), at: position) { isDone = $0 }
    stage.settle()
    #expect(stage.place(of: 700) == place)
    #expect(isDone == true)
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `an item longer than the viewport shows its requested end`() throws {
    let stage = ListStage(0..<1_000)
    stage.source.heights = [500: 900]
    try stage.load()
    for (position, place) in [(ScrollPosition.center(.head), 0.0), (.center(.tail), -500)] {
      stage.settle { $0.scroll(to: ItemPath(item: 500), at: position) }
      #expect(stage.place(of: 500) == place)
    }
    // It is already visible.
    stage.settle { $0.scroll(to: ItemPath(item: 500), at: .visible()) }
    #expect(stage.place(of: 500) == -500)
  }

  @Test func `visible items stay in place until the scroll target is measured`() throws {
    let stage = try ListStage(0..<10_000, height: 120, estimate: 50).loaded()
    let seen = stage.shown
    stage.list.scroll(to: ItemPath(item: 9_000), at: .center())
    stage.environment.loop.tick()
    #expect(stage.shown == seen)
    stage.settle()
    #expect(stage.place(of: 9_000) == 140)
    #expect(stage.shown.count == 5)
  }

  /// Scrolls until the visible items are measured but not drawn.
  private func measuredJump(_ end: @escaping (Bool) -> Void) throws -> ListStage {
    let stage = ListStage(0..<10_000)
    stage.source.drawn = KeyLog()
    try stage.load()
    stage.list.scroll(to: ItemPath(item: 8_000), at: .head(), completion: end)
    stage.environment.loop.tick()
    stage.executor.runAll()
    stage.environment.loop.tick()
    #expect(stage.source.made.keys.contains(8_007))
    #expect(stage.source.drawn?.keys.contains(8_000) == false)
    return stage
  }

  private func names(_ stage: ListStage) -> [Int] {
    stage.list.node.subnodes.flatMap(\.subnodes).compactMap { $0.name.flatMap(Int.init) }
  }

  @Test func `a far item is drawn before the list jumps to it`() throws {
    var isThere: Bool?
    let stage = try measuredJump { isThere = $0 }
    // More than are necessary to stage all nodes.
    for _ in 0..<20 { stage.environment.loop.tick() }
    #expect(isThere == nil)
    #expect(stage.place(of: 0) == 0)
    stage.executor.runAll()
    #expect(Set(8_000..<8_008).isSubset(of: stage.source.drawn?.keys ?? []))
    stage.environment.loop.tick()
    #expect(isThere == true)
    #expect(stage.place(of: 8_000) == 0)
    #expect(
      stage.list.accessibilityOrder.allSatisfy { index in
        stage.list.node(at: index)?.layer.contents != nil
      })
    stage.settle()
    #expect(!names(stage).contains(0))
  }

  @Test func `a jump arrives while items are being added elsewhere`() throws {
    var isThere: Bool?
    let stage = try measuredJump { isThere = $0 }
    // With an edit in each tick, one node is staged instead of four.
    for key in 10_000..<10_008 {
      stage.source.items.append(ListItem(key: key))
      try stage.list.edit { $0.insert(ItemPath(item: key)) }
      stage.executor.runAll()
      stage.environment.loop.tick()
    }
    #expect(isThere == true)
    #expect(stage.place(of: 8_000) == 0)
  }

  @Test func `a tick adopts all items on screen, and otherwise adopts and releases a few`() throws {
    let stage = try measuredJump { _ in }
    /// The number of old nodes, and of those around the destination.
    func counts() -> [Int] {
      let names = names(stage)
      return [names.count { $0 < 100 }, names.count { $0 >= 7_900 }]
    }
    var all: [[Int]] = []
    for _ in 0..<6 {
      stage.environment.loop.tick()
      all.append(counts())
      stage.executor.runAll()
    }
    #expect(all.map { $0[0] } == [8, 8, 6, 4, 2, 1])
    #expect(all[1][1] == 8)
    let limit = SettlingSchedule.changesPerTick
    #expect(zip(all, all.dropFirst()).allSatisfy { $1[1] - $0[1] <= limit })
    #expect(all[5][1] > 8)
  }

  @Test func `preparing a jump releases off-screen nodes around the old position`()
    throws
  {
    let stage = try measuredJump { _ in }
    #expect(stage.list.figures.liveNodes <= 19)
    // The nodes of the destination are added a few per tick.
    #expect(names(stage).filter { $0 >= 100 }.sorted() == Array(8_000..<8_004))
    stage.environment.loop.tick()
    #expect(Set(names(stage)) == Set(Array(0..<8) + Array(8_000..<8_008)))
    #expect(stage.list.figures.liveNodes >= 16)
    stage.settle()
    #expect(stage.list.figures.mostLiveNodes <= 27)
  }

  @Test func `a jump waits for drawing only for a limited time`() throws {
    var isThere: Bool?
    let stage = try measuredJump { isThere = $0 }
    // The time begins when the last nodes have been added.
    stage.clock.advance(by: 0.09)
    stage.environment.loop.tick()
    #expect(isThere == nil)
    stage.clock.advance(by: 0.09)
    stage.environment.loop.tick()
    #expect(isThere == nil)
    stage.clock.advance(by: 0.02)
    stage.environment.loop.tick()
    #expect(isThere == true)
    #expect(stage.place(of: 8_000) == 0)
  }

  @Test func `an interrupted jump discards its nodes and drawings`() throws {
    var isThere: Bool?
    let stage = try measuredJump { isThere = $0 }
    stage.list.scrollWheel(by: Point(x: 0, y: 1), isPrecise: true)
    #expect(isThere == false)
    #expect(!names(stage).contains { $0 >= 8_000 })
    stage.environment.loop.tick()
    stage.settle()
    #expect(stage.source.drawn?.keys.contains { $0 >= 8_000 } == false)
    #expect(stage.list.figures.blankItems == 0)
    #expect(names(stage).count > 8)
  }

  @Test func `a change at the target of a pending jump is applied`() throws {
    var isThere: Bool?
    let stage = try measuredJump { isThere = $0 }
    try stage.changeAndSettle(to: Array(0..<8_002) + Array(8_004..<10_000))
    #expect(isThere == true)
    #expect(stage.shown.prefix(4) == ["8000@0", "8001@50", "8004@100", "8005@150"])
    #expect(!names(stage).contains { (8_002..<8_004).contains($0) })
  }

  @Test func `a near item is reached by scrolling through the items between`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.settle { $0.scroll(to: ItemPath(item: 6), at: .head(), animation: .standard) }
    stage.run(0.2)
    #expect(abs((stage.place(of: 6) ?? 0) - 300 * (1 - 0.942)) < 1)
    #expect(stage.list.isScrolling)
    stage.run(0.3)
    #expect(stage.place(of: 6) == 0)
    #expect(!stage.list.isScrolling)
  }

  @Test func `animated scrolling to a far item skips the items between`() throws {
    let stage = try ListStage(0..<10_000).loaded()
    let made = stage.source.made.count
    var isDone: Bool?
    stage.list.scroll(to: ItemPath(item: 8_000), at: .head(), animation: .standard) { isDone = $0 }
    stage.settle()
    var places: [Double] = []
    var nodes: [Int] = []
    stage.run(0.5) {
      if let place = stage.place(of: 8_000) { places.append(place) }
      let names = stage.list.node.subnodes.flatMap(\.subnodes).compactMap {
        $0.name.flatMap(Int.init)
      }
      nodes += names
      if isDone == nil {
        // The old window is still present, and disappears.
        #expect(names.contains(0))
        let all = Set(names)
        #expect(all.allSatisfy { $0 < 24 || (8_000..<8_008).contains($0) })
        // It ends at the start of the new one.
        let nodes = stage.list.node.subnodes.flatMap(\.subnodes)
        let end = nodes.first { $0.name == "7" }?.frame.maxY
        #expect(end != nil && end == nodes.first { $0.name == "8000" }?.frame.minY)
      }
    }
    #expect(places.first.map { $0 < 400 && $0 > 200 } ?? false)
    #expect(places == places.sorted(by: >))
    #expect(places.last == 0)
    #expect(isDone == true)
    #expect(stage.source.made.count - made < 30)
    #expect(!stage.list.node.subnodes.flatMap(\.subnodes).contains { $0.name == "0" })
  }

  @Test func `a wheel, a removal and a missing target end scrolling to an item`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    var ends: [Bool] = []
    stage.list.scroll(to: ItemPath(item: 900), animation: .standard) { ends.append($0) }
    stage.settle()
    stage.run(0.1)
    stage.list.scrollWheel(by: Point(x: 0, y: 1), isPrecise: true)
    #expect(ends == [false])
    stage.list.scroll(to: ItemPath(item: 100), animation: .standard) { ends.append($0) }
    stage.settle()
    stage.run(0.1)
    try stage.changeAndSettle(to: 500..<1_000)
    #expect(ends == [false, false])
    stage.list.scroll(to: ItemPath(item: 5_000)) { ends.append($0) }
    #expect(ends == [false, false, false])
    stage.run(1)
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `a list that returns from a jump shows its old nodes as before`() throws {
    let stage = try ListStage(0..<10_000).loaded()
    stage.list.scroll(to: ItemPath(item: 8_000), at: .head(), animation: .standard)
    stage.settle()
    stage.run(0.1)
    #expect(names(stage).contains(0))
    stage.settle { $0.scroll(toOffset: 0) }
    stage.run(0.1)
    #expect(stage.shown == (0..<8).map { "\($0)@\(50 * $0)" })
    for index in 0..<8 {
      #expect(stage.list.node(at: index)?.zPosition == 0)
      #expect(stage.list.node(at: index)?.opacity == 1)
    }
    stage.run(1)
    #expect(names(stage).allSatisfy { $0 < 100 })
  }

  @Test func `a command for an end of the list shows that end of a long item`() throws {
    let stage = ListStage(0..<20)
    stage.source.heights = [0: 900, 19: 700]
    try stage.load()
    // 900 and 18 times 50 points, and 300 of the last item.
    stage.settle { $0.scroll(.end(.tail)) }
    #expect(stage.list.offset == 900 + 900 + 300)
    stage.settle { $0.scroll(.end(.head)) }
    #expect(stage.list.offset == 0)
  }
}
