import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Testing

/// The bar that shows the position of a list.
@MainActor @Suite(.endsStages) struct ScrollIndicatorTests {
  private func extent(_ offset: Double, content: Double = 2_000) -> ScrollIndicatorState.Extent {
    ScrollIndicatorState.Extent(offset: offset, range: 0...(content - 400), viewport: 400)
  }

  @Test func `the bar's length and position are those of the viewport`() throws {
    // The track is 394 points long.
    let start = try #require(ScrollIndicatorState.bar(of: extent(0)))
    #expect(start.lowerBound == 3 && abs(start.upperBound - 3 - 394.0 / 5) < 1e-9)
    let end = try #require(ScrollIndicatorState.bar(of: extent(1_600)))
    #expect(abs(end.upperBound - 397) < 1e-9)
    let middle = try #require(ScrollIndicatorState.bar(of: extent(800)))
    #expect(abs(middle.lowerBound + middle.upperBound - 400) < 1e-9)
  }

  @Test func `insets at the start count as content`() throws {
    let inset = ScrollIndicatorState.Extent(offset: -100, range: -100...1_500, viewport: 400)
    let bar = try #require(ScrollIndicatorState.bar(of: inset))
    #expect(bar.lowerBound == 3 && abs(bar.upperBound - 3 - 394.0 / 5) < 1e-9)
  }

  @Test func `the bar of a long list stays long enough to be dragged`() throws {
    let bar = try #require(ScrollIndicatorState.bar(of: extent(0, content: 4e6)))
    #expect(bar.upperBound - bar.lowerBound == 36)
  }

  @Test func `the bar shrinks at overscroll and stays at its end`() throws {
    let rest = try #require(ScrollIndicatorState.bar(of: extent(0)))
    let over = try #require(ScrollIndicatorState.bar(of: extent(-20)))
    #expect(over.lowerBound == 3)
    #expect(abs(rest.upperBound - over.upperBound - 20) < 1e-9)
    let far = try #require(ScrollIndicatorState.bar(of: extent(1_900)))
    #expect(far.upperBound == 397 && far.upperBound - far.lowerBound == 10)
  }

  @Test func `there is no bar if everything is visible or an end is unknown`() {
    #expect(ScrollIndicatorState.bar(of: extent(0, content: 400)) == nil)
    let endless = ScrollIndicatorState.Extent(
      offset: 0, range: 0...Double.infinity, viewport: 400)
    #expect(ScrollIndicatorState.bar(of: endless) == nil)
  }

  @Test func `a dragged bar follows the pointer to both ends`() throws {
    var state = ScrollIndicatorState()
    state.beginDrag(at: 20, of: extent(0))
    #expect(state.isShown && state.isWide)
    #expect(state.offset(draggedTo: 20, of: extent(0)) == 0)
    #expect(state.offset(draggedTo: 1_000, of: extent(0)) == 1_600)
    let way = 394 - 394.0 / 5
    let half = try #require(state.offset(draggedTo: 20 + way / 2, of: extent(0)))
    #expect(abs(half - 800) < 1e-9)
    state.endDrag()
    #expect(state.offset(draggedTo: 20, of: extent(0)) == nil && !state.isShown)
    // A press beside the bar moves its middle there.
    state.beginDrag(at: 300, of: extent(0))
    let jump = try #require(state.offset(draggedTo: 300, of: extent(0)))
    #expect(jump > 1_000)
  }

  @Test func `the bar appears while the list scrolls and fades out afterward`() throws {
    var configuration = ListConfiguration()
    configuration.showsScrollIndicator = true
    let stage = ListStage(0..<100, configuration)
    try stage.load()
    let bar = try #require(stage.list.indicator?.bar)
    #expect(bar.opacity == 0)
    stage.list.fling(velocity: 500)
    stage.run(0.1)
    #expect(bar.opacity == 1)
    let place = bar.frame.minY
    stage.run(0.2)
    #expect(bar.frame.minY > place)
    stage.run(6)
    #expect(bar.opacity == 0)
    #expect(!stage.environment.loop.needsTick)
  }

  @Test func `a mouse at the edge drags the bar, and touches there reach the items`() throws {
    var configuration = ListConfiguration()
    configuration.showsScrollIndicator = true
    let stage = ListStage(0..<100, configuration)
    try stage.load()
    let router = PointerRouter(root: stage.list.node)
    let x = stage.list.size.width - 5
    #expect(stage.list.node.hitTest(Point(x: x, y: 10))?.name != "indicator")
    router.send(PointerEvent(.hovered, at: Point(x: x, y: 10), time: stage.clock.now))
    stage.settle()
    #expect(stage.list.indicator?.bar.opacity == 1)
    #expect(stage.list.node.hitTest(Point(x: x, y: 10))?.name == "indicator")
    stage.send(router, .began, x, 10, pointer: 0)
    stage.send(router, .moved, x, 10_000, pointer: 0)
    stage.send(router, .ended, x, 10_000, pointer: 0)
    #expect(stage.list.offset == 5_000 - stage.list.size.height)
    router.send(PointerEvent(.exited, at: Point(x: x, y: 10), time: stage.clock.now))
    stage.settle()
    #expect(stage.list.indicator?.bar.opacity == 0)
  }

