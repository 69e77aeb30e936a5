import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Testing

/// The figures of a list, and its reports of the items on screen.
@MainActor @Suite(.endsStages) struct ListFigureTests {
  private func nodes(_ stage: ListStage) -> [DisplayNode] {
    stage.list.node.subnodes.flatMap(\.subnodes)
  }

  @Test func `new figures are zero`() {
    let figures = ListView.Figures()
    #expect([figures.liveNodes, figures.attachedNodes, figures.mostLiveNodes] == [0, 0, 0])
    #expect([figures.blankItems, figures.blankItemTotal, figures.settlements] == [0, 0, 0])
    #expect(figures.awaited == 0 && figures.longestLiveExtent == 0)
    #expect(ListStage(0..<3).list.figures == figures)
  }

  @Test func `nodes of removed items count as long as they are visible`() throws {
    let stage = try ListStage(0..<100).loaded()
    let count = try #require(stage.list.displayedItems.live).count
    #expect(stage.list.figures.liveNodes == count)
    try stage.changeAndSettle(.animated, to: [0, 1] + Array(4..<100))
    let live = try #require(stage.list.displayedItems.live).count
    #expect(stage.list.figures.liveNodes == live + 2)
    #expect(stage.list.figures.mostLiveNodes >= live + 2)
    stage.run(0.5)
    #expect(stage.list.figures.liveNodes == stage.list.displayedItems.live?.count)
    #expect(stage.list.figures.attachedNodes == nodes(stage).count)
  }

  @Test func `nodes that are drawn in advance for a jump count`() throws {
    let stage = ListStage(0..<10_000)
    stage.source.drawn = KeyLog()
    try stage.load()
    stage.list.scroll(to: ItemPath(item: 8_000), at: .head())
    stage.environment.loop.tick()
    stage.executor.runAll()
    for _ in 0..<4 { stage.environment.loop.tick() }
    // A screen of items at either place.
    #expect(nodes(stage).count == 16)
    #expect(stage.list.figures.liveNodes == 16)
    #expect(stage.list.figures.attachedNodes == 16)
  }

  @Test func `items without nodes are counted as blank in every frame until they have them`()
    throws
  {
    let stage = try ListStage(0..<1_000).loaded()
    let total = stage.list.figures.blankItemTotal
    stage.list.scroll(toOffset: 30_000)
    // No other thread runs.
    for frame in 1...3 {
      stage.environment.loop.tick()
      #expect(stage.list.figures.blankItems == 8)
      #expect(stage.list.figures.blankItemTotal == total + 8 * frame)
      #expect(stage.list.figures.awaited >= 8)
    }
    stage.list.isVisible = false
    stage.environment.loop.tick()
    #expect(stage.list.figures.blankItems == 0)
    stage.list.isVisible = true
    stage.settle()
    #expect(stage.list.figures.blankItems == 0 && stage.list.figures.awaited == 0)
  }

