import GalleyStreaming
import TestSupport
import Testing

@Suite struct RevealScheduleTests {
  @Test func `a short text is revealed at the least speed`() {
    var schedule = RevealSchedule()
    schedule.extend(to: 20, at: 5)
    #expect(schedule.front(at: 5.25) == 10)
    #expect(schedule.alpha(at: 4, time: 5.1) == 0)
    #expect(abs(schedule.alpha(at: 4, time: 5.2) - 0.5) < 1e-9)
    #expect(schedule.alpha(at: 4, time: 5.3) == 1)
  }

  @Test(arguments: [1.0, 40, 500, 100_000])
  func `everything is visible in time after the last text arrived`(length: Double) {
    var schedule = RevealSchedule()
    for arrival in 0..<20 {
      schedule.extend(to: length * Double(arrival + 1), at: Double(arrival) * 0.05)
    }
    let last = 19 * 0.05
    #expect(schedule.end <= last + RevealSchedule.duration + 1e-9)
    #expect(schedule.alpha(at: length * 20, time: schedule.end + 1e-9) == 1)
    #expect(schedule.alpha(at: length * 20, time: last) == 0)
  }

  @Test(arguments: 0..<32 as Range<UInt64>)
  func `opacities grow with time and shrink along the lines`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var schedule = RevealSchedule()
    let places = (0..<60).map { Double($0) * 25 }
    var before = places.map { _ in 0.0 }
    var (length, time) = (0.0, 0.0)
    for _ in 0..<80 {
      time += Double.random(in: 0...0.1, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        length += Double.random(in: 0...200, using: &random)
        schedule.extend(to: length, at: time)
      }
      let shown = places.prefix { $0 < length }.map { schedule.alpha(at: $0, time: time) }
      #expect(zip(shown, before).allSatisfy { $0 >= $1 - 1e-9 })
      #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 >= $1 - 1e-9 })
      before.replaceSubrange(..<shown.count, with: shown)
    }
  }

  @Test func `a text that is replaced by a shorter one stays visible`() {
    var schedule = RevealSchedule()
    schedule.extend(to: 100, at: 0)
    schedule.extend(to: 60, at: 10)
    #expect(schedule.front(at: 10) == 60)
    #expect(schedule.alpha(at: 59, time: 10) == 1)
  }
}
