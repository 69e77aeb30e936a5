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
}
