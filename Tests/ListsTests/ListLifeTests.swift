import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Fetches at the ends, memory, and visibility of a list.
@MainActor @Suite(.endsStages) struct ListLifeTests {
  private func indicator(_ stage: ListStage) -> (ListEnd) -> (node: DisplayNode, length: Double) {
    { [environment = stage.environment] end in
      let node = DisplayNode(environment: environment)
      node.name = "fetching \(end)"
      return (node, 30)
    }
  }

  private func fetching(_ stage: ListStage) -> DisplayNode? {
    stage.list.node.subnodes.flatMap(\.subnodes).first { $0.name?.hasPrefix("fetching") ?? false }
  }

  @Test func `an edit out of sight waits for no rows`() throws {
    let stage = try ListStage(0..<1_000, preparation: .automatic).loaded()
    stage.settle { $0.scroll(to: ItemPath(item: 500), at: .head()) }
    let read = stage.source.reads
    // Seen at once, without a tick.
    try stage.change(to: Array(0..<1_000) + [2_000])
    #expect(stage.list.controller.visibleMap.itemCount == 1_001)
    #expect(!stage.source.made.keys.contains(2_000))
    #expect(stage.source.reads == read + 1)
    // Between the rows on screen, in place of one of them.
    try stage.change(to: Array(0..<506) + [3_000] + Array(507..<1_000) + [2_000])
    #expect(stage.source.made.keys.contains(3_000))
    stage.settle()
    #expect(stage.place(of: 3_000) == 300)
  }

  @Test func `older messages inserted at a chat's head do not move visible items`() throws {
    let stage = ListStage(0..<40, .chat)
    stage.list.fetchIndicator = indicator(stage)
    stage.list.fetchEnds = [.head]
    try stage.load()
    #expect(stage.delegate.fetches.isEmpty)
    stage.settle { $0.scroll(toOffset: 700) }
    #expect(stage.delegate.fetches == [.head])
    #expect(fetching(stage)?.frame == Rect(x: 0, y: -30, width: 100, height: 30))
    stage.settle { $0.scroll(.end(.head)) }
    stage.list.scrollWheel(by: Point(x: 0, y: -100), isPrecise: true)
    stage.settle()
    // The fetch indicator is visible, and there is one fetch.
    #expect(stage.place(of: 0) == 30)
    #expect(stage.delegate.fetches == [.head])
    try stage.change(to: Array(-20..<40))
    stage.settle { $0.finishFetch(at: .head) }
    #expect(stage.place(of: 0) == 30)
    // 970 points remain above, more than two viewports.
    #expect(fetching(stage) == nil)
    #expect(stage.delegate.fetches == [.head])
  }

  @Test func `fetches continue until content suffices or the source is exhausted`() throws {
    let stage = ListStage(0..<2)
    stage.list.fetchEnds = [.tail]
    stage.delegate.whenFetching = { end in
      let count = stage.source.items.count
      let more = count < 30
      if more { try? stage.change(to: Array(0..<(count + 5))) }
      stage.list.finishFetch(at: end, hasMore: more)
    }
    try stage.load()
    for _ in 0..<10 { stage.settle() }
    // Three viewports of 400 points, by five items.
    #expect(stage.source.items.count == 27)
    stage.list.scroll(.end(.tail))
    for _ in 0..<10 { stage.settle() }
    #expect(stage.source.items.count == 32)
    let count = stage.delegate.fetches.count
    stage.settle { $0.scroll(.end(.tail)) }
    #expect(stage.delegate.fetches.count == count)
    stage.settle { $0.resetFetching() }
    #expect(stage.delegate.fetches.count == count + 1)
  }

  @Test func `an invisible list has no visible nodes and fetches only to fill itself`()
    throws
  {
    let stage = try ListStage(0..<100).loaded()
    let node = try #require(stage.list.node(at: 0))
    #expect(node.interfaceState == .visible)
    stage.list.isVisible = false
    stage.settle()
    #expect(node.interfaceState == .display)
    stage.list.fetchEnds = [.head]
    stage.settle()
    #expect(stage.delegate.fetches.isEmpty)
    stage.list.isVisible = true
    stage.settle()
    #expect(node.interfaceState == .visible)
    #expect(stage.delegate.fetches == [.head])
  }

