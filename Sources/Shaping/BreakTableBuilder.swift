internal import GalleyBasics
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
    if !parts.isEmpty {
      let sums = PartSums(run)
      let units = append(range, sums, parts, of: words, text, opportunities, analyzer)
      if let units { return units }
    }
    var pieces = BreakPieces(range, nextOpportunity: nextOpportunity)
    var reader = AdvanceReader(run, words)
    var units = 0
    while let piece = pieces.next(text, opportunities, analyzer) {
      units += reader.append(piece, words, text, to: &entries)
    }
    nextOpportunity = pieces.nextOpportunity
    return units
  }

  /// Appends one entry for each piece of a narrow run.
  ///
  /// - Returns: The total advance of the run; `nil`, without any entry, if a piece is too large
  ///   for one entry.
  private mutating func append(
    _ range: Range<Int>, _ sums: PartSums, _ parts: Span<RunEncoding.Part>,
    of words: Span<UInt32>, _ text: Span<UInt8>,
    _ opportunities: Span<TextAnalysis.Opportunity>, _ analyzer: borrowing TextAnalyzer
  ) -> Int? {
    let first = nextOpportunity
    var next: Int?
    var units = 0
    let capacity = min(opportunities.count - first, range.count) + 1
    entries.append(upTo: capacity) { entries in
      var (pieces, sums, sum) = (BreakPieces(range, nextOpportunity: first), sums, 0)
      while let piece = pieces.next(text, opportunities, analyzer) {
        guard let (entry, advance) = sums.entry(of: piece, parts, words) else {
          entries.removeAll()
          return
        }
        entries.append(entry)
        sum &+= advance
      }
      (units, next) = (sum, pieces.nextOpportunity)
    }
    guard let next else { return nil }
    nextOpportunity = next
    return units
  }
}

/// The text between two opportunities, or an opportunity and an end of a run.
private struct BreakPiece {
  var range: Range<Int>
  /// The end of the piece's ink.
  var inkEnd: Int
  var kind: BreakEntry.Kind
  /// Whether the piece ends the run.
  var endsRun: Bool

  /// Whether the piece, behind which the run has no glyph, may end within a ligature; if not, only
  /// controls follow.
  var mayEndInLastCluster: Bool {
    switch kind {
    case .none, .mandatory: false
    case .allowed, .hyphen: !endsRun
    }
  }
}

/// The pieces of a run, in order.
private struct BreakPieces {
  private var start: Int
  private let end: Int
  /// The index of an opportunity, before which all others precede the next piece.
  private(set) var nextOpportunity: Int

  init(_ range: Range<Int>, nextOpportunity: Int) {
    (start, end, self.nextOpportunity) = (range.lowerBound, range.upperBound, nextOpportunity)
  }

  /// Returns the next piece, or `nil` at the end of the run.
  @inline(__always) mutating func next(
    _ text: Span<UInt8>, _ opportunities: Span<TextAnalysis.Opportunity>,
    _ analyzer: borrowing TextAnalyzer
  ) -> BreakPiece? {
    guard start < end else { return nil }
    var piece = BreakPiece(range: start..<end, inkEnd: end, kind: .none, endsRun: true)
    while nextOpportunity < opportunities.count {
      let opportunity = opportunities[nextOpportunity]
      let offset = Int(opportunity.offset)
      if offset > start {
        if offset <= end {
          piece.range = start..<offset
          piece.endsRun = offset == end
          piece.kind = kind(of: opportunity, in: text, analyzer: analyzer)
        }
        break
      }
      nextOpportunity &+= 1
    }
    piece.inkEnd = endOfWord(in: text, piece.range)
    start = piece.range.upperBound
    return piece
  }

  /// Returns the end of ink of a piece, which mostly ends with a letter, or a letter and a space.
  @inline(__always) private func endOfWord(in text: Span<UInt8>, _ range: Range<Int>) -> Int {
    let end = range.upperBound
    let last = text[end - 1]
    if last &- 0x21 < 0x5E { return end }
    if last == 0x20, range.count > 1, text[end - 2] &- 0x21 < 0x5E { return end - 1 }
    return endOfInk(in: text, range)
  }

  @inline(__always) private func kind(
    of opportunity: TextAnalysis.Opportunity, in text: Span<UInt8>, analyzer: borrowing TextAnalyzer
  ) -> BreakEntry.Kind {
    if opportunity.isMandatory { return .mandatory }
    let end = Int(opportunity.offset)
    let isBetweenASCII = text[end - 1] < 0x80 && end < text.count && text[end] < 0x80
    if isBetweenASCII, !opportunity.isHyphen { return .allowed }
    return kind(ofUnusual: opportunity, in: text, analyzer: analyzer)
  }

