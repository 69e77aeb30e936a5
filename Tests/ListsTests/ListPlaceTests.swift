import GalleyDisplay
import GalleyGeometry
import GalleyLayers
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Positions of nodes when only the viewport, its insets or one item changes.
@MainActor @Suite(.endsStages) struct ListPlaceTests {
  private func nodes(_ stage: ListStage) -> [DisplayNode] {
    (stage.list.displayedItems.live ?? 0..<0).compactMap { stage.list.node(at: $0) }
      .filter { $0.supernode != nil }
  }

  @Test func `nodes are placed at their list frames, and scrolling moves only their container`()
    throws
  {
    for configuration in [ListConfiguration(), .chat, .reversedChat] {
      let stage = ListStage(0..<100, configuration)
      stage.source.heights = [3: 120, 95: 70]
      try stage.load()
      stage.settle { $0.scroll(toOffset: 200) }
      let seen = nodes(stage)
      let frames = seen.map(\.frame)
      let layers = seen.map(\.layer.frame)
      let before = stage.shown
      stage.settle { $0.scroll(toOffset: 207) }
      #expect(stage.shown != before)
      #expect(seen.map(\.frame) == frames)
      #expect(seen.map(\.layer.frame) == layers)
      for index in stage.list.accessibilityOrder {
        #expect(stage.nodeFrame(at: index) == stage.list.frame(at: index))
      }
    }
  }

  @Test func `a horizontal list extends to the right, or to the left if reversed`() throws {
    for isReversed in [false, true] {
      var configuration = ListConfiguration()
      configuration.axis = .horizontal
      configuration.isReversed = isReversed
      let stage = ListStage(0..<50, configuration)
      stage.source.isHorizontal = true
      try stage.load()
      let frame = try #require(stage.list.frame(at: 0))
      #expect(frame.size == Size(width: 50, height: 400))
      #expect(isReversed ? frame.maxX == 100 : frame.minX == 0)
    }
  }