  @Test func `one blank item is counted in every frame`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.settle { $0.scroll(toOffset: 10_000) }
    stage.list.receiveMemoryWarning()
    stage.settle()
    let total = stage.list.figures.blankItemTotal
    stage.list.scroll(toOffset: 10_010)
    for frame in 1...3 {
      stage.environment.loop.tick()
      #expect(stage.list.figures.blankItems == 1)
      #expect(stage.list.figures.blankItemTotal == total + frame)
    }
  }

  @Test func `a drawn item is not blank while a part that was added is being drawn`() throws {
    let stage = ListStage(0..<100)
    stage.source.drawn = KeyLog()
    try stage.load()
    stage.settle { $0.setNeedsSettling() }
    // One on screen, and one that is drawn before it is on screen.
    for (index, offset) in [(2, 0.0), (9, 60)] {
      let part = DisplayNode(DrawnContent { _, _ in }, environment: stage.environment)
      part.frame = Rect(x: 0, y: 0, width: 10, height: 10)
      try #require(stage.list.node(at: index)).addSubnode(part)
      stage.list.scroll(toOffset: offset)
      stage.list.setNeedsSettling()
      let total = stage.list.figures.blankItemTotal
      for _ in 0..<2 { stage.environment.loop.tick() }
      #expect(stage.list.displayedItems.range.contains(index))
      #expect(stage.list.node(at: index)?.isAwaitingFirstContents == true)
      #expect(stage.list.figures.blankItems == 0)
      #expect(stage.list.figures.blankItemTotal == total)
      stage.settle()
    }
  }

  @Test func `the longest extent is that of the items in ranges at one time`() {
    var counter = FigureCounter()
    var geometry = ItemGeometry(count: 10, estimate: 50)
    geometry.setLength(80, of: 4)
    counter.note(nil, in: geometry)
    #expect(counter.figures.longestLiveExtent == 0)
    counter.note(2..<6, in: geometry)
    #expect(counter.figures.longestLiveExtent == 3 * 50 + 80)
    counter.note(7..<10, in: geometry)
    #expect(counter.figures.longestLiveExtent == 3 * 50 + 80)
    counter.note(3..<8, in: geometry)
    #expect(counter.figures.longestLiveExtent == 4 * 50 + 80)
    var single = FigureCounter()
    single.note(0..<1, in: geometry)
    #expect(single.figures.longestLiveExtent == 50)
  }

  // MARK: Reports

  @Test(arguments: [
    (0.5, 0...7), (0.75, 1...7), (49.25, 1...7), (49.5, 1...8), (50, 1...8), (50.5, 1...8),
    (50.75, 2...8),
  ])
  func `an item counts as fully visible if at most half a point is cut off`(
    offset: Double, items: ClosedRange<Int>
  ) throws {
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: offset) }
    #expect(stage.list.displayedItems.firstFullyVisible == items.lowerBound)
    #expect(stage.list.displayedItems.lastFullyVisible == items.upperBound)
  }

  @Test func `no item is fully visible if one fills more than the viewport`() throws {
    let stage = ListStage(0..<10)
    stage.source.heights = [3: 900]
    try stage.load()
    stage.settle { $0.scroll(to: ItemPath(item: 3), at: .center()) }
    stage.settle { $0.scroll(toOffset: 300) }
    let displayed = stage.list.displayedItems
    #expect(displayed.range == 3..<4)
    #expect(displayed.firstFullyVisible == nil && displayed.lastFullyVisible == nil)
    // One of 400 points in 400.
    let other = ListStage(0..<10)
    other.source.heights = [3: 400]
    try other.load()
    other.settle { $0.scroll(to: ItemPath(item: 3), at: .head()) }
    #expect(other.list.displayedItems.firstFullyVisible == 3)
    #expect(other.list.displayedItems.lastFullyVisible == 3)
  }

  @Test func `covered items are not displayed`() throws {
    let stage = try ListStage(0..<100).loaded()
    let insets = Insets(top: 60, bottom: 80)
    stage.settle { $0.resize(to: stage.list.size, insets: insets) }
    stage.settle { $0.scroll(toOffset: 1_000) }
    // From 1,060 to 1,320.
    let displayed = stage.list.displayedItems
    #expect(displayed.range == 21..<27)
    #expect(displayed.firstFullyVisible == 22 && displayed.lastFullyVisible == 25)
    #expect(stage.list.accessibilityOrder == Array(21..<27))
  }

  @Test func `a snapshot has the sections of the list, however many keys there are`() throws {
    let stage = try ListStage(0..<3).loaded()
    let items = stage.source.items
    #expect(
      stage.list.snapshot(sectionKeys: [7, 8])
        == ListSnapshot(sections: [ListSnapshot.Section(key: 7, items: items)]))
    #expect(stage.list.snapshot(sectionKeys: []).sections.isEmpty)
  }

  @Test func `of several items with a key, the one nearest to a hint is found`() throws {
    let stage = try ListStage([7, 7, 3, 7]).loaded()
    #expect(stage.list.visibleIndex(ofKey: 7) == 0)
    #expect(stage.list.visibleIndex(ofKey: 7, near: 1) == 1)
    #expect(stage.list.visibleIndex(ofKey: 7, near: 3) == 3)
    #expect(stage.list.visibleIndex(ofKey: 3) == 2)
    #expect(stage.list.visibleIndex(ofKey: 5) == nil)
  }

  @Test func `the distances from the ends include insets and overscroll`() throws {
    let stage = try ListStage(0..<20).loaded()
    let insets = Insets(top: 30, bottom: 70)
    stage.settle { $0.resize(to: stage.list.size, insets: insets) }
    #expect(stage.list.offsetFromHead == .known(0))
    stage.settle { $0.scroll(toOffset: 10) }
    #expect(stage.list.offsetFromHead == .known(40))
    stage.settle { $0.scroll(.end(.tail)) }
    // 20 items of 50 points and the inset, less the viewport.
    #expect(stage.list.offset == 1_000 + 70 - 400)
    #expect(stage.list.offsetFromTail == .known(0))
    stage.settle { $0.scroll(toOffset: 650) }
    #expect(stage.list.offsetFromTail == .known(20))
    try stage.changeAndSettle(to: [])
    #expect(stage.list.offsetFromHead == .none && stage.list.offsetFromTail == .none)
  }

  @Test func `an item is hit from its first point up to the next item`() throws {
    let stage = try ListStage(0..<100).loaded()
    let points = [0.0, 49.75, 50, 399.75, 400, -0.25].map { Point(x: 50, y: $0) }
    #expect(points.map { stage.list.item(at: $0) } == [0, 0, 1, 7, 8, nil])
    #expect(stage.list.item(at: Point(x: Double.nan, y: 10)) == nil)
    #expect(stage.list.item(at: Point(x: 10, y: Double.infinity)) == nil)
    #expect(stage.list.item(at: Point(x: 100, y: 10)) == nil)
    #expect(stage.list.item(at: Point(x: 99.75, y: 10)) == 0)
  }

  @Test func `the visible part of an item is the one that insets leave uncovered`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.settle {
      $0.resize(to: stage.list.size, insets: Insets(top: 60, left: 20, bottom: 80, right: 40))
    }
    stage.settle { $0.scroll(toOffset: 1_000) }
    let seen = try #require(stage.list.visibility(at: 21))
    #expect(seen.fraction == 0.8 && seen.rect == Rect(x: 0, y: 10, width: 40, height: 40))
    let last = try #require(stage.list.visibility(at: 26))
    #expect(last.fraction == 0.4 && last.rect == Rect(x: 0, y: 0, width: 40, height: 20))
    let none = ListView.Visibility(
      of: Rect(x: 0, y: 0, width: 0, height: 50), in: Rect(x: 0, y: 0, width: 9, height: 9))
    #expect(none.fraction == 0)
    let small = ListView.Visibility(
      of: Rect(x: 4, y: -0.5, width: 0.5, height: 1), in: Rect(x: 0, y: 0, width: 9, height: 9))
    #expect(small.fraction == 0.5 && small.rect == Rect(x: 0, y: 0.5, width: 0.5, height: 0.5))
  }
}
