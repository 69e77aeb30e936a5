import GalleyLayers
@testable import GalleyLists
import TestSupport
import Testing

/// Scroll offsets at exact times.
@Suite struct ScrollerTests {
  /// Returns a scroller of 10,000 points with a viewport of 1,000, at an offset.
  private func scroller(at offset: Double = 0, length: Double = 10_000) -> Scroller {
    var scroller = Scroller()
    scroller.setRange(0...(length - 1_000), viewportLength: 1_000)
    scroller.scroll(to: offset, time: 0)
    return scroller
  }

  private func isClose(_ one: Double, _ other: Double, within error: Double = 0.001) -> Bool {
    abs(one - other) <= error
  }

  // MARK: Flings

  @Test(arguments: [
    (time: 0.1, offset: 1_454.10, velocity: 2_455.68),
    (time: 0.5, offset: 1_947.84, velocity: 1_102.62),
    (time: 1.0, offset: 2_296.12, velocity: 405.26), (time: 2.0, offset: 2_471.22, velocity: 54.74),
  ])
  func `a fling keeps 0.998 of its velocity in each millisecond`(
    time: Double, offset: Double, velocity: Double
  ) {
    var scroller = scroller(at: 1_180.0)
    scroller.fling(velocity: 3_000, time: 0)
    scroller.advance(to: time)
    var (expected, rest) = (3_000.0, 1_180.0)
    let steps = Int(time * 100_000)
    for _ in 0..<steps {
      let next = expected * 0.999_979_980_173_1
      rest += (expected + next) / 2 / 100_000
      expected = next
    }
    #expect(isClose(scroller.velocity, expected, within: 0.01))
    #expect(isClose(scroller.offset, rest, within: 0.01))
    #expect(scroller.phase == .decelerating)
  }

  @Test func `a fling predicts its resting offset and ends there`() {
    var scroller = scroller(at: 1_000)
    scroller.fling(velocity: 2_000, time: 0)
    // 2,000 / (-1,000 ln 0.998)
    #expect(isClose(scroller.restingOffset, 1_998.9997, within: 0.001))
    let rest = scroller.restingOffset
    scroller.advance(to: 10)
    #expect(scroller.offset == rest)
    #expect(scroller.phase == .idle)
    #expect(scroller.velocity == 0)
  }

