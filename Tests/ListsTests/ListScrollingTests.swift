import GalleyDisplay
import GalleyGeometry
import GalleyLayers
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Pages, ends, scales and sizes of a list that scrolls.
@MainActor @Suite(.endsStages) struct ListScrollingTests {
  @Test(arguments: [false, true])
  func `a fling moves by at most the uncovered part of the viewport if it snaps to pages`(
    isReversed: Bool
  ) throws {
    var configuration = ListConfiguration()
    configuration.snapping = .pages
    configuration.isReversed = isReversed
    let stage = try ListStage(0..<1_000, configuration).loaded()
    let (first, last) = (60.0, 40.0)
    let insets = Insets(top: isReversed ? last : first, bottom: isReversed ? first : last)
    stage.settle { $0.resize(to: stage.list.size, insets: insets) }
    #expect(stage.list.offset == -first)
    // Items are 50 points long, and 300 points are uncovered.
    for (way, offset) in [(1.0, 240.0), (1, 540), (-1, 240), (-1, -60)] {
      stage.list.fling(velocity: 9_000 * (isReversed ? -way : way))
      stage.run(3)
      #expect(stage.list.offset == offset)
    }
  }

  @Test func `an end of a list with one item is reached once the item is measured`() throws {
    let stage = ListStage(0..<1, height: 900, estimate: 50)
    try stage.list.load()
    // No other thread runs, so that the list shows the item without a node at its deadline.
    stage.environment.loop.tick()
    stage.clock.advance(by: 1)
    stage.environment.loop.tick()
    stage.list.scroll(.end(.tail))
    #expect(stage.list.offset == 0)
    stage.settle()
    #expect(stage.list.offset == 500 && stage.list.offsetFromTail == .known(0))
    stage.settle { $0.scroll(.end(.head)) }
    #expect(stage.list.offset == 0)
  }

  @Test func `commands for the ends of an empty list do nothing`() throws {
    let stage = try ListStage([], .chat).loaded()
    let offset = stage.list.offset
    for end in [ListEnd.head, .tail] {
      stage.settle { $0.scroll(.end(end)) }
      #expect(stage.list.offset == offset && !stage.list.isScrolling)
    }
  }

  @Test func `a scale is a positive number`() throws {
    let stage = try ListStage(0..<100).loaded()
    for (scale, place) in [(0.5, 38.0), (4, 38.75), (1, 39)] {
      stage.list.scale = scale
      for invalid in [0, -1, Double.nan, .infinity] { stage.list.scale = invalid }
      #expect(stage.list.scale == scale)
      stage.settle { $0.scroll(toOffset: 11.25) }
      #expect(stage.place(of: 1) == place)
    }
  }

  @Test func `a resized list slides from where its items are`() throws {
    let stage = try ListStage(0..<100, .chat).loaded()
    stage.settle {
      $0.resize(to: stage.list.size, insets: Insets(bottom: 120), animation: .standard)
    }
    #expect(stage.place(of: 99) == 350 && stage.place(of: 95) == 150)
    stage.run(0.2)
    // The system's spring has gone 94.2 percent of the way at half of its duration.
    let place = try #require(stage.place(of: 99))
    #expect(abs(place - 230 - 120 * 0.058) < 0.6)
    stage.run(0.25)
    #expect(stage.place(of: 99) == 230)
    // Without a duration, it is there at once.
    let still = ListAnimation(duration: 0, curve: .linear)
    stage.settle { $0.resize(to: stage.list.size, insets: .zero, animation: still) }
    #expect(stage.place(of: 99) == 350)
  }

