import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// The columns of skylines, and the edges that make them comparable.
@Suite struct SkylineColumnTests {
  private func skyline(_ range: ClosedRange<Double>, margin: Double = 0) -> LineSkyline? {
    LineSkyline(from: range.lowerBound, to: range.upperBound, column: 1, margin: margin)
  }

  private func span(endsParagraph: Bool) -> LineSpan {
    LineSpan(
      end: 0, firstRun: 0, width: 0, firstPatch: 0, patchCount: 0, endsInHyphen: false,
      endsParagraph: endsParagraph)
  }

  // MARK: Columns

  @Test func `a skyline has the columns that its ink may touch`() {
    #expect(skyline(0...4)?.first == 0)
    #expect(skyline(0...4)?.reaches == [0, 0, 0, 0, 0])
    #expect(skyline(-2.5...(-1.5))?.first == -3)
    #expect(skyline(-2.5...(-1.5))?.reaches.count == 2)
    #expect(skyline(0...3.75, margin: 0.25)?.first == -1)
    #expect(skyline(0...3.75, margin: 0.25)?.reaches.count == 6)
    let wide = LineSkyline(from: 4, to: 12, column: 2, margin: 1)
    #expect(wide?.first == 1)
    #expect(wide?.reaches.count == 6)
  }

  @Test func `a line of more columns than the maximum has no skyline`() {
    let most = Double(LineSkyline.maximumCount)
    #expect(skyline(0...most - 1)?.reaches.count == LineSkyline.maximumCount)
    #expect(skyline(0...most) == nil)
    #expect(skyline(0...0)?.reaches.count == 1)
    #expect(LineSkyline(from: 1, to: 0, column: 1, margin: 0) == nil)
    #expect(LineSkyline(from: 0.75, to: 0.25, column: 1, margin: 0)?.reaches.count == 1)
  }

  @Test func `a line too far from its edge has no skyline`() {
    for side in [1.0, -1] {
      #expect(skyline(side * 1e9...side * 1e9) == nil)
      #expect(skyline(side * (1e9 - 1)...side * (1e9 - 1)) != nil)
    }
    #expect(LineSkyline(from: .nan, to: 5, column: 1, margin: 0) == nil)
    #expect(LineSkyline(from: 0, to: .infinity, column: 1, margin: 0) == nil)
    #expect(LineSkyline(from: 0, to: 5, column: 0, margin: 0) == nil)
  }

  @Test func `ink covers the columns that it touches after it is widened`() throws {
    var skyline = try #require(self.skyline(0...6, margin: 0.5))
    #expect(skyline.first == -1)
    skyline.add(3, from: 2, to: 4)
    #expect(skyline.reaches == [0, 0, 3, 3, 3, 3, 0, 0])
    // The farther ink counts.
    skyline.add(2, from: 3, to: 5.5)
    #expect(skyline.reaches == [0, 0, 3, 3, 3, 3, 2, 2])
    skyline.add(4, from: 3.5, to: 3.5)
    #expect(skyline.reaches == [0, 0, 3, 3, 4, 4, 2, 2])
    // Ink beyond the line counts at its ends.
    skyline.add(5, from: -9, to: -8)
    skyline.add(6, from: 20, to: 30)
    #expect(skyline.reaches == [5, 0, 3, 3, 4, 4, 2, 6])
    // From right to left, more than a column.
    skyline.add(9, from: 5, to: 2)
    #expect(skyline.reaches == [5, 0, 3, 3, 4, 4, 2, 6])
  }

  @Test func `skylines meet where ink in one column exceeds the baselines' distance`() throws {
    var upper = try #require(skyline(0...4))
    var lower = try #require(skyline(2...8))
    upper.add(3, from: 1, to: 2)
    lower.add(4, from: 2, to: 3)
    #expect(!upper.meets(lower, distance: 7))
    #expect(upper.meets(lower, distance: 6.75))
    // In different columns, each reaches only to the other's baseline.
    var apart = try #require(skyline(2...8))
    apart.add(4, from: 3, to: 8)
    #expect(!upper.meets(apart, distance: 4))
    #expect(upper.meets(apart, distance: 3.75))
    var deep = try #require(skyline(0...4))
    deep.add(5, from: 0, to: 0)
    #expect(!deep.meets(apart, distance: 5))
    #expect(deep.meets(apart, distance: 4.75))
  }

  // MARK: Edges

  @Test(arguments: [
    (TextAlignment.left, LineAnchor.Edge.left, LineAnchor.Edge.left), (.right, .right, .right),
    (.center, .center, .center), (.start, .left, .right), (.end, .right, .left),
    (.justified, .left, .right),
  ])
  func `a line is anchored at the edge that it is aligned to`(
    alignment: TextAlignment, edge: LineAnchor.Edge, mirrored: LineAnchor.Edge
  ) {
    let last = span(endsParagraph: true)
    #expect(LineAnchor(alignment, isRightToLeft: false, of: last)?.edge == edge)
    #expect(LineAnchor(alignment, isRightToLeft: true, of: last)?.edge == mirrored)
    let inner = LineAnchor(alignment, isRightToLeft: false, of: span(endsParagraph: false))
    #expect(inner?.edge == (alignment == .justified ? nil : edge))
  }

  @Test func `a line begins at its width's distance from its edge`() throws {
    let last = span(endsParagraph: true)
    func start(_ alignment: TextAlignment) throws -> Double {
      var anchor = try #require(LineAnchor(alignment, isRightToLeft: false, of: last))
      #expect(anchor.inset == 0 && anchor.block == -1)
      anchor.inset = 3
      return anchor.start(ofWidth: 10)
    }
    #expect(try start(.left) == 3)
    #expect(try start(.right) == -7)
    #expect(try start(.center) == -2)
  }

  @Test func `lines keep their relative positions at one edge of one block`() throws {
    let last = span(endsParagraph: true)
    let left = try #require(LineAnchor(.left, isRightToLeft: false, of: last))
    let right = try #require(LineAnchor(.right, isRightToLeft: false, of: last))
    var (inset, inBlock) = (left, left)
    inset.inset = 5
    inBlock.block = 2
    #expect(left.isShared(with: left) && left.isShared(with: inset))
    #expect(!left.isShared(with: right))
    #expect(!left.isShared(with: inBlock) && inBlock.isShared(with: inBlock))
  }

  @Test func `a union of ink reaches as far as either`() {
    var ink = LineInk(above: 3, below: 2)
    ink.formUnion(LineInk(above: 1, below: 4))
    #expect(ink == LineInk(above: 3, below: 4))
    ink.formUnion(LineInk(above: 5, below: 1))
    #expect(ink == LineInk(above: 5, below: 4))
    #expect(LineInk() == LineInk(above: 0, below: 0))
  }
}
