internal import GalleyHarfBuzz
internal import GalleyUnicode

/// Performs the analysis of a text that does not depend on fonts.
///
/// An analyzer reuses buffers and tables from one text to the next, so it has one owner; its
/// results depend on the text alone. Every step takes linear time for any text.
package struct TextAnalyzer: ~Copyable {
  private var characters = CharacterTable()
  /// The rules of each style.
  var rules = LineBreakStyle.allCases.map(LineBreakTable.init)
  private var bidi = BidiItemizer()
  private var tailoring = LineBreakTailoring()
  private var lines: ICU.BreakIterator?
  private var lineStyle = LineBreakStyle(language: nil)
  private let scriptTags: [FontTag]
  /// The rows of the standard rules after plain words.
  var plainRows: PlainWordRows?

  /// Creates an analyzer.
  package init() {
    scriptTags = (UInt8.min...UInt8.max).map {
      ICU.Properties.scriptName($0).map(FontTag.init(rawValue:)) ?? .common
    }
  }

  /// Analyzes a text.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8, of less than 2 GiB.
  ///   - direction: The base direction of its paragraphs.
  ///   - language: A BCP 47 tag, such as `"ja"`; Chinese and Japanese have rules of their own.
  ///   - details: The segments, and the line break rules.
  ///   - analysis: The result, which replaces the previous contents and reuses their capacity.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package mutating func analyze(
    _ text: Span<UInt8>, direction: BaseDirection, language: String?,
    details: ShapingDetails? = nil, into analysis: inout TextAnalysis
  ) {
    precondition(text.count < Int32.max, "text must be shorter than 2 GiB")
    analysis.removeAll()
    guard !text.isEmpty else { return }

    var style = LineBreakStyle(language: language)
    let segments = details?.segments ?? []
    if let details { style.wordBreak = details.wordBreak }
    let scan = findOpportunities(of: text, style, segments, into: &analysis)
    if scan.seen & CharacterRecord.needsDictionary != 0, style.wordBreak != .breakAll {
      breakLinesByDictionary(text, style, segments, into: &analysis)
    }
    if let details, details.convention == .css {
      tailoring.tailor(&analysis.opportunities, of: text, style.wordBreak)
    }
    let isRightToLeft =
      segments.isEmpty
      ? direction == .rightToLeft : segments.contains { $0.direction == .rightToLeft }
    analysis.isPlain = scan.seen & CharacterRecord.isNotPlain == 0 && !isRightToLeft
    itemizeScripts(of: text, scan, into: &analysis)

    let separators = CharacterRecord.isInformationSeparator
    analysis.findParagraphs(of: text, hasInformationSeparators: scan.seen & separators != 0)
    analysis.endParagraphs(at: segments)
    if scan.seen & CharacterRecord.needsBidi != 0 || isRightToLeft {
      bidi.resolve(
        text, characters: characters, direction: direction, segments: segments, into: &analysis)
    }
  }

  /// Returns whether a character extends the one before it: a mark, a joiner, a selector, a skin
  /// tone, or a tag.
  ///
  /// The character must be of an analyzed text.
  ///
  /// - SeeAlso: [UAX #29](https://www.unicode.org/reports/tr29/), GB9 and GB9a.
  @inline(__always) func extendsCluster(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x300 else { return false }
    let column = UInt8(truncatingIfNeeded: characters.known(scalar).graphemeColumn)
    return column == GraphemeClass.spacingMark.rawValue
      || column >= GraphemeClass.zwj.rawValue && column <= GraphemeClass.virama.rawValue
  }

  /// Returns the record of any character, of an analyzed text or not.
  mutating func learnRecord(_ scalar: UInt32) -> CharacterRecord {
    characters.load(pageOf: scalar)
    return characters.known(scalar)
  }

  /// Returns the record of any character, or `nil` if it is not loaded.
  func knownRecord(_ scalar: UInt32) -> CharacterRecord? {
    characters.pages[Int(scalar >> 7)] == CharacterTable.missing ? nil : characters.known(scalar)
  }

  /// Returns the script of a character.
  func script(of record: CharacterRecord) -> FontTag { scriptTags[Int(record.script)] }

  /// Returns whether any character, of an analyzed text or not, extends the one before it.
  mutating func learnExtendsCluster(_ scalar: UInt32) -> Bool {
    characters.load(pageOf: scalar)
    return extendsCluster(scalar)
  }

  /// Returns whether a character joins the one after it, such as a sign over a number.
  ///
  /// The character must be of an analyzed text.
  ///
  /// - SeeAlso: [UAX #29](https://www.unicode.org/reports/tr29/), GB9b.
  func beginsCluster(_ scalar: UInt32) -> Bool {
    let column = UInt8(truncatingIfNeeded: characters.known(scalar).graphemeColumn)
    return column == GraphemeClass.prepend.rawValue
  }

  /// Returns whether a character of an analyzed text may be invisible: of a class that has
  /// characters with `Default_Ignorable_Code_Point`.
  @inline(__always) func mayBeInvisible(_ scalar: UInt32) -> Bool {
    switch UInt8(truncatingIfNeeded: characters.known(scalar).graphemeColumn) {
    case GraphemeClass.control.rawValue, GraphemeClass.cr.rawValue, GraphemeClass.lf.rawValue,
      GraphemeClass.l.rawValue, GraphemeClass.v.rawValue, GraphemeClass.zwj.rawValue,
      GraphemeClass.extend.rawValue:
      true
    default: false
    }
  }

  /// Appends the ends of the grapheme clusters of a part of a text.
  ///
  /// The part is treated as a separate text, whose end is always a boundary.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8.
  ///   - range: The part, on scalar boundaries.
  ///   - boundaries: The array to append the offsets to, in order; the part's start is not
  ///     included.
  /// - Complexity: O(*n*), where *n* is the length of the part.
  /// - SeeAlso: [UAX #29](https://www.unicode.org/reports/tr29/), extended grapheme clusters.
  package mutating func appendGraphemeBoundaries(
    of text: Span<UInt8>, in range: Range<Int>, to boundaries: inout [Int32]
  ) {
    guard !range.isEmpty else { return }
    var scan = GraphemeScan(range)
    while let scalar = scan.run(over: text, characters: characters, into: &boundaries) {
      characters.load(pageOf: scalar)
    }
  }
}

