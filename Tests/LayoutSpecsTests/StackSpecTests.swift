import GalleyGeometry
import Testing

@testable import GalleyLayoutSpecs

@Suite struct StackSpecTests {
  @Test func `a row has the total width and maximum height of its elements`() {
    let row = StackSpec.row(spacing: 5) {
      Box(10, 20)
      Box(30, 10)
    }
    let layout = row.layout()
    #expect(layout.extent == "45 20")
    #expect(layout.frames == ["0 0 10 20", "15 0 30 20"])
  }

  @Test func `a column has the total height and maximum width of its elements`() {
    let column = StackSpec.column(spacing: 5, alignItems: .start) {
      Box(10, 20)
      Box(30, 10)
    }
    let layout = column.layout()
    #expect(layout.extent == "30 35")
    #expect(layout.frames == ["0 0 10 20", "0 25 30 10"])
  }

  @Test(arguments: [
    (StackSpec.Justification.start, [0.0, 20, 40]), (.center, [20, 40, 60]), (.end, [40, 60, 80]),
    (.spaceBetween, [0, 40, 80]), (.spaceAround, [6, 40, 73]),
  ]) func `justification distributes the remaining space`(
    justification: StackSpec.Justification, places: [Double]
  ) {
    let row = StackSpec.row(justifyContent: justification) { for _ in 0..<3 { Box(20, 10) } }
    let parts = row.layout(exactly: 100, 10).sublayouts
    #expect(parts.map(\.frame.minX) == places)
  }

  @Test(arguments: [
    (StackSpec.Justification.start, [0.0, 60]), (.center, [-10, 50]), (.end, [-20, 40]),
    (.spaceBetween, [0, 60]), (.spaceAround, [0, 60]),
  ]) func `elements that do not fit overflow according to the justification`(
    justification: StackSpec.Justification, places: [Double]
  ) {
    let row = StackSpec.row(justifyContent: justification) { for _ in 0..<2 { Box(60, 10) } }
    #expect(row.layout(exactly: 100, 10).sublayouts.map(\.frame.minX) == places)
  }

  @Test(arguments: [
    (StackSpec.Alignment.start, "0 0 10 11"), (.center, "0 9 10 11"), (.end, "0 19 10 11"),
    (.stretch, "0 0 10 30"), (.baselineFirst, "0 0 10 11"), (.baselineLast, "0 19 10 11"),
  ]) func `alignment positions an element across the stack`(
    alignment: StackSpec.Alignment, frame: String
  ) {
    let row = StackSpec.row(alignItems: alignment) { Box(10, 11) }
    #expect(row.layout(exactly: 100, 30).frames == [frame])
  }

  @Test func `an element's alignment overrides the stack's`() {
    let row = StackSpec.row(alignItems: .start) {
      Box(10, 10)
      Box(10, 10) { $0.alignSelf = .end }
      Box(10, 10) { $0.alignSelf = .stretch }
    }
    #expect(row.layout(exactly: 30, 40).frames == ["0 0 10 10", "10 30 10 10", "20 0 10 40"])
  }

  @Test func `elements with a fixed height are not stretched, and limits apply`() {
    let row = StackSpec.row {
      Box(10, 10) { $0.height = 12 }
      Box(10, 10) { $0.maxHeight = 20 }
      Box(10, 10)
    }
    #expect(row.layout(exactly: 30, 40).frames == ["0 0 10 12", "10 0 10 20", "20 0 10 40"])
    #expect(row.layout(min: (0, 40)).frames == ["0 0 10 12", "10 0 10 20", "20 0 10 40"])
    #expect(row.layout().frames == ["0 0 10 12", "10 0 10 12", "20 0 10 12"])
  }

  @Test func `first baselines are aligned`() {
    let row = StackSpec.row(alignItems: .baselineFirst) {
      Box.text(10)
      Box(10, 30) { $0.ascender = 20 }
      Box(10, 5)
    }
    let layout = row.layout()
    #expect(layout.frames == ["0 12 10 10", "10 0 10 30", "20 15 10 5"])
    #expect(layout.extent == "30 30")
    #expect(layout.baselines?.first == 20)
  }

  @Test func `last baselines are aligned at the lower edge`() {
    let row = StackSpec.row(alignItems: .baselineLast) {
      Box.text(30) { $0.width = 10 }
      Box.text(10)
      Box(10, 20) { $0.descender = 6 }
    }
    let layout = row.layout()
    #expect(layout.extent == "30 34")
    #expect(layout.frames == ["0 0 10 30", "10 20 10 10", "20 14 10 20"])
  }

  @Test func `a column of text has its first and last baselines`() {
    let column = StackSpec.column {
      Box(5, 7)
      Box.text(10)
      InsetSpec(Insets(top: 3), Box.text(20))
    }
    #expect(column.layout().baselines == NodeLayout.Baselines(first: 15, last: 28))
  }

  @Test func `element spacing adds to the stack's spacing`() {
    let row = StackSpec.row(spacing: 4) {
      Box(10, 10) { $0.spacingBefore = 1 }
      Box(10, 10) {
        $0.spacingBefore = 2
        $0.spacingAfter = 3
      }
      Box(10, 10) { $0.spacingAfter = 5 }
    }
    let layout = row.layout()
    #expect(layout.sublayouts.map(\.frame.minX) == [1, 17, 34])
    #expect(layout.size.width == 49)
  }

