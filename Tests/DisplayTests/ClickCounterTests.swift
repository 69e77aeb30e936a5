@testable import GalleyDisplay
import GalleyGeometry
import Testing

/// Multiple clicks.
struct ClickCounterTests {
  private func counts(_ presses: [(x: Double, y: Double, time: Double)]) -> [Int] {
    var counter = ClickCounter()
    return presses.map {
      counter.press(PointerEvent(.began, at: Point(x: $0.x, y: $0.y), time: $0.time))
    }
  }

  @Test func `clicks are counted to three, and then from one`() {
    let presses = (0..<5).map { (x: 10.0, y: 20.0, time: Double($0) * 0.25) }
    #expect(counts(presses) == [1, 2, 3, 1, 2])
  }

  @Test(arguments: [(0.4, 2), (0.41, 1)])
  func `a click after more than 0.4 s is a first one`(time: Double, count: Int) {
    #expect(counts([(0, 0, 0), (0, 0, time)]) == [1, count])
  }

  @Test(arguments: [
    (5.0, 0.0, 2), (-5, 0, 2), (0, 5, 2), (0, -5, 2), (5, -5, 2), (5.1, 0, 1), (-5.1, 0, 1),
    (0, 5.1, 1), (0, -5.1, 1),
  ])
  func `a click more than five points away is a first one`(x: Double, y: Double, count: Int) {
    #expect(counts([(30, 40, 1), (30 + x, 40 + y, 1.1)]) == [1, count])
  }
}
