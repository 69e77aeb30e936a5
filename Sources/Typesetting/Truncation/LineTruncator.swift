import GalleyHarfBuzz
import GalleyShaping

/// Truncates a line: finds the longest part of a text that fits beside a token for the rest.
///
/// A *candidate* is text that a line may show. Each candidate in the list shows one character more
/// than the previous: of the text's start, of its end, or of both alternately. The last candidate
/// that fits with its token is chosen. The list does not depend on the measure, so a line made as
/// wide as needed is truncated at the same place. Texts are cut between characters (grapheme
/// clusters), white space beside the token is hidden, and letters at the cut take their forms
/// beside the token. If nothing fits, not even the token alone, an ellipsis is tried instead, and
/// then at least one character without a token.
struct LineTruncator {
  /// The line breaker, whose measure is the width available to the line.
  let breaker: LineBreaker
  /// The text.
  let text: AttributedText
  /// The part of the line that is replaced by the token.
  var truncation = LayoutOptions.Truncation.end
  /// The token, or `nil` for an ellipsis.
  var token: LayoutOptions.TruncationToken?
  /// Whether the line is in a block.
  var isInBlock = false

  /// Truncates the line that begins at a position and may show text up to `end`, such as that of
  /// its block.
  ///
  /// If visible text after `end` is hidden as well, the line shows no text from the end.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text, or of its first paragraph if the
  ///   end is truncated.
  func line(from start: LinePosition, to end: Int, hidesMore: Bool = false) -> TruncatedLine {
    var search = TruncationSearch(self, from: start, to: end, hidesMore: hidesMore)
    while true {
      let line = search.line()
      if search.isLimitKnown { return line }
      search.listMore()
    }
  }
}

/// A truncated line.
struct TruncatedLine {
  /// The span of the line, which refers to ``patches``.
  var span: LineSpan
  /// The reshaped glyphs.
  var patches: [LinePatch]
  /// The hidden part and its token.
  var truncation: LineTruncation
  /// The measures with the same result.
  var widths: WidthInterval
}

/// An amount of text that a line may show.
private struct TruncationCandidate {
  /// The number of prefix places passed.
  var prefix = 0
  /// The number of suffix places passed.
  var suffix = 0
  /// The width without a token or reshaping, in points.
  var reach = 0.0
}

/// The search for the best truncation of a line.
private struct TruncationSearch {
  private let truncator: LineTruncator
  private let start: LinePosition
  private let end: Int
  private let inkEnd: Int
  private let head: LineHead
  private let level: UInt8
  /// The part that is replaced, unless only the end is possible.
  private let truncation: LayoutOptions.Truncation
  private let hidesMore: Bool
  /// The width up to which candidates are listed at least, in points.
  private var listedWidth: Double
  private var prefixes: [EmergencyPlace] = []
  private var suffixes: [SuffixPlace] = []
  /// Whether all suffix places are listed.
  private var hasAllSuffixes = true
  private var candidates = [TruncationCandidate()]
  /// The width at which the whole text fits on the line, in points.
  private var wholeWidth = Double.infinity
  /// The width below which all candidates are known, in points.
  private var knownWidth = Double.infinity
  private var widthLimit = Double.infinity
  private var source: TokenSource

  private var breaker: LineBreaker { truncator.breaker }
  private var measure: Double { truncator.breaker.measure }

  init(_ truncator: LineTruncator, from start: LinePosition, to end: Int, hidesMore: Bool) {
    self.truncator = truncator
    self.start = start
    self.end = end
    self.hidesMore = hidesMore
    truncation = hidesMore ? .end : truncator.truncation
    listedWidth = truncator.breaker.measure
    let text = truncator.breaker.text
    let bytes = text.input.text.string.utf8.span
    inkEnd = endOfInk(in: bytes, Int(start.offset)..<max(end, Int(start.offset)))
    let hasText = start.entry < text.breaks.count
    head = hasText ? LineHead(start, in: truncator.breaker) : LineHead()
    let shown =
      truncation == .start && hasText
      ? truncator.breaker.lastParagraph(from: start, to: inkEnd) : start
    level = text.paragraphLevel(at: shown.offset)
    source = TokenSource(
      truncator.token, for: truncator.text, shaped: text, isInBlock: truncator.isInBlock,
      isAlone: truncation == .end && !truncator.breaker.hasInk(from: start),
      isFollowed: truncation != .end, isRightToLeft: level & 1 == 1)
    list()
  }

  /// Whether the width at which the result changes is known exactly.
  var isLimitKnown: Bool { min(widthLimit, wholeWidth) <= knownWidth }

  /// Lists enough candidates to determine the width at which the result changes.
  mutating func listMore() {
    let limit = min(widthLimit, wholeWidth)
    listedWidth = max(2 * listedWidth, limit.isFinite ? limit : 2 * knownWidth, 1)
    candidates = [TruncationCandidate()]
    (widthLimit, wholeWidth, knownWidth) = (.infinity, .infinity, .infinity)
    list()
  }