  @Test(arguments: [24.0, 60, 100, 120, 1_000])
  func `flings, bounces and snaps are independent of the frame rate`(rate: Double) {
    func offsets(_ rate: Double, _ begin: (inout Scroller) -> Void) -> [Double] {
      var scroller = scroller(at: 8_500)
      begin(&scroller)
      return stride(from: 1, through: Int(rate * 2), by: 1).compactMap { step in
        scroller.advance(to: Double(step) / rate)
        return step % Int(rate / 4) == 0 ? scroller.offset : nil
      }
    }
    let flings: [(inout Scroller) -> Void] = [
      { $0.fling(velocity: 500, time: 0) }, { $0.fling(velocity: 5_000, time: 0) },
      { $0.fling(velocity: -900, time: 0) { ($0 / 100).rounded() * 100 } },
      { $0.scroll(to: 0, animation: .standard, time: 0) }, { $0.step(by: 120, time: 0) },
    ]
    for fling in flings {
      let (coarse, fine) = (offsets(rate, fling), offsets(240, fling))
      #expect(coarse.count == fine.count)
      for (one, other) in zip(coarse, fine) { #expect(isClose(one, other, within: 1e-6)) }
    }
  }

  @Test(arguments: [20.0, -20])
  func `the least velocity begins a fling`(velocity: Double) {
    var scroller = scroller(at: 5_000)
    scroller.fling(velocity: velocity * 0.999, time: 0)
    #expect(scroller.phase == .idle)
    scroller.fling(velocity: velocity, time: 0)
    #expect(scroller.phase == .decelerating)
  }

  @Test func `a fling with negligible or NaN velocity stays idle`() {
    var scroller = scroller(at: 500)
    scroller.fling(velocity: 5, time: 0)
    #expect(scroller.phase == .idle)
    scroller.fling(velocity: .nan, time: 0)
    #expect(scroller.phase == .idle)
  }

  // MARK: Ends

  @Test func `a fling that reaches an end overshoots and returns on a spring`() {
    var scroller = scroller(at: 8_900)
    scroller.fling(velocity: 4_000, time: 0)
    // It is at the end after ln(1 / (1 - 100 * 2.002 / 4,000)) / 2.002 s, at 3,799.8 points a
    // second.
    let crossing = 0.025_648_1
    scroller.advance(to: crossing)
    #expect(isClose(scroller.offset, 9_000, within: 0.01))
    scroller.advance(to: crossing + 0.1)
    #expect(scroller.phase == .bouncing)
    // v t e^(-10 t) at the spring's turning point.
    #expect(isClose(scroller.overscroll, 3_799.8 * 0.1 * 0.367_879_44, within: 0.05))
    scroller.advance(to: crossing + 0.5)
    #expect(isClose(scroller.overscroll, 3_799.8 * 0.5 * 0.006_737_95, within: 0.05))
    scroller.advance(to: 5)
    #expect(scroller.offset == 9_000)
    #expect(scroller.phase == .idle)
  }

  @Test(arguments: [
    (pull: 10.0, stretch: 5.4699), (pull: 100, stretch: 52.1327), (pull: 1_000, stretch: 354.8387),
    (pull: 100_000, stretch: 982.1429),
  ])
  func `dragging beyond an end meets increasing resistance`(pull: Double, stretch: Double) {
    var scroller = scroller()
    scroller.beginDrag(at: 0, time: 0)
    scroller.drag(to: pull, time: 1)
    #expect(isClose(scroller.offset, -stretch))
    #expect(isClose(scroller.overscroll, -stretch))
    // The same on the way back.
    scroller.drag(to: 0, time: 2)
    #expect(isClose(scroller.offset, 0))
  }

  @Test func `content that is stopped bounces back from beyond an end, and rests elsewhere`() {
    var scroller = scroller()
    scroller.beginDrag(at: 0, time: 0)
    scroller.drag(to: 100, time: 1)
    scroller.stop(time: 1)
    #expect(scroller.phase == .bouncing)
    scroller.advance(to: 5)
    #expect(scroller.offset == 0)
    scroller.fling(velocity: 3_000, time: 5)
    scroller.advance(to: 5.1)
    let offset = scroller.offset
    scroller.stop(time: 5.1)
    #expect(scroller.phase == .idle)
    scroller.advance(to: 6)
    #expect(scroller.offset == offset)
  }

  @Test func `catching overscrolled content does not move it`() {
    var scroller = scroller(at: 8_990)
    scroller.fling(velocity: 4_000, time: 0)
    scroller.advance(to: 0.1)
    let offset = scroller.offset
    #expect(scroller.overscroll > 50)
    scroller.beginDrag(at: 300, time: 0.1)
    #expect(scroller.offset == offset)
    scroller.drag(to: 300, time: 0.11)
    #expect(isClose(scroller.offset, offset))
    scroller.drag(to: 290, time: 0.12)
    #expect(scroller.offset > offset)
    #expect(scroller.offset < offset + 10 * 0.55)
  }

  @Test func `a fling from beyond an end continues into the content`() {
    var scroller = scroller()
    scroller.beginDrag(at: 0, time: 0)
    scroller.drag(to: 50, time: 0.5)
    #expect(scroller.offset < 0)
    scroller.fling(velocity: 3_000, time: 0.5)
    #expect(scroller.phase == .bouncing)
    scroller.advance(to: 0.7)
    #expect(scroller.phase == .decelerating)
    #expect(scroller.offset > 200)
    scroller.advance(to: 10)
    #expect(scroller.offset > 1_000)
  }

  @Test func `content shorter than the viewport bounces back to its start`() {
    var scroller = Scroller()
    scroller.setRange(0...0, viewportLength: 1_000)
    scroller.fling(velocity: 2_000, time: 0)
    scroller.advance(to: 0.1)
    #expect(isClose(scroller.offset, 200 * 0.367_879_44, within: 0.01))
    scroller.advance(to: 3)
    #expect(scroller.offset == 0)
  }

  @Test func `unbounded content does not bounce`() {
    var scroller = Scroller()
    scroller.setRange(-Double.infinity...Double.infinity, viewportLength: 1_000)
    scroller.fling(velocity: -30_000, time: 0)
    scroller.advance(to: 60)
    #expect(isClose(scroller.offset, -14_984.995, within: 0.01))
    scroller.perform(.end(.tail), time: 60)
    #expect(isClose(scroller.offset, -14_984.995, within: 0.01))
  }

  // MARK: Drags

  @Test func `dragged content follows the pointer and keeps its velocity on release`() {
    var scroller = scroller(at: 2_000)
    scroller.beginDrag(at: 800, time: 0)
    for step in 1...12 {
      scroller.drag(to: 800 - 10 * Double(step), time: Double(step) / 120)
      #expect(scroller.offset == 2_000 + 10 * Double(step))
    }
    scroller.endDrag(time: 12.0 / 120)
    #expect(isClose(scroller.velocity, 1_200, within: 0.001))
    #expect(scroller.phase == .decelerating)
  }

  @Test(arguments: [-600.0, 600])
  func `the velocity of a drag is opposite to that of the pointer`(velocity: Double) {
    var scroller = scroller(at: 4_000)
    scroller.beginDrag(at: 500, time: 2)
    for step in 1...6 {
      let time = Double(step) / 60
      scroller.drag(to: 500 + velocity * time, time: 2 + time)
    }
    #expect(isClose(scroller.velocity, -velocity))
  }

  @Test func `a pointer at rest on release does not fling`() {
    var scroller = scroller(at: 2_000)
    scroller.beginDrag(at: 800, time: 0)
    scroller.drag(to: 600, time: 0.05)
    scroller.endDrag(time: 0.2)
    #expect(scroller.phase == .idle)
    #expect(scroller.offset == 2_200)
  }

  @Test func `a drag's velocity depends only on its last tenth of a second`() {
    var scroller = scroller(at: 2_000)
    scroller.beginDrag(at: 0, time: 0)
    for step in 1...60 { scroller.drag(to: -5 * Double(step), time: Double(step) / 60) }
    for step in 1...30 { scroller.drag(to: -300 + 2 * Double(step), time: 1 + Double(step) / 60) }
    scroller.endDrag(time: 1.5)
    #expect(isClose(scroller.velocity, -120, within: 0.001))
  }

  @Test(arguments: 0..<20)
  func `late and NaN samples do not distort a drag's velocity`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var scroller = scroller(at: 4_000)
    scroller.beginDrag(at: 0, time: 0)
    for step in 1...20 {
      let time = Double(step) / 120
      scroller.drag(to: -8 * Double(step) + .random(in: -0.5...0.5, using: &random), time: time)
      if Bool.random(using: &random) { scroller.drag(to: .nan, time: time) }
      if Bool.random(using: &random) { scroller.drag(to: -8 * Double(step), time: time - 0.5) }
    }
    scroller.endDrag(time: 20.0 / 120)
    #expect(abs(scroller.velocity - 960) < 40)
  }

