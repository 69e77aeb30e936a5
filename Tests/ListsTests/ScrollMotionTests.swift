import GalleyLayers
@testable import GalleyLists
import Testing

/// The motions of a scroller, and the resistance at its ends.
@Suite struct ScrollMotionTests {
  private func isClose(_ one: Double, _ other: Double, within error: Double = 1e-6) -> Bool {
    abs(one - other) <= error
  }

  // MARK: Resistance

  @Test func `a pull is the inverse of its displacement, in both directions`() {
    for stretch in [0.0, 0.5, 40, 99] {
      let pull = RubberBand.pull(stretch, length: 100)
      #expect(isClose(RubberBand.stretch(pull, length: 100), stretch))
      #expect(RubberBand.pull(-stretch, length: 100) == -pull)
    }
    // A displacement of half a viewport takes a pull of a viewport without resistance.
    #expect(isClose(RubberBand.pull(50, length: 100), 100 / RubberBand.stiffness))
    // Also in a viewport of half a point, but not without one.
    #expect(isClose(RubberBand.pull(0.25, length: 0.5), 0.5 / RubberBand.stiffness))
    #expect(RubberBand.pull(10, length: 0) == 0 && RubberBand.pull(0, length: 0) == 0)
  }

  @Test func `content that is displaced by a whole viewport has a finite pull`() {
    let most = RubberBand.pull(99.9, length: 100)
    #expect(most.isFinite)
    #expect(RubberBand.pull(100, length: 100) == most)
    #expect(RubberBand.pull(-1_000, length: 100) == -most)
  }

  @Test(arguments: [-300.0, -40, 0.01, 10, 300])
  func `the slope of the resistance is that of the displacement`(pull: Double) {
    let step = 1e-4
    let rise =
      RubberBand.stretch(pull + step, length: 100) - RubberBand.stretch(pull - step, length: 100)
    #expect(isClose(RubberBand.slope(pull, length: 100), rise / (2 * step)))
    #expect(isClose(RubberBand.slope(0, length: 100), RubberBand.stiffness))
    #expect(isClose(RubberBand.slope(0, length: 0.5), RubberBand.stiffness))
    #expect(RubberBand.slope(pull, length: 0) == 0 && RubberBand.slope(0, length: 0) == 0)
  }

  // MARK: Decelerations

  @Test(arguments: [20.0, -20, 3_000, -3_000])
  func `a deceleration ends a tenth of a point before its target`(velocity: Double) {
    let motion = Deceleration(start: 70, velocity: velocity)
    let end = motion.offset(at: motion.duration)
    let direction = velocity > 0 ? 1.0 : -1
    #expect(isClose((motion.target - end) * direction, ScrollMotion.leastDistance))
    #expect(isClose(motion.target, 70 + velocity / Deceleration.rate))
  }

  @Test(arguments: [0.0, 0.15, -0.15])
  func `a deceleration over less than a tenth of a point ends at once`(velocity: Double) {
    let motion = Deceleration(start: 70, velocity: velocity)
    #expect(abs(motion.target - 70) < ScrollMotion.leastDistance)
    #expect(motion.duration == 0)
  }

  @Test(arguments: [500.0, -500, 1])
  func `a deceleration reaches the offsets between its start and its target`(velocity: Double) {
    let motion = Deceleration(start: 70, velocity: velocity)
    #expect(motion.time(at: 70) == 0)
    for part in [0.01, 0.3, 0.9] {
      let offset = 70 + (motion.target - 70) * part
      let time = motion.time(at: offset)
      #expect(time.map { isClose(motion.offset(at: $0), offset) } == true)
    }
    #expect(motion.time(at: 70 - velocity / 1_000) == nil)
    #expect(motion.time(at: motion.target + velocity / 1_000) == nil)
    #expect(Deceleration(start: 70, velocity: 0).time(at: 70) == nil)
    // Its target is approached for ever.
    #expect(Deceleration(start: 0, velocity: Deceleration.rate).time(at: 1) == nil)
    // Before its start, it has its initial state.
    #expect(motion.offset(at: -1) == 70 && motion.velocity(at: -1) == velocity)
  }

