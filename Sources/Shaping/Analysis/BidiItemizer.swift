internal import GalleyBasics
internal import GalleyUnicode

/// Resolves the embedding levels of a text's paragraphs by UAX #9, safely for hostile text.
///
/// FriBidi 1.0.8 is fast, but reads freed memory on nested embeddings, gets isolates wrong, and
/// takes quadratic time and deep recursion for brackets; ICU takes quadratic time for floods of FSI
/// and of open brackets. Therefore there are five cases:
///
/// 1. A paragraph of a single direction has one level.
/// 2. A paragraph without explicit formatting and brackets uses ``SimpleBidi``.
/// 3. A paragraph with right-to-left letters, without explicit formatting and with at most
///    ``Limits/Bidi/brackets`` brackets uses FriBidi, if its marks follow letters or numbers:
///    FriBidi drops a bracket after a mark on a neutral.
/// 4. All others use ICU.
/// 5. In those longer than ``Limits/Bidi/paragraphLength``, ICU sees brackets as other neutrals,
///    and each FSI beyond ``Limits/Bidi/firstStrongIsolates`` as LRI.
struct BidiItemizer: ~Copyable {
  /// The length in UTF-16 units above which buffers are released after the paragraph.
  private static let keptUnits = 65_536

  /// A paragraph end and a paragraph of mixed direction, appended so that ICU does not take a
  /// shortcut that gives everything level 0, including Arabic numbers and embeddings without
  /// letters.
  private static let mixedParagraph: [UInt16] = [0x2029, 0x61, 0x5D0]

  private var simple = SimpleBidi()
  private var types: [BidiType] = []
  private var brackets: [BracketType] = []
  private var levels: [Int8] = []
  private var units: [UInt16] = []
  private var resolver: ICU.BidiResolver?

  /// Resolves the levels of the paragraphs of `analysis`, and appends its level runs.
  ///
  /// The direction is that of the segments, if there are any.
  mutating func resolve(
    _ text: Span<UInt8>, characters: borrowing CharacterTable, direction: BaseDirection,
    segments: [TextSegment], into analysis: inout TextAnalysis
  ) {
    var start = 0
    var segment = 0
    for index in analysis.paragraphs.indices {
      let paragraph = analysis.paragraphs[index]
      let content = start..<Int(paragraph.contentEnd)
      let census = BidiCensus(of: content, in: text, characters: characters)
      while segment < segments.count, Int(segments[segment].end) <= start { segment += 1 }
      let level = census.level(
        for: segment < segments.count ? segments[segment].direction : direction)
      analysis.paragraphs[index].level = level

      var runs = LevelRunBuilder(paragraphLevel: level)
      resolve(content, of: text, census, characters: characters, into: &runs, &analysis.levelRuns)
      runs.end(at: Int(paragraph.end), contentEnd: Int(paragraph.contentEnd), &analysis.levelRuns)
      start = Int(paragraph.end)
    }
    if analysis.levelRuns.allSatisfy({ $0.level == 0 }) {
      analysis.levelRuns.removeAll(keepingCapacity: true)
    }
  }

  private mutating func resolve(
    _ content: Range<Int>, of text: Span<UInt8>, _ census: BidiCensus,
    characters: borrowing CharacterTable, into runs: inout LevelRunBuilder,
    _ levelRuns: inout [TextAnalysis.LevelRun]
  ) {
    if census.isUniform(at: runs.paragraphLevel) { return }
    if !census.hasFormatting, census.bracketCount == 0 {
      resolveAlone(content, of: text, characters, &runs, &levelRuns)
      return
    }
    if census.isForFriBidi, census.bracketCount <= Limits.Bidi.brackets,
      resolveByFriBidi(content, of: text, characters, &runs, &levelRuns)
    {
      return
    }
    resolveByICU(content, of: text, census, characters, &runs, &levelRuns)
  }

