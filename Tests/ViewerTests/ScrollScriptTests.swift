import Galley
import GalleyChat
import GalleyWindow
import Testing

@testable import GalleyViewer

/// Parts of the viewer that need neither a window nor time.
@Suite struct ViewerPartTests {
  @Test func `scroll figures report nearest-rank percentiles`() {
    let times = ScrollFigures.Times((1...200).map { Double($0) / 1_000 })
    #expect(times.p50 == 100)
    #expect(times.p99 == 198)
    #expect(times.max == 200)
    #expect(ScrollFigures.Times([]).max == 0)
  }

  @Test func `a frame is missed if its changes are composed after the next one is due`() {
    var deadlines = FrameDeadlines(room: 2)
    for (time, deadline) in [(1.0, 2.0), (2.25, 3.0), (4.5, 5.0), (6.0, 7.0), (7.0, 8.0)] {
      deadlines.expect(time, by: deadline)
    }
    let frames = [
      // In time; late; and replaced by a newer one that is in time.
      frame(1, 1.5), frame(2.25, 3.25), frame(4.75, 5),
      // The last tick is never shown.
      frame(6, 6.5),
    ]
    #expect(deadlines.missed(by: frames) == 2)
    #expect(deadlines.missed(by: []) == 5)
    #expect(FrameDeadlines(room: 0).missed(by: frames) == 0)
  }

  @Test func `a replaced frame is missed if the newer one is late`() {
    var deadlines = FrameDeadlines(room: 0)
    deadlines.expect(1, by: 2)
    deadlines.expect(2, by: 3)
    #expect(deadlines.missed(by: [frame(2, 2.5)]) == 1)
  }

  private func frame(_ time: Double, _ end: Double) -> FrameRecorder.Frame {
    FrameRecorder.Frame(time: time, begin: time, end: end)
  }
}