  @Test func `a tick settles once for any number of scroll events`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.run(0.1)
    let (settlements, displayed) = (stage.list.figures.settlements, stage.delegate.displayed.count)
    for _ in 0..<20 { stage.list.scrollWheel(by: Point(x: 0, y: 3), isPrecise: true) }
    #expect(stage.list.figures.settlements == settlements)
    stage.environment.loop.tick()
    #expect(stage.list.figures.settlements == settlements + 1)
    #expect(stage.list.offset == 60)
    #expect(stage.delegate.scrolled == 60)
    #expect(stage.delegate.displayed.count == displayed + 1)
  }

  @Test(arguments: [
    (offset: 975.0, place: 25.0), (offset: 620, place: 350), (offset: 1_200, place: 0),
    (offset: 1_020, place: 0),
  ])
  func `an item scrolls into view by the shortest distance, if at all`(
    offset: Double, place: Double
  ) throws {
    // Item 20 begins at 1,000.
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: offset) }
    stage.list.scroll(to: ItemPath(item: 20), at: .visible())
    stage.settle()
    #expect(stage.place(of: 20) == place)
  }

  @Test
  func `an inset at the start moves the visible items, and one at the end does not`()
    throws
  {
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: 1_010) }
    let size = stage.list.size
    stage.settle { $0.resize(to: size, insets: Insets(top: 40)) }
    #expect(stage.place(of: 21) == 80)
    stage.settle { $0.resize(to: size, insets: Insets(top: 40, bottom: 90)) }
    #expect(stage.place(of: 21) == 80)
    // Further scrolling happens in the same tick.
    stage.list.resize(to: size, insets: Insets(top: 15, bottom: 90))
    stage.list.scrollWheel(by: Point(x: 0, y: 30), isPrecise: true)
    stage.environment.loop.tick()
    #expect(stage.place(of: 21) == 25)
    #expect(stage.nodeFrame(at: 21)?.minY == 25)
  }

  @Test func `inset changes during a drag keep the content under the pointer`() throws {
    for configuration in [ListConfiguration(), .chat, .reversedChat] {
      let stage = try ListStage(0..<100, configuration).loaded()
      stage.settle { $0.scroll(toOffset: 1_000) }
      let router = PointerRouter(root: stage.list.node)
      stage.send(router, .began, 50, 200)
      for step in 1...4 { stage.send(router, .moved, 50, 200 + 10 * Double(step)) }
      stage.settle()
      let seen = stage.shown
      for insets in [Insets(top: 60), Insets(bottom: 80), Insets(top: 30, bottom: 10), .zero] {
        stage.settle { $0.resize(to: stage.list.size, insets: insets, animation: .standard) }
        stage.run(0.5)
        let key = stage.list.displayedItems.range.lowerBound + 2
        #expect(seen.contains("\(key)@\(Int(stage.place(of: key) ?? 0))"))
      }
      #expect(stage.shown == seen)
    }
  }

  @Test func `changed side insets measure items again`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: 1_010) }
    stage.list.resize(to: stage.list.size, insets: Insets(left: 10, right: 20))
    stage.settle()
    #expect(stage.nodeFrame(at: 21) == Rect(x: 10, y: 40, width: 70, height: 50))
    #expect(stage.list.node(at: 21)?.layer.frame.size == Size(width: 70, height: 50))
    #expect(stage.list.controller.measuredItem(at: 21)?.size == Size(width: 70, height: 50))
  }

  @Test func `changes above the visible items move nothing in any frame`() throws {
    let stage = ListStage(0..<200)
    stage.source.isCompatible = true
    try stage.load()
    stage.settle { $0.scroll(toOffset: 3_010) }
    let seen = stage.shown
    let keys = Array(1_000..<1_010) + Array(5..<58) + [2_000] + Array(58..<200)
    try stage.changeAndSettle(.animated, to: keys)
    #expect(stage.shown == seen)
    stage.run(0.2) { #expect(stage.shown == seen) }
    // The last of them is next to the viewport.
    let above = stage.list.displayedItems.range.lowerBound - 1
    stage.source.items[above] = ListItem(key: keys[above], revision: 1)
    try stage.list.edit(.animated) { $0.update(ItemPath(item: above)) }
    stage.settle()
    stage.run(0.5) { #expect(stage.shown == seen) }
  }

  @Test func `inset mode keeps nodes for 500 points on each side`() throws {
    for isReversed in [false, true] {
      var configuration = ListConfiguration()
      configuration.mode = .inset
      configuration.isReversed = isReversed
      let stage = try ListStage(0..<1_000, configuration).loaded()
      stage.settle { $0.scroll(toOffset: 5_000) }
      #expect(stage.list.displayedItems.live == 90..<118)
      #expect(stage.list.figures.liveNodes == 28)
      stage.settle { $0.scrollWheel(by: Point(x: 0, y: isReversed ? 600 : -600), isPrecise: true) }
      // Items behind are released an eighth of a viewport later than they entered.
      #expect(stage.list.displayedItems.live == 78..<107)
    }
  }

  @Test func `an updated item grows upward if the items after it are stationary`() throws {
    for animation in [nil, ListAnimation.standard] {
      let stage = ListStage(0..<100)
      stage.source.isCompatible = true
      try stage.load()
      stage.settle { $0.scroll(toOffset: 1_000) }
      stage.source.items[22] = ListItem(key: 22, revision: 1)
      var update = ListUpdate(animation: animation)
      update.stationary = .from(23)
      try stage.list.edit(update) { $0.update(ItemPath(item: 22)) }
      stage.settle()
      stage.run(0.2) { #expect(stage.place(of: 23) == 150) }
      if animation != nil {
        let place = try #require(stage.place(of: 22))
        #expect(place > 0 && place < 20)
      }
      stage.run(0.3)
      #expect(stage.place(of: 22) == 0)
      #expect(stage.place(of: 23) == 150)
      #expect(stage.place(of: 21) == -50 || stage.nodeFrame(at: 21) == nil)
    }
  }

  @Test func `a page key scrolls by the uncovered height, less a line`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.settle { $0.resize(to: stage.list.size, insets: Insets(top: 60, bottom: 40)) }
    stage.list.scroll(.page(.forward))
    stage.run(2)
    #expect(stage.list.offset == -60 + 300 - Scroller.Command.lineLength)
    stage.list.scroll(.page(.backward))
    stage.run(2)
    #expect(stage.list.offset == -60)
  }
}