  private mutating func list() {
    guard start.entry < breaker.text.breaks.count else { return }
    var breaker = breaker
    breaker.measure = listedWidth
    if truncation != .start {
      prefixes = breaker.emergencyPlaces(from: start, head: head, passesOpportunities: true).places
    }
    if truncation != .end {
      (suffixes, hasAllSuffixes) = breaker.suffixPlaces(from: start, to: inkEnd)
    }
    switch truncation {
    case .end: listPrefixes()
    case .start: listSuffixes()
    case .middle: listBoth()
    }
  }

  /// Lists candidates with ever more of the text's start.
  private mutating func listPrefixes() {
    var places = prefixes[...]
    if let last = places.last, Int(last.position.offset) >= inkEnd, !hidesMore {
      // The whole text is not a truncation.
      let width = breaker.prefix(to: last, from: start, head: head).width
      wholeWidth = max(width, last.reach)
      places.removeLast()
    } else if let last = places.last, !endsParagraph(last) {
      knownWidth = last.reach
    }
    for (index, place) in places.enumerated() {
      candidates.append(TruncationCandidate(prefix: index + 1, reach: place.reach))
    }
  }

  /// Lists candidates with ever more of the text's end.
  private mutating func listSuffixes() {
    for (index, place) in suffixes.enumerated() {
      candidates.append(TruncationCandidate(suffix: index + 1, reach: place.reach))
    }
    closeList()
  }

  /// Lists candidates with ever more of both ends, always extending the shorter one.
  private mutating func listBoth() {
    var candidate = TruncationCandidate()
    var surplus = 16
    while surplus > 0 {
      let place = candidate.prefix < prefixes.count ? prefixes[candidate.prefix] : nil
      // The order of further candidates depends on places that are not listed.
      if place == nil, let last = prefixes.last, !endsParagraph(last) { return closeEarly() }
      if candidate.suffix == suffixes.count, !hasAllSuffixes { return closeEarly() }
      let (before, behind) = (prefix(of: candidate), suffix(of: candidate))
      let next = candidate.suffix < suffixes.count ? suffixes[candidate.suffix] : nil
      let behindStart = behind.map { Int($0.position.offset) } ?? inkEnd
      let canGrow = place.map { Int($0.position.offset) <= behindStart } ?? false
      let nextStart = next.map { Int($0.position.offset) } ?? -1
      let shown = before?.position.offset ?? start.offset
      let canGrowBehind = nextStart >= Int(shown) && nextStart > Int(start.offset)
      if canGrow, before?.reach ?? 0 <= behind?.reach ?? 0 || !canGrowBehind {
        candidate.prefix += 1
      } else if canGrowBehind {
        candidate.suffix += 1
      } else {
        break
      }
      candidate.reach = (prefix(of: candidate)?.reach ?? 0) + (suffix(of: candidate)?.reach ?? 0)
      guard hidesInk(candidate) else { break }
      candidates.append(candidate)
      if candidate.reach > listedWidth { surplus -= 1 }
    }
    closeList()
  }

  /// Determines the width up to which the list is complete.
  private mutating func closeList() {
    wholeWidth = breaker.wholeWidth(from: start, head: head, to: inkEnd)
    let last = candidates[candidates.count - 1]
    if last.reach > listedWidth || !hasAllSuffixes { knownWidth = last.reach }
  }

  /// Marks the list as incomplete.
  private mutating func closeEarly() {
    closeList()
    knownWidth = candidates[candidates.count - 1].reach
  }

  /// Returns the end of a candidate's part of the text's start, if it has one.
  private func prefix(of candidate: TruncationCandidate) -> EmergencyPlace? {
    candidate.prefix > 0 ? prefixes[candidate.prefix - 1] : nil
  }

  /// Returns the start of a candidate's part of the text's end, if it has one.
  private func suffix(of candidate: TruncationCandidate) -> SuffixPlace? {
    candidate.suffix > 0 ? suffixes[candidate.suffix - 1] : nil
  }

  /// Returns whether a candidate hides text between its two parts.
  private func hidesInk(_ candidate: TruncationCandidate) -> Bool {
    guard let prefix = prefix(of: candidate) else { return true }
    let shown = Int(prefix.position.offset)
    guard let suffix = suffix(of: candidate) else { return shown < inkEnd }
    let rest = Int(suffix.position.offset)
    return shown < rest || shown == rest && endsParagraph(prefix)
  }

  /// Returns whether a place is at the end of a paragraph.
  private func endsParagraph(_ place: EmergencyPlace) -> Bool {
    let entry = place.position.entry
    guard place.position.lengthBefore == 0, entry > 0 else { return false }
    return entry == breaker.text.breaks.count || breaker.text.breaks[entry - 1].isMandatory
  }
}

extension TruncationSearch {
  /// Returns the line, as far as the listed candidates determine it.
  mutating func line() -> TruncatedLine {
    for kind in source.kinds {
      if let line = line(with: kind) { return line }
    }
    return leastLine()
  }

