import GalleyDisplay
import GalleyGeometry
import GalleyLayers
@testable import GalleyLists
import GalleyScheduling
import Testing

/// The nodes of the bar that shows the position of a list, in lists of 100 by 400 points.
@MainActor @Suite(.endsStages) struct ScrollIndicatorNodeTests {
  /// Returns a list of 20 items with a bar, whose length of 1,000 points is known.
  private func stage(
    _ configuration: ListConfiguration = ListConfiguration()
  ) throws -> ListStage {
    var configuration = configuration
    configuration.showsScrollIndicator = true
    let stage = ListStage(0..<20, configuration)
    stage.source.isHorizontal = configuration.axis == .horizontal
    try stage.load()
    return stage
  }

  private func hover(_ stage: ListStage, _ router: PointerRouter, _ x: Double, _ y: Double) {
    router.send(PointerEvent(.hovered, at: Point(x: x, y: y), time: stage.clock.now))
    stage.settle()
  }

  private func isClose(_ one: Rect, _ other: Rect) -> Bool {
    [
      one.minX - other.minX, one.minY - other.minY, one.maxX - other.maxX, one.maxY - other.maxY,
    ].allSatisfy { abs($0) < 1e-9 }
  }

  @Test func `a bar is three points wide, seven under a mouse, and two from the edge`() throws {
    let stage = try stage()
    let bar = try #require(stage.list.indicator?.bar)
    // Of the track of 394 points, the viewport's part of the content.
    let length = 394 * 0.4
    #expect(isClose(bar.frame, Rect(x: 12 - 2 - 3, y: 3, width: 3, height: length)))
    #expect(bar.cornerRadii == CornerRadii(1.5))
    let router = PointerRouter(root: stage.list.node)
    hover(stage, router, 95, 10)
    #expect(isClose(bar.frame, Rect(x: 12 - 2 - 7, y: 3, width: 7, height: length)))
    #expect(bar.cornerRadii == CornerRadii(3.5))
    // The track is twelve points wide.
    hover(stage, router, 87, 10)
    #expect(bar.frame.size.width == 3)
    hover(stage, router, 89, 10)
    #expect(bar.frame.size.width == 7)
    stage.settle { $0.scroll(.end(.tail)) }
    #expect(isClose(bar.frame, Rect(x: 3, y: 397 - length, width: 7, height: length)))
  }

  @Test func `the bar of a bottom-up list is at the bottom if the list is`() throws {
    let stage = try stage(.reversedChat)
    let bar = try #require(stage.list.indicator?.bar)
    let length = 394 * 0.4
    #expect(isClose(bar.frame, Rect(x: 7, y: 397 - length, width: 3, height: length)))
    stage.settle { $0.scroll(toOffset: 600) }
    #expect(isClose(bar.frame, Rect(x: 7, y: 3, width: 3, height: length)))
    // Dragged down, it shows lower indices.
    let router = PointerRouter(root: stage.list.node)
    hover(stage, router, 95, 10)
    stage.send(router, .began, 95, 10, pointer: 0)
    stage.send(router, .moved, 95, 10 + (394 - length) / 2, pointer: 0)
    #expect(abs(stage.list.offset - 300) < 1e-9)
    stage.send(router, .ended, 95, 300, pointer: 0)
  }

  @Test(arguments: [false, true])
  func `the bar of a horizontal list runs along its lower edge`(isReversed: Bool) throws {
    var configuration = ListConfiguration()
    configuration.axis = .horizontal
    configuration.isReversed = isReversed
    let stage = try stage(configuration)
    let bar = try #require(stage.list.indicator?.bar)
    // A tenth of the track of 94 points would be too short.
    let x = isReversed ? 97.0 - 36 : 3
    #expect(isClose(bar.frame, Rect(x: x, y: 7, width: 36, height: 3)))
  }

  @Test func `a bar fades out after a delay, and reappears at once`() throws {
    let stage = try stage()
    let bar = try #require(stage.list.indicator?.bar)
    let router = PointerRouter(root: stage.list.node)
    func shown() -> Double { bar.layer.presentation(at: stage.clock.now).opacity }
    func exit() {
      router.send(PointerEvent(.exited, at: Point(x: 95, y: 10), time: stage.clock.now))
      stage.settle()
    }
    hover(stage, router, 95, 10)
    #expect(bar.opacity == 1 && shown() == 1)
    stage.run(1)
    #expect(shown() == 1)
    exit()
    #expect(bar.opacity == 0 && shown() == 1)
    stage.run(0.5)
    #expect(shown() == 1)
    stage.run(0.25)
    // Half of the fade of 0.3 seconds, after the delay of 0.6.
    #expect(abs(shown() - 0.5) < 0.01)
    hover(stage, router, 95, 10)
    #expect(bar.opacity == 1 && shown() == 1)
    exit()
    stage.run(1)
    #expect(shown() == 0)
  }

  @Test func `the bar of a list without a surface appears and disappears at once`() throws {
    let stage = ListStage([])
    stage.source.items = (0..<20).map { ListItem(key: $0) }
    var configuration = ListConfiguration()
    configuration.showsScrollIndicator = true
    let list = ListView(
      stage.source, environment: stage.environment, configuration: configuration)
    list.preparation = .asynchronous
    list.resize(to: stage.list.size)
    try list.load()
    stage.settle()
    let bar = try #require(list.indicator?.bar)
    #expect(bar.opacity == 0 && !list.node.isLoaded)
    list.fling(velocity: 500)
    stage.run(0.1)
    #expect(bar.opacity == 1)
    stage.run(6)
    #expect(bar.opacity == 0)
  }

  @Test func `the bar shows the position in content that is partly loaded`() throws {
    let stage = try stage()
    let indicator = try #require(stage.list.indicator)
    var drags: [Double] = []
    stage.list.indicatorPosition = { (9_800, 20_000) }
    stage.list.onIndicatorDrag = { drags.append($0) }
    stage.list.setNeedsSettling()
    stage.settle()
    // In the middle of offsets up to 19,600.
    let bar = indicator.bar
    #expect(isClose(bar.frame, Rect(x: 7, y: 200 - 18, width: 3, height: 36)))
    // The bar follows the pointer before the content does.
    let router = PointerRouter(root: stage.list.node)
    hover(stage, router, 95, 200)
    stage.send(router, .began, 95, 200, pointer: 0)
    stage.send(router, .moved, 95, 10, pointer: 0)
    stage.settle()
    #expect(isClose(bar.frame, Rect(x: 3, y: 3, width: 7, height: 36)))
    stage.send(router, .moved, 95, 399, pointer: 0)
    stage.settle()
    #expect(isClose(bar.frame, Rect(x: 3, y: 397 - 36, width: 7, height: 36)))
    #expect(drags.count == 3 && abs(drags[0] - 9_800) < 1e-9)
    #expect(drags.suffix(2) == [0, 19_600])
    #expect(stage.list.offset == 0)
    // Released, it is where the content is.
    stage.send(router, .ended, 95, 399, pointer: 0)
    stage.settle()
    #expect(isClose(bar.frame, Rect(x: 3, y: 200 - 18, width: 7, height: 36)))
    // Everything is visible.
    stage.list.indicatorPosition = { (0, 300) }
    stage.list.setNeedsSettling()
    stage.settle()
    #expect(indicator.node.isHidden)
    // The items count if there is no position.
    stage.list.indicatorPosition = { nil }
    stage.list.setNeedsSettling()
    stage.settle()
    #expect(!indicator.node.isHidden)
    #expect(isClose(bar.frame, Rect(x: 3, y: 3, width: 7, height: 394 * 0.4)))
  }
}