  @Test func `a memory warning immediately releases all nodes except visible ones`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: 1_000) }
    #expect(stage.list.figures.liveNodes > 10)
    let nodes = (20..<28).compactMap { stage.list.node(at: $0) }
    stage.list.receiveMemoryWarning()
    #expect(stage.list.controller.liveNodeCount == 8)
    #expect(nodes.allSatisfy { $0.interfaceState == .visible })
    stage.settle()
    #expect(stage.list.figures.liveNodes == 8)
    #expect(stage.shown.first == "20@0")
    stage.settle { $0.scroll(toOffset: 1_010) }
    stage.list.scroll(toOffset: 1_020)
    stage.settle()
    #expect(stage.list.figures.liveNodes > 8)
  }

  @Test func `entering the background releases off-screen nodes and clears the visible state`()
    throws
  {
    let stage = try ListStage(0..<100).loaded()
    let node = try #require(stage.list.node(at: 2))
    stage.list.enterBackground()
    #expect(node.interfaceState == .display)
    #expect(stage.list.controller.liveNodeCount == 8)
    stage.settle { $0.enterForeground() }
    #expect(node.interfaceState == .visible)
    #expect(stage.list.node(at: 2) === node)
  }

  @Test func `bitmaps beyond the byte budget are not kept`() throws {
    var configuration = ListConfiguration()
    // Twelve rows of 100 by 50 pixels.
    configuration.byteBudget = 12 * 100 * 50 * 4
    let stage = try ListStage(0..<100, configuration).loaded()
    stage.list.fling(velocity: 500)
    stage.run(0.2)
    let states = stage.list.displayedItems.live?.compactMap {
      stage.list.node(at: $0)?.interfaceState
    }
    #expect(states?.count { $0 >= .display } == 12)
    #expect(states?.contains(.preload) ?? false)
  }

  // G05: interface states may change before the list has a size.
  @Test func `interface states can change before a list is loaded or has a size`() throws {
    for size in [Size.zero, Size(width: 100, height: 400)] {
      let stage = ListStage(0..<100, size: size)
      let list = stage.list
      list.fetchEnds = [.head, .tail]
      for isVisible in [false, true] {
        list.isVisible = isVisible
        list.receiveMemoryWarning()
        list.enterBackground()
        list.enterForeground()
        for state in [InterfaceState.none, .measureLayout, .preload, .display, .visible, .none] {
          list.node.setInterfaceState(state)
        }
        list.fling(velocity: 1_000)
        list.scroll(.end(.tail))
        stage.settle()
      }
      #expect(list.controller.liveNodeCount == 0)
      #expect(stage.delegate.fetches.isEmpty)
      list.fetchEnds = []
      try stage.load()
      list.resize(to: Size(width: 100, height: 400))
      stage.settle()
      #expect(stage.shown.first == "0@0")
      #expect(list.node(at: 0)?.interfaceState == .visible)
    }
  }

  // G04: a deleted visible item leaves the visible state.
  @Test(arguments: [nil, ListAnimation.standard])
  func `a deleted visible item leaves the visible state with the change`(
    animation: ListAnimation?
  ) throws {
    let stage = try ListStage(0..<100).loaded()
    let node = try #require(stage.list.node(at: 2))
    #expect(node.interfaceState == .visible)
    try stage.changeAndSettle(ListUpdate(animation: animation), to: [0, 1] + Array(3..<100))
    #expect(node.interfaceState < .visible)
    stage.run(0.5)
    #expect(node.interfaceState == .none)
    #expect(node.supernode == nil)
    #expect(stage.delegate.faults == 0)
  }

  @Test func `a released list releases its nodes`() throws {
    weak var weakList: ListView?
    weak var weakNode: DisplayNode?
    let environment: DisplayEnvironment
    do {
      let stage = ListStage(0..<100)
      environment = stage.environment
      try stage.load()
      stage.list.fling(velocity: 500)
      stage.run(0.2)
      weakList = stage.list
      weakNode = stage.list.node(at: 12)
      #expect(weakNode != nil)
      stage.surface.rootNode = nil
    }
    // Pending notifications retain nodes for a tick.
    for _ in 0..<4 { environment.loop.tick() }
    #expect(weakList == nil)
    #expect(weakNode == nil)
  }

  @Test func `a hit test finds the foremost item`() throws {
    let stage = ListStage(0..<100)
    stage.delegate.headers = { _ in
      [
        ListHeader(id: 1, length: 20) { environment in
          let node = DisplayNode(environment: environment)
          node.name = "header"
          return node
        }
      ]
    }
    try stage.load()
    #expect(stage.list.node.hitTest(Point(x: 50, y: 10))?.name == "header")
    #expect(stage.list.node.hitTest(Point(x: 50, y: 30))?.name == "0")
    #expect(stage.list.item(at: Point(x: 50, y: 60)) == 1)
    #expect(stage.list.item(at: Point(x: 150, y: 60)) == nil)
    // Inserted items are behind existing ones.
    try stage.changeAndSettle(.animated, to: [0, 500, 501] + Array(1..<100))
    stage.run(0.05)
    let place = try #require(stage.place(of: 1))
    #expect(stage.list.item(at: Point(x: 50, y: place + 1)) == 3)
    #expect(stage.list.node.hitTest(Point(x: 50, y: place + 1))?.name == "1")
  }
}
