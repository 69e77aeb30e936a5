internal import GalleyBasics
import GalleyHyphen

/// A finder of the hyphenation points of a text's words.
///
/// A word is a stretch of at least five letters with their marks. Words of other than prose are not
/// hyphenated: addresses, names with digits, and code segments; nor are words with soft hyphens
/// (U+00AD) of their own.
///
/// - SeeAlso: [CSS Text 4, section 6](https://www.w3.org/TR/css-text-4/#hyphenation).
struct Hyphenation {
  /// The minimum number of letters in a hyphenated word.
  private static let leastLength = 5

  private var found: [Int32] = []
  private var word: [UInt32] = []
  /// The end of each scalar of the word.
  private var ends: [Int32] = []
  private var points: [Int] = []
  private var merged: [TextAnalysis.Opportunity] = []

  /// Adds hyphenation points to the opportunities of a text; the styles of the input determine the
  /// languages.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  mutating func addOpportunities(
    to analysis: inout TextAnalysis, of text: Span<UInt8>, _ input: ShapingInput
  ) {
    found.removeAll(keepingCapacity: true)
    let segments = input.details?.segments ?? []
    var languages = Languages(of: input)
    var start = 0
    for segment in segments {
      if segment.allowsHyphenation {
        findPoints(in: text, start..<Int(segment.end), &languages)
      }
      start = Int(segment.end)
    }
    if segments.isEmpty { findPoints(in: text, 0..<text.count, &languages) }
    guard !found.isEmpty else { return }
    merge(into: &analysis)
  }

  private mutating func findPoints(
    in text: Span<UInt8>, _ range: Range<Int>, _ languages: inout Languages
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      if text[index] <= 0x20 {
        index += 1
        continue
      }
      let token = Token(at: index, in: text, upTo: range.upperBound)
      if token.isProse, languages.hasPatterns(at: index) {
        findWords(in: text, index..<token.end, &languages)
      }
      index = token.end
    }
  }

  private mutating func findWords(
    in text: Span<UInt8>, _ token: Range<Int>, _ languages: inout Languages
  ) {
    var index = token.lowerBound
    var start = index
    word.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    while index < token.upperBound {
      let (scalar, length) = text.scalar(at: index)
      if let letter = Letter.lowercase(scalar) {
        if word.isEmpty { start = index }
        // Words that are too long are not hyphenated.
        if word.count <= Limits.Shaping.hyphenatedLetters {
          word.append(letter)
          ends.append(Int32(truncatingIfNeeded: index + length))
        }
      } else {
        endWord(at: start, &languages)
      }
      index += length
    }
    endWord(at: start, &languages)
  }

  private mutating func endWord(at start: Int, _ languages: inout Languages) {
    if word.count >= Self.leastLength, let hyphenator = languages.hyphenator(at: start) {
      points.removeAll(keepingCapacity: true)
      hyphenator.appendPoints(in: word, to: &points)
      for point in points { found.append(ends[point - 1]) }
    }
    word.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  private mutating func merge(into analysis: inout TextAnalysis) {
    merged.removeAll(keepingCapacity: true)
    var next = 0
    for opportunity in analysis.opportunities {
      while next < found.count, found[next] <= opportunity.offset {
        if found[next] < opportunity.offset { merged.append(.hyphen(at: found[next])) }
        next += 1
      }
      merged.append(opportunity)
    }
    merged += found[next...].map { .hyphen(at: $0) }
    swap(&merged, &analysis.opportunities)
  }
}

/// A stretch of text without white space.
private struct Token {
  /// The end of the token.
  private(set) var end: Int
  /// Whether the token appears to consist of words and punctuation.
  private(set) var isProse = true

  init(at start: Int, in text: Span<UInt8>, upTo limit: Int) {
    end = start
    var isBehindDot = false
    while end < limit, text[end] > 0x20 {
      let byte = text[end]
      switch byte {
      case 0x30...0x39, 0x23, 0x40, 0x2F, 0x5C, 0x5F:  // digits # @ / \ _
        isProse = false
      case 0xC2 where text[end + 1] == 0xAD:  // U+00AD
        isProse = false
      default:
        // A dot before a letter is part of an address.
        if isBehindDot, byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) { isProse = false }
      }
      isBehindDot = byte == 0x2E
      end += 1
    }
  }
}

private enum Letter {
  /// Returns the scalar in lower case if it is a letter, or a mark on one, else `nil`.
  static func lowercase(_ scalar: UInt32) -> UInt32? {
    if scalar < 0x80 { return (0x61...0x7A).contains(scalar | 0x20) ? scalar | 0x20 : nil }
    guard let properties = Unicode.Scalar(scalar)?.properties else { return nil }
    switch properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark:
      return scalar
    case .uppercaseLetter, .titlecaseLetter:
      let lowercase = properties.lowercaseMapping.unicodeScalars
      return lowercase.count == 1 ? lowercase.first?.value : nil
    default: return nil
    }
  }
}

/// The hyphenation patterns for the languages of a text, accessed from its start to its end.
private struct Languages {
  private let input: ShapingInput
  private var span = 0
  private var language: String?
  private var patterns: Hyphenator?

  init(of input: ShapingInput) {
    self.input = input
    set(input.spans.isEmpty ? input.base.language : nil)
  }

  mutating func hasPatterns(at offset: Int) -> Bool {
    // A token may contain several languages; one without any patterns is skipped.
    hyphenator(at: offset) != nil || input.spans.count > 1
  }

  mutating func hyphenator(at offset: Int) -> Hyphenator? {
    guard !input.spans.isEmpty else { return patterns }
    while span < input.spans.count - 1, Int(input.spans[span].end) <= offset { span += 1 }
    let style = input.spans[span].style
    if (style.language ?? input.language) != language { set(style.language) }
    return patterns
  }

  private mutating func set(_ own: String?) {
    language = own ?? input.language
    patterns = language.flatMap { Hyphenators.shared.hyphenator(for: $0) }
  }
}