  /// Returns the kind of an opportunity that is not mandatory.
  @inline(never) private func kind(
    ofUnusual opportunity: TextAnalysis.Opportunity, in text: Span<UInt8>,
    analyzer: borrowing TextAnalyzer
  ) -> BreakEntry.Kind {
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

/// The sums of advances of a narrow run, each of whose pieces becomes one entry.
///
/// The advances of whole parts are known; glyphs are visited only where a piece ends within a part.
private struct PartSums {
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

  /// Returns the entry of the next piece with its total advance, in design units; or `nil` if one
  /// entry cannot represent it.
  @inline(__always) mutating func entry(
    of piece: BreakPiece, _ parts: Span<RunEncoding.Part>, _ words: Span<UInt32>
  ) -> (entry: BreakEntry, advance: Int)? {
    let end = Int32(truncatingIfNeeded: piece.range.upperBound)
    let inkEnd = Int32(truncatingIfNeeded: piece.inkEnd)
    let (ink, hang): (Int, Int)
    if part < parts.count, parts[part].end == end, parts[part].wordEnd == inkEnd, !isWithinPart {
      (ink, hang) = (Int(parts[part].advance), Int(parts[part].spaceAdvance))
      index = Int(parts[part].glyphEnd)
      part &+= 1
    } else {
      ink = Int(walk(to: inkEnd, parts, words))
      hang = inkEnd == end ? 0 : Int(walk(to: end, parts, words))
    }
    let length = piece.range.count
    guard ink <= BreakEntry.maximumInk, hang <= BreakEntry.maximumHang,
      length <= BreakEntry.maximumLength
    else { return nil }
    var isUnsafe = false
    if !piece.endsRun, index < count {
      let next = isWithinPart ? cluster : parts[part].start
      isUnsafe = words[firstWord &+ index] & 0x8000 != 0 || next != end
    } else {
      isUnsafe = piece.mayEndInLastCluster
    }
    let entry = BreakEntry(
      ink: ink, hang: hang, length: length, kind: piece.kind, isUnsafe: isUnsafe,
      endsRun: piece.endsRun, hasInk: piece.range.lowerBound < piece.inkEnd)
    return (entry, ink &+ hang)
  }

  /// Advances to the first glyph whose cluster is not before an offset, and returns the sum of the
  /// advances before it.
  @inline(never) private mutating func walk(
    to end: Int32, _ parts: Span<RunEncoding.Part>, _ words: Span<UInt32>
  ) -> Int32 {
    var sum: Int32 = 0
    while part < parts.count {
      let next = parts[part]
      guard next.end <= end else {
        return next.start < end ? sum &+ walk(to: end, within: next, words) : sum
      }
      sum &+= next.advance &+ next.spaceAdvance &- advance
      index = Int(next.glyphEnd)
      (advance, isWithinPart) = (0, false)
      part &+= 1
    }
    return sum
  }

  /// Likewise within the next part.
  private mutating func walk(
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
private struct AdvanceReader {
  private var reader: GlyphReader
  private var next: Glyph?

  init(_ run: EncodedRun, _ words: Span<UInt32>) {
    reader = run.reader
    next = reader.next(words)
  }

  /// Appends a piece, as one entry or more.
  ///
  /// - Returns: The total advance of the piece, in design units.
  mutating func append(
    _ piece: BreakPiece, _ words: Span<UInt32>, _ text: Span<UInt8>, to entries: inout [BreakEntry]
  ) -> Int {
    var (start, ink, hang, units) = (piece.range.lowerBound, 0, 0, 0)
    func appendPart(
      _ part: Range<Int>, _ kind: BreakEntry.Kind = .none, isUnsafe: Bool = false,
      endsRun: Bool = false
    ) {
      // One cluster can be wider than an entry can tell, in a font that makes it so.
      entries.append(
        BreakEntry(
          ink: min(max(ink, -BreakEntry.maximumInk), BreakEntry.maximumInk),
          hang: min(hang, BreakEntry.maximumHang), length: part.count, kind: kind,
          isUnsafe: isUnsafe, endsRun: endsRun, hasInk: part.lowerBound < piece.inkEnd))
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
    var isUnsafe = piece.mayEndInLastCluster
    if !piece.endsRun, let next {
      isUnsafe = next.isUnsafeToBreak || Int(next.cluster) != piece.range.upperBound
    }
    appendPart(
      start..<piece.range.upperBound, piece.kind, isUnsafe: isUnsafe, endsRun: piece.endsRun)
    return units
  }
}