  // MARK: Hand-over and snapping

  @Test func `a fling handed over to another scroller continues at its velocity`() {
    var first = scroller(at: 1_000)
    first.fling(velocity: 3_000, time: 0)
    first.advance(to: 0.3)
    var second = scroller(at: 500)
    second.fling(velocity: first.velocity, time: 0.3)
    first.advance(to: 0.8)
    second.advance(to: 0.8)
    #expect(isClose(first.velocity, second.velocity, within: 0.001))
    first.advance(to: 20)
    second.advance(to: 20)
    let passed = 3_000 / 2.002_002_67 * (1 - 0.548_482)
    #expect(isClose(second.offset - 500, first.offset - 1_000 - passed, within: 0.01))
  }

  @Test(arguments: [(-2_500.0, 3_000.0), (900, 4_300), (3_000, 6_000), (40, 4_000)])
  func `a snapping fling ends at the snap offset with little change in velocity`(
    velocity: Double, target: Double
  ) {
    var scroller = scroller(at: 4_000)
    scroller.fling(velocity: velocity, time: 0) { _ in target }
    #expect(scroller.restingOffset == target)
    #expect(abs(scroller.velocity - velocity) <= 0.25 * abs(velocity) + 0.001)
    scroller.advance(to: 10)
    #expect(scroller.offset == target)
  }

  // MARK: Wheels, keys, animations