// MARK: - Steps

extension TextAnalyzer {
  /// Scans a text for opportunities, loading missing table entries.
  private mutating func findOpportunities(
    of text: Span<UInt8>, _ style: LineBreakStyle, _ segments: [TextSegment],
    into analysis: inout TextAnalysis
  ) -> LineBreakScan {
    var scan = LineBreakScan()
    for segment in segments.dropLast() {
      run(&scan, over: text, upTo: Int(segment.end), style, into: &analysis)
      analysis.opportunities.end(segment)
      scan.beginSegment()
    }
    run(&scan, over: text, upTo: text.count, style, into: &analysis)
    return scan
  }

  private mutating func run(
    _ scan: inout LineBreakScan, over text: Span<UInt8>, upTo end: Int, _ style: LineBreakStyle,
    into analysis: inout TextAnalysis
  ) {
    while true {
      let stop = scan.run(
        over: text, upTo: end, characters: characters, table: rules[style.index],
        into: &analysis.opportunities)
      switch stop {
      case .end: return
      case .character(let scalar): characters.load(pageOf: scalar)
      case .rule(let row, let column): rules[style.index].load(row: row, column: column)
      }
    }
  }

  /// Breaks the lines of a text in Thai, Lao, Khmer, Burmese and the like with ICU's dictionaries.
  ///
  /// If ICU fails, the opportunities stay those of a text of letters.
  private mutating func breakLinesByDictionary(
    _ text: Span<UInt8>, _ style: LineBreakStyle, _ segments: [TextSegment],
    into analysis: inout TextAnalysis
  ) {
    if lines == nil || style != lineStyle {
      lines = ICU.BreakIterator(.line, locale: style.locale)
      lineStyle = style
    }
    guard lines != nil else { return }
    let letters = style.wordBreak == .keepAll ? analysis.opportunities : []
    analysis.removeOpportunities()
    var start = 0
    for segment in segments.dropLast() {
      analysis.appendOpportunities(of: text, start..<Int(segment.end), from: &lines)
      analysis.opportunities.end(segment)
      start = Int(segment.end)
    }
    analysis.appendOpportunities(of: text, start..<text.count, from: &lines)
    if style.wordBreak == .keepAll { keepDictionaryWords(of: text, beside: letters, in: &analysis) }
  }

