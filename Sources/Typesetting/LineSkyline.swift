import GalleyFonts
import GalleyHarfBuzz
import GalleyShaping

/// The edge that a line is aligned to.
///
/// Lines at the same edge keep their places beside each other in any room, so skylines are compared
/// of such lines only, and heights of lines depend on no width. Lines of two directions or of two
/// blocks, and stretched ones, have no edge in common.
struct LineAnchor: Hashable {
  /// An edge, or the middle between both.
  enum Edge { case left, right, center }

  /// The block that the line is in; -1 if in none.
  var block: Int32 = -1
  var edge: Edge
  /// The distance from the edge to the room of the line, to the right, in points.
  var inset = 0.0

  /// Creates the anchor of a line, or `nil` if it is stretched.
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

  /// The left end of a line, in points from the edge.
  func start(ofWidth width: Double) -> Double {
    switch edge {
    case .left: inset
    case .right: inset - width
    case .center: inset - width / 2
    }
  }

  /// Whether lines at both anchors keep their places beside each other.
  func isShared(with other: LineAnchor) -> Bool { block == other.block && edge == other.edge }
}

/// The ink of a line on one side of its baseline, column by column.
///
/// Columns without ink count as if ink ended at the baseline, so a line whose skyline keeps clear
/// of the next one's also keeps clear of those below that.
struct LineSkyline {
  /// A side of the baseline.
  enum Side { case above, below }

  /// The most columns and the most glyphs of a line; longer lines have no skyline.
  static let maximumCount = 4_096

  /// The number of the first column, counted from the anchor.
  private(set) var first: Int
  /// The distances from the baseline to the farthest ink, in points.
  private(set) var reaches: [Float]
  /// The width of a column, in points.
  private let column: Double
  /// The distance that ink counts as wider at each side, in points.
  private let margin: Double

  /// Creates a skyline without ink, or `nil` if it has too many columns.
  init?(from start: Double, to end: Double, column: Double, margin: Double) {
    let low = ((start - margin) / column).rounded(.down)
    let count = ((end + margin) / column).rounded(.down) - low + 1
    guard count >= 1, count <= Double(Self.maximumCount), abs(low) < 1e9 else { return nil }
    first = Int(low)
    reaches = Array(repeating: 0, count: Int(count))
    (self.column, self.margin) = (column, margin)
  }

  /// Adds ink.
  ///
  /// - Parameters:
  ///   - reach: The distance that it reaches from the baseline, in points.
  ///   - start: Its left edge, in points from the anchor.
  ///   - end: Its right edge.
  mutating func add(_ reach: Double, from start: Double, to end: Double) {
    let (low, high) = (index(at: start - margin), index(at: end + margin))
    guard low <= high else { return }
    let reach = Float(reach)
    for index in low...high { reaches[index] = max(reaches[index], reach) }
  }

  /// The index of the column at a place, or of the one nearest to it.
  private func index(at x: Double) -> Int {
    let place = (x / column).rounded(.down) - Double(first)
    guard place > 0 else { return 0 }
    return place < Double(reaches.count) ? Int(place) : reaches.count - 1
  }

  /// Whether ink below the baseline is further down than that above the baseline of another line,
  /// at the same edge and at a distance in points.
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

/// A line whose ink is kept apart from that of the next one.
struct InkLine {
  var span: LineSpan
  /// The UTF-8 offset where the line begins.
  var start: Int32
  /// The hidden part of the line, if it is cut.
  var cut: LineCut?
  /// The edge that the line is aligned to, or `nil` if its place depends on the room.
  var anchor: LineAnchor?
  /// The highest and the lowest ink of the line.
  var ink: LineInk
}

extension LineInk {
  /// The distance that the ink reaches on a side of the baseline, in points.
  fileprivate func reach(_ side: LineSkyline.Side) -> Double { side == .above ? above : below }
}

extension InkRoom {
  /// Whether ink of a line would meet that of the line below it.
  ///
  /// - Parameters:
  ///   - upper: The line above.
  ///   - lower: The line below.
  ///   - distance: The distance of their baselines, in points.
  ///   - gatherer: Finds the pieces of both.
  /// - Returns: `true` also if it depends on the room that they are aligned in.
  mutating func isMeeting(
    _ upper: InkLine, _ lower: InkLine, distance: Double, by gatherer: PieceGatherer
  ) -> Bool {
    guard let edge = upper.anchor, let other = lower.anchor, edge.isShared(with: other) else {
      return true
    }
    // Only ink counts that meets the farthest of the other line, if that is in its columns.
    let limit = distance - air
    guard
      let below = skyline(
        of: upper, .below, over: limit - lower.ink.above, at: edge, by: gatherer),
      let above = skyline(
        of: lower, .above, over: limit - upper.ink.below, at: other, by: gatherer)
    else { return true }
    return below.meets(above, distance: limit)
  }

  /// Makes the skyline of a line, strokes included, unless the line is too long for one.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - side: The side of its baseline.
  ///   - least: The distance from the baseline up to which ink does not count, in points.
  ///   - anchor: The edge that the line is aligned to.
  ///   - gatherer: Finds its pieces.
  /// - Returns: The skyline, or `nil`.
  private mutating func skyline(
    of line: InkLine, _ side: LineSkyline.Side, over least: Double, at anchor: LineAnchor,
    by gatherer: PieceGatherer
  ) -> LineSkyline? {
    gatherer.gather(line.span, from: line.start, cut: line.cut, in: &scratch)
    guard scratch.glyphs.count <= LineSkyline.maximumCount else { return nil }
    scratch.orderPieces()
    if line.cut != nil { scratch.takeOutToken() }
    let (x, width) = (anchor.start(ofWidth: line.span.width), line.span.width)
    let (left, right) = (text.inkExtent.left + stroke, text.inkExtent.right + stroke)
    guard
      var skyline = LineSkyline(
        from: x - left, to: x + width + right, column: air, margin: air / 2)
    else { return nil }
    for piece in scratch.pieces {
      visitInk(of: piece, from: x + piece.x) { ink, start, end in
        let reach = ink.reach(side)
        if reach > least { skyline.add(reach, from: start, to: end) }
      }
    }
    if let token = line.cut?.token {
      let (start, shaped) = (x + scratch.tokenX, token.layout.shaped)
      skyline.add(
        shaped.greatestInk.reach(side), from: start - shaped.inkExtent.left,
        to: start + token.width + shaped.inkExtent.right)
    }
    return skyline
  }

  /// Visits the ink of the glyphs of a piece, or of its box.
  ///
  /// - Parameters:
  ///   - piece: The piece, whose glyphs are in the scratch.
  ///   - start: Its left end, in points.
  ///   - body: Gets the ink, and its left and right edges.
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
