import GalleyDisplay
import GalleyGeometry
import GalleyLayers
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Scrolling to items that are more than a viewport away, in either direction.
@MainActor @Suite(.endsStages) struct ListDistantJumpTests {
  private func nodes(_ stage: ListStage) -> [DisplayNode] {
    stage.list.node.subnodes.flatMap(\.subnodes)
  }

  /// The distances of the nodes' upper edges from the destination's first item, by key.
  private func places(_ stage: ListStage, from key: Int) throws -> [Int: Double] {
    let first = try #require(nodes(stage).first { $0.name == "\(key)" })
    return nodes(stage).reduce(into: [:]) { places, node in
      if let key = node.name.flatMap(Int.init) {
        places[key] = node.frame.minY - first.frame.minY
      }
    }
  }

  @Test(arguments: [(8_000, -1.0), (1_000, 1)], [(0.0, 8), (30, 9), (49.5, 9)])
  func `the items on screen are next to the destination during an animated jump`(
    jump: (target: Int, side: Double), screen: (cut: Double, count: Int)
  ) throws {
    let (target, way, cut) = (jump.target, 400 * jump.side, screen.cut)
    let stage = try ListStage(0..<10_000).loaded()
    // From 5,000, of which a part is cut off, to one side or the other.
    stage.settle { $0.scroll(to: ItemPath(item: 5_000), at: .head()) }
    stage.settle { $0.scroll(toOffset: 250_000 + cut) }
    stage.list.scale = 2
    let total = stage.list.figures.blankItemTotal
    stage.list.scroll(to: ItemPath(item: target), at: .head(), animation: .standard)
    stage.settle()
    #expect(stage.list.isScrolling)
    let places = try places(stage, from: target)
    // The old screen ends where the new one begins, or the other way round.
    let old = Array(5_000..<(5_000 + screen.count))
    #expect(old.map { places[$0] } == old.map { Double($0 - 5_000) * 50 - cut + way })
    #expect(Set(places.keys) == Set(old + Array(target..<(target + 8))))
    #expect(stage.list.offset == Double(target) * 50 + way)
    stage.run(0.5)
    #expect(stage.place(of: target) == 0 && !stage.list.isScrolling)
    #expect(nodes(stage).allSatisfy { $0.name != "5003" })
    // The items that are skipped do not count as blank.
    #expect(stage.list.figures.blankItemTotal == total)
  }

  @Test func `items that only touch the screen are not next to the destination`() throws {
    let stage = try ListStage(0..<10_000, preparation: .synchronous).loaded()
    stage.settle { $0.scroll(to: ItemPath(item: 5_000), at: .head()) }
    #expect(stage.list.node(at: 4_999)?.supernode != nil)
    #expect(stage.list.node(at: 5_008)?.supernode != nil)
    stage.list.scroll(to: ItemPath(item: 8_000), at: .head(), animation: .standard)
    stage.settle()
    let places = try places(stage, from: 8_000)
    #expect(Set(places.keys) == Set(Array(5_000..<5_008) + Array(8_000..<8_008)))
  }

