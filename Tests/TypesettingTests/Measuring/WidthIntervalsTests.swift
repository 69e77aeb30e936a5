import Testing

@testable import GalleyTypesetting

@Suite struct WidthIntervalsTests {
  @Test func `the ends of an interval are in it`() {
    var intervals = WidthIntervals()
    intervals.append(10, 20)
    for width in [10, 10.5, 20] as [Double] { #expect(intervals.indices(without: width) == []) }
    for width in [0, 10.0.nextDown, 20.0.nextUp, .infinity] as [Double] {
      #expect(intervals.indices(without: width) == [0])
    }
  }

  @Test func `an interval of one width contains it, whatever its neighbors are`() {
    var intervals = WidthIntervals()
    intervals.append(5, 5)
    intervals.append(0, 3)
    #expect(intervals.indices(without: 5) == [1])
    #expect(intervals.indices(without: 3) == [0])
    #expect(intervals.indices(without: 4) == [0, 1])
  }

  @Test(arguments: 0..<10)
  func `the intervals without a width are found at any index`(index: Int) {
    var intervals = WidthIntervals()
    for other in 0..<10 { intervals.append(other == index ? 50 : 0, 100) }
    #expect(intervals.count == 10)
    #expect(intervals.indices(without: 20) == [index])
    #expect(intervals.indices(without: 101) == Array(0..<10))
    #expect(intervals.indices(without: 70) == [])
    intervals.set(index, 0, 10)
    #expect(intervals.indices(without: 11) == [index])
    #expect(intervals.indices(without: 10) == [])
    intervals.set(index, 30, .infinity)
    #expect(intervals.indices(without: .infinity) == (0..<10).filter { $0 != index })
    #expect(intervals.indices(without: 30.0.nextDown) == [index])
  }

  @Test(arguments: [0, 1, 15, 40, .infinity] as [Double])
  func `an interval whose least width is above the greatest contains none`(width: Double) {
    var intervals = WidthIntervals()
    intervals.append(.infinity, 0)
    intervals.append(0, .infinity)
    intervals.append(20.0.nextUp, 20)
    #expect(intervals.indices(without: width) == [0, 2])
    intervals.set(0, 0, .infinity)
    intervals.set(1, 1, 0)
    #expect(intervals.indices(without: width) == [1, 2])
  }

  @Test func `no intervals are without any width`() {
    #expect(WidthIntervals().indices(without: 0) == [])
    #expect(WidthIntervals().count == 0)
  }
}
