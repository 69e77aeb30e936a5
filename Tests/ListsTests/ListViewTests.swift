import GalleyDisplay
import GalleyGeometry
import GalleyLayers
@testable import GalleyLists
import GalleyScheduling
import Testing

/// The nodes of a list and their positions.
@MainActor @Suite(.endsStages) struct ListViewTests {
  private let chat = ListConfiguration.chat
  private let reversed = ListConfiguration.reversedChat

  // MARK: Placing

  @Test func `items are placed one after the other from the top`() throws {
    let stage = ListStage(0..<100)
    stage.source.heights = [0: 30, 1: 200, 2: 70]
    try stage.load()
    #expect(stage.shown == ["0@0", "1@30", "2@230", "3@300", "4@350"])
    stage.settle { $0.scroll(toOffset: 100) }
    #expect(stage.shown == ["1@-70", "2@130", "3@200", "4@250", "5@300", "6@350"])
    #expect(stage.list.offset == 100)
  }

  @Test func `a bottom-up list grows upward from the bottom`() throws {
    let stage = ListStage(0..<100, reversed)
    stage.source.heights = [0: 30, 1: 200]
    try stage.load()
    #expect(stage.shown == ["5@-30", "4@20", "3@70", "2@120", "1@170", "0@370"])
    stage.settle { $0.scroll(toOffset: 100) }
    #expect(stage.place(of: 0) == 470)
    #expect(stage.place(of: 1) == 270)
  }

  @Test func `a chat starts at its newest message, with short content at the bottom`() throws {
    let stage = try ListStage(0..<100, chat).loaded()
    #expect(stage.shown.last == "99@350")
    #expect(stage.list.offsetFromTail == .known(0))
    #expect(stage.list.offsetFromHead == .unknown)
    let short = try ListStage(0..<3, chat).loaded()
    #expect(short.shown == ["0@250", "1@300", "2@350"])
  }

  @Test func `insets apply to the list's ends and the sides of items`() throws {
    let stage = ListStage(0..<100)
    stage.list.resize(
      to: Size(width: 100, height: 400), insets: Insets(top: 20, left: 5, bottom: 30, right: 10))
    try stage.load()
    #expect(stage.list.offset == -20)
    #expect(stage.list.frame(at: 0) == Rect(x: 5, y: 20, width: 85, height: 50))
    stage.settle { $0.scroll(.end(.tail)) }
    #expect(stage.place(of: 99) == 320)
  }

  @Test func `content is aligned to whole pixels`() throws {
    let stage = ListStage(0..<100)
    stage.list.scale = 2
    try stage.load()
    stage.settle { $0.scroll(toOffset: 10.3) }
    #expect(stage.place(of: 1) == 39.5)
    #expect(stage.list.offset == 10.3)
  }

  // MARK: What is alive

  @Test func `nodes exist only in and around the viewport`() throws {
    let stage = try ListStage(0..<100_000).loaded()
    for offset in [0.0, 1_000_000, 2_000_000, 4_999_600, 30] {
      stage.settle { $0.scroll(toOffset: offset) }
      #expect(stage.list.figures.liveNodes <= 24)
      #expect(stage.list.displayedItems.live?.count ?? 0 >= 8)
      #expect(stage.list.controller.liveNodeCount <= 24)
      #expect(stage.list.figures.blankItems == 0)
    }
    #expect(stage.list.figures.longestLiveExtent <= 3 * 400)
  }

  @Test func `unmeasured items are not shown`() throws {
    let stage = ListStage(0..<1_000, estimate: 20)
    try stage.list.load()
    stage.environment.loop.tick()
    #expect(stage.list.node.subnodes.flatMap(\.subnodes).isEmpty)
    stage.settle()
    #expect(stage.shown.count == 8)
    #expect(stage.shown.first == "0@0")
  }

