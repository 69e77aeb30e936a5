import GalleyFonts
import GalleyGeometry
import GalleyHarfBuzz
import GalleyShaping

/// The distances that the ink of a line reaches from its baseline, in points.
struct LineInk: Hashable, Sendable {
  var above = 0.0
  var below = 0.0

  /// Widens the ink to hold another.
  mutating func formUnion(_ other: LineInk) {
    above = max(above, other.above)
    below = max(below, other.below)
  }
}

/// Keeps the ink of neighboring lines apart.
///
/// Two lines keep their usual distance if the ink of the upper ends above that of the lower, if the
/// ink of both stays within its own line, or if their skylines do not meet. Otherwise the lower
/// line moves down until a gap remains between the lowest ink of one and the highest of the other.
/// It moves in whole steps, so that lines with similar ink are equally spaced. For the same reason,
/// skylines are not compared below a line that moved. At the top and bottom of a text, ink may
/// overhang a little, as over the padding of a bubble; a line with a greater overhang grows.
///
/// The distances do not depend on the width of the layout. ``LineAnchor`` determines which lines
/// have comparable skylines; for others the highest and lowest ink count, regardless of position.
struct InkClearance {
  let text: ShapedText
  /// The distance by which strokes extend glyphs, in points.
  let stroke: Double
  /// The step by which lines move, in points.
  private let step: Double
  /// The least gap between lines that moved, and between skylines, in points.
  let air: Double
  /// The greatest permitted overhang at the top and bottom of a text, in points.
  private let overhang: Double
  var scratch = PlacementScratch()

  /// - Parameters:
  ///   - text: The shaped text.
  ///   - stroke: The distance by which strokes extend glyphs, in points.
  ///   - grid: The pixel grid of the lines, if any.
  init(_ text: ShapedText, stroke: Double, grid: PixelGrid? = nil) {
    self.text = text
    self.stroke = stroke
    let size = text.input.baseSize
    step = grid?.pitch(nearest: size / 8) ?? size / 8
    air = size / 16
    overhang = size / 4
  }

  /// Returns whether lines with these metrics have enough space for any part of the text.
  func isEnough(_ metrics: LineMetrics) -> Bool { text.fits(metrics, stroke: stroke) }

  /// Whether the ink of each run stays within the lines of its own font.
  var isEnoughPerLine: Bool {
    stroke == 0 && text.input.details?.objects.isEmpty != false
      && text.runs.allSatisfy { run in
        let metrics = text.font(of: run).metrics
        return Double(run.inkAbove) <= metrics.ascent + metrics.lineGap / 2
          && Double(run.inkBelow) <= metrics.descent + metrics.lineGap / 2
      }
  }

  /// Returns the ink of a line that begins at the UTF-8 offset `start`, strokes included.
  ///
  /// Runs within `metrics`, if any, are measured as a whole, and `isExact` is whether each of them
  /// is on this line. The patches are those of all lines.
  mutating func ink(
    of line: LineSpan, from start: Int32, patches: [LinePatch], truncation: LineTruncation? = nil,
    in metrics: LineMetrics?
  ) -> (ink: LineInk, isExact: Bool) {
    var (ink, isExact) = (LineInk(), true)
    var index = Int(line.firstRun)
    while index < text.runs.count, text.runs[index].start < line.end {
      let run = text.runs[index]
      defer { index += 1 }
      guard run.end > start, truncation?.hides(run) != true else { continue }
      let whole = self.ink(of: run)
      let isWhole = run.start >= start && run.end <= line.end && truncation == nil
      if isWhole || run.kind != .text {
        ink.formUnion(whole)
      } else if metrics?.holds(whole) == true {
        ink.formUnion(whole)
        isExact = false
      } else {
        let end = max(start, min(run.end, line.end))
        let part = Int(min(end, max(run.start, start)))..<Int(end)
        let hidden = (truncation?.hidden ?? part.upperBound..<part.upperBound).clamped(to: part)
        ink.formUnion(self.ink(of: part.lowerBound..<hidden.lowerBound, inRun: index))
        ink.formUnion(self.ink(of: hidden.upperBound..<part.upperBound, inRun: index))
      }
      for number in Int(line.firstPatch)..<Int(line.firstPatch) + Int(line.patchCount)
      where (Int(run.start)..<Int(run.end)).contains(patches[number].range.lowerBound) {
        let glyphs = patches[number].glyphs
        ink.formUnion(self.ink(of: glyphs.span, asIn: run))
      }
    }
    if let token = truncation?.token { ink.formUnion(token.layout.shaped.greatestInk) }
    return (ink, isExact)
  }