  @Test func `touchpad scrolling is immediate and stops at the ends`() {
    var scroller = scroller(at: 100)
    scroller.scroll(by: -60, time: 0)
    #expect(scroller.offset == 40)
    scroller.scroll(by: -60, time: 0)
    #expect(scroller.offset == 0)
    #expect(scroller.phase == .idle)
  }

  @Test func `wheel notches accumulate, and the content follows gradually`() {
    var scroller = scroller()
    scroller.step(by: 120, time: 0)
    scroller.advance(to: 0.05)
    #expect(scroller.offset > 10)
    #expect(scroller.offset < 110)
    scroller.step(by: 120, time: 0.05)
    #expect(scroller.restingOffset == 240)
    scroller.advance(to: 2)
    #expect(scroller.offset == 240)
  }

  @Test func `key commands scroll by lines, by pages and to the ends`() {
    var scroller = scroller(at: 3_000)
    func settled(_ command: Scroller.Command) -> Double {
      scroller.perform(command, time: 0)
      return scroller.restingOffset
    }
    #expect(settled(.line(.forward)) == 3_040)
    #expect(settled(.page(.forward)) == 4_000)
    #expect(settled(.page(.backward)) == 3_040)
    #expect(settled(.end(.head)) == 0)
    #expect(settled(.line(.backward)) == 0)
    #expect(settled(.end(.tail)) == 9_000)
  }

  @Test(arguments: [
    (0.04, 0.232), (0.08, 0.545), (0.12, 0.758), (0.16, 0.879), (0.2, 0.942), (0.32, 0.994),
  ])
  func `a scroll animation follows the system's spring curve`(time: Double, part: Double) {
    var scroller = scroller(at: 1_000)
    scroller.scroll(to: 2_000, animation: .standard, time: 0)
    scroller.advance(to: time)
    #expect(isClose((scroller.offset - 1_000) / 1_000, part, within: 0.001))
    #expect(scroller.phase == .animating)
    scroller.advance(to: 0.4)
    #expect(scroller.offset == 2_000)
  }

  @Test(arguments: [0.0, 0.05])
  func `retargeting a scroll animation does not move the current offset`(start: Double) {
    var scroller = scroller(at: 1_000)
    scroller.scroll(to: 2_000, animation: .standard, time: start)
    scroller.advance(to: start + 0.1)
    let offset = scroller.offset
    let isLed = scroller.retarget(to: 1_500)
    #expect(isLed)
    scroller.advance(to: start + 0.1)
    #expect(isClose(scroller.offset, offset, within: 1e-9))
    scroller.advance(to: start + 0.4)
    #expect(scroller.offset == 1_500)
  }

  // MARK: Changes of the content

  @Test(arguments: [0, 1, 2, 3, 4])
  func `content growing before the viewport preserves motion in every phase`(kind: Int) {
    func begin(_ scroller: inout Scroller) {
      switch kind {
      case 0: scroller.fling(velocity: 700, time: 0)
      case 1: scroller.scroll(to: 4_500, animation: .standard, time: 0)
      case 2: scroller.step(by: 200, time: 0)
      case 3:
        scroller.beginDrag(at: 0, time: 0)
        scroller.drag(to: -100, time: 0.02)
        scroller.endDrag(time: 0.03)
      default: break
      }
    }
    var (plain, grown) = (scroller(at: 4_000), scroller(at: 4_000))
    begin(&plain)
    begin(&grown)
    for step in 1...120 {
      let time = 0.03 + Double(step) / 60
      plain.advance(to: time)
      grown.advance(to: time)
      if step == 10 || step == 30 { grown.shift(by: 1_234.5) }
      let shift = step < 10 ? 0 : step < 30 ? 1_234.5 : 2_469
      #expect(isClose(grown.offset - shift, plain.offset, within: 1e-6))
      #expect(isClose(grown.velocity, plain.velocity, within: 1e-6))
    }
  }

  @Test func `content growing before the viewport preserves a drag`() {
    var scroller = scroller(at: 4_000)
    scroller.beginDrag(at: 500, time: 0)
    scroller.drag(to: 450, time: 0.01)
    scroller.shift(by: 300)
    #expect(scroller.offset == 4_350)
    scroller.drag(to: 440, time: 0.02)
    #expect(scroller.offset == 4_360)
  }

