import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import TestSupport
import Testing

/// Invalid and excessive input.
@MainActor @Suite(.endsStages) struct ListBadInputTests {
  @Test(arguments: [0.0, 1e9, 0.001])
  func `items of any height are shown with a bounded number of nodes`(height: Double) throws {
    let stage = try ListStage(0..<10_000, height: height).loaded()
    #expect(stage.list.figures.liveNodes <= 700)
    stage.list.fling(velocity: 5_000)
    stage.run(0.5)
    stage.settle { $0.scroll(.end(.tail)) }
    stage.list.scroll(to: ItemPath(item: 5_000), at: .center())
    stage.settle()
    stage.run(0.2)
    #expect(stage.list.offset.isFinite)
    #expect(stage.list.figures.liveNodes <= 700)
  }

  @Test func `items with zero, huge or invalid heights can mix with others`() throws {
    let stage = ListStage(0..<100)
    stage.source.heights = [2: 0, 3: 1e9, 5: .infinity, 6: -4]
    try stage.load()
    #expect(stage.place(of: 3) == 100)
    stage.settle { $0.scroll(to: ItemPath(item: 3), at: .tail()) }
    #expect(stage.place(of: 3) == 400 - 1e9)
    stage.settle { $0.scroll(to: ItemPath(item: 4), at: .head()) }
    #expect(stage.place(of: 4) == 0)
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `invalid sizes, offsets and velocities are ignored`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.list.resize(to: Size(width: .nan, height: 400))
    stage.list.resize(to: Size(width: 100, height: .infinity))
    stage.list.resize(to: Size(width: 100, height: 400), insets: Insets(top: .nan))
    stage.list.resize(to: Size(width: -1, height: 400))
    stage.list.scroll(toOffset: .nan)
    stage.list.scroll(toOffset: .infinity)
    stage.list.fling(velocity: .nan)
    stage.list.fling(velocity: .infinity)
    stage.list.scale = -1
    stage.settle()
    #expect(stage.shown.first == "0@0")
    #expect(stage.list.size == Size(width: 100, height: 400))
    #expect(stage.list.item(at: Point(x: .nan, y: 3)) == nil)
    stage.list.scroll(to: ItemPath(section: 3, item: -1), at: .head(.nan))
    stage.settle { $0.scroll(to: ItemPath(item: 50), at: .head(.nan)) }
    #expect(stage.list.offset.isFinite)
  }

  @Test func `a list without a size shows nothing until it has one`() throws {
    let stage = try ListStage(0..<100, size: Size(width: 100, height: 0)).loaded()
    #expect(stage.shown.isEmpty)
    stage.settle { $0.resize(to: Size(width: 100, height: 400)) }
    #expect(stage.shown.count == 8)
    stage.settle { $0.resize(to: .zero) }
    stage.list.resize(to: Size(width: 100, height: 200))
    stage.settle()
    #expect(stage.shown.count == 4)
  }

