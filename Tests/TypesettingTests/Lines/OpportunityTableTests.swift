import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Tests in Galley Box at 10 points, in which every character is 10 points wide.
@Suite struct OpportunityTableTests {
  let engine = TestFonts.engine()

  private func table(
    _ string: String, limit: Double = .infinity, greatestCount: Int = .max
  ) -> OpportunityTable {
    let shaped = engine.layout(AttributedText(string, style: TestFonts.style())).shaped
    return OpportunityTable(
      from: LinePosition(), limit: limit, greatestCount: greatestCount,
      in: shaped.breaker(LayoutOptions()))
  }

  @Test func `places have the widths before them, hyphens included`() {
    let table = table("ab\u{AD}cde f\u{AD}gh\nij kl")
    #expect(table.places.map(\.entry) == [0, 1, 2, 3, 4])
    #expect(table.places.map(\.inkEnd) == [0, 30, 50, 80, 90])
    #expect(table.places.map(\.pen) == [0, 20, 60, 70, 90])
    #expect(table.places.map(\.isHyphen) == [false, true, false, true, false])
    #expect(table.isComplete && !table.isSimple && !table.hasTab)
    // ab, cde, f, gh
    #expect(table.inkWidth == 80)
    #expect(table.widestPiece == 30)
    #expect(table.overlongPiece == .infinity)
    #expect(table.width(from: 1, to: 2) == 30)
    #expect(table.width(from: 0, to: 3) == 80)
  }

  @Test func `a table ends before a piece that is wider than the limit`() {
    let whole = table("ab cd efg h", limit: 30)
    #expect(whole.isComplete && whole.isSimple)
    #expect(whole.places.map(\.entry) == [0, 1, 2, 3, 4])
    #expect(whole.overlongPiece == .infinity)
    let part = table("ab cd efg h", limit: 29)
    #expect(!part.isComplete)
    #expect(part.places.map(\.entry) == [0, 1, 2])
    #expect(part.overlongPiece == 30)
    #expect(part.endOfOverlongPiece == 3)
    #expect(part.widestPiece == 20)
    #expect(table("efg h", limit: 29).places.count == 1)
  }

  @Test func `a table has as many places as wanted, or all`() {
    let some = table("a b c d e", greatestCount: 3)
    #expect(some.places.count == 4)
    #expect(!some.isComplete)
    // The end of the paragraph is reached with the last place.
    let all = table("a b c\nd e", greatestCount: 3)
    #expect(all.places.count == 4)
    #expect(all.isComplete)
  }

  @Test func `a tab in the stretch is noticed`() {
    #expect(table("a\tb").hasTab)
    #expect(!table("a b\nc\td").hasTab)
  }

  @Test func `overflowing pieces limit the measures with the same table`() {
    let table = table("ab cd efg h", limit: 29)
    let widths = LineWidths(measure: 29, unavailable: [5, 2])
    #expect(table.widths(in: widths, .breaks) == WidthInterval())
    #expect(table.widths(in: widths, .visible) == WidthInterval(least: 22, limit: 32))
    let plain = LineWidths(measure: 29, unavailable: [])
    #expect(table.widths(in: plain, .visible) == WidthInterval(least: 20, limit: 30))
    let first = self.table("efg h", limit: 29)
    #expect(first.widths(in: plain, .visible) == WidthInterval(least: 0, limit: 30))
  }

  @Test(arguments: 0..<40)
  func `the farthest place that a line reaches is found`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      String(repeating: "a", count: Int.random(in: 1...5, using: &random))
    }
    let places = table(words.joined(separator: " ")).places
    for first in 0..<places.count - 1 {
      for width in stride(from: 0.0, through: 1_000, by: 35) + [10, 50, 100, .infinity] {
        let end = OpportunityTable.end(ofLineFrom: first, width: width, in: places.span)
        let fitting = places.indices.last { places[$0].inkEnd <= places[first].pen + width }
        #expect(end == max(fitting ?? 0, first + 1))
      }
    }
  }

  @Test func `the end of a stretch is after its mandatory break`() {
    let shaped = engine.layout(AttributedText("a b\nc d", style: TestFonts.style())).shaped
    let breaker = shaped.breaker(LayoutOptions())
    #expect((0...4).map { breaker.endOfStretch(from: $0) } == [2, 2, 4, 4, 4])
  }
}

@Suite struct LinePlanTests {
  @Test func `a planned line ends at the first end behind its start`() {
    let plan = LinePlan(ends: [3, 5, 9], widths: WidthInterval())
    #expect((0...9).map { plan.end(behind: $0) } == [3, 3, 3, 5, 5, 9, 9, 9, 9, nil])
    #expect(plan.lastEntry == 9)
    #expect(LinePlan(fillingTo: 4).end(behind: 0) == nil)
    #expect(LinePlan(fillingTo: 4).lastEntry == 4)
  }

  @Test func `the last unavailable width applies to all further lines`() {
    let widths = LineWidths(measure: 100, unavailable: [30, 10, 20])
    #expect((0..<5).map { widths.unavailableWidth(ofLine: $0) } == [30, 10, 20, 20, 20])
    #expect((0..<5).map { widths.width(ofLine: $0) } == [70, 90, 80, 80, 80])
    #expect(widths.greatest == 90)
    let free = LineWidths(measure: 0.5, unavailable: [])
    #expect((0..<2).map { free.width(ofLine: $0) } == [0.5, 0.5])
    #expect(free.greatest == 0.5)
  }

  @Test func `a line has no width if all is unavailable`() {
    let widths = LineWidths(measure: 10, unavailable: [30, 9.5])
    #expect((0..<3).map { widths.width(ofLine: $0) } == [0, 0.5, 0.5])
    #expect(widths.greatest == 0.5)
    #expect(LineWidths(measure: 10, unavailable: [10, 40]).greatest == 0)
    #expect(LineWidths(measure: 5, unavailable: [10, 40]).greatest == 0)
  }

  @Test func `an interval of widths is restricted but never extended`() {
    var interval = WidthInterval()
    interval.restrict(from: 10, to: 50)
    interval.restrict(from: 5)
    interval.restrict(to: 60)
    #expect(interval == WidthInterval(least: 10, limit: 50))
    interval.formIntersection(WidthInterval(least: 20, limit: 70))
    #expect(interval == WidthInterval(least: 20, limit: 50))
    interval.formIntersection(WidthInterval(least: 0, limit: 40))
    #expect(interval == WidthInterval(least: 20, limit: 40))
  }

  @Test(arguments: [0, -5, .infinity, .nan] as [Double])
  func `tabs have no width if the distance of their stops is not positive`(distance: Double) {
    #expect(tabStop(after: 7, every: distance) == 7)
  }

  @Test func `a tab ends at the next stop, even if it begins at one`() {
    #expect([0, 1, 39.9, 40, 79].map { tabStop(after: $0, every: 40) } == [40, 40, 40, 80, 80])
    #expect([-1, -40, -41].map { tabStop(after: $0, every: 40) } == [0, 0, -40])
    #expect(tabStop(after: 1e300, every: 1) == 1e300)
    // The position of the third stop, divided by the distance, is less than 3.
    #expect(tabStop(after: 3 * 3.3, every: 3.3) == 4 * 3.3)
    #expect(tabStop(after: .greatestFiniteMagnitude, every: 1e308) == .greatestFiniteMagnitude)
  }
}
