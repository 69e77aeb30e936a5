import Testing

@testable import Galley

struct ReadingPositionTests {
  @Test(arguments: [(0.0, 10.0), (990, 1_000), (345.5, 353.25)])
  func `a position is found again from its offset`(first: Double, last: Double) {
    let position = ReadingPosition(first: first, last: last, count: 1_000)
    let (offset, length) = position.extent(viewport: 600)
    #expect(length == 96_000)
    #expect(abs(position.first(atOffset: offset, viewport: 600) - first) < 0.001)
  }

  @Test func `the ends of a conversation are those of the scroll bar`() {
    let head = ReadingPosition(first: 0, last: 7.5, count: 1_000)
    #expect(head.extent(viewport: 600).offset == 0)
    #expect(head.countBelow == 992)
    let tail = ReadingPosition(first: 992.5, last: 1_000, count: 1_000)
    #expect(tail.extent(viewport: 600).offset == 96_000 - 600)
    #expect(tail.countBelow == 0)
    #expect(tail.first(atOffset: 1e9, viewport: 600) == 992.5)
    #expect(tail.first(atOffset: -1, viewport: 600) == 0)
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (54_321, "54,321"),
    (1_234_567, "1,234,567"), (-1_000, "-1,000"),
  ])
  func `numbers are grouped`(number: Int, text: String) { #expect(number.grouped == text) }
}