  @Test func `lists have no bar unless configured`() {
    #expect(ListStage(0..<10).list.indicator == nil)
  }

  @Test func `the track is at the right of a vertical list and below a horizontal one`() throws {
    for axis in [ListAxis.vertical, .horizontal] {
      var configuration = ListConfiguration()
      configuration.showsScrollIndicator = true
      configuration.axis = axis
      let stage = ListStage(0..<100, configuration)
      stage.source.isHorizontal = axis == .horizontal
      try stage.load()
      let track = try #require(stage.list.node.subnodes.first { $0.name == "indicator" })
      #expect(track.frame.maxX == 100 && track.frame.maxY == 400)
      #expect(track.frame.size.width == 100 || track.frame.minY == 0)
      #expect(track.frame.size.height == 400 || track.frame.minX == 0)
      #expect((track.frame.size.width < 20) == (axis == .vertical))
      #expect((track.frame.size.height < 20) == (axis == .horizontal))
    }
  }

  // MARK: Boundaries

  @Test func `a bar needs content half a point longer than the viewport, and a long track`()
    throws
  {
    for (length, isShown) in [(400.5, false), (400.75, true), (400, false)] {
      #expect((ScrollIndicatorState.bar(of: extent(0, content: length)) != nil) == isShown)
    }
    for (viewport, isShown) in [(42.0, false), (42.5, true), (0, false)] {
      let extent = ScrollIndicatorState.Extent(
        offset: 0, range: 0...1_000, viewport: viewport)
      #expect((ScrollIndicatorState.bar(of: extent) != nil) == isShown)
    }
    // The range counts, wherever it is.
    let around = ScrollIndicatorState.Extent(offset: 0, range: -400...400, viewport: 400)
    let bar = try #require(ScrollIndicatorState.bar(of: around))
    #expect(abs(bar.lowerBound + bar.upperBound - 400) < 1e-9)
    let short = ScrollIndicatorState.Extent(offset: 100, range: 100...100.25, viewport: 400)
    #expect(ScrollIndicatorState.bar(of: short) == nil)
  }

  @Test func `half a point of overscroll shortens the bar by as much, at both ends`() throws {
    let length = 394.0 / 5
    let start = try #require(ScrollIndicatorState.bar(of: extent(-0.5)))
    #expect(start.lowerBound == 3 && abs(start.upperBound - 3 - length + 0.5) < 1e-9)
    let end = try #require(ScrollIndicatorState.bar(of: extent(1_600.5)))
    #expect(abs(end.lowerBound - 397 + length - 0.5) < 1e-9 && abs(end.upperBound - 397) < 1e-9)
  }

  @Test func `a bar is dragged through the whole range of a list with insets`() throws {
    let inset = ScrollIndicatorState.Extent(offset: 700, range: -100...1_500, viewport: 400)
    let bar = try #require(ScrollIndicatorState.bar(of: inset))
    #expect(abs(bar.lowerBound + bar.upperBound - 400) < 1e-9)
    let length = bar.upperBound - bar.lowerBound
    // Held in its middle, and pressed beside it, which is the same.
    for place in [200.0, 30, 390] {
      var state = ScrollIndicatorState()
      state.beginDrag(at: place, of: inset)
      let offsets = [-50, 3 + length / 2, 200, 397 - length / 2, 500].map {
        state.offset(draggedTo: $0, of: inset)
      }
      for (offset, expected) in zip(offsets, [-100.0, -100, 700, 1_500, 1_500]) {
        #expect(abs(try #require(offset) - expected) < 1e-9)
      }
    }
    // Held at its beginning.
    var state = ScrollIndicatorState()
    state.beginDrag(at: bar.lowerBound, of: inset)
    #expect(abs(try #require(state.offset(draggedTo: bar.lowerBound, of: inset)) - 700) < 1e-9)
    #expect(state.offset(draggedTo: 3, of: inset) == -100)
  }

  @Test func `a bar that is almost as long as its track is dragged through the range`() {
    // The bar has less than a point to go.
    let short = ScrollIndicatorState.Extent(offset: 0, range: 0...1_000, viewport: 42.5)
    for extent in [extent(0, content: 400.75), short] {
      var state = ScrollIndicatorState()
      state.beginDrag(at: 20, of: extent)
      #expect(state.offset(draggedTo: 0, of: extent) == 0)
      #expect(state.offset(draggedTo: 500, of: extent) == extent.range.upperBound)
    }
  }

  @Test func `a list without a bar cannot be dragged by it`() {
    var state = ScrollIndicatorState()
    state.beginDrag(at: 20, of: extent(0, content: 400))
    #expect(!state.isDragged && !state.isShown && !state.isWide)
    state.beginDrag(at: 20, of: extent(0))
    #expect(state.isDragged)
    #expect(state.offset(draggedTo: 20, of: extent(0, content: 400)) == nil)
  }
}