  @Test func `extending the content during a bounce resumes the fling`() {
    var scroller = scroller(at: 8_950)
    scroller.fling(velocity: 5_000, time: 0)
    scroller.advance(to: 0.05)
    #expect(scroller.phase == .bouncing)
    let (offset, velocity) = (scroller.offset, scroller.velocity)
    scroller.setRange(0...19_000, viewportLength: 1_000)
    #expect(scroller.offset == offset)
    #expect(isClose(scroller.velocity, velocity))
    #expect(scroller.phase == .decelerating)
    scroller.advance(to: 10)
    #expect(scroller.offset > 9_100)
  }

  @Test func `a fling that the end of shrinking content overtakes bounces from its position`() {
    var scroller = scroller(at: 4_000)
    scroller.fling(velocity: 1_000, time: 2)
    scroller.advance(to: 2.1)
    let (offset, velocity) = (scroller.offset, scroller.velocity)
    scroller.setRange(0...(offset - 10), viewportLength: 1_000)
    #expect(scroller.offset == offset)
    #expect(isClose(scroller.velocity, velocity))
    #expect(scroller.phase == .bouncing)
    scroller.advance(to: 10)
    #expect(scroller.offset == offset - 10)
  }

  @Test func `shrinking content clamps a resting offset but not a dragged one`() {
    var scroller = scroller(at: 5_000)
    scroller.setRange(0...3_000, viewportLength: 1_000)
    #expect(scroller.offset == 3_000)
    scroller.beginDrag(at: 0, time: 1)
    scroller.setRange(0...2_900, viewportLength: 1_000)
    #expect(scroller.offset == 3_000)
    scroller.drag(to: 0, time: 1.1)
    #expect(isClose(scroller.offset, 3_000))
    scroller.endDrag(time: 1.3)
    scroller.advance(to: 4)
    #expect(scroller.offset == 2_900)
  }

  @Test func `offsets have subpixel precision in content of a trillion points`() {
    var scroller = Scroller()
    let length = 1e12
    scroller.setRange(0...length, viewportLength: 1_000)
    scroller.scroll(to: length / 2, time: 0)
    scroller.fling(velocity: 1_000, time: 0)
    scroller.advance(to: 1)
    #expect(isClose(scroller.offset - length / 2, 432.034_7, within: 0.001))
  }

  @Test func `an animation without duration ends at once`() {
    var scroller = scroller(at: 500)
    scroller.scroll(to: 700, animation: ListAnimation(duration: 0), time: 0)
    #expect(scroller.offset == 700)
    #expect(scroller.phase == .idle)
    #expect(!scroller.isMoving)
  }

  @Test func `content that is pulled moves a little less far, in both directions`() {
    for pull in [0.25, 0.5, 40] {
      let stretch = RubberBand.stretch(pull, length: 100)
      #expect(stretch > 0 && stretch < pull)
      #expect(RubberBand.stretch(-pull, length: 100) == -stretch)
      #expect(isClose(RubberBand.pull(stretch, length: 100), pull, within: 1e-9))
    }
    // Also in a viewport of half a point, but not without one.
    #expect(isClose(RubberBand.stretch(10, length: 0.5), 0.4583, within: 0.0001))
    #expect(RubberBand.stretch(0, length: 0) == 0)
    #expect(RubberBand.stretch(10, length: 0) == 0)
  }

  @Test func `the velocity of a motion is the slope of its offset`() {
    let spring = ScrollSpring(from: 30, to: 10, velocity: -200, frequency: 12)
    let curve = ScrollCurve(start: 0, target: 100, animation: .standard)
    let step = 1e-5
    for time in [0.02, 0.1, 0.25] {
      let slope = (spring.offset(at: time + step) - spring.offset(at: time - step)) / (2 * step)
      #expect(isClose(spring.velocity(at: time), slope, within: 0.01))
      let rise = (curve.offset(at: time + step) - curve.offset(at: time - step)) / (2 * step)
      #expect(isClose(curve.velocity(at: time), rise, within: 1))
    }
    // A curve is at rest before and after.
    #expect(curve.velocity(at: 0) > 0)
    #expect(curve.velocity(at: -0.1) == 0 && curve.velocity(at: 0.4) == 0)
  }
}
