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

  /// Appends the entries of one run.
  ///
  /// - Parameters:
  ///   - range: The bytes of the run.
  ///   - run: The location of the run's glyphs.
  ///   - parts: The parts of the run, if it was built of them.
  ///   - words: The encoded glyphs.
  ///   - text: The whole text.
  ///   - opportunities: The opportunities of the whole text.
  ///   - analyzer: The source of character properties.
  /// - Returns: The total advance of the run, in design units.
  /// - Complexity: O(*n*), where *n* is the number of bytes and glyphs of the run.
  mutating func append(
    _ range: Range<Int>, glyphs run: EncodedRun, parts: Span<RunEncoding.Part>,
    of words: Span<UInt32>, text: Span<UInt8>, opportunities: Span<TextAnalysis.Opportunity>,
    analyzer: borrowing TextAnalyzer
  ) -> Int {
    let (entryCount, first) = (entries.count, nextOpportunity)
    if !parts.isEmpty {
      var sums = PartSums(run)
      let units = append(range, &sums, parts, words, text, opportunities, analyzer)
      if let units { return units }
      entries.removeLast(entries.count - entryCount)
      nextOpportunity = first
    }
    var reader = AdvanceReader(run, words)
    return append(range, &reader, parts, words, text, opportunities, analyzer) ?? 0
  }

  /// Appends the entries of one run by its pieces between opportunities.
  ///
  /// - Returns: The total advance of the run; `nil` if `pieces` cannot represent one of them.
  @inline(__always) private mutating func append<Pieces: BreakPieces>(
    _ range: Range<Int>, _ pieces: inout Pieces, _ parts: Span<RunEncoding.Part>,
    _ words: Span<UInt32>, _ text: Span<UInt8>, _ opportunities: Span<TextAnalysis.Opportunity>,
    _ analyzer: borrowing TextAnalyzer
  ) -> Int? {
    var start = range.lowerBound
    var units = 0
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
      let piece = BreakPiece(
        range: start..<end, inkEnd: endOfInk(in: text, start..<end), kind: kind,
        endsRun: end == range.upperBound)
      guard let sum = pieces.append(piece, parts, words, text, to: &entries) else { return nil }
      units += sum
      start = end
    }
    return units
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
}

/// The text between two opportunities, or an opportunity and an end of a run.
struct BreakPiece {
  var range: Range<Int>
  /// The end of the piece's ink.
  var inkEnd: Int
  var kind: BreakEntry.Kind
  /// Whether the piece ends the run.
  var endsRun: Bool
}

/// The pieces of a run, which become entries one after another.
private protocol BreakPieces {
  /// Appends a piece, as one entry or more.
  ///
  /// - Returns: The total advance of the piece, in design units; or `nil` if it cannot be
  ///   represented by one entry, and must be.
  mutating func append(
    _ piece: BreakPiece, _ parts: Span<RunEncoding.Part>, _ words: Span<UInt32>,
    _ text: Span<UInt8>, to entries: inout [BreakEntry]
  ) -> Int?
}

/// The pieces of a narrow run, each of which becomes one entry.
///
/// The advances of whole parts are known; glyphs are visited only where a piece ends within a part.
private struct PartSums: BreakPieces {
  private let start: Int32
  private let firstWord: Int
  private let count: Int
  private let hasClusters: Bool
  /// The index of the next part, or of the part with the next glyph.
  private var part = 0
  /// The next glyph, its cluster, and the sum of the part's advances before it; the latter is 0 at
  /// the start of the part.
  private var index = 0
  private var cluster: Int32 = 0
  private var advance: Int32 = 0
  private var isWithinPart = false

  init(_ run: EncodedRun) {
    start = run.start
    firstWord = run.firstWord
    count = run.glyphCount
    hasClusters = run.format.has(.clusters)
  }

  @inline(__always) mutating func append(
    _ piece: BreakPiece, _ parts: Span<RunEncoding.Part>, _ words: Span<UInt32>,
    _ text: Span<UInt8>, to entries: inout [BreakEntry]
  ) -> Int? {
    let end = Int32(truncatingIfNeeded: piece.range.upperBound)
    let inkEnd = Int32(truncatingIfNeeded: piece.inkEnd)
    let ink = Int(walk(to: inkEnd, parts, words))
    let hang = inkEnd == end ? 0 : Int(walk(to: end, parts, words))
    let length = piece.range.count
    guard ink <= BreakEntry.maximumInk, hang <= BreakEntry.maximumHang,
      length <= BreakEntry.maximumLength
    else { return nil }
    var isUnsafe = false
    if !piece.endsRun, index < count {
      let next = isWithinPart ? cluster : parts[part].start
      isUnsafe = words[firstWord &+ index] & 0x8000 != 0 || next != end
    }
    entries.append(
      BreakEntry(
        ink: ink, hang: hang, length: length, kind: piece.kind, isUnsafe: isUnsafe,
        endsRun: piece.endsRun, hasInk: piece.range.lowerBound < piece.inkEnd))
    return ink &+ hang
  }