  @Test(arguments: [(88.0, false), (87.5, true), (112, false), (112.5, true), (50, true)])
  func `all nodes are measured with a width that differs by an eighth or more`(
    width: Double, isAll: Bool
  ) throws {
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: 1_000) }
    stage.list.resize(to: Size(width: width, height: 400))
    stage.executor.runAll()
    stage.environment.loop.tick()
    func measured(_ index: Int) -> Double? {
      stage.list.controller.measuredItem(at: index)?.size.width
    }
    // Those on screen in any case, and those ahead of it later, in whole pixels.
    let pixels = width.rounded(.up)
    #expect(measured(20) == pixels && measured(27) == pixels)
    #expect(measured(33) == (isAll ? pixels : 100))
    stage.run(1)
    #expect(measured(33) == pixels)
  }

  @Test func `all nodes are measured for an animated change of the width`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.settle { $0.scroll(toOffset: 1_000) }
    stage.list.resize(to: Size(width: 95, height: 400), animation: .standard)
    stage.executor.runAll()
    stage.environment.loop.tick()
    #expect(stage.list.controller.measuredItem(at: 33)?.size.width == 95)
  }

  // MARK: Ticks

  @Test func `a touchpad that rests ends scrolling, although nothing moves`() throws {
    // All items have nodes, so that scrolling needs no others.
    let stage = try ListStage(0..<9).loaded()
    stage.list.scrollWheel(by: Point(x: 0, y: 20), isPrecise: true)
    stage.run(1)
    stage.delegate.log = []
    stage.list.scrollWheel(by: Point(x: 0, y: 10), isPrecise: true)
    stage.environment.loop.tick()
    #expect(stage.list.isScrolling && stage.list.offset == 30)
    #expect(stage.environment.loop.needsTick && stage.delegate.log.isEmpty)
    stage.run(1)
    #expect(!stage.list.isScrolling && stage.list.offset == 30)
    #expect(stage.delegate.log == ["end"] && !stage.environment.loop.needsTick)
  }

  @Test func `a list asks for ticks while a jump waits for its items`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.run(0.1)
    #expect(!stage.environment.loop.needsTick)
    stage.list.scroll(to: ItemPath(item: 500), at: .head())
    // No other thread runs.
    for _ in 0..<4 {
      stage.environment.loop.tick()
      #expect(stage.environment.loop.needsTick)
    }
    stage.run(1)
    #expect(stage.list.offset == 25_000 && !stage.environment.loop.needsTick)
  }

  // MARK: Reordering

  @Test func `a list scrolls to an offset while an item is held`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.list.isReorderingEnabled = true
    stage.delegate.canMove = true
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 220)
    stage.run(0.7)
    #expect(stage.list.movedItem == 4)
    stage.list.scroll(toOffset: 100, animation: .standard)
    stage.run(0.5)
    #expect(stage.list.movedItem == 4 && stage.list.offset == 100)
    stage.send(router, .ended, 50, 220)
  }

  @Test func `an item that is lifted while it comes in stays in front`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.list.isReorderingEnabled = true
    stage.delegate.canMove = true
    let slow = ListUpdate(animation: ListAnimation(duration: 2, curve: .linear))
    try stage.changeAndSettle(slow, to: [0, 500] + Array(1..<100))
    stage.run(1)
    // Item 1 is on its way from 50 to 100, and the new one is behind it.
    #expect(stage.place(of: 1) == 75)
    let node = try #require(stage.list.node(at: 1))
    #expect(node.zPosition == NodeDepth.coming)
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 60)
    stage.run(0.7)
    #expect(stage.list.movedItem == 1 && node.zPosition == NodeDepth.dragged)
    stage.run(0.6)
    #expect(stage.list.movedItem == 1 && node.zPosition == NodeDepth.dragged)
    stage.send(router, .ended, 50, 60)
  }

  @Test func `of two items that overlap, the first one is hit`() throws {
    let stage = try ListStage(0..<100).loaded()
    let slow = ListUpdate(animation: ListAnimation(duration: 2, curve: .linear))
    try stage.changeAndSettle(slow, to: [1, 0] + Array(2..<100))
    stage.run(1)
    #expect(stage.place(of: 0) == 25 && stage.place(of: 1) == 25)
    #expect(stage.list.item(at: Point(x: 50, y: 40)) == 0)
  }
}