  /// Returns the ink of a run.
  func ink(of run: ShapedRun) -> LineInk {
    guard run.object == nil else {
      let (box, shift) = (text.lineMetrics(ofObject: run), text.style(of: run).baselineShift)
      return LineInk(above: box.ascent + shift, below: box.descent - shift)
    }
    return ink(above: run.inkAbove, below: run.inkBelow, asIn: run)
  }

  /// Returns the ink of a part of a run.
  private mutating func ink(of part: Range<Int>, inRun index: Int) -> LineInk {
    scratch.glyphs.removeAll(keepingCapacity: true)
    text.appendGlyphs(of: part, inRun: index, to: &scratch.glyphs, bookmark: &scratch.bookmark)
    let found = scratch.glyphs
    return ink(of: found.span, asIn: text.runs[index])
  }

  /// Returns the ink of glyphs with the font and style of a run.
  private func ink(of glyphs: Span<Glyph>, asIn run: ShapedRun) -> LineInk {
    let reach = text.font(of: run).inkReach(of: glyphs, isRightToLeft: run.isRightToLeft)
    return ink(above: reach.above, below: reach.below, asIn: run)
  }

  /// Converts distances from a run's baseline from design units to points from the line's.
  private func ink(above: Int32, below: Int32, asIn run: ShapedRun) -> LineInk {
    let shift = text.style(of: run).baselineShift
    return LineInk(
      above: Double(above) * run.pointsPerUnit + shift + stroke,
      below: Double(below) * run.pointsPerUnit - shift + stroke)
  }

  /// Returns the distance by which a line moves away from the one above it, in points.
  ///
  /// - Parameters:
  ///   - upper: The ink of the line above.
  ///   - below: The distance from the upper line's baseline to its lower edge, in points.
  ///   - lower: The ink of the line.
  ///   - above: The distance from the lower line's upper edge to its baseline, in points.
  ///   - gap: The distance between the edges, in points. A negative gap overlaps the lines,
  ///     regardless of their ink.
  /// - Returns: The distance; zero if the lines have enough space.
  func parting(
    _ upper: LineInk, below: Double, from lower: LineInk, above: Double, gap: Double = 0
  ) -> Double {
    let (distance, ink) = (below + max(0, gap) + above, upper.below + lower.above)
    let isWithin = upper.below <= below && lower.above <= above
    guard !isWithin, ink > distance else { return 0 }
    guard step > 0 else { return ink - distance }
    return ((ink + air) / step).rounded(.up) * step - distance
  }

  /// Returns the overhang of ink over the edge of a line at the top or bottom of a text, or zero if
  /// it is permitted; both are distances from the baseline, in points.
  func overhang(of ink: Double, over edge: Double) -> Double {
    ink - edge > overhang ? ink - edge : 0
  }
}

extension LineMetrics {
  /// The distance from the baseline to the lower edge, in points.
  var below: Double { descent + leading / 2 }

  /// Returns whether ink stays within a line with these metrics.
  fileprivate func holds(_ ink: LineInk) -> Bool { ink.above <= baseline && ink.below <= below }
}

extension ShapedText {
  /// Returns whether lines with these metrics have enough space for any part of the text, whose
  /// strokes extend glyphs by a distance in points.
  func fits(_ metrics: LineMetrics, stroke: Double) -> Bool {
    let (above, below) = (inkExtent.above + stroke, inkExtent.below + stroke)
    let overhang = input.baseSize / 4
    return input.details?.objects.isEmpty != false && above + below <= metrics.height
      && above - metrics.baseline <= overhang && below - metrics.below <= overhang
  }

  /// The extent of the text's ink if it is all on one line.
  var greatestInk: LineInk { LineInk(above: inkExtent.above, below: inkExtent.below) }
}

extension AttributedText {
  /// The greatest distance by which strokes extend glyphs, in points.
  var strokeReach: Double {
    func reach(_ paint: TextPaint) -> Double {
      guard !paint.isPlain, let width = paint.stroke?.width, width.isFinite else { return 0 }
      return max(0, width) / 2
    }
    return paintSpans.spans.reduce(reach(basePaint)) { max($0, reach($1.value)) }
  }
}