  // MARK: Springs

  @Test func `a spring passes its target only if it is fast enough`() {
    func crossing(_ distance: Double, _ velocity: Double) -> Double? {
      ScrollSpring(from: 5 + distance, to: 5, velocity: velocity, frequency: 10).crossing
    }
    for direction in [1.0, -1] {
      #expect(crossing(-1 * direction, 15 * direction) == 0.2)
      #expect(crossing(-1 * direction, 11 * direction) == 1)
      #expect(crossing(-1 * direction, 10 * direction) == nil)
      #expect(crossing(-1 * direction, 9 * direction) == nil)
      #expect(crossing(-1 * direction, -15 * direction) == nil)
      #expect(crossing(0, 15 * direction) == nil)
    }
    let spring = ScrollSpring(from: 4, to: 5, velocity: 15, frequency: 10)
    #expect(isClose(spring.offset(at: 0.2), 5))
    #expect(isClose(spring.velocity(at: 0.2), 5 * 0.135_335_283))
    #expect(spring.offset(at: -1) == 4 && spring.velocity(at: -1) == 15)
  }

  @Test func `a spring ends within a tenth of a point of its target`() {
    for (distance, velocity) in [(100.0, 0.0), (-100, 0), (3, 400), (-3, -400), (0, 90)] {
      let spring = ScrollSpring(from: 70 + distance, to: 70, velocity: velocity, frequency: 18)
      let rest = spring.offset(at: spring.duration) - 70
      #expect(isClose(abs(rest), ScrollMotion.leastDistance))
    }
    // Toward the target, the bound on the distance is larger than the distance.
    let fast = ScrollSpring(from: 100, to: 0, velocity: -3_000, frequency: 18)
    #expect(abs(fast.offset(at: fast.duration)) <= ScrollMotion.leastDistance)
    #expect(abs(fast.offset(at: fast.duration + 0.05)) <= ScrollMotion.leastDistance)
    let near = ScrollSpring(from: 0.05, to: 0, velocity: 0, frequency: 18)
    #expect(near.duration == 1.0 / 18)
    let slow = ScrollSpring(from: 1e6, to: 0, velocity: 0, frequency: 0.1)
    #expect(isClose(slow.offset(at: slow.duration), ScrollMotion.leastDistance))
  }

  @Test(arguments: [-1.0, .nan, .infinity, -.infinity])
  func `an animation of an invalid duration has none`(duration: Double) {
    #expect(ListAnimation(duration: duration).duration == 0)
  }

  // MARK: Velocities

  @Test func `the velocity of a pointer is unknown after a rest and of a single position`() {
    var tracker = VelocityTracker()
    #expect(tracker.velocity(at: 0) == 0)
    tracker.add(7, at: -0.062_5)
    #expect(tracker.velocity(at: -0.062_5) == 0)
    tracker.add(17, at: 0)
    #expect(tracker.velocity(at: 0) == 160)
    #expect(tracker.velocity(at: VelocityTracker.rest) == 160)
    #expect(tracker.velocity(at: VelocityTracker.rest.nextUp) == 0)
    // Earlier positions are late; one of the same time replaces the last.
    tracker.add(100, at: -0.01)
    #expect(tracker.velocity(at: 0) == 160)
    tracker.add(-3, at: 0)
    #expect(tracker.velocity(at: 0) == -160)
  }

  @Test func `positions older than a tenth of a second do not count`() {
    let window = VelocityTracker.window
    for (time, velocity) in [(-window, 50.0), (-window.nextUp, 0)] {
      var tracker = VelocityTracker()
      tracker.add(0, at: time)
      tracker.add(5, at: 0)
      #expect(isClose(tracker.velocity(at: 0), velocity))
    }
  }

