public import GalleyGeometry
import GalleyHarfBuzz

extension TextLayout {
  /// How far from a character a point may be that is meant for it, in points.
  public static let slop = 3.5

  /// What is at a point.
  ///
  /// A point in a line and on a character is that character's. Any other point is the character's that
  /// is nearest to it, if none of its edges is further away than the slop: so the empty room beside a
  /// short line is nobody's, nor is the line below it.
  ///
  /// - Parameters:
  ///   - point: The point, in the layout's coordinates.
  ///   - slop: How far from a character the point may be, in points.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: What is there; the place of a caret there always is.
  public func hit(
    at point: Point, slop: Double = TextLayout.slop, revealed: RevealedSpoilers = .none
  ) -> TextHit {
    var table = LineTable()
    var hit = TextHit(position: TextPosition(offset: 0))
    hit.block = block(at: point)
    guard let line = lineIndex(atY: point.y) else { return hit }
    let carets = CaretLine(line, of: self, in: &table)
    hit.position = carets.canonical(carets.position(atX: point.x))
    let exact = carets.character(at: point)
    if exact == nil, let token = token(at: point) {
      hit.token = token.kind
      let place = Point(x: point.x - token.origin.x, y: point.y - token.origin.y)
      hit.annotations = token.layout.hit(at: place, slop: slop, revealed: revealed).annotations
      return hit
    }
    let character = exact ?? nearest(to: point, within: slop, in: &table)
    guard let character else { return hit }
    hit.character = character
    hit.hiddenSpoiler = hiddenSpoiler(at: character.lowerBound, revealed: revealed)
    if hit.hiddenSpoiler == nil {
      hit.annotations = annotations(at: character.lowerBound, revealed: revealed)
      hit.attachment = text.placedAttachment(at: character.lowerBound)
    }
    return hit
  }

  /// The link at a point, if there is one that is not hidden.
  ///
  /// - Parameters:
  ///   - point: The point, in the layout's coordinates.
  ///   - slop: How far from the link's letters the point may be, in points.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: The link, or `nil` if there is none.
  /// - Complexity: O(log *l* + log *k* + *n*) for *l* lines and *k* annotations, where *n* is the
  ///   length of the line at the point.
  public func link(
    at point: Point, slop: Double = TextLayout.slop, revealed: RevealedSpoilers = .none
  ) -> Annotation? {
    guard annotationIndex != nil else { return nil }
    if let character = simpleCharacter(at: point) {
      return link(at: character, revealed: revealed)
    }
    return hit(at: point, slop: slop, revealed: revealed).link
  }

  /// The character at a point, as users see it.
  ///
  /// - Parameters:
  ///   - point: The point, in the layout's coordinates.
  ///   - slop: How far from the character the point may be, in points.
  /// - Returns: UTF-8 offsets.
  public func character(at point: Point, slop: Double = TextLayout.slop) -> Range<Int>? {
    hit(at: point, slop: slop, revealed: .all).character
  }

  /// The start of the character that holds a point, if that is easily told: if it is a cluster of one
  /// scalar.
  ///
  /// What ``hit(at:slop:revealed:)`` finds out from all characters of a line, this does in a third of
  /// the time for nearly all points at text.
  private func simpleCharacter(at point: Point) -> Int? {
    guard let index = lineIndex(atY: point.y) else { return nil }
    let box = line(at: index)
    guard point.y >= box.y, point.y < box.y + box.height else { return nil }
    var scratch = PlacementScratch()
    // A line that is not broken may be long, but few are.
    scratch.glyphs.reserveCapacity(min(box.range.count, 256))
    scratch.pieces.reserveCapacity(8)
    placePieces(ofLine: index, in: &scratch)
    let x = point.x - box.x
    guard let piece = scratch.pieces.first(where: { $0.x <= x && x < $0.x + $0.width }) else {
      return nil
    }
    let isRightToLeft = piece.level & 1 == 1
    let target = isRightToLeft ? piece.width - (x - piece.x) : x - piece.x
    var units = 0
    for place in piece.glyphs {
      let glyph = scratch.glyphs[place]
      guard glyph.advance >= 0 else { return nil }
      units += Int(glyph.advance)
      guard Double(units) * piece.pointsPerUnit > target else { continue }
      let start = Int(glyph.cluster)
      let isFirst = place == piece.glyphs.lowerBound
      let isLast = place + 1 == piece.glyphs.upperBound
      let end = isLast ? piece.range.upperBound : Int(scratch.glyphs[place + 1].cluster)
      let isWhole = isFirst || Int(scratch.glyphs[place - 1].cluster) < start
      return isWhole && isScalar(start..<end) ? start : nil
    }
    return nil
  }

  /// Whether a range is that of one scalar.
  private func isScalar(_ range: Range<Int>) -> Bool {
    let bytes = text.string.utf8.span
    guard !range.isEmpty, range.upperBound <= bytes.count else { return false }
    return (range.lowerBound + 1..<range.upperBound).allSatisfy { bytes[$0] & 0xC0 == 0x80 }
  }

  /// The token at a point, if there is one.
  ///
  /// - Complexity: O(log *n* + *k*), where *n* is the number of lines, and *k* the length of the one at
  ///   the point if it is cut.
  public func token(at point: Point) -> PlacedToken? {
    guard let flow, let line = lineIndex(atY: point.y) else { return nil }
    if let token = flow.flow.cut(ofLine: line).flatMap(placedToken(of:)),
      token.frame.holds(point)
    {
      return token
    }
    let marks = flow.placedTokens
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].frame.maxY <= point.y { low = middle + 1 } else { high = middle }
    }
    return marks[low...].first.flatMap { $0.frame.holds(point) ? $0 : nil }
  }

  /// The character nearest to a point that is on none.
  private func nearest(
    to point: Point, within slop: Double, in table: inout LineTable
  ) -> Range<Int>? {
    guard slop > 0, let first = lineIndex(atY: point.y - slop),
      let last = lineIndex(atY: point.y + slop)
    else { return nil }
    var nearest: Range<Int>?
    var least = slop * slop
    // However low lines are, a finger does not mean one of so many.
    for line in first...min(max(first, last), first + 16) {
      let carets = CaretLine(line, of: self, in: &table)
      let (top, bottom) = (carets.box.y, carets.box.y + carets.box.height)
      let y = point.y < top ? top - point.y : max(0, point.y - bottom)
      guard y <= slop, let cell = carets.cell(atX: point.x) else { continue }
      let x = cell.distance(toX: point.x)
      guard x <= slop, x * x + y * y <= least else { continue }
      least = x * x + y * y
      nearest = cell.character
    }
    return nearest
  }
}

extension CaretLine {
  /// The character that holds a point.
  func character(at point: Point) -> Range<Int>? {
    guard point.y >= box.y, point.y < box.y + box.height else { return nil }
    return cells.first { $0.left <= point.x && point.x < $0.right }?.character
  }
}

extension AttributedText {
  /// The attachment that the character at `offset` stands for, whether or not a spoiler hides it.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of attachments.
  func placedAttachment(at offset: Int) -> TextAttachment? {
    guard !structure.isUsual else { return nil }
    let placed = structure.value.attachments
    var (low, high) = (0, placed.count)
    while low < high {
      let middle = (low + high) / 2
      if placed[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, offset < placed[low - 1].offset + TextIndexMap.objectLength else { return nil }
    return placed[low - 1].attachment
  }
}
