internal import GalleyBasics
import GalleyHarfBuzz
import GalleyShaping

/// The pen positions of one line's clusters, on which all queries are based.
///
/// A table reuses its buffers from one line to the next. Distances are in points.
struct LineTable {
  /// A cluster, and the advance before it from the start of its piece's text.
  private struct Stop {
    var offset: Int
    var units: Int
  }

  /// The index of the loaded line, or `nil` if there is none.
  private(set) var line: Int?
  /// The line's box.
  private(set) var box = TextLayout.Line(
    range: 0..<0, x: 0, y: 0, width: 0, height: 0, baseline: 0, isRightToLeft: false)
  /// The pieces, from left to right.
  private(set) var pieces: [LinePiece] = []
  /// The indices into ``pieces``, in logical order.
  private(set) var logicalOrder: [Int] = []
  private var scratch = PlacementScratch()
  private var stops: [Stop] = []
  /// The index into ``stops`` of each piece's first stop.
  private var firstStops: [Int] = []
  private var graphemes: [Int32]?

  /// Loads a line.
  mutating func load(_ index: Int, of layout: TextLayout) {
    guard line != index else { return }
    line = index
    graphemes = nil
    box = layout.line(at: index)
    layout.placePieces(ofLine: index, in: &scratch)
    swap(&pieces, &scratch.pieces)
    stops.removeAll(keepingCapacity: true)
    firstStops.removeAll(keepingCapacity: true)
    for piece in pieces { appendStops(of: piece) }
    firstStops.append(stops.count)
    logicalOrder.removeAll(keepingCapacity: true)
    logicalOrder.append(contentsOf: pieces.indices)
    if pieces.contains(where: { $0.level > 0 }) {
      logicalOrder.sort { pieces[$0].range.lowerBound < pieces[$1].range.lowerBound }
    }
  }

  private mutating func appendStops(of piece: LinePiece) {
    firstStops.append(stops.count)
    var units = 0
    for index in piece.glyphs {
      let glyph = scratch.glyphs[index]
      if stops.count == firstStops[firstStops.count - 1]
        || stops[stops.count - 1].offset != Int(glyph.cluster)
      {
        stops.append(Stop(offset: Int(glyph.cluster), units: units))
      }
      units += Int(glyph.advance)
    }
  }

  /// Returns the pieces that overlap a range, in logical order.
  func pieces(in range: Range<Int>) -> ArraySlice<Int> {
    let first = logicalOrder.partitioningIndex { pieces[$0].range.upperBound > range.lowerBound }
    var end = first
    while end < logicalOrder.count, pieces[logicalOrder[end]].range.lowerBound < range.upperBound {
      end += 1
    }
    return logicalOrder[first..<end]
  }

  /// Returns the extent of a range within a piece, from the piece's left end, or `nil` if they are
  /// disjoint.
  ///
  /// A cluster split by the range is divided evenly among its characters.
  mutating func extent(
    of range: Range<Int>, inPiece index: Int, of text: ShapedText
  ) -> ClosedRange<Double>? {
    let piece = pieces[index]
    let covered = range.clamped(to: piece.range)
    guard !covered.isEmpty else { return nil }
    if piece.glyphs.isEmpty { return 0...max(0, piece.width) }
    let start = distance(to: covered.lowerBound, inPiece: index, of: text)
    let end = distance(to: covered.upperBound, inPiece: index, of: text)
    let (near, far) = (min(start, end), max(start, end))
    return piece.level & 1 == 1 ? piece.width - far...piece.width - near : near...far
  }

  /// Returns the distance of `offset` from the start of the piece's text.
  mutating func distance(to offset: Int, inPiece index: Int, of text: ShapedText) -> Double {
    let piece = pieces[index]
    if offset >= piece.range.upperBound { return piece.width }
    if offset <= piece.range.lowerBound { return 0 }
    let own = firstStops[index]..<firstStops[index + 1]
    let next = own.partitioningIndex { stops[$0].offset > offset }
    guard next > own.lowerBound else { return 0 }
    let start = stops[next - 1]
    let before = Double(start.units) * piece.pointsPerUnit
    if start.offset == offset { return before }
    let isLast = next == own.upperBound
    let end = isLast ? piece.range.upperBound : stops[next].offset
    let after = isLast ? piece.width : Double(stops[next].units) * piece.pointsPerUnit
    let ends = characterEnds(of: text)
    let count = Self.count(of: ends, in: start.offset + 1..<end)
    let part = Double(Self.count(of: ends, in: start.offset + 1..<offset + 1)) / Double(count + 1)
    return before + (after - before) * part
  }

  /// Returns the offsets at which the line's grapheme clusters end.
  mutating func characterEnds(of text: ShapedText) -> [Int32] {
    if let graphemes { return graphemes }
    let ends = text.shapers.graphemeBoundaries(of: text.input.text, in: box.range)
    graphemes = ends
    return ends
  }

  /// Returns the number of `ends`, which are sorted, within a range.
  private static func count(of ends: [Int32], in range: Range<Int>) -> Int {
    ends.firstIndex(from: range.upperBound) - ends.firstIndex(from: range.lowerBound)
  }
}

extension [Int32] {
  /// Returns the index of the first element not less than `value` in a sorted array.
  func firstIndex(from value: Int) -> Int { partitioningIndex { Int($0) >= value } }
}