  @Test func `positions at nearly the same time have no velocity`() {
    var tracker = VelocityTracker()
    tracker.add(0, at: 0)
    // The square of the time is zero.
    tracker.add(5, at: 1e-200)
    #expect(tracker.velocity(at: 1e-200) == 0)
  }

  @Test(arguments: [1.0, -1])
  func `the velocity of a pointer is limited`(direction: Double) {
    var tracker = VelocityTracker()
    tracker.add(0, at: 0)
    tracker.add(direction * 10_000, at: 0.015_625)
    #expect(tracker.velocity(at: 0.015_625) == direction * VelocityTracker.limit)
  }

  // MARK: Scrollers

  /// Returns a scroller of 10,000 points with a viewport of 1,000, at an offset.
  private func scroller(at offset: Double) -> Scroller {
    var scroller = Scroller()
    scroller.setRange(0...9_000, viewportLength: 1_000)
    scroller.scroll(to: offset, time: 0)
    return scroller
  }

  @Test(arguments: [ListEnd.head, .tail])
  func `a bounce that returns slowly comes to rest near its end`(end: ListEnd) {
    // The content is a point beyond the end, and returns at 15 points per second.
    var scroller = scroller(at: end == .head ? 0 : 9_000)
    scroller.beginDrag(at: 0, time: 0)
    scroller.setRange(end == .head ? 1...9_001 : -1...8_999, viewportLength: 1_000)
    let (rest, way) = end == .head ? (1.0, 1.0) : (8_999, -1)
    #expect(scroller.overscroll == -way)
    scroller.fling(velocity: 15 * way, time: 0)
    scroller.advance(to: 0.1)
    // (-1 + 5 t) e^(-10 t)
    #expect(scroller.phase == .bouncing)
    #expect(isClose(scroller.offset, rest - way * 0.5 * 0.367_879_441))
    // It is at the end after 0.2 s, at 5 e^-2 points per second.
    scroller.advance(to: 0.25)
    #expect(scroller.phase == .decelerating)
    scroller.advance(to: 10)
    #expect(scroller.phase == .idle)
    #expect(isClose(scroller.offset, rest + way * 5 * 0.135_335_283 / Deceleration.rate))
  }

  @Test(arguments: [true, false])
  func `a spring continues at its velocity when the range changes`(isSnapping: Bool) {
    var scroller = scroller(at: 4_000)
    if isSnapping {
      // Too far for a deceleration.
      scroller.fling(velocity: 3_000, time: 2) { _ in 7_000 }
    } else {
      scroller.step(by: 400, time: 2)
    }
    scroller.advance(to: 2.05)
    let (offset, velocity, rest) = (scroller.offset, scroller.velocity, scroller.restingOffset)
    #expect(rest == (isSnapping ? 7_000 : 4_400))
    scroller.setRange(0...8_000, viewportLength: 1_000)
    #expect(scroller.offset == offset && scroller.restingOffset == rest)
    #expect(isClose(scroller.velocity, velocity))
    scroller.setRange(0...4_300, viewportLength: 1_000)
    #expect(scroller.offset == offset && scroller.restingOffset == 4_300)
    #expect(isClose(scroller.velocity, velocity))
    #expect(scroller.phase == (isSnapping ? .decelerating : .animating))
    scroller.advance(to: 10)
    #expect(scroller.offset == 4_300 && scroller.phase == .idle)
  }

  @Test func `a fling continues until it reaches a new end, and bounces beyond one`() {
    var scroller = scroller(at: 4_000)
    scroller.fling(velocity: 1_000, time: 2)
    scroller.advance(to: 2.1)
    let (offset, velocity) = (scroller.offset, scroller.velocity)
    scroller.setRange(0...offset, viewportLength: 1_000)
    #expect(scroller.phase == .decelerating && scroller.velocity == velocity)
    scroller.setRange(0...(offset - 10), viewportLength: 1_000)
    #expect(scroller.phase == .bouncing)
    scroller.advance(to: 10)
    #expect(scroller.offset == offset - 10 && scroller.phase == .idle)
  }

