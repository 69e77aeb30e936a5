import GalleyFonts
import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// The space between lines whose ink exceeds them.
///
/// Tests in Galley Box at 10 points: lines have 8 points above and 2 below the baseline, and
/// small letters are 5 points high. A line that is moved away from the one above takes whole steps
/// of 1.25 points, of which at least 0.625 remain free.
@Suite struct InkClearanceTests {
  private let engine = TestFonts.engine()

  /// Returns the clearance of a text in the font.
  private func clearance(grid: PixelGrid? = nil) -> InkClearance {
    let text = AttributedText("abc", style: TestFonts.style())
    return InkClearance(engine.layout(text).shaped, stroke: 0, grid: grid)
  }

  /// Returns lines of three letters, with letters raised or, if negative, lowered by some points.
  private func text(_ shifts: [Int: Double], lines: Int = 2) -> AttributedText {
    let words = Array(repeating: "abc", count: lines).joined(separator: "\n")
    var text = AttributedText(words, style: TestFonts.style())
    for (offset, shift) in shifts {
      text.updateStyle(in: offset..<offset + 1) { $0.baselineShift = shift }
    }
    return text
  }

  private func layout(
    _ text: AttributedText, isFlowed: Bool, _ change: (inout LayoutOptions) -> Void = { _ in }
  ) -> TextLayout {
    var options = LayoutOptions()
    if isFlowed { options.minimumLines = 1 }
    change(&options)
    return engine.layout(text, options: options)
  }

  private func distances(_ layout: TextLayout) -> [Double] {
    zip(layout.lines.dropFirst(), layout.lines).map { $0.baseline - $1.baseline }
  }

  // MARK: Single lines

  @Test(arguments: [
    (5.5, 10.0, 8.0), (6, 13, 11), (-4.5, 10, 8), (-5, 13, 8), (20, 27, 25), (-20, 28, 8),
  ])
  func `a line grows to hold ink that overhangs by more than a quarter em`(
    shift: Double, height: Double, baseline: Double
  ) {
    for isFlowed in [false, true] {
      let layout = layout(text([1: shift], lines: 1), isFlowed: isFlowed)
      #expect(layout.lines.map(\.height) == [height])
      #expect(layout.lines.map(\.baseline) == [baseline])
      #expect(layout.size == Size(width: 30, height: height))
    }
  }

  // MARK: Two lines

  @Test(
    arguments: [
      // Neither exceeds its own line.
      ([0: -2, 4: 3], [10, 10], 10), ([0: -2], [10, 10], 10),
      // One exceeds its line, but the other leaves room.
      ([0: -3, 4: 2], [10, 10], 10), ([0: -5], [10, 10], 10), ([4: 5], [10, 10], 10),
      // The lower line grows by the whole distance.
      ([4: 6], [10, 12.5], 12.5), ([0: -2, 4: 4], [10, 12.5], 12.5),
      // The upper line grows, by no more than the distance.
      ([0: -6], [12.5, 10], 12.5), ([0: -5.5], [11.25, 10], 11.25),
      // The upper line holds its own ink, and the lower line takes the rest.
      ([0: -3, 4: 3], [11, 11.5], 12.5), ([0: -3, 4: 6], [11, 14], 15),
    ] as [([Int: Double], [Double], Double)])
  func `space between two lines belongs to the line whose ink needs it`(
    shifts: [Int: Double], heights: [Double], distance: Double
  ) {
    for isFlowed in [false, true] {
      let layout = layout(text(shifts), isFlowed: isFlowed)
      #expect(layout.lines.map(\.height) == heights)
      #expect(layout.lines.map(\.baseline) == [8, 8 + distance])
      #expect(layout.lines.map(\.y) == [0, heights[0]])
      #expect(layout.size.height == heights[0] + heights[1])
    }
  }

  @Test func `lines have equal heights unless the ink of some line needs space`() {
    // The ink of the text exceeds a line, but not at the same place.
    let apart = layout(text([0: -3, 6: 3]), isFlowed: false)
    #expect(apart.heights.equalMetrics?.height == 10)
    #expect(apart.byteCount == layout(text([:]), isFlowed: false).byteCount)
    let below = layout(text([0: -3, 4: 3]), isFlowed: false)
    #expect(below.heights.equalMetrics == nil)
  }

  @Test func `skylines are not compared below a line that moved`() {
    // The second line is moved away from the first. The ink of the third is beside that of the
    // second.
    for isFlowed in [false, true] {
      let moved = text([0: -3, 4: 3, 6: -3, 8: 3], lines: 3)
      #expect(distances(layout(moved, isFlowed: isFlowed)) == [12.5, 12.5])
      let still = text([4: 3, 6: -3, 8: 3], lines: 3)
      #expect(distances(layout(still, isFlowed: isFlowed)) == [10, 10])
    }
  }