  @Test func `pending measurements do not block scrolling or later display`() throws {
    let stage = ListStage(0..<1_000)
    try stage.list.load()
    // Nothing runs: the list waits until its deadline, and then shows what is available.
    stage.environment.loop.tick()
    stage.clock.advance(by: 1)
    stage.environment.loop.tick()
    #expect(!stage.list.controller.isProcessing)
    #expect(stage.shown.isEmpty)
    #expect(stage.list.figures.blankItems > 0)
    stage.list.fling(velocity: 3_000)
    for _ in 0..<30 {
      stage.clock.advance(by: 1.0 / 60)
      stage.environment.loop.tick()
    }
    #expect(stage.list.offset > 900)
    stage.settle()
    #expect(stage.shown.count >= 8)
    #expect(stage.list.figures.blankItems == 0)
  }

  @Test func `items are drawn before they enter the viewport`() throws {
    let stage = ListStage(0..<1_000)
    let drawn = KeyLog()
    stage.source.drawn = drawn
    try stage.load()
    stage.run(0.1)
    let rows = stage.list.figures.blankItemTotal
    stage.list.fling(velocity: 4_000)
    var seen = Set(stage.shown)
    var arrivals = 0
    stage.run(2) {
      for index in stage.list.displayedItems.range {
        guard let node = stage.list.node(at: index) else {
          Issue.record("item \(index) is visible without a node")
          continue
        }
        guard seen.insert(node.name ?? "").inserted else { continue }
        arrivals += 1
        // Drawn before this frame: its drawing would end with the next one.
        #expect(node.layer.contents != nil)
      }
    }
    #expect(stage.list.figures.blankItemTotal == rows)
    #expect(stage.list.offset > 1_900)
    #expect(arrivals > 30)
    #expect(Set(drawn.keys).count == drawn.count)
  }

  // MARK: What stays

  @Test func `a wrong length estimate does not move visible items`() throws {
    let stage = try ListStage(0..<1_000, height: 80, estimate: 50).loaded()
    stage.settle { $0.scroll(to: ItemPath(item: 500), at: .head()) }
    let rows = stage.shown
    #expect(rows.first == "500@0")
    // Upward, over unmeasured items.
    for _ in 0..<100 {
      let before = stage.place(of: stage.list.displayedItems.range.lowerBound + 2) ?? 0
      let key = stage.list.displayedItems.range.lowerBound + 2
      stage.settle { $0.scrollWheel(by: Point(x: 0, y: -37), isPrecise: true) }
      #expect(abs((stage.place(of: key) ?? 0) - before - 37) < 1e-6)
    }
  }

  @Test func `changes above the visible items do not move them`() throws {
    let stage = try ListStage(0..<200).loaded()
    stage.settle { $0.scroll(toOffset: 3_010) }
    let seen = stage.shown
    try stage.changeAndSettle(to: Array(1_000..<1_050) + Array(10..<40) + Array(50..<200))
    #expect(stage.shown == seen)
    // Updated items grow as well.
    stage.source.items[3] = ListItem(key: 1_003, revision: 2)
    try stage.list.edit { $0.update(ItemPath(item: 3)) }
    stage.settle()
    #expect(stage.shown == seen)
  }

  @Test func `a list at its beginning shows items inserted there`() throws {
    let stage = try ListStage(0..<200).loaded()
    try stage.changeAndSettle(to: [-1] + Array(0..<200))
    #expect(stage.shown.first == "-1@0")
    stage.settle { $0.scroll(toOffset: 10) }
    try stage.changeAndSettle(to: [-2, -1] + Array(0..<200))
    #expect(stage.place(of: 0) == 40)
  }

  @Test func `a chat follows the newest message unless scrolled away`() throws {
    for isReversed in [false, true] {
      let stage = try ListStage(0..<100, isReversed ? reversed : chat).loaded()
      func add(_ key: Int) throws {
        let keys = stage.source.items.map(\.key)
        try stage.changeAndSettle(to: isReversed ? [key] + keys : keys + [key])
      }
      try add(1_000)
      #expect(stage.place(of: 1_000) == 350)
      stage.settle { $0.scrollWheel(by: Point(x: 0, y: -120), isPrecise: true) }
      let seen = stage.shown
      try add(1_001)
      try add(1_002)
      #expect(stage.shown == seen)
      stage.settle { $0.scrollWheel(by: Point(x: 0, y: 1_000), isPrecise: true) }
      #expect(stage.place(of: 1_002) == 350)
      try add(1_003)
      #expect(stage.place(of: 1_003) == 350)
    }
  }