  @Test func `elements grow by their factors to fill the stack's minimum`() {
    let row = StackSpec.row {
      Box(10, 10) { $0.flexGrow = 1 }
      Box(10, 10)
      Box(10, 10) { $0.flexGrow = 3 }
    }
    #expect(row.layout(min: (70, 0)).frames == ["0 0 20 10", "20 0 10 10", "30 0 40 10"])
    #expect(row.layout(max: (70, 50)).extent == "30 10")
  }

  @Test func `elements shrink by factor and size to fit the stack's maximum`() {
    let row = StackSpec.row {
      Box(60, 10) { $0.flexShrink = 1 }
      Box(30, 10) { $0.flexShrink = 2 }
      Box(30, 10)
    }
    #expect(row.layout(max: (60, 50)).frames == ["0 0 30 10", "30 0 0 10", "30 0 30 10"])
  }

  @Test func `text that shrinks in width grows in height`() {
    let row = StackSpec.row {
      Box(20, 10)
      Box.text(100) { $0.flexShrink = 1 }
    }
    #expect(row.layout(max: (70, .infinity)).frames == ["0 0 20 20", "20 0 50 20"])
  }

  @Test func `a flex basis overrides an element's own size`() {
    let row = StackSpec.row {
      Box(60, 10) {
        $0.flexBasis = 0
        $0.flexGrow = 1
      }
      Box(5, 10) {
        $0.flexBasis = .fraction(0.2)
        $0.flexGrow = 1
      }
    }
    #expect(row.layout(exactly: 100, 10).frames == ["0 0 40 10", "40 0 60 10"])
  }

  @Test func `leftover pixels go to the first elements`() {
    let row = StackSpec.row { for _ in 0..<3 { Box(0, 10) { $0.flexGrow = 1 } } }
    let layout = row.layout(exactly: 100, 10)
    #expect(layout.sublayouts.map(\.size.width) == [34, 33, 33])
    let fine = row.layout(exactly: 100, 10, in: LayoutContext(scale: 2))
    #expect(fine.sublayouts.map(\.size.width) == [33.5, 33.5, 33])
  }

  @Test func `a wrapping stack breaks lines before elements that do not fit`() {
    var row = StackSpec.row(spacing: 10, alignItems: .start) {
      for size in [40.0, 40, 8, 100, 30] { Box(size, 10) }
    }
    row.wraps = true
    row.lineSpacing = 5
    let layout = row.layout(max: (100, .infinity))
    #expect(layout.frames == ["0 0 40 10", "50 0 40 10", "0 15 8 10", "0 30 100 10", "0 45 30 10"])
    #expect(layout.extent == "100 55")
  }

  @Test(arguments: [
    (StackSpec.LineAlignment.start, [0.0, 10], 10.0), (.center, [15, 25], 10),
    (.end, [30, 40], 10),
    (.spaceBetween, [0, 40], 10), (.spaceAround, [7, 32], 10), (.stretch, [0, 25], 25),
  ]) func `line alignment positions lines across the stack`(
    alignment: StackSpec.LineAlignment, places: [Double], height: Double
  ) {
    var row = StackSpec.row { for _ in 0..<2 { Box(60, 10) } }
    row.wraps = true
    row.alignContent = alignment
    let parts = row.layout(exactly: 100, 50).sublayouts
    #expect(parts.map(\.frame.minY) == places)
    #expect(parts.map(\.size.height) == [height, height])
  }

  @Test func `elements grow within their own line`() {
    var row = StackSpec.row { for _ in 0..<3 { Box(40, 10) { $0.flexGrow = 1 } } }
    row.wraps = true
    #expect(row.layout(max: (100, .infinity)).frames == ["0 0 50 10", "50 0 50 10", "0 10 100 10"])
  }

  @Test func `a stack is mirrored in right-to-left layout`() {
    let context = LayoutContext(isRightToLeft: true)
    var row = StackSpec.row(alignItems: .end) {
      Box(10, 10)
      Box(20, 20)
    }
    #expect(row.layout(exactly: 100, 30, in: context).frames == ["90 20 10 10", "70 10 20 20"])
    row.followsDirection = false
    let again = LayoutContext(isRightToLeft: true)
    #expect(row.layout(exactly: 100, 30, in: again).frames == ["0 20 10 10", "10 10 20 20"])
    let column = StackSpec.column(alignItems: .start) { Box(10, 10) }
    #expect(column.layout(exactly: 100, 30, in: again).frames == ["90 0 10 10"])
  }

  @Test func `fractions refer to the stack's size, and are automatic if unknown`() {
    let row = StackSpec.row { Box(10, 10) { $0.width = .fraction(0.5) } }
    #expect(row.layout(max: (80, 80)).frames == ["0 0 40 10"])
    #expect(row.layout().frames == ["0 0 10 10"])
  }

  @Test func `an empty stack has the minimum size`() {
    #expect(StackSpec.row {}.layout(min: (5, 6)).extent == "5 6")
    var wrapping = StackSpec.column {}
    wrapping.wraps = true
    #expect(wrapping.layout(min: (5, 6), max: (9, 9)).extent == "5 6")
  }
}