  @Test func `an item on screen that the destination shows as well stays during a jump`() throws {
    let stage = ListStage(0..<100)
    stage.source.heights = [8: 900]
    try stage.load()
    stage.settle { $0.scroll(toOffset: 50) }
    let node = try #require(stage.list.node(at: 8))
    // Item 9 begins at 1,300, and 175 points of item 8 are above it.
    stage.list.scroll(to: ItemPath(item: 9), at: .center(), animation: .standard)
    stage.settle()
    #expect(stage.list.jumps.window == 8..<14)
    #expect(stage.list.node(at: 8) === node)
    stage.run(0.5)
    #expect(stage.list.node(at: 8) === node && stage.place(of: 9) == 175)
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `items that move when a jump begins go on from where they are`() throws {
    let stage = try ListStage(0..<10_000).loaded()
    try stage.changeAndSettle(.animated, to: [0, 20_000] + Array(1..<10_000))
    stage.run(0.1)
    let place = try #require(stage.place(of: 1))
    #expect(place > 55 && place < 95)
    stage.list.scroll(to: ItemPath(item: 8_000), at: .head(), animation: .standard)
    stage.settle()
    let places = try places(stage, from: 7_999)
    let moved = try #require(places[1])
    #expect(abs(moved - (place - 400)) < 1)
  }

  @Test func `a distance of one viewport is scrolled through, and a longer one skipped`() throws {
    for (target, isSkipped) in [(8, false), (9, true)] {
      let stage = try ListStage(0..<1_000).loaded()
      stage.list.scroll(to: ItemPath(item: target), at: .head(), animation: .standard)
      stage.settle()
      #expect(stage.list.isScrolling)
      #expect((stage.list.jumps.window != nil) == isSkipped)
      // A skipping scroll begins one viewport before its destination.
      #expect(stage.list.offset == (isSkipped ? 50 : 0))
      stage.run(0.5)
      #expect(stage.list.offset == Double(target) * 50)
    }
  }

  @Test func `the destination and half a viewport around it are measured for a jump`() throws {
    let stage = ListStage(0..<10_000)
    stage.source.drawn = KeyLog()
    try stage.load()
    let count = stage.source.made.count
    stage.list.scroll(to: ItemPath(item: 8_000), at: .head())
    stage.executor.runAll()
    let made = stage.source.made.keys.dropFirst(count)
    // 8 items of 50 points, and 4 on either side.
    #expect(Set(made) == Set(7_996..<8_012) && made.count == 16)
    #expect(made.prefix(8) == ArraySlice(8_000..<8_008))
  }

  @Test func `a jump to items that are not measured takes place at the deadline`() throws {
    for deadline in [0.25, 0.5] {
      let stage = try ListStage(0..<10_000).loaded()
      stage.list.deadline = deadline
      stage.clock.advance(by: 8)
      stage.environment.loop.tick()
      var isThere: Bool?
      stage.list.scroll(to: ItemPath(item: 8_000), at: .head()) { isThere = $0 }
      stage.environment.loop.tick()
      stage.clock.advance(by: deadline - 0.125)
      stage.environment.loop.tick()
      #expect(isThere == nil && stage.list.offset == 0)
      stage.clock.advance(by: 0.125)
      stage.environment.loop.tick()
      #expect(isThere == true && stage.list.offset == 400_000)
    }
  }

  @Test func `a jump waits a tenth of a second for drawing, from its last node on`() throws {
    let stage = ListStage(0..<10_000)
    stage.source.drawn = KeyLog()
    try stage.load()
    var isThere: Bool?
    stage.list.scroll(to: ItemPath(item: 8_000), at: .head()) { isThere = $0 }
    stage.executor.runAll()
    for _ in 0..<20 { stage.environment.loop.tick() }
    #expect(isThere == nil && stage.clock.now == 0)
    stage.clock.advance(by: 0.1)
    stage.environment.loop.tick()
    #expect(isThere == true && stage.place(of: 8_000) == 0)
  }

  @Test func `a tick adds four nodes to the destination, or one after a change`() throws {
    let stage = ListStage(0..<10_000)
    stage.source.drawn = KeyLog()
    try stage.load()
    stage.list.scroll(to: ItemPath(item: 8_000), at: .head())
    stage.executor.runAll()
    stage.environment.loop.tick()
    func count() -> Int { nodes(stage).count { ($0.name.flatMap(Int.init) ?? 0) >= 8_000 } }
    #expect(count() == SettlingSchedule.changesPerTick + 1)
    for step in 0..<2 {
      try stage.change(to: 0..<(10_001 + step))
      stage.environment.loop.tick()
      #expect(count() == SettlingSchedule.changesPerTick + 2 + step)
    }
    stage.environment.loop.tick()
    #expect(count() == 8)
  }

  @Test func `a jump in a list that prepares synchronously needs no tick`() throws {
    let stage = try ListStage(0..<1_000, preparation: .synchronous).loaded()
    var ends: [Bool] = []
    func jump(_ item: Int, _ animation: ListAnimation? = nil) {
      stage.list.scroll(to: ItemPath(item: item), at: .head(), animation: animation) {
        ends.append($0)
      }
    }
    jump(500)
    #expect(ends == [true] && stage.list.offset == 25_000)
    jump(300, ListAnimation(duration: 0, curve: .linear))
    #expect(ends == [true, true] && stage.list.offset == 15_000 && !stage.list.isScrolling)
    jump(300, .standard)
    #expect(ends == [true, true, true] && !stage.list.isScrolling)
    // Even one point is scrolled through.
    stage.list.scroll(toOffset: 14_999)
    jump(300, .standard)
    #expect(ends.count == 3 && stage.list.isScrolling)
    stage.run(0.5)
    #expect(ends.count == 4 && stage.list.offset == 15_000)
  }

  @Test func `a wheel notch moves on from where it interrupts an animated jump`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.settle { $0.scroll(to: ItemPath(item: 6), at: .head(), animation: .standard) }
    stage.run(0.1)
    let offset = stage.list.offset
    #expect(offset > 50 && offset < 290)
    stage.list.scrollWheel(by: Point(x: 0, y: 40), isPrecise: false)
    stage.run(2)
    #expect(abs(stage.list.offset - offset - 40) < 0.01)
  }

  @Test func `a jump without a duration or a distance arrives at once`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    var ends: [Bool] = []
    let still = ListAnimation(duration: 0, curve: .linear)
    stage.settle {
      $0.scroll(to: ItemPath(item: 500), at: .head(), animation: still) { ends.append($0) }
    }
    #expect(ends == [true] && stage.list.offset == 25_000 && !stage.list.isScrolling)
    stage.settle {
      $0.scroll(to: ItemPath(item: 500), at: .head(), animation: .standard) { ends.append($0) }
    }
    #expect(ends == [true, true] && !stage.list.isScrolling)
    // One that interrupts a fling ends its scrolling.
    stage.delegate.log = []
    stage.list.fling(velocity: 2_000)
    stage.run(0.1)
    stage.list.scroll(to: ItemPath(item: 100), at: .head()) { ends.append($0) }
    stage.settle()
    #expect(ends == [true, true, true] && stage.list.offset == 5_000)
    #expect(stage.delegate.log == ["end"])
    stage.settle { $0.scroll(to: ItemPath(item: 700), at: .head()) }
    #expect(stage.delegate.log == ["end"])
  }

  @Test func `commands for the ends reach them while a change is pending`() throws {
    for end in [ListEnd.head, .tail] {
      let stage = try ListStage(0..<100).loaded()
      stage.settle { $0.scroll(toOffset: 2_000) }
      // The first item is not shown yet, and no visible one has its pending index.
      try stage.change(to: [-1] + Array(0..<100))
      #expect(stage.list.isProcessing)
      stage.list.scroll(.end(end))
      #expect(stage.list.offset == (end == .head ? 0 : 4_600))
    }
  }
}