  @Test func `items measured while a list settles appear in the same frame`() throws {
    let stage = try ListStage(0..<100, chat).loaded()
    // Other threads finish directly after a settlement of the list.
    let late = stage.environment.loop.onEachTick(in: .changeSets) { _ in stage.executor.runAll() }
    try stage.change(to: 0..<101)
    stage.environment.loop.tick()
    #expect(stage.place(of: 100) == 350)
    #expect(stage.list.node(at: 100)?.supernode != nil)
    #expect(stage.list.node(at: 100)?.frame.minY == 5_000)
    #expect(stage.list.node.subnodes.first?.bounds.minY == 4_650)
    withExtendedLifetime(late) {}
  }

  @Test func `a stationary item keeps its place during insertions`() throws {
    let stage = try ListStage(0..<100).loaded()
    var update = ListUpdate()
    update.stationary = .from(0)
    try stage.changeAndSettle(update, to: Array(200..<210) + Array(0..<100))
    #expect(stage.place(of: 0) == 0)
    update.stationary = .upTo(14)
    try stage.change(
      update, to: Array(200..<210) + Array(0..<3) + Array(300..<305) + Array(3..<100))
    stage.settle()
    #expect(stage.place(of: 2) == 100)
    #expect(stage.place(of: 300) == 150)
  }

