import GalleyStreaming
import TestSupport
import Testing

@Suite struct RevealScheduleTests {
  @Test func `a short text is revealed at the least speed`() {
    var schedule = RevealSchedule(reducesMotion: false)
    schedule.extend(to: 20, at: 5)
    #expect(schedule.front(at: 5.25) == 10)
    #expect(schedule.alpha(at: 4, time: 5.1) == 0)
    #expect(abs(schedule.alpha(at: 4, time: 5.2) - 0.5) < 1e-9)
    #expect(schedule.alpha(at: 4, time: 5.3) == 1)
  }

  @Test(arguments: [1.0, 40, 500, 100_000])
  func `everything is visible in time after the last text arrived`(length: Double) {
    var schedule = RevealSchedule(reducesMotion: false)
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
    var schedule = RevealSchedule(reducesMotion: false)
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

  @Test func `a line from right to left is revealed from the right`() {
    let lines = RevealSchedule.Line.lines([(0, 100, false), (20, 100, true)])
    let words = [
      RevealSchedule.Word(0..<4, left: 0, right: 40, in: lines[0]),
      RevealSchedule.Word(5..<9, left: 50, right: 100, in: lines[0]),
      RevealSchedule.Word(10..<14, left: 70, right: 100, in: lines[1]),
      RevealSchedule.Word(15..<19, left: 20, right: 60, in: lines[1]),
    ]
    #expect(words.map(\.distance) == [0, 50, 100, 140])
    var schedule = RevealSchedule(reducesMotion: false)
    schedule.extend(to: 180, at: 0)
    let alphas = schedule.alphas(of: words, at: 0.6)
    #expect(alphas == alphas.sorted(by: >))
    #expect(alphas[2] > alphas[3])
  }

  @Test func `reduced motion shows everything at once`() {
    var schedule = RevealSchedule(reducesMotion: true)
    schedule.extend(to: 1_000, at: 3)
    #expect(schedule.alpha(at: 999, time: 3) == 1)
    #expect(schedule.front(at: 3) == 1_000)
  }

  @Test func `a text that is replaced by a shorter one stays visible`() {
    var schedule = RevealSchedule(reducesMotion: false)
    schedule.extend(to: 100, at: 0)
    schedule.extend(to: 60, at: 10)
    #expect(schedule.front(at: 10) == 60)
    #expect(schedule.alpha(at: 59, time: 10) == 1)
  }

  @Test func `after a new layout the text before the front stays visible`() {
    var schedule = RevealSchedule(reducesMotion: false)
    schedule.extend(to: 1_000, at: 0)
    schedule.relayout(length: 1_200, front: 500, at: 0.4)
    #expect(schedule.alpha(at: 499, time: 0.4) == 1)
    #expect(schedule.alpha(at: 501, time: 0.4) == 0)
    #expect(schedule.end <= 0.4 + RevealSchedule.duration + 1e-9)
  }
}