  /// Advances to the first glyph whose cluster is not before an offset, and returns the sum of the
  /// advances before it.
  @inline(__always) private mutating func walk(
    to end: Int32, _ parts: Span<RunEncoding.Part>, _ words: Span<UInt32>
  ) -> Int32 {
    var sum: Int32 = 0
    while part < parts.count {
      let next = parts[part]
      guard next.end <= end else {
        return next.start < end ? sum &+ walk(to: end, within: next, words) : sum
      }
      sum &+= next.advance &- advance
      index = Int(next.glyphEnd)
      (advance, isWithinPart) = (0, false)
      part &+= 1
    }
    return sum
  }

  /// Likewise within the next part.
  @inline(never) private mutating func walk(
    to end: Int32, within part: RunEncoding.Part, _ words: Span<UInt32>
  ) -> Int32 {
    if !isWithinPart { (cluster, isWithinPart) = (part.start, true) }
    var sum: Int32 = 0
    while index < Int(part.glyphEnd), cluster < end {
      sum &+= Int32(bitPattern: words[firstWord + index] & 0x7FFF)
      index += 1
      if index < Int(part.glyphEnd) {
        cluster &+= distance(index, words)
      } else {
        cluster = part.end
      }
    }
    advance &+= sum
    return sum
  }

  /// Returns the distance of a glyph's cluster from the one before it.
  @inline(__always) private func distance(_ index: Int, _ words: Span<UInt32>) -> Int32 {
    guard hasClusters else { return 1 }
    let word = words[firstWord + count + index / 4]
    return Int32(bitPattern: word >> UInt32((index & 3) * 8) & 0xFF)
  }
}

/// The pieces of any run, which are split where a field would overflow.
private struct AdvanceReader: BreakPieces {
  private var reader: GlyphReader
  private var next: Glyph?

  init(_ run: EncodedRun, _ words: Span<UInt32>) {
    reader = run.reader
    next = reader.next(words)
  }

  mutating func append(
    _ piece: BreakPiece, _ parts: Span<RunEncoding.Part>, _ words: Span<UInt32>,
    _ text: Span<UInt8>, to entries: inout [BreakEntry]
  ) -> Int? {
    var (start, ink, hang, units) = (piece.range.lowerBound, 0, 0, 0)
    func appendPart(_ part: Range<Int>) {
      entries.append(
        BreakEntry(
          ink: ink, hang: hang, length: part.count, kind: .none, isUnsafe: false, endsRun: false,
          hasInk: part.lowerBound < piece.inkEnd))
    }
    while let glyph = next, Int(glyph.cluster) < piece.range.upperBound {
      let (cluster, advance) = (Int(glyph.cluster), Int(glyph.advance))
      let isInk = cluster < piece.inkEnd
      let (newInk, newHang) = (isInk ? ink + advance : ink, isInk ? hang : hang + max(0, advance))
      if abs(newInk) > BreakEntry.maximumInk || newHang > BreakEntry.maximumHang, cluster > start {
        appendPart(start..<cluster)
        start = cluster
        (ink, hang) = isInk ? (advance, 0) : (0, max(0, advance))
      } else {
        (ink, hang) = (newInk, newHang)
      }
      units += advance
      next = reader.next(words)
    }
    // Controls after a run have no glyphs, and there may be any number of them.
    while piece.range.upperBound - start > BreakEntry.maximumLength {
      let end = text.scalarStart(at: start + BreakEntry.maximumLength)
      appendPart(start..<end)
      (start, ink, hang) = (end, 0, 0)
    }
    var isUnsafe = false
    if !piece.endsRun, let next {
      isUnsafe = next.isUnsafeToBreak || Int(next.cluster) != piece.range.upperBound
    }
    entries.append(
      BreakEntry(
        ink: min(max(ink, -BreakEntry.maximumInk), BreakEntry.maximumInk),
        hang: min(hang, BreakEntry.maximumHang), length: piece.range.upperBound - start,
        kind: piece.kind, isUnsafe: isUnsafe, endsRun: piece.endsRun,
        hasInk: start < piece.inkEnd))
    return units
  }
}
