import GalleyHarfBuzz

/// Builds the break table, run by run.
struct BreakTableBuilder {
  private(set) var entries: [BreakEntry] = []
  private var nextOpportunity = 0

  /// Resets the builder for the next text.
  mutating func reset() {
    entries.removeAll(keepingCapacity: true)
    nextOpportunity = 0
  }

  /// Appends the entries of one run, given by its bytes and its glyphs in logical order; `text` and
  /// `opportunities` are those of the whole text.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes and glyphs of the run.
  mutating func append(
    _ range: Range<Int>, glyphs: Span<Glyph>, text: Span<UInt8>,
    opportunities: Span<TextAnalysis.Opportunity>, analyzer: borrowing TextAnalyzer
  ) {
    var start = range.lowerBound
    var glyph = 0
    while start < range.upperBound {
      while nextOpportunity < opportunities.count,
        Int(opportunities[nextOpportunity].offset) <= start
      {
        nextOpportunity += 1
      }
      var end = range.upperBound
      var kind = BreakEntry.Kind.none
      if nextOpportunity < opportunities.count, Int(opportunities[nextOpportunity].offset) <= end {
        end = Int(opportunities[nextOpportunity].offset)
        kind = self.kind(of: opportunities[nextOpportunity], in: text, analyzer: analyzer)
      }
      appendPiece(start..<end, of: range, kind: kind, glyphs: glyphs, glyph: &glyph, text: text)
      start = end
    }
  }

  private func kind(
    of opportunity: TextAnalysis.Opportunity, in text: Span<UInt8>, analyzer: borrowing TextAnalyzer
  ) -> BreakEntry.Kind {
    if opportunity.isMandatory { return .mandatory }
    let end = Int(opportunity.offset)
    // UAX #14 permits a break between a space and a mark, which UAX #29 treats as one character.
    if end < text.count, text[end] >= 0xCC, analyzer.extendsCluster(text.scalar(at: end).value) {
      return .none
    }
    // Likewise between a sign over a number and the number.
    if text[end - 1] >= 0x80, analyzer.beginsCluster(text.scalar(before: end)) { return .none }
    if opportunity.isHyphen { return .hyphen }
    let isSoftHyphen = end >= 2 && text[end - 1] == 0xAD && text[end - 2] == 0xC2  // U+00AD
    return isSoftHyphen ? .hyphen : .allowed
  }

  /// Appends the text between two opportunities as one entry, or more if a field would overflow.
  private mutating func appendPiece(
    _ piece: Range<Int>, of run: Range<Int>, kind: BreakEntry.Kind, glyphs: Span<Glyph>,
    glyph: inout Int, text: Span<UInt8>
  ) {
    let inkEnd = endOfInk(in: text, piece)
    var (start, ink, hang) = (piece.lowerBound, 0, 0)
    while glyph < glyphs.count, Int(glyphs[glyph].cluster) < piece.upperBound {
      let next = glyphs[glyph]
      let isInk = Int(next.cluster) < inkEnd
      let (newInk, newHang) = (
        isInk ? ink + Int(next.advance) : ink, isInk ? hang : hang + max(0, Int(next.advance))
      )
      if abs(newInk) > BreakEntry.maximumInk || newHang > BreakEntry.maximumHang,
        Int(next.cluster) > start
      {
        appendPart(start..<Int(next.cluster), ink: ink, hang: hang, inkEnd: inkEnd)
        start = Int(next.cluster)
        (ink, hang) = isInk ? (Int(next.advance), 0) : (0, max(0, Int(next.advance)))
      } else {
        (ink, hang) = (newInk, newHang)
      }
      glyph += 1
    }
    // Controls after a run have no glyphs, and there may be any number of them.
    while piece.upperBound - start > BreakEntry.maximumLength {
      let end = text.scalarStart(at: start + BreakEntry.maximumLength)
      appendPart(start..<end, ink: ink, hang: hang, inkEnd: inkEnd)
      (start, ink, hang) = (end, 0, 0)
    }
    let endsRun = piece.upperBound == run.upperBound
    var isUnsafe = false
    if !endsRun, glyph < glyphs.count {
      let next = glyphs[glyph]
      isUnsafe = next.isUnsafeToBreak || Int(next.cluster) != piece.upperBound
    }
    entries.append(
      BreakEntry(
        ink: min(max(ink, -BreakEntry.maximumInk), BreakEntry.maximumInk),
        hang: min(hang, BreakEntry.maximumHang), length: piece.upperBound - start, kind: kind,
        isUnsafe: isUnsafe, endsRun: endsRun, hasInk: start < inkEnd))
  }

  private mutating func appendPart(_ part: Range<Int>, ink: Int, hang: Int, inkEnd: Int) {
    entries.append(
      BreakEntry(
        ink: ink, hang: hang, length: part.count, kind: .none, isUnsafe: false, endsRun: false,
        hasInk: part.lowerBound < inkEnd))
  }
}
