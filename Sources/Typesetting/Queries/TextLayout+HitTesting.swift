internal import GalleyBasics
public import GalleyGeometry
import GalleyHarfBuzz
import GalleyShaping

extension TextLayout {
  /// The default maximum distance of a point from a character that it hits, in points.
  public static let slop = 3.5

  /// Returns the character, annotations, block and token at a point.
  ///
  /// A point on a character hits that character. Any other point hits the nearest character if it
  /// is within the slop, so the empty space beside a short line hits nothing, nor does the line
  /// below it.
  ///
  /// - Parameters:
  ///   - point: The point, in the layout's coordinates.
  ///   - slop: The maximum distance of the point from a character, in points.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: The hit, which always has a caret position.
  public func hit(
    at point: Point, slop: Double = TextLayout.slop, revealed: RevealedSpoilers = .none
  ) -> Hit {
    var table = LineTable()
    var hit = Hit(position: TextPosition(offset: 0))
    hit.block = block(at: point)
    guard let line = lineIndex(atY: point.y) else { return hit }
    let carets = CaretLine(line, of: self, in: &table)
    hit.position = carets.canonical(carets.position(atX: point.x))
    let exact = carets.character(at: point)
    if exact == nil, let token = token(at: point) {
      hit.token = token.kind
      if token.kind != .softWrap {
        hit.tokenParts = tokenParts(ofLine: line, at: point, slop: slop)
      }
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

  /// Returns the link of the text at a point, unless it is hidden.
  ///
  /// - Parameters:
  ///   - point: The point, in the layout's coordinates.
  ///   - slop: The maximum distance of the point from the link's characters, in points.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: The link, or `nil` if there is none.
  /// - Complexity: O(log *l* + log *k* + *n*) for *l* lines and *k* annotations, where *n* is the
  ///   length of the line at the point.
  public func link(
    at point: Point, slop: Double = TextLayout.slop, revealed: RevealedSpoilers = .none
  ) -> AttributedText.Annotation? {
    guard annotationIndex != nil else { return nil }
    if let character = simpleCharacter(at: point) {
      return link(at: character, revealed: revealed)
    }
    return hit(at: point, slop: slop, revealed: revealed).link
  }

  /// Returns the grapheme cluster at a point.
  ///
  /// - Parameters:
  ///   - point: The point, in the layout's coordinates.
  ///   - slop: The maximum distance of the point from the character, in points.
  /// - Returns: UTF-8 offsets, or `nil` if there is no character.
  public func character(at point: Point, slop: Double = TextLayout.slop) -> Range<Int>? {
    hit(at: point, slop: slop, revealed: .all).character
  }

  /// Returns the start of the character that contains a point, if it is a cluster of one scalar.
  ///
  /// ``hit(at:slop:revealed:)`` examines all characters of a line; this shortcut takes a third of
  /// the time and covers nearly all points on text.
  private func simpleCharacter(at point: Point) -> Int? {
    guard let index = lineIndex(atY: point.y) else { return nil }
    let box = line(at: index)
    guard point.y >= box.y, point.y < box.y + box.height else { return nil }
    var scratch = PlacementScratch()
    // An unbroken line may be long, but that is rare.
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

  /// Returns whether a range is that of a single scalar.
  private func isScalar(_ range: Range<Int>) -> Bool {
    let bytes = text.string.utf8.span
    guard !range.isEmpty, range.upperBound <= bytes.count else { return false }
    return (range.lowerBound + 1..<range.upperBound).allSatisfy { bytes[$0] & 0xC0 == 0x80 }
  }

  /// Returns the token at a point, if any.
  ///
  /// - Complexity: O(log *n* + *k*), where *n* is the number of lines, and *k* the length of the
  ///   line at the point if it is truncated.
  public func token(at point: Point) -> Token? {
    guard let flow, let line = lineIndex(atY: point.y) else { return nil }
    if let token = flow.flow.truncation(ofLine: line).flatMap(placedToken(of:)),
      token.frame.contains(point)
    {
      return token
    }
    let marks = flow.placedTokens
    let first = marks.partitioningIndex { !($0.frame.maxY <= point.y) }
    return marks[first...].first.flatMap { $0.frame.contains(point) ? $0 : nil }
  }

  /// Returns the character nearest to a point that is on none.
  private func nearest(
    to point: Point, within slop: Double, in table: inout LineTable
  ) -> Range<Int>? {
    guard slop > 0, let first = lineIndex(atY: point.y - slop),
      let last = lineIndex(atY: point.y + slop)
    else { return nil }
    var nearest: Range<Int>?
    var least = slop * slop
    // Bounds the work for lines of tiny height, which a finger cannot tell apart.
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
  /// Returns the character that contains a point.
  func character(at point: Point) -> Range<Int>? {
    guard point.y >= box.y, point.y < box.y + box.height else { return nil }
    return cells.first { $0.left <= point.x && point.x < $0.right }?.character
  }
}

extension AttributedText {
  /// Returns the attachment at `offset`, even if a spoiler hides it.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of attachments.
  func placedAttachment(at offset: Int) -> TextAttachment? {
    guard !structure.isDefault else { return nil }
    let placed = structure.read { $0.attachments }
    let next = placed.partitioningIndex { $0.offset > offset }
    guard next > 0, offset < placed[next - 1].offset + ShapingObject.length else { return nil }
    return placed[next - 1].attachment
  }
}
