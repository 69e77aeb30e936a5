import GalleyFonts
import GalleyHarfBuzz
import GalleyShaping

/// The edge that a line is aligned to.
///
/// Lines at the same edge keep their relative positions at any width, so only their skylines are
/// compared, and line heights do not depend on the width. Lines of different directions or blocks,
/// and justified lines, share no edge.
struct LineAnchor: Hashable {
  /// An edge, or the middle between both.
  enum Edge { case left, right, center }

  /// The index of the block that contains the line, or -1 if there is none.
  var block: Int32 = -1
  var edge: Edge
  /// The distance from the edge to the line's slot, rightward, in points.
  var inset = 0.0

  /// Creates the anchor of a line, or `nil` if the line is stretched.
  init?(_ alignment: TextAlignment, isRightToLeft: Bool, of line: LineSpan) {
    switch alignment {
    case .left: edge = .left
    case .right: edge = .right
    case .center: edge = .center
    case .start: edge = isRightToLeft ? .right : .left
    case .end: edge = isRightToLeft ? .left : .right
    case .justified:
      guard line.endsParagraph else { return nil }
      edge = isRightToLeft ? .right : .left
    }
  }

  /// Returns the left end of a line, in points from the edge.
  func start(ofWidth width: Double) -> Double {
    switch edge {
    case .left: inset
    case .right: inset - width
    case .center: inset - width / 2
    }
  }

  /// Returns whether lines at both anchors keep their relative positions.
  func isShared(with other: LineAnchor) -> Bool { block == other.block && edge == other.edge }
}

/// The ink of a line on one side of its baseline, column by column.
///
/// Ink in empty columns counts as ending at the baseline. A line whose skyline clears that of the
/// next line therefore also clears those below.
struct LineSkyline {
  /// A side of the baseline.
  enum Side { case above, below }

  /// The maximum number of columns, and of glyphs; longer lines have no skyline.
  static let maximumCount = 4_096

  /// The index of the first column, relative to the anchor.
  private(set) var first: Int
  /// The distances from the baseline to the farthest ink, in points, by column.
  private(set) var reaches: [Float]
  /// The width of a column, in points.
  private let column: Double
  /// The distance by which ink is widened at each side, in points.
  private let margin: Double

  /// Creates a skyline without ink, or `nil` if it would have too many columns.
  init?(from start: Double, to end: Double, column: Double, margin: Double) {
    let low = ((start - margin) / column).rounded(.down)
    let count = ((end + margin) / column).rounded(.down) - low + 1
    guard count >= 1, count <= Double(Self.maximumCount), abs(low) < 1e9 else { return nil }
    first = Int(low)
    reaches = Array(repeating: 0, count: Int(count))
    (self.column, self.margin) = (column, margin)
  }

  /// Adds ink that reaches some distance from the baseline between two edges relative to the
  /// anchor, in points.
  mutating func add(_ reach: Double, from start: Double, to end: Double) {
    let (low, high) = (index(at: start - margin), index(at: end + margin))
    guard low <= high else { return }
    let reach = Float(reach)
    for index in low...high { reaches[index] = max(reaches[index], reach) }
  }

  /// Returns the index of the column at `x`, clamped to the skyline.
  private func index(at x: Double) -> Int {
    let place = (x / column).rounded(.down) - Double(first)
    guard place > 0 else { return 0 }
    return place < Double(reaches.count) ? Int(place) : reaches.count - 1
  }

  /// Returns whether this skyline, below its baseline, overlaps that of the next line at the same
  /// edge, above a baseline at `distance`, in points.
  func meets(_ lower: LineSkyline, distance: Double) -> Bool {
    let limit = Float(distance)
    for index in reaches.indices where reaches[index] > 0 {
      let place = first + index - lower.first
      let top = lower.reaches.indices.contains(place) ? lower.reaches[place] : 0
      if reaches[index] + top > limit { return true }
    }
    return lower.reaches.contains { $0 > limit }
  }
}

/// A line whose ink is kept apart from that of the next line.
struct InkLine {
  var span: LineSpan
  /// The UTF-8 offset of the start of the line.
  var start: Int32
  /// The hidden part of the line, if it is truncated.
  var truncation: LineTruncation?
  /// The edge that the line is aligned to, or `nil` if its position depends on the width.
  var anchor: LineAnchor?
  /// The extent of the line's ink.
  var ink: LineInk
  /// Whether the extent excludes ink of the line's runs on other lines.
  var isExact = true
}

extension LineInk {
  /// Returns the extent of the ink on a side of the baseline, in points.
  fileprivate func reach(_ side: LineSkyline.Side) -> Double { side == .above ? above : below }
}

