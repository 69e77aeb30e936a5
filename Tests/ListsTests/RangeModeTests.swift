import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import Testing

@Suite struct RangeModeTests {
  @Test func `a requested mode lasts until the viewport moves`() {
    var bench = RangeBench()
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    bench.scroll(to: 5_000, velocity: 9)
    bench.state.modes.ask(for: .visibleOnly)
    #expect(bench.scroll(to: 5_000).mode == .visibleOnly)
    #expect(bench.scroll(to: 5_000).mode == .visibleOnly)
    #expect(bench.states == [.visible: Array(50..<60)])
    #expect(bench.scroll(to: 5_100).mode == .full)
  }

  @Test func `a memory warning immediately reduces the ranges to visible items`() {
    var bench = RangeBench()
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    bench.scroll(to: 5_000, velocity: 9)
    let update = bench.state.receiveMemoryWarning(bench.input)
    #expect(update.mode == .visibleOnly)
    #expect(
      update.canceledDisplays == Array(60..<70) + Array(45..<50)
        || update.canceledDisplays == Array(45..<50) + Array(60..<70))
    #expect(bench.states == [.visible: Array(50..<60)])
  }

  // N06: low memory leaves no bitmaps off screen.
  @Test func `low memory keeps offscreen items preloaded but not drawn`() {
    var bench = RangeBench()
    bench.scroll(to: 5_000)
    bench.state.tuning[.lowMemory, .display] = RangeTuning.Reach(leading: 1, trailing: 1)
    bench.state.tuning[.lowMemory, .preload] = RangeTuning.Reach(leading: 1, trailing: 1)
    bench.input.isContainerVisible = false
    let update = bench.state.receiveMemoryWarning(bench.input)
    #expect(update.mode == .lowMemory)
    #expect(bench.bitmapBytes == 0)
    #expect(bench.state.items(inAtLeast: .display) == [])
    #expect(bench.states[.preload] == Array(50..<60))
    // A visible list draws only visible items.
    bench.input.isContainerVisible = true
    bench.state.modes.ask(for: .lowMemory)
    bench.scroll(to: 5_000)
    #expect(bench.range(.display) == 50...59)
    #expect(bench.range(.preload) == 40...69)
  }

  @Test func `an offscreen list has no visible items and draws only its viewport`() {
    var bench = RangeBench()
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    bench.scroll(to: 5_000, velocity: 9)
    bench.input.isContainerVisible = false
    bench.scroll(to: 5_000, velocity: 9)
    #expect(
      bench.states == [
        .display: Array(50..<60), .preload: Array(45..<50) + Array(60..<70),
        .measureLayout: Array(30..<45) + Array(70..<90),
      ])
  }

  // N09: in the background nothing is visible.
  @Test func `entering the background immediately makes all items invisible`() {
    var bench = RangeBench()
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    bench.scroll(to: 5_000, velocity: 9)
    let update = bench.state.enterBackground(bench.input)
    #expect(update.mode == .visibleOnly)
    #expect(bench.states == [.display: Array(50..<60)])
    // Scrolling alone does not change the mode.
    #expect(bench.scroll(to: 5_100, velocity: 9).mode == .visibleOnly)
    #expect(bench.state.items(inAtLeast: .visible) == [])
    let back = bench.state.enterForeground(bench.input)
    #expect(back.mode == .minimum)
    #expect(bench.range(.visible) == 51...60)
    #expect(bench.scroll(to: 5_200, velocity: 9).mode == .full)
  }

  @Test func `a hidden list keeps no bitmaps in the background`() {
    var bench = RangeBench()
    bench.input.isContainerVisible = false
    bench.scroll(to: 5_000)
    #expect(bench.state.enterBackground(bench.input).mode == .lowMemory)
    #expect(bench.states == [.preload: Array(50..<60)])
    #expect(bench.state.enterForeground(bench.input).mode == .visibleOnly)
  }

  @Test func `visibility reports an item's visible fraction and rectangle`() {
    let viewport = Rect(x: 0, y: 100, width: 400, height: 200)
    let cut = ListView.Visibility(of: Rect(x: 0, y: 50, width: 400, height: 100), in: viewport)
    #expect(cut.fraction == 0.5)
    #expect(cut.rect == Rect(x: 0, y: 50, width: 400, height: 50))
    let wide = ListView.Visibility(of: Rect(x: -40, y: 150, width: 80, height: 100), in: viewport)
    #expect(wide.fraction == 0.5)
    #expect(wide.rect == Rect(x: 40, y: 0, width: 40, height: 100))
    let inset = ListView.Visibility(of: Rect(x: 30, y: 150, width: 80, height: 100), in: viewport)
    #expect(inset.rect == Rect(x: 0, y: 0, width: 80, height: 100))
    let outside = ListView.Visibility(of: Rect(x: 0, y: 0, width: 400, height: 100), in: viewport)
    #expect(outside.fraction == 0)
    #expect(outside.rect.isEmpty)
    #expect(ListView.Visibility(of: .zero, in: viewport).fraction == 0)
  }

  @Test(arguments: [RangeTuning.Mode.visibleOnly, .lowMemory])
  func `modes of few items have no margin in which items stay`(mode: RangeTuning.Mode) {
    var bench = RangeBench(hysteresis: 1)
    bench.scroll(to: 5_000)
    for kind in RangeTuning.Kind.allCases {
      bench.state.tuning[mode, kind] = RangeTuning.Reach(leading: 0.1, trailing: 0.1)
    }
    bench.state.modes.ask(for: mode)
    #expect(bench.scroll(to: 5_000).mode == mode)
    // A tenth of the viewport is one item at each end.
    #expect(bench.state.items(inAtLeast: .measureLayout) == Array(49...60))
  }
}