  /// Keeps only the opportunities between characters of scripts that break by dictionary, and adds
  /// all of `others`.
  private func keepDictionaryWords(
    of text: Span<UInt8>, beside others: [TextAnalysis.Opportunity], in analysis: inout TextAnalysis
  ) {
    let words = analysis.opportunities.filter {
      let offset = Int($0.offset)
      guard !$0.isMandatory, offset > 0, offset < text.count else { return false }
      return characters.known(text.scalar(before: offset)).has(CharacterRecord.needsDictionary)
        && characters.known(text.scalar(at: offset).value).has(CharacterRecord.needsDictionary)
    }
    analysis.removeOpportunities()
    var next = 0
    for other in others {
      while next < words.count, words[next].offset <= other.offset {
        if words[next].offset < other.offset { analysis.opportunities.append(words[next]) }
        next += 1
      }
      analysis.opportunities.append(other)
    }
    analysis.opportunities += words[next...]
  }

  private mutating func itemizeScripts(
    of text: Span<UInt8>, _ scan: LineBreakScan, into analysis: inout TextAnalysis
  ) {
    let isLatin = scan.seen & CharacterRecord.isLatin != 0
    if scan.hasSeveralOtherScripts || isLatin && scan.otherScript != 0 {
      var itemizer = ScriptItemizer()
      itemizer.itemize(text, characters: characters) { end, script in
        analysis.scriptRuns.append(.init(end: Int32(end), script: scriptTags[Int(script)]))
      }
      return
    }
    let script = isLatin ? FontTag.latin : scriptTags[Int(scan.otherScript)]
    analysis.scriptRuns.append(.init(end: Int32(text.count), script: script))
  }
}

extension TextAnalysis {
  /// Appends the opportunities that `iterator` finds in a part of a text, as if it were a separate
  /// text.
  fileprivate mutating func appendOpportunities(
    of text: Span<UInt8>, _ part: Range<Int>, from iterator: inout ICU.BreakIterator?
  ) {
    let start = Int32(truncatingIfNeeded: part.lowerBound)
    iterator?.forEachBoundary(of: text.extracting(part)) { boundary in
      let isMandatory = boundary.status >= 100
      if isMandatory || boundary.offset < part.count {
        opportunities.append(.init(offset: start + boundary.offset, isMandatory: isMandatory))
      }
    }
  }

  /// Finds the paragraphs of a text, which is not empty, from the mandatory opportunities and, if
  /// there are any, information separators; their levels stay 0.
  fileprivate mutating func findParagraphs(of text: Span<UInt8>, hasInformationSeparators: Bool) {
    if hasInformationSeparators {
      for offset in 1...text.count { endParagraph(of: text, at: offset) }
    } else {
      for opportunity in opportunities where opportunity.isMandatory {
        endParagraph(of: text, at: Int(opportunity.offset))
      }
    }
    let end = Int32(text.count)
    if paragraphs.last?.end != end {
      paragraphs.append(.init(end: end, contentEnd: end, level: 0))
    }
  }

  /// Splits paragraphs at the ends of segments.
  fileprivate mutating func endParagraphs(at segments: [TextSegment]) {
    guard segments.count > 1 else { return }
    let separated = paragraphs
    paragraphs.removeAll(keepingCapacity: true)
    var next = 0
    for segment in segments {
      while next < separated.count, separated[next].end <= segment.end {
        paragraphs.append(separated[next])
        next += 1
      }
      if paragraphs.last?.end != segment.end {
        paragraphs.append(.init(end: segment.end, contentEnd: segment.end, level: 0))
      }
    }
  }

  /// Ends a paragraph at `offset` if a separator (class B of UAX #9) precedes it.
  private mutating func endParagraph(of text: Span<UInt8>, at offset: Int) {
    let length: Int
    switch text[offset - 1] {
    case 0x0A:  // LF, perhaps after CR
      length = offset > 1 && text[offset - 2] == 0x0D ? 2 : 1
    case 0x0D:  // CR, but not within CR LF
      length = offset < text.count && text[offset] == 0x0A ? 0 : 1
    case 0x1C...0x1E: length = 1
    case 0x85 where offset > 1 && text[offset - 2] == 0xC2:  // NEL
      length = 2
    case 0xA9 where offset > 2 && text[offset - 2] == 0x80 && text[offset - 3] == 0xE2:  // PS
      length = 3
    default: length = 0
    }
    if length > 0 {
      paragraphs.append(.init(end: Int32(offset), contentEnd: Int32(offset - length), level: 0))
    }
  }
}

extension [TextAnalysis.Opportunity] {
  /// Makes the end of a segment a mandatory opportunity; it must not precede any other.
  fileprivate mutating func end(_ segment: TextSegment) {
    if last?.offset == segment.end { removeLast() }
    append(.init(offset: segment.end, isMandatory: true))
  }
}