  /// Returns the line with a kind of token, or `nil` if not even the token alone fits.
  private mutating func line(with kind: TokenSource.Kind) -> TruncatedLine? {
    // Without a token, at least one character is shown.
    let first = kind == .none ? 1 : 0
    var chosen = candidates.count - 1
    var best: TruncatedLine?
    while chosen >= first {
      let candidate = candidates[chosen]
      if candidate.reach + token(kind, candidate).width <= measure {
        let line = line(candidate, kind)
        if line.widths.least <= measure {
          best = line
          break
        }
      }
      chosen -= 1
    }
    restrict(from: max(chosen, kind == .none ? 1 : chosen) + 1, kind)
    guard var best else { return nil }
    // A smaller measure shows the same.
    if kind == .none, chosen == 1 { best.widths.least = 0 }
    best.widths.limit = max(min(widthLimit, wholeWidth), measure.nextUp)
    return best
  }

  /// Returns the line with the least possible text, which does not fit.
  private mutating func leastLine() -> TruncatedLine {
    var line = line(candidates[min(1, candidates.count - 1)], .none)
    line.widths.least = 0
    line.widths.limit = max(min(widthLimit, wholeWidth), measure.nextUp)
    return line
  }

  /// Lowers the width limit to that of the first candidate from `first` on that would fit.
  private mutating func restrict(from first: Int, _ kind: TokenSource.Kind) {
    for candidate in candidates.dropFirst(first) {
      if candidate.reach >= widthLimit { break }
      guard candidate.reach + token(kind, candidate).width < widthLimit else { continue }
      widthLimit = min(widthLimit, line(candidate, kind).widths.least)
    }
  }

  private mutating func token(
    _ kind: TokenSource.Kind, _ candidate: TruncationCandidate
  ) -> (token: LaidOutToken?, width: Double) {
    let end = shownEnd(candidate)
    let offset =
      end > Int(start.offset)
      ? end - 1 : Int(suffix(of: candidate)?.position.offset ?? start.offset)
    let token = source.token(kind, inStyleOf: offset)
    return (token, token?.width ?? 0)
  }

  /// Returns the end of a candidate's prefix, without trailing white space.
  private func shownEnd(_ candidate: TruncationCandidate) -> Int {
    guard let prefix = prefix(of: candidate) else { return Int(start.offset) }
    let shown = Int(start.offset)..<Int(prefix.position.offset)
    return endOfInk(in: breaker.text.input.text.string.utf8.span, shown)
  }

  /// Returns the end of the character at `offset`, which may include invisible joiners.
  private func characterEnd(from offset: Int, _ candidate: TruncationCandidate) -> Int {
    guard let prefix = prefix(of: candidate) else { return offset }
    let end = Int(prefix.position.offset)
    let last = Int(
      candidate.prefix > 1 ? prefixes[candidate.prefix - 2].position.offset : start.offset)
    guard last < offset, offset < end else { return offset }
    let boundaries = breaker.text.shapers.graphemeBoundaries(
      of: breaker.text.input.text, in: last..<end)
    return boundaries.first { Int($0) >= offset }.map { Int($0) } ?? end
  }

  /// Returns the line of a candidate with a kind of token.
  private mutating func line(
    _ candidate: TruncationCandidate, _ kind: TokenSource.Kind
  ) -> TruncatedLine {
    let token = token(kind, candidate)
    var (width, patches) = (0.0, [LinePatch]())
    let shownEnd = characterEnd(from: shownEnd(candidate), candidate)
    var lineEnd = shownEnd
    if let place = prefix(of: candidate) {
      let prefix = breaker.prefix(to: place, from: start, head: head)
      width = prefix.width
      // White space and the line end hang.
      if endsParagraph(place) { lineEnd = Int(place.position.offset) }
      if let patch = head.patch, prefix.patch?.range.lowerBound != Int(start.offset) {
        patches.append(patch)
      }
      if let patch = prefix.patch { patches.append(patch) }
    }
    width += token.width
    var hiding = LineTruncation(
      line: 0, hidden: shownEnd..<shownEnd, suffixRun: 0, level: level, token: token.token)
    if let place = suffix(of: candidate)?.position {
      let suffix = breaker.suffix(from: place, to: inkEnd)
      width += suffix.width
      if let patch = suffix.patch { patches.append(patch) }
      hiding.hidden = shownEnd..<Int(place.offset)
      hiding.suffixRun = place.run
      lineEnd = end
    }
    return TruncatedLine(
      span: LineSpan(
        end: Int32(truncatingIfNeeded: lineEnd), firstRun: Int32(truncatingIfNeeded: start.run),
        width: width, firstPatch: 0, patchCount: UInt8(truncatingIfNeeded: patches.count),
        endsInHyphen: false, endsParagraph: true),
      patches: patches, truncation: hiding,
      widths: WidthInterval(least: max(width, candidate.reach + token.width)))
  }
}