extension InkClearance {
  /// Returns the distance by which a line moves away from the one above it, in points.
  ///
  /// - Parameters:
  ///   - upper: The line above.
  ///   - below: The distance from the upper line's baseline to its lower edge, in points.
  ///   - lower: The line.
  ///   - above: The distance from the lower line's upper edge to its baseline, in points.
  ///   - gap: The distance between the edges, in points.
  ///   - isParted: Whether the line above moved; skylines are not compared then.
  ///   - collector: Finds the pieces of both lines.
  /// - Returns: The distance; zero if the lines have enough space, or their skylines do not meet.
  mutating func parting(
    _ upper: InkLine, below: Double, from lower: InkLine, above: Double, gap: Double = 0,
    isParted: Bool, by collector: LinePieceCollector
  ) -> Double {
    var (upper, lower) = (upper, lower)
    var space = parting(upper.ink, below: below, from: lower.ink, above: above, gap: gap)
    if space > 0, !upper.isExact || !lower.isExact {
      makeExact(&upper, collector.patches)
      makeExact(&lower, collector.patches)
      space = parting(upper.ink, below: below, from: lower.ink, above: above, gap: gap)
    }
    guard space > 0, !isParted else { return space }
    let distance = below + max(0, gap) + above
    return isMeeting(upper, lower, distance: distance, by: collector) ? space : 0
  }

  /// Measures the ink of a line again if it is not exact.
  private mutating func makeExact(_ line: inout InkLine, _ patches: [LinePatch]) {
    guard !line.isExact else { return }
    (line.ink, line.isExact) = ink(
      of: line.span, from: line.start, patches: patches, truncation: line.truncation, in: nil)
  }

  /// Returns whether the ink of a line meets that of the line below it; `true` if that depends on
  /// the width.
  ///
  /// `distance` is that between their baselines, in points.
  private mutating func isMeeting(
    _ upper: InkLine, _ lower: InkLine, distance: Double, by collector: LinePieceCollector
  ) -> Bool {
    guard let edge = upper.anchor, let other = lower.anchor, edge.isShared(with: other) else {
      return true
    }
    // Only ink that could meet the farthest ink of the other line is considered.
    let limit = distance - air
    guard
      let below = skyline(
        of: upper, .below, over: limit - lower.ink.above, at: edge, by: collector),
      let above = skyline(
        of: lower, .above, over: limit - upper.ink.below, at: other, by: collector)
    else { return true }
    return below.meets(above, distance: limit)
  }

  /// Returns the skyline on one side of the baseline of a line, including strokes, or `nil` if the
  /// line is too long.
  ///
  /// Ink up to `least` points from the baseline is ignored.
  private mutating func skyline(
    of line: InkLine, _ side: LineSkyline.Side, over least: Double, at anchor: LineAnchor,
    by collector: LinePieceCollector
  ) -> LineSkyline? {
    collector.collect(line.span, from: line.start, truncation: line.truncation, in: &scratch)
    guard scratch.glyphs.count <= LineSkyline.maximumCount else { return nil }
    scratch.orderPieces()
    if line.truncation != nil { scratch.takeOutToken() }
    let (x, width) = (anchor.start(ofWidth: line.span.width), line.span.width)
    let (left, right) = (text.inkExtent.left + stroke, text.inkExtent.right + stroke)
    guard
      var skyline = LineSkyline(from: x - left, to: x + width + right, column: air, margin: air / 2)
    else { return nil }
    for piece in scratch.pieces {
      visitInk(of: piece, from: x + piece.x) { ink, start, end in
        let reach = ink.reach(side)
        if reach > least { skyline.add(reach, from: start, to: end) }
      }
    }
    if let token = line.truncation?.token {
      let (start, shaped) = (x + scratch.tokenX, token.layout.shaped)
      skyline.add(
        shaped.greatestInk.reach(side), from: start - shaped.inkExtent.left,
        to: start + token.width + shaped.inkExtent.right)
    }
    return skyline
  }

  /// Visits the ink of a piece's glyphs, which are in the scratch, or of its box, with its left and
  /// right edges; the piece begins at `start`, in points.
  private func visitInk(
    of piece: LinePiece, from start: Double, _ body: (LineInk, Double, Double) -> Void
  ) {
    let run = text.runs[piece.run]
    guard run.kind == .text else {
      if run.object != nil { body(ink(of: run), start, start + piece.width) }
      return
    }
    let (font, scale) = (text.font(of: run), piece.pointsPerUnit)
    let shift = text.style(of: run).baselineShift
    let isRightToLeft = piece.level & 1 == 1
    let glyphs = scratch.glyphs.span
    var pen = start
    for step in 0..<piece.glyphs.count {
      let index =
        isRightToLeft ? piece.glyphs.upperBound - 1 - step : piece.glyphs.lowerBound + step
      let advance = Double(glyphs[index].advance) * scale
      let reach = font.inkReach(
        of: glyphs.extracting(index..<index + 1), isRightToLeft: isRightToLeft)
      defer { pen += advance }
      guard reach.above > 0 || reach.below > 0 else { continue }
      let ink = LineInk(
        above: Double(reach.above) * scale + shift + stroke,
        below: Double(reach.below) * scale - shift + stroke)
      body(
        ink, pen - Double(reach.left) * scale - stroke,
        pen + advance + Double(reach.right) * scale + stroke)
    }
  }
}