  @Test func `inserting ten thousand items keeps visible ones and creates few nodes`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: 1_000) }
    let (seen, made) = (stage.shown, stage.source.made.count)
    try stage.changeAndSettle(.animated, to: Array(10_000..<20_000) + Array(0..<100))
    stage.run(0.5)
    #expect(stage.shown == seen)
    #expect(stage.source.made.count - made < 40)
    stage.settle { $0.scroll(.end(.head)) }
    try stage.changeAndSettle(.animated, to: Array(20_000..<30_000) + Array(10_000..<20_000))
    stage.run(0.5)
    #expect(stage.shown.first == "20000@0")
    #expect(stage.source.made.count - made < 120)
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `all items can be deleted during scrolling and inserted again`() throws {
    for animation in [nil, ListAnimation.standard] {
      let stage = try ListStage(0..<1_000).loaded()
      stage.list.fling(velocity: 4_000)
      stage.run(0.3)
      try stage.change(ListUpdate(animation: animation), to: [])
      stage.run(0.6)
      #expect(stage.list.node.subnodes.flatMap(\.subnodes).isEmpty)
      #expect(stage.list.offset == 0)
      #expect(stage.list.offsetFromHead == .none)
      #expect(!stage.list.isScrolling)
      try stage.changeAndSettle(to: 0..<50)
      #expect(stage.shown.first == "0@0")
      #expect(stage.list.controller.liveNodeCount <= 24)
    }
  }

  @Test func `a delegate can change the list from its callbacks`() throws {
    let stage = try ListStage(0..<100).loaded()
    var count = 0
    stage.delegate.whenScrolled = {
      guard count < 20 else { return }
      count += 1
      let keys = stage.source.items.map(\.key)
      try? stage.change(.animated, to: [1_000 + count] + keys)
      stage.list.resize(to: Size(width: 100, height: 400 - Double(count)))
    }
    stage.settle { $0.scroll(toOffset: 1_000) }
    stage.list.fling(velocity: 1_000)
    stage.run(2)
    #expect(count == 20)
    #expect(stage.list.controller.visibleMap.itemCount == 120)
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `a refused change leaves the list unchanged`() throws {
    let stage = try ListStage(0..<100).loaded()
    let seen = stage.shown
    #expect(throws: ChangeSetError.self) {
      try stage.list.edit(.animated) { $0.delete(ItemPath(item: 400)) }
    }
    #expect(throws: ChangeSetError.self) {
      try stage.list.edit(.animated) { $0.insert(ItemPath(item: 0)) }
    }
    #expect(stage.shown == seen)
    // The next one is shown with its own animation.
    try stage.changeAndSettle(.animated, to: [500] + Array(0..<100))
    #expect(stage.place(of: 0) == 0)
    stage.run(0.5)
    #expect(stage.place(of: 0) == 50)
  }

  @Test func `edits before the first load complete immediately`() throws {
    let stage = ListStage(0..<10)
    var isDone: Bool?
    try stage.list.submit(ChangeSet(), ListUpdate.animated) { isDone = $0 }
    try stage.list.performBatch(.animated) {}
    #expect(isDone == true)
    try stage.load()
    #expect(stage.shown.count == 8)
  }

  @Test func `nested batches use the animation of the outermost one`() throws {
    let stage = try ListStage(0..<10).loaded()
    let list = stage.list
    stage.source.items = [500, 501].map { ListItem(key: $0) } + stage.source.items
    try list.performBatch(.animated) { () throws(ChangeSetError) in
      try list.edit { $0.insert(ItemPath(item: 0)) }
      try list.performBatch { () throws(ChangeSetError) in
        try list.edit { $0.insert(ItemPath(item: 1)) }
      }
    }
    stage.settle()
    #expect(stage.place(of: 0) == 0)
    stage.run(0.5)
    #expect(stage.place(of: 0) == 100)
  }

  @Test(arguments: 0..<6)
  func `items are contiguous and the list shows its data after any operations`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let configurations = [ListConfiguration(), .chat, .reversedChat]
    let stage = ListStage(0..<60, configurations[Int(seed % 3)], estimate: 37)
    for key in 0..<400 {
      stage.source.heights[key] = Double(Int.random(in: 0...160, using: &random))
    }
    try stage.load()
    var nextKey = 60
    for _ in 0..<30 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1, 2:
        var keys = stage.source.items.map(\.key)
        for _ in 0..<Int.random(in: 0...4, using: &random) where !keys.isEmpty {
          keys.remove(at: .random(in: keys.indices, using: &random))
        }
        for _ in 0..<Int.random(in: 0...5, using: &random) {
          keys.insert(nextKey, at: .random(in: 0...keys.count, using: &random))
          nextKey += 1
        }
        if keys.count > 2, Bool.random(using: &random) { keys.swapAt(0, keys.count / 2) }
        try stage.change(Bool.random(using: &random) ? .animated : ListUpdate(), to: keys)
      case 3: stage.list.fling(velocity: .random(in: -6_000...6_000, using: &random))
      case 4:
        let count = max(1, stage.source.items.count)
        stage.list.scroll(
          to: ItemPath(item: .random(in: 0..<count, using: &random)), at: .center(),
          animation: Bool.random(using: &random) ? .standard : nil)
      case 5:
        stage.list.resize(
          to: Size(width: 100, height: .random(in: 100...500, using: &random).rounded()))
      default: stage.list.stopScrolling()
      }
      stage.run(.random(in: 0...0.3, using: &random))
    }
    stage.run(6)
    stage.settle()
    let list = stage.list
    #expect(TestList.keys(list.controller.visibleMap) == stage.source.items.map(\.key))
    #expect(!list.isScrolling)
    #expect(list.figures.blankItems == 0)
    var end: Double?
    for index in list.accessibilityOrder {
      let frame = try #require(list.frame(at: index))
      #expect(frame.size.height == stage.source.height(of: stage.source.items[index]))
      #expect(stage.nodeFrame(at: index) == frame)
      if let end { #expect(abs(frame.minY - end) < 1e-6) }
      end = frame.maxY
    }
    #expect(list.node.subnodes.first?.subnodes.allSatisfy { $0.opacity == 1 } ?? false)
    let count = list.controller.liveNodeCount
    #expect(count == list.displayedItems.live?.count ?? 0)
    let nodes = (list.displayedItems.live ?? 0..<0).compactMap { list.node(at: $0) }
    #expect(stage.delegate.held == Set(nodes.map { ObjectIdentifier($0) }))
    #expect(stage.delegate.faults == 0)
  }

  @Test func `a wheel without a finite delta does not scroll`() throws {
    let stage = try ListStage(0..<100).loaded()
    for delta in [Point(x: 0, y: .nan), Point(x: 0, y: .infinity), Point(x: .nan, y: 3), .zero] {
      #expect(!stage.list.scrollWheel(by: delta, isPrecise: true))
    }
    #expect(stage.list.offset == 0)
    #expect(stage.list.scrollWheel(by: Point(x: 0, y: 3), isPrecise: true))
  }
}
