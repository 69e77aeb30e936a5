@testable import GalleyDisplay
import Testing

/// The timing of an animation's frames, event by event.
struct AnimationClockTests {
  /// Returns a clock that plays since a time, and whose second frame is decoded.
  private func playing(
    _ durations: [Double], plays: Int? = nil, since time: Double = 10
  ) -> AnimationClock {
    var clock = AnimationClock(durations: durations, playCount: plays)
    _ = clock.play(at: time)
    _ = clock.didDecode(1, at: time)
    return clock
  }

  @Test func `the next frame is decoded ahead, and shown when it is due`() {
    var clock = AnimationClock(durations: [2, 1], playCount: nil)
    #expect(clock.wake(at: 9) == [])
    #expect(clock.play(at: 10) == [.wake(at: 12), .decode(1)])
    #expect(clock.isPlaying && clock.index == 0)
    // It plays already, and decodes another frame.
    #expect(clock.play(at: 10.5) == [])
    #expect(clock.didDecode(0, at: 11) == [])
    #expect(clock.wake(at: 12) == [])
    #expect(clock.didDecode(1, at: 12) == [.show(1), .wake(at: 13), .decode(0)])
    #expect(clock.index == 1)
    #expect(clock.didDecode(0, at: 12.5) == [])
    #expect(clock.wake(at: 12.9) == [])
    #expect(clock.wake(at: 13) == [.show(0), .wake(at: 15), .decode(1)])
  }

  @Test(arguments: [(11.0, 11.5), (11.25, 11.5), (11.375, 11.5), (11.5, 12), (13, 13.5)])
  func `a delay within the frame's duration is made up for, and a longer one is not`(
    time: Double, next: Double
  ) {
    // The second frame is due at 11, for half a second.
    var clock = playing([1, 0.5, 2])
    #expect(clock.wake(at: time) == [.show(1), .wake(at: next), .decode(2)])
  }

  @Test func `a frame is shown for its whole duration after a pause`() {
    var clock = playing([1, 1])
    clock.pause()
    #expect(clock.wake(at: 11) == [])
    #expect(!clock.isPlaying && !clock.hasEnded)
    // The second frame has been decoded.
    #expect(clock.play(at: 20) == [.wake(at: 21)])
    #expect(clock.wake(at: 20.9) == [])
    #expect(clock.wake(at: 21) == [.show(1), .wake(at: 22), .decode(0)])
  }

  @Test func `a clock ends with the last frame of the last play`() {
    var once = playing([1, 1], plays: 1)
    #expect(once.wake(at: 11) == [.show(1)])
    #expect(once.hasEnded && !once.isPlaying)
    #expect(once.play(at: 12) == [])
    var twice = playing([1, 1], plays: 2)
    #expect(twice.wake(at: 11) == [.show(1), .wake(at: 12), .decode(0)])
    _ = twice.didDecode(0, at: 11)
    #expect(twice.wake(at: 12) == [.show(0), .wake(at: 13), .decode(1)])
    _ = twice.didDecode(1, at: 12)
    #expect(twice.wake(at: 13) == [.show(1)])
    #expect(twice.hasEnded)
  }

  @Test func `a single frame never plays, and a damaged one ends the animation`() {
    var still = AnimationClock(durations: [1], playCount: nil)
    #expect(still.hasEnded)
    #expect(still.play(at: 10) == [])
    var damaged = playing([1, 1, 1])
    #expect(damaged.wake(at: 11) == [.show(1), .wake(at: 12), .decode(2)])
    damaged.fail()
    #expect(damaged.hasEnded && !damaged.isPlaying)
    #expect(damaged.wake(at: 12) == [])
    #expect(damaged.index == 1)
  }
}