  private mutating func resolveAlone(
    _ content: Range<Int>, of text: Span<UInt8>, _ characters: borrowing CharacterTable,
    _ runs: inout LevelRunBuilder, _ levelRuns: inout [TextAnalysis.LevelRun]
  ) {
    simple.resolve(content, of: text, characters: characters, level: runs.paragraphLevel)
    let levels = simple.levels
    var index = 0
    var offset = content.lowerBound
    while offset < content.upperBound {
      let (scalar, length) = text.scalar(at: offset)
      let isRemoved = characters.known(scalar).bidi == .bn
      runs.append(isRemoved ? 0 : levels[index], isRemoved: isRemoved, at: offset, &levelRuns)
      if !isRemoved { index += 1 }
      offset += length
    }
    giveBackMemory(usedBy: levels.count)
  }

  /// Resolves a paragraph with FriBidi, and returns whether that succeeded.
  private mutating func resolveByFriBidi(
    _ content: Range<Int>, of text: Span<UInt8>, _ characters: borrowing CharacterTable,
    _ runs: inout LevelRunBuilder, _ levelRuns: inout [TextAnalysis.LevelRun]
  ) -> Bool {
    types.removeAll(keepingCapacity: true)
    brackets.removeAll(keepingCapacity: true)
    var offset = content.lowerBound
    while offset < content.upperBound {
      let (scalar, length) = text.scalar(at: offset)
      let record = characters.known(scalar)
      types.append(BidiType(record.bidi))
      brackets.append(record.has(CharacterRecord.isBracket) ? BracketType(bracket: scalar) : .none)
      offset += length
    }
    let isRightToLeft = runs.paragraphLevel == 1
    guard Self.resolve(types, brackets, isRightToLeft: isRightToLeft, into: &levels) else {
      return false
    }

    offset = content.lowerBound
    for index in types.indices {
      let (scalar, length) = text.scalar(at: offset)
      runs.append(
        UInt8(bitPattern: levels[index]), isRemoved: characters.known(scalar).bidi == .bn,
        at: offset, &levelRuns)
      offset += length
    }
    giveBackMemory(usedBy: types.count)
    return true
  }

  private static func resolve(
    _ types: [BidiType], _ brackets: [BracketType], isRightToLeft: Bool, into levels: inout [Int8]
  ) -> Bool {
    if levels.count < types.count {
      levels.append(contentsOf: repeatElement(0, count: types.count - levels.count))
    }
    var span = levels.mutableSpan
    return resolveLevels(
      types: types.span, brackets: brackets.span, isRightToLeft: isRightToLeft, into: &span)
  }

  /// Resolves a paragraph with ICU, or leaves it at its own level if memory is exhausted.
  private mutating func resolveByICU(
    _ content: Range<Int>, of text: Span<UInt8>, _ census: BidiCensus,
    _ characters: borrowing CharacterTable, _ runs: inout LevelRunBuilder,
    _ levelRuns: inout [TextAnalysis.LevelRun]
  ) {
    units.removeAll(keepingCapacity: true)
    var filter = BidiFilter(isCapped: census.unitCount > Limits.Bidi.paragraphLength)
    var offset = content.lowerBound
    while offset < content.upperBound {
      let (scalar, length) = text.scalar(at: offset)
      let seen = filter.substitute(for: scalar, characters.known(scalar))
      if seen < 0x10000 {
        units.append(UInt16(truncatingIfNeeded: seen))
      } else {
        units.append(UInt16(truncatingIfNeeded: 0xD7C0 + seen >> 10))
        units.append(UInt16(truncatingIfNeeded: 0xDC00 | seen & 0x3FF))
      }
      offset += length
    }
    units.append(contentsOf: Self.mixedParagraph)
    guard var resolver = self.resolver.take() ?? ICU.BidiResolver() else { return }
    _ = resolver.withLevels(of: units.span, level: runs.paragraphLevel) { levels in
      var offset = content.lowerBound
      var unit = 0
      while offset < content.upperBound {
        let (scalar, length) = text.scalar(at: offset)
        runs.append(
          levels[unit], isRemoved: characters.known(scalar).bidi.isRemoved, at: offset, &levelRuns)
        offset += length
        unit += scalar < 0x10000 ? 1 : 2
      }
    }
    self.resolver = consume resolver
    giveBackMemory(usedBy: units.count)
  }

  private mutating func giveBackMemory(usedBy count: Int) {
    guard count > Self.keptUnits else { return }
    simple = SimpleBidi()
    (types, brackets, levels, units) = ([], [], [], [])
    resolver = nil
  }
}