  @Test func `a viewport height change keeps the first visible item, or the end`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: 1_020) }
    stage.list.resize(to: Size(width: 100, height: 250))
    stage.settle()
    #expect(stage.shown.first == "20@-20")
    let bottom = try ListStage(0..<100, chat).loaded()
    bottom.list.resize(
      to: Size(width: 100, height: 400), insets: Insets(bottom: 120), animation: .standard)
    bottom.run(0.2)
    let place = try #require(bottom.place(of: 99))
    #expect(place > 230 && place < 350)
    bottom.run(0.4)
    #expect(bottom.place(of: 99) == 230)
  }

  @Test func `a width change measures items around the viewport again`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.settle { $0.scroll(toOffset: 5_010) }
    stage.source.height = 75
    let made = stage.source.made.count
    stage.settle { $0.resize(to: Size(width: 80, height: 400)) }
    #expect(stage.shown.first == "100@-10")
    #expect(stage.list.frame(at: 100)?.size.width == 80)
    // Nearby nodes were not created again.
    #expect(stage.source.made.count - made < 10)
  }

  // MARK: Callbacks

  @Test func `the delegate is told the displayed range, the end distances and scrolling`() throws {
    let stage = try ListStage(0..<100).loaded()
    #expect(stage.delegate.displayed.last?.range == 0..<8)
    #expect(stage.delegate.displayed.last?.lastFullyVisible == 7)
    #expect(stage.delegate.ends.last == "known(0.0) unknown")
    stage.settle { $0.scroll(toOffset: 25) }
    #expect(stage.delegate.displayed.last?.range == 0..<9)
    #expect(stage.delegate.displayed.last?.firstFullyVisible == 1)
    #expect(stage.delegate.scrolled == 25)
    let count = stage.delegate.displayed.count
    // Each item is reported once, for any distance.
    stage.list.scroll(toOffset: 30)
    stage.run(0.5)
    #expect(stage.delegate.scrolled == 30)
    #expect(stage.delegate.displayed.count == count)
    stage.list.fling(velocity: 1_000)
    stage.run(5)
    #expect(stage.delegate.log == ["end"])
    #expect(abs(stage.delegate.scrolled - stage.list.offset) < 1e-6)
  }

  @Test func `the ends of a list with one item are known`() throws {
    let stage = try ListStage(0..<1).loaded()
    #expect(stage.list.offsetFromHead == .known(0))
    #expect(stage.list.offsetFromTail == .known(50 - 400))
  }

  @Test func `a snapshot of a list has the items of its section`() throws {
    let stage = try ListStage(3..<9).loaded()
    let items = stage.source.items
    #expect(
      stage.list.snapshot()
        == ListSnapshot(sections: [ListSnapshot.Section(key: 0, items: items)]))
    #expect(stage.list.snapshot(sectionKeys: [7]).sections.map(\.key) == [7])
  }

  @Test func `nodes are made for visible items first, and then by distance`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: 1_010) }
    let count = stage.source.made.count
    for index in 10..<40 { stage.source.items[index] = ListItem(key: index, revision: 1) }
    try stage.list.edit { edits in
      for index in 10..<40 { edits.reload(ItemPath(item: index)) }
    }
    stage.settle()
    // The viewport is from 1,010 to 1,410, so that item 19 is 10 points away, and item 29 40.
    #expect(
      stage.source.made.keys.dropFirst(count).prefix(12)
        == [20, 21, 22, 23, 24, 25, 26, 27, 28, 19, 29, 18])
  }

  @Test func `a list counts the visible items that were blank in a frame`() throws {
    let stage = ListStage(0..<100)
    stage.source.drawn = KeyLog()
    let figures = stage.list.figures
    #expect([figures.liveNodes, figures.mostLiveNodes] == [0, 0])
    #expect([figures.blankItems, figures.blankItemTotal] == [0, 0])
    try stage.load()
    let total = stage.list.figures.blankItemTotal
    #expect(total % 8 == 0)
    #expect(stage.list.figures.blankItems == 0)
    stage.run(0.1)
    #expect(stage.list.figures.blankItemTotal == total)
  }

  @Test func `a list asks for frames while it moves, and not afterward`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.run(0.1)
    #expect(!stage.environment.loop.needsTick)
    stage.list.fling(velocity: 1_000)
    stage.run(0.2)
    #expect(stage.environment.loop.needsTick)
    stage.run(10)
    #expect(!stage.environment.loop.needsTick)
    stage.settle { $0.scroll(toOffset: 0) }
    try stage.change(.animated, to: Array(1..<100))
    stage.run(0.2)
    #expect(stage.environment.loop.needsTick)
    stage.run(1)
    #expect(!stage.environment.loop.needsTick)
  }

  @Test func `insets longer than the list leave nothing uncovered`() {
    var space = ListSpace(axis: .vertical, isReversed: false)
    let insets = Insets(top: 60, left: 70, bottom: 50, right: 40)
    let hasChanged = space.resize(to: Size(width: 100, height: 100), insets: insets)
    #expect(hasChanged)
    #expect(space.clearRect == Rect(x: 70, y: 60, width: 0, height: 0))
    #expect(space.clearLength == 0)
  }

  @Test func `items cut by an edge of the viewport are not fully visible`() throws {
    #expect(ListView.DisplayedItems().range.isEmpty)
    let stage = try ListStage(0..<100).loaded()
    for (offset, items) in [(0.0, 0...7), (10, 1...7), (25, 1...7), (50, 1...8)] {
      stage.settle { $0.scroll(toOffset: offset) }
      let displayed = stage.list.displayedItems
      #expect(displayed.firstFullyVisible == items.lowerBound)
      #expect(displayed.lastFullyVisible == items.upperBound)
    }
  }

  @Test func `a list that is held keeps its items in place when others are inserted above`() throws
  {
    let stage = try ListStage(0..<100).loaded()
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 200)
    stage.send(router, .moved, 50, 190)
    stage.send(router, .moved, 50, 200)
    stage.settle()
    // Pulled a little beyond its beginning.
    let place = try #require(stage.place(of: 0))
    #expect(stage.list.isScrolling && place >= 0 && place < 10)
    try stage.changeAndSettle(to: [500, 501] + Array(0..<100))
    #expect(stage.place(of: 0) == place)
    stage.send(router, .ended, 50, 200)
    stage.run(1)
    #expect(stage.place(of: 0) == place)
  }

  @Test func `the size of a list may be zero, but not negative`() {
    var space = ListSpace(axis: .vertical, isReversed: false)
    for (size, isValid) in [
      (Size(width: 0, height: 100), true), (Size(width: 100, height: 0), true),
      (Size(width: -1, height: 100), false), (Size(width: 100, height: -1), false),
      (Size(width: 100, height: Double.nan), false),
    ] {
      let hasChanged = space.resize(to: size, insets: .zero)
      #expect(hasChanged == isValid)
    }
    let hasChanged = space.resize(
      to: Size(width: 100, height: 200), insets: Insets(top: 60, bottom: 50))
    #expect(hasChanged && space.clearRange == 60..<150)
  }
}