  @Test func `a bounce continues at its velocity when its end moves`() {
    var scroller = scroller(at: 8_990)
    scroller.fling(velocity: 2_000, time: 2)
    scroller.advance(to: 2.05)
    #expect(scroller.phase == .bouncing)
    let (offset, velocity) = (scroller.offset, scroller.velocity)
    scroller.setRange(0...8_995, viewportLength: 1_000)
    #expect(scroller.offset == offset && isClose(scroller.velocity, velocity))
    scroller.advance(to: 10)
    #expect(scroller.offset == 8_995 && scroller.phase == .idle)
  }

  @Test func `an animation is led to a new target until just before its end`() {
    for (time, isLed) in [(2.5, true), (2.985, true), (2.995, false)] {
      var scroller = scroller(at: 1_000)
      let animation = ListAnimation(duration: 1, curve: .linear)
      scroller.scroll(to: 2_000, animation: animation, time: 2)
      scroller.advance(to: time)
      let offset = scroller.offset
      #expect(isClose(offset, 1_000 + 1_000 * (time - 2)))
      let hasTarget = scroller.retarget(to: 1_500)
      #expect(hasTarget)
      #expect(scroller.phase == (isLed ? .animating : .idle))
      #expect(isClose(scroller.offset, isLed ? offset : 1_500))
      scroller.advance(to: 3)
      #expect(scroller.offset == 1_500 && scroller.phase == .idle)
      // It is over.
      let isOver = !scroller.retarget(to: 1_600)
      #expect(isOver)
    }
  }

  @Test func `targets that are not finite are ignored`() {
    var scroller = scroller(at: 1_000)
    scroller.scroll(to: 2_000, animation: .standard, time: 2)
    for bad in [Double.nan, .infinity, -.infinity] {
      let hasTarget = scroller.retarget(to: bad)
      #expect(!hasTarget)
      scroller.scroll(to: bad, time: 2)
      scroller.scroll(by: bad, time: 2)
      scroller.step(by: bad, time: 2)
      scroller.move(by: bad, time: 2)
      scroller.shift(by: bad)
      scroller.beginDrag(at: bad, time: 2)
      #expect(scroller.restingOffset == 2_000 && scroller.phase == .animating)
    }
  }

  @Test func `content held at an edge moves without momentum, up to the ends`() {
    var scroller = scroller(at: 8_950)
    scroller.move(by: 30, time: 1)
    #expect(scroller.offset == 8_980 && scroller.phase == .idle)
    scroller.move(by: 30, time: 1)
    #expect(scroller.offset == 9_000 && scroller.phase == .idle)
    scroller.beginDrag(at: 0, time: 1)
    scroller.move(by: -30, time: 1)
    #expect(scroller.offset == 9_000 && scroller.phase == .dragging)
  }

  @Test func `a page is the page's length less a line, and at least half of it`() {
    for (length, step) in [(400.0, 360.0), (80, 40), (79, 39.5), (30, 15)] {
      for direction in [Scroller.Command.Direction.forward, .backward] {
        var scroller = scroller(at: 5_000)
        scroller.perform(.page(direction), pageLength: length, time: 0)
        #expect(scroller.restingOffset == 5_000 + (direction == .forward ? step : -step))
      }
    }
  }

  @Test func `a snap close to the resting offset decelerates, and a farther one springs`() {
    // At rest after 1,000 points.
    let velocity = 1_000 * Deceleration.rate
    for (distance, isClose) in [(740.0, false), (760, true), (1_240, true), (1_260, false)] {
      var scroller = scroller(at: 4_000)
      scroller.fling(velocity: velocity, time: 2) { _ in 4_000 + distance }
      // A spring begins at the fling's velocity, a deceleration at one that suits the target.
      let expected = isClose ? distance * Deceleration.rate : velocity
      #expect(self.isClose(scroller.velocity, expected))
      #expect(scroller.phase == .decelerating)
      scroller.advance(to: 20)
      #expect(self.isClose(scroller.offset, 4_000 + distance))
    }
  }
}