  @Test(arguments: [(10.93, 12.5), (10.94, 10)])
  func `letters closer than one and a half columns are below each other`(
    x: Double, distance: Double
  ) {
    // Columns are 0.625 points wide. The first letter ends at 10, in the column up to 10.625; ink
    // is widened by half a column, so that a letter from 10.9375 on is behind it.
    func layout(_ words: String, shifts: [Int: Double], isFlowed: Bool) -> TextLayout {
      var text = AttributedText(words, style: TestFonts.style())
      for (offset, shift) in shifts {
        text.updateStyle(in: offset..<offset + 1) { $0.baselineShift = shift }
      }
      return self.layout(text, isFlowed: isFlowed) { $0.tabWidth = x }
    }
    for isFlowed in [false, true] {
      let right = layout("abc\n\tb", shifts: [0: -3, 5: 3], isFlowed: isFlowed)
      #expect(distances(right) == [distance])
      let left = layout("\tb\nabc", shifts: [1: -3, 3: 3], isFlowed: isFlowed)
      #expect(distances(left) == [distance])
    }
  }

  @Test(arguments: [(1.5, 12.5), (1.375, 10.0), (1.25, 10)])
  func `skylines meet unless they leave a sixteenth of an em free`(
    raising: Double, distance: Double
  ) {
    // The ink of both lines exceeds the distance only in different columns. In the first column,
    // it reaches 3 points down, and 5 points plus the shift up.
    for isFlowed in [false, true] {
      let layout = layout(text([0: -3, 4: raising, 6: 3]), isFlowed: isFlowed)
      #expect(distances(layout) == [distance])
    }
  }

  @Test func `the ink of hidden letters takes no space`() {
    func heights(
      _ words: String, _ truncation: LayoutOptions.Truncation
    ) -> [Double] {
      let style = TestFonts.style("Galley Mark")
      let options = LayoutOptions(width: 15) {
        ($0.maximumLines, $0.truncation) = (1, truncation)
        $0.truncationToken = LayoutOptions.TruncationToken(AttributedText("x", style: style))
      }
      let layout = engine.layout(AttributedText(words, style: style), options: options)
      #expect(layout.isTruncated && layout.placedTokens.count == 1)
      return layout.lines.map(\.height)
    }
    let tall = "e" + String(repeating: "\u{301}", count: 5)
    // The visible letters are those beside the tall one.
    #expect(heights("ab\(tall)fgh", .end) == [10])
    #expect(heights("abc\(tall)gh", .start) == [10])
    #expect(heights("\(tall)bcdefgh", .start) == [10])
    #expect(heights("a\(tall)cdefgh", .middle) == [10])
    #expect(heights("abcdef\(tall)h", .middle) == [10])
    #expect(heights("a\(tall)cdef", .end)[0] > 10)
    #expect(heights("abcdef\(tall)", .start)[0] > 10)
    #expect(heights("\(tall)bcdef", .middle)[0] > 10)
    #expect(heights("abcdef\(tall)", .middle)[0] > 10)
  }

  @Test(arguments: ["a", "a\u{323}"])
  func `the ink of a letter takes no space on other lines of its run`(letter: String) {
    // The raised capital ends 0.4 points below the baseline above it, below which that line has no
    // ink; the mark of the first line is 1.5 points below its baseline.
    for isFlowed in [false, true] {
      var text = AttributedText("\(letter) abc X", style: TestFonts.style("Galley Mark"))
      text.updateStyle(in: text.length - 1..<text.length) { $0.baselineShift = 2.6 }
      let layout = layout(text, isFlowed: isFlowed) { $0.width = 16 }
      #expect(layout.lineTexts.count == 3)
      #expect(distances(layout) == [10, 10])
    }
  }

  @Test func `the ink of a line is that of its letters beside hidden ones`() {
    // Capitals are 7 points high, and the hidden letter with marks is higher than the line.
    let tall = "e" + String(repeating: "\u{301}", count: 5)
    let text = AttributedText("abC\(tall)Dfg", style: TestFonts.style("Galley Mark"))
    let shaped = engine.layout(text).shaped
    var clearance = InkClearance(shaped, stroke: 0)
    let line = LineSpan(
      end: shaped.length, firstRun: 0, width: 0, firstPatch: 0, patchCount: 0,
      endsInHyphen: false, endsParagraph: true)
    func above(hiding hidden: Range<Int>) -> Double {
      clearance.ink(
        of: line, from: 0, patches: [],
        truncation: LineTruncation(line: 0, hidden: hidden, suffixRun: 0, level: 0),
        in: LineMetrics(ascent: 8, descent: 2, leading: 0)
      ).ink.above
    }
    let end = text.length
    #expect(above(hiding: 2..<end - 2) == 5)
    #expect(above(hiding: 3..<end - 2) == 7)
    #expect(above(hiding: 2..<end - 3) == 7)
    #expect(above(hiding: 2..<3) > 8)
  }

