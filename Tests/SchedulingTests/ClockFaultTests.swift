import GalleyScheduling
import Synchronization
import Testing

/// Clocks that jump, as when a machine sleeps.
@MainActor @Suite struct ClockFaultTests {
  private let clock = JumpingClock()
  private let driver = ManualDriver()
  private let journal = Journal()
  private let loop: DisplayLoop

  init() {
    loop = DisplayLoop(clock: clock, executor: ManualExecutor(), driver: driver, frameRate: 50)
  }

  @Test func `frames that a sleeping machine missed are not made up for`() {
    let request = loop.requestFrames()
    driver.fire()
    for jump in [1e6, 1e12] {
      clock.set(jump)
      driver.fire()
      // The next frame is a frame later, and the only one.
      #expect(driver.delays.count == 1)
      #expect(driver.delays.allSatisfy { $0 > 0 && $0 <= 0.021 })
    }
    #expect(loop.tickDurations.count == 3)
    request.end()
  }

  @Test func `delayed closures run once after a jump forward`() {
    for delay in [0.1, 10, 1_000] {
      loop.perform(after: delay, in: .input) { journal.note("\(delay)") }
    }
    clock.set(1e9)
    driver.fire()
    loop.tick()
    #expect(journal.lines.sorted() == ["0.1", "10.0", "1000.0"])
  }

  @Test(arguments: [-1e9, 0, .nan, -.infinity])
  func `a clock that goes back or is invalid delays ticks, and stops none`(time: Double) {
    clock.set(1_000)
    let request = loop.requestFrames()
    loop.perform(after: 0.1, in: .input) { journal.note("later") }
    driver.fire()
    clock.set(time)
    loop.tick()
    loop.setNeedsTick()
    #expect(loop.needsTick)
    clock.set(2_000)
    for _ in 0..<3 { driver.fire() }
    #expect(journal.lines == ["later"])
    let delays = driver.delays
    #expect(delays.count == 1 && delays.allSatisfy { $0 >= 0 && $0 <= 0.021 }, "\(delays)")
    request.end()
  }
}

/// A clock that shows any time.
private final class JumpingClock: DisplayClock {
  private let time = Mutex(0.0)

  var now: Double { time.withLock { $0 } }

  func set(_ now: Double) { time.withLock { $0 = now } }
}
