import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Scrolling with two fingers, on a touchpad and on a screen.
@MainActor @Suite(.endsStages) struct TouchpadTests {
  private func scroller() -> Scroller {
    var scroller = Scroller()
    scroller.setRange(0...10_000, viewportLength: 500)
    return scroller
  }

  /// Scrolls by equal steps, as often as a display refreshes.
  private func move(_ scroller: inout Scroller, by step: Double, times: Int, from start: Double)
    -> Double
  {
    var time = start
    for _ in 0..<times {
      scroller.scroll(by: step, time: time)
      time += 1.0 / 60
    }
    return time - 1.0 / 60
  }

  @Test func `content continues at the velocity of fingers that were lifted`() {
    var scroller = scroller()
    let last = move(&scroller, by: 10, times: 12, from: 1)
    #expect(abs(scroller.offset - 120) < 1e-9)
    #expect(scroller.isMoving && scroller.phase == .dragging)
    #expect(abs(scroller.velocity - 600) < 1)
    scroller.advance(to: last + 0.03)
    #expect(abs(scroller.offset - 120) < 1e-9)
    scroller.advance(to: last + 0.05)
    #expect(scroller.phase == .decelerating)
    // 600 points per second decay to about 300 points.
    scroller.advance(to: last + 6)
    #expect(scroller.phase == .idle)
    #expect(abs(scroller.offset - 420) < 3)
  }

  @Test func `content rests when the fingers rested first, and after a single delta`() {
    var scroller = scroller()
    var last = move(&scroller, by: 10, times: 8, from: 1)
    last = move(&scroller, by: 0.2, times: 8, from: last + 1.0 / 60)
    let offset = scroller.offset
    scroller.advance(to: last + 1)
    #expect(scroller.phase == .idle && scroller.offset == offset)
    scroller.scroll(by: 30, time: last + 2)
    scroller.advance(to: last + 3)
    #expect(scroller.phase == .idle && scroller.offset == offset + 30)
  }

  @Test func `a new delta, a press and a key interrupt the continuation`() {
    for interrupt in 0..<3 {
      var scroller = scroller()
      let last = move(&scroller, by: 10, times: 12, from: 1)
      scroller.advance(to: last + 0.2)
      #expect(scroller.phase == .decelerating)
      let offset = scroller.offset
      switch interrupt {
      case 0:
        scroller.scroll(by: 1, time: last + 0.2)
        #expect(scroller.offset == offset + 1)
        scroller.advance(to: last + 2)
        #expect(scroller.offset == offset + 1)
      case 1:
        scroller.beginDrag(at: 10, time: last + 0.2)
        scroller.advance(to: last + 2)
        #expect(scroller.offset == offset)
      default:
        scroller.scroll(to: 5, time: last + 0.2)
        #expect(scroller.offset == 5 && scroller.phase == .idle)
      }
    }
  }

  @Test func `fingers do not move the content beyond an end, but their velocity does`() {
    var scroller = scroller()
    scroller.scroll(to: 30, time: 0)
    let last = move(&scroller, by: -10, times: 12, from: 1)
    #expect(scroller.offset == 0)
    scroller.advance(to: last + 1)
    #expect(scroller.offset == 0 && scroller.phase == .idle)
    scroller.scroll(to: 200, time: last + 1)
    let next = move(&scroller, by: -10, times: 12, from: last + 2)
    scroller.advance(to: next + 0.25)
    #expect(scroller.offset < 0 && scroller.phase == .bouncing)
    scroller.advance(to: next + 3)
    #expect(scroller.offset == 0)
  }

  @Test func `insertions before the viewport do not change the continuation`() {
    var (scroller, other) = (scroller(), scroller())
    let last = move(&scroller, by: 10, times: 12, from: 1)
    _ = move(&other, by: 10, times: 12, from: 1)
    other.shift(by: 1_000)
    for part in 1...20 {
      scroller.advance(to: last + Double(part) / 10)
      other.advance(to: last + Double(part) / 10)
      #expect(abs(scroller.offset + 1_000 - other.offset) < 1e-6)
    }
  }

  @Test(arguments: [1.0, -1])
  func `content continues from 60 points per second on`(direction: Double) {
    for (step, isContinued) in [(0.9375, true), (0.9, false)] {
      var scroller = scroller()
      scroller.scroll(to: 5_000, time: 0)
      // A delta in each 64th of a second.
      for number in 0..<3 { scroller.scroll(by: direction * step, time: 1 + Double(number) / 64) }
      #expect(abs(scroller.velocity - direction * step * 64) < 1e-9)
      scroller.advance(to: 1.1)
      #expect(scroller.phase == (isContinued ? .decelerating : .idle))
      scroller.advance(to: 10)
      #expect(((scroller.offset - 5_000) * direction > 10) == isContinued)
    }
  }

  @Test func `fingers move the content until a gap after their last delta`() {
    var scroller = scroller()
    scroller.scroll(by: 10, time: 0.5)
    scroller.scroll(by: 10, time: 1)
    scroller.scroll(by: 10, time: 1.015_625)
    let end = 1.015_625 + TouchpadTrack.gap
    scroller.advance(to: end)
    #expect(scroller.phase == .dragging && scroller.isMoving)
    #expect(scroller.offset == 30)
    scroller.advance(to: end.nextUp)
    #expect(scroller.phase == .decelerating)
    // The fingers' velocity is that of the last two deltas, 640 points per second.
    #expect(abs(scroller.velocity - 640) < 0.001)
    scroller.advance(to: end + 0.5)
    #expect(abs(scroller.offset - 30 - 640 / Deceleration.rate * (1 - 0.367_511)) < 0.01)
  }

  @Test func `a list leaves deltas across it to others`() throws {
    let stage = ListStage(0..<100)
    try stage.load()
    #expect(!stage.list.scrollWheel(by: Point(x: 30, y: 3), isPrecise: true))
    #expect(stage.list.offset == 0)
    #expect(stage.list.scrollWheel(by: Point(x: 3, y: 30), isPrecise: true))
    #expect(stage.list.offset == 30)
    let router = PointerRouter(root: stage.list.node)
    let wheel = ScrollEvent(
      Point(x: 0, y: 12), isPrecise: true, at: Point(x: 10, y: 10), time: stage.clock.now)
    #expect(router.send(wheel))
    #expect(stage.list.offset == 42)
  }

  @Test func `two fingers scroll by the mean of their movements`() throws {
    let stage = ListStage(0..<100)
    try stage.load()
    let router = PointerRouter(root: stage.list.node)
    stage.send(router, .began, 50, 300, pointer: 1)
    stage.send(router, .moved, 50, 280, pointer: 1)
    let start = stage.list.offset
    stage.send(router, .began, 90, 300, pointer: 2)
    #expect(stage.list.offset == start)
    stage.send(router, .moved, 50, 260, pointer: 1)
    #expect(stage.list.offset == start + 10)
    stage.send(router, .moved, 90, 280, pointer: 2)
    #expect(stage.list.offset == start + 20)
    // Without a jump, the remaining finger moves the content alone.
    stage.send(router, .ended, 50, 260, pointer: 1)
    #expect(stage.list.offset == start + 20)
    stage.send(router, .moved, 90, 270, pointer: 2)
    #expect(stage.list.offset == start + 30)
    #expect(stage.delegate.log == ["begin"])
    stage.send(router, .canceled, 90, 270, pointer: 2)
    #expect(stage.delegate.log == ["begin", "put down"])
  }
}