  @Test(arguments: [
    (LayoutOptions.LineHeight.uniform, 13.75), (.perLine, 13.75), (.absolute(10), 10),
    (.textNode, 10), (.interactiveTextNode, 10),
  ])
  func `strokes of neighboring lines are kept apart unless the line height is fixed`(
    height: LayoutOptions.LineHeight, distance: Double
  ) {
    // Strokes extend four points beyond letters: 4 below a baseline and 9 above the next.
    var style = TestFonts.style()
    style.paint.stroke = TextPaint.Stroke(.black, width: 8)
    for isFlowed in [false, true] {
      let layout = layout(AttributedText("abc\nabc", style: style), isFlowed: isFlowed) {
        $0.lineHeight = height
      }
      #expect(distances(layout) == [distance])
    }
  }

  @Test(arguments: [
    (TextAlignment.left, 10.0), (.right, 12.5), (.center, 12.5), (.start, 10), (.end, 12.5),
  ])
  func `lines at an edge with a label do not rely on their skylines`(
    alignment: TextAlignment, distance: Double
  ) {
    // The label at the right may move the last line.
    let text = text([0: -3, 6: 3])
    func layout(_ change: (inout LayoutOptions) -> Void) -> TextLayout {
      self.layout(text, isFlowed: true) {
        $0.alignment = alignment
        change(&$0)
      }
    }
    #expect(distances(layout { _ in }) == [10])
    #expect(distances(layout { $0.trailingReserve = Size(width: 5, height: 5) }) == [distance])
    let cutout = LayoutOptions.Cutout.bottomRight(Size(width: 5, height: 5))
    #expect(distances(layout { $0.cutouts = [cutout] }) == [distance])
  }

  @Test(arguments: [TextAlignment.left, .right, .center])
  func `a raised token is kept apart from ink above it only`(alignment: TextAlignment) {
    // The second line shows "ab" and the token; the raised letter is hidden.
    func layout(lowering offset: Int) -> TextLayout {
      var text = AttributedText("abc\nabcdef", style: TestFonts.style())
      text.updateStyle(in: offset..<offset + 1) { $0.baselineShift = -3 }
      text.updateStyle(in: 9..<10) { $0.baselineShift = 3 }
      var style = TestFonts.style()
      style.baselineShift = 3
      return self.layout(text, isFlowed: true) {
        ($0.width, $0.maximumLines, $0.alignment) = (30, 2, alignment)
        $0.truncationToken = LayoutOptions.TruncationToken(AttributedText("x", style: style))
      }
    }
    #expect(layout(lowering: 2).placedTokens.map(\.frame.minX) == [20])
    #expect(distances(layout(lowering: 0)) == [10])
    #expect(distances(layout(lowering: 1)) == [12.5])
    #expect(distances(layout(lowering: 2)) == [12.5])
  }

  @Test func `a title is kept apart from an attachment as high as its line`() throws {
    // The title's letters, of 8 points, are lowered to 0.4 points below its line. The attachment
    // fills its line.
    var style = TestFonts.style()
    style.baselineShift = -2
    let square = TextAttachment(
      id: "a", size: Size(width: 20, height: 20), placement: .baseline(descent: 0))
    var text = AttributedText("*", replacing: [(0..<1, square)], style: style)
    text.addBlocks([TextBlock(.quote, in: 0..<3, title: "T")])
    let layout = engine.layout(text, options: LayoutOptions(lineHeight: .perLine))
    let block = try #require(layout.blocks.first)
    let title = try #require(block.titleFrame)
    // Ink of 2 and 18 points, which takes 17 steps.
    #expect(layout.lines[0].baseline - (title.minY + 6.4) == 21.25)
  }

  // MARK: Distances

  @Test(arguments: [
    // Within both lines, or as much as there is.
    (2.0, 8.0, 0.0, 0.0), (3, 7, 0, 0), (0, 10, 0, 0), (3, 7.125, 0, 1.25), (3, 8, 0, 2.5),
    // A gap adds to the distance; an overlap does not reduce it.
    (3, 8, 1, 0), (3, 8, 0.5, 2), (3, 8, -3, 2.5), (2, 8, -3, 0),
    // A whole number of steps, with exactly the least free space.
    (3, 7.625, 0, 1.25), (3, 7.75, 0, 2.5),
  ])
  func `a line moves by whole steps that leave free space between inks`(
    below: Double, above: Double, gap: Double, distance: Double
  ) {
    let moved = clearance().parting(
      LineInk(above: 5, below: below), below: 2, from: LineInk(above: above, below: 0), above: 8,
      gap: gap)
    #expect(moved == distance)
  }

  @Test func `the steps of a line are whole pixels of a grid`() {
    // Of 1.25 points, the nearest whole number of pixels is 1 or, at twice the scale, 1.5.
    for (scale, distance) in [(1.0, 2.0), (2.0, 2.0), (0.5, 2.0), (3.0, 2.0)] {
      let grid = PixelGrid(scale: scale)
      let step = grid.pitch(nearest: 1.25)
      let moved = clearance(grid: grid).parting(
        LineInk(above: 5, below: 3), below: 2, from: LineInk(above: 8, below: 0), above: 8)
      #expect(moved >= 1.625 && moved < 1.625 + step)
      #expect(abs(((moved + 10) / step).rounded() * step - (moved + 10)) < 1e-9)
      if scale == 1 { #expect(moved == distance) }
    }
  }

  @Test func `an overhang of up to a quarter em is permitted`() {
    #expect(clearance().overhang(of: 10.5, over: 8) == 0)
    #expect(clearance().overhang(of: 10.75, over: 8) == 2.75)
    #expect(clearance().overhang(of: 5, over: 8) == 0)
  }

  // MARK: Metrics

  @Test(arguments: [
    // Letters 5 points high.
    (0.0, 3.0, 2.0, 0.0, true), (0, 2.5, 2.5, 0, true), (0, 2.25, 2.75, 0, false),
    (0, 3, 1.75, 0, false), (0, 3, 1.75, 0.25, true),
    // 2 points above the baseline and 3 below.
    (-3, 4.5, 0.5, 0, true), (-3, 4.75, 0.25, 0, false), (-3, 2, 2.75, 0, false),
  ])
  func `a line has enough space for ink that fits its height and overhangs little`(
    shift: Double, ascent: Double, descent: Double, leading: Double, isEnough: Bool
  ) {
    var style = TestFonts.style()
    style.baselineShift = shift
    let shaped = engine.layout(AttributedText("ab", style: style)).shaped
    let metrics = LineMetrics(ascent: ascent, descent: descent, leading: leading)
    #expect(shaped.fits(metrics, stroke: 0) == isEnough)
    #expect(InkClearance(shaped, stroke: 0).isEnough(metrics) == isEnough)
    // A stroke takes as much space above as below.
    let wide = LineMetrics(ascent: ascent + 1, descent: descent + 1, leading: leading)
    #expect(shaped.fits(wide, stroke: 1) == isEnough)
    #expect(!shaped.fits(metrics, stroke: 1))
  }

  @Test func `a line with attachments may always need more space`() {
    let icon = TextAttachment(id: "i", size: Size(width: 1, height: 1))
    let text = AttributedText("a*", replacing: [(1..<2, icon)], style: TestFonts.style())
    let shaped = engine.layout(text).shaped
    #expect(!shaped.fits(LineMetrics(ascent: 50, descent: 50, leading: 0), stroke: 0))
    #expect(!InkClearance(shaped, stroke: 0).isEnoughPerLine)
  }

  @Test func `ink within the lines of its own fonts needs no space`() {
    func isEnough(_ string: String, _ family: String, stroke: Double = 0) -> Bool {
      let text = AttributedText(string, style: TestFonts.style(family))
      return InkClearance(engine.layout(text).shaped, stroke: stroke).isEnoughPerLine
    }
    #expect(isEnough("aA", "Galley Box"))
    #expect(!isEnough("aA", "Galley Box", stroke: 0.5))
    #expect(!isEnough("a" + String(repeating: "\u{301}", count: 5), "Galley Mark"))
    #expect(!isEnough("a" + String(repeating: "\u{323}", count: 5), "Galley Mark"))
    #expect(isEnough("", "Galley Box"))
  }

  @Test(arguments: [
    (6.0, 3.0), (0, 0), (-6, 0), (.infinity, 0), (.nan, 0),
  ])
  func `strokes extend letters by half of the greatest valid width`(
    width: Double, reach: Double
  ) {
    let stroke = TextPaint.Stroke(.black, width: width)
    var style = TestFonts.style()
    style.paint.stroke = stroke
    #expect(AttributedText("ab", style: style).strokeReach == reach)
    var text = AttributedText("abc", style: TestFonts.style())
    #expect(text.strokeReach == 0)
    text.updateStyle(in: 0..<1) { $0.paint.stroke = TextPaint.Stroke(.black, width: 1) }
    text.updateStyle(in: 2..<3) { $0.paint.stroke = stroke }
    #expect(text.strokeReach == max(0.5, reach))
  }
}
