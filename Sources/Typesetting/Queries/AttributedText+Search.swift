extension AttributedText {
  /// The places where a text stands within this one.
  ///
  /// A match holds whole characters as users see them, so that it can be highlighted: in "é" there is
  /// no "e", unless diacritics are ignored, and in "ß" no single "s". Matches do not overlap. What a
  /// spoiler hides is not searched; of attachments, their texts are.
  ///
  /// - Parameters:
  ///   - query: What to look for.
  ///   - options: What counts as the same.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: UTF-8 offsets, in order.
  /// - Complexity: O(*n* + *m*) for a text and a query of these lengths, but for sorting spoilers.
  public func matches(
    of query: String, options: SearchOptions = SearchOptions(), revealed: RevealedSpoilers = .none
  ) -> [Range<Int>] {
    let needle = FoldedText(query, language: language, options: options).scalars
    guard !needle.isEmpty else { return [] }
    let finder = SubstringFinder(needle)
    var matches: [Range<Int>] = []
    for part in visibleParts(revealed: revealed) {
      let text = FoldedText(self, in: part, options: options)
      let boundaries = CharacterBoundaries(of: string, in: part)
      finder.visit(text.scalars) { found in
        let range = text.offsets[found.lowerBound]..<text.end(of: found)
        guard text.begins(found), boundaries.contains(range) else { return false }
        matches.append(range)
        return true
      }
    }
    return matches
  }

  /// The parts of the text that no hidden spoiler covers, in order.
  func visibleParts(revealed: RevealedSpoilers) -> [Range<Int>] {
    disclosedParts(of: 0..<length, revealed: revealed)
  }
}

extension FoldedText {
  /// Where what became a range of code points ends.
  ///
  /// What is not seen belongs to the character before it.
  func end(of range: Range<Int>) -> Int {
    let last = offsets[range.upperBound - 1]
    var next = range.upperBound
    while next < scalars.count, offsets[next] <= last { next += 1 }
    return offsets[next]
  }

  /// Whether a range begins and ends with whole scalars of the text.
  func begins(_ range: Range<Int>) -> Bool {
    let (first, last) = (range.lowerBound, range.upperBound)
    return (first == 0 || offsets[first - 1] < offsets[first])
      && (last == scalars.count || offsets[last - 1] < offsets[last])
  }
}

/// Where the characters of a part of a text begin and end, as users see them.
private struct CharacterBoundaries {
  /// For each byte, and the end, whether a character begins or ends there.
  private var marks: [Bool]
  private let start: Int

  init(of string: String, in range: Range<Int>) {
    start = range.lowerBound
    marks = [Bool](repeating: false, count: range.count + 1)
    marks[0] = true
    let utf8 = string.utf8
    let first = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    var offset = 0
    for character in string[first..<utf8.index(first, offsetBy: range.count)] {
      offset += character.utf8.count
      marks[offset] = true
    }
  }

  func contains(_ range: Range<Int>) -> Bool {
    marks[range.lowerBound - start] && marks[range.upperBound - start]
  }
}

/// Finds a sequence in others, in one pass over each.
///
/// - SeeAlso: Knuth, Morris, Pratt, "Fast pattern matching in strings", 1977.
private struct SubstringFinder {
  private let needle: [UInt32]
  /// For each length of what matches, the length of the longest shorter one that does as well.
  private var fallback: [Int]

  /// Makes a finder.
  ///
  /// - Parameter needle: What to find; not empty.
  init(_ needle: [UInt32]) {
    self.needle = needle
    fallback = [Int](repeating: 0, count: needle.count + 1)
    var length = 0
    for index in 1..<needle.count {
      while length > 0, needle[length] != needle[index] { length = fallback[length] }
      if needle[length] == needle[index] { length += 1 }
      fallback[index + 1] = length
    }
  }

  /// Visits the places where the sequence is.
  ///
  /// - Parameters:
  ///   - text: Where to look.
  ///   - body: Gets a place, and says whether it counts; the next one then begins behind it.
  func visit(_ text: [UInt32], _ body: (Range<Int>) -> Bool) {
    var length = 0
    for index in text.indices {
      while length > 0, needle[length] != text[index] { length = fallback[length] }
      if needle[length] == text[index] { length += 1 }
      guard length == needle.count else { continue }
      length = body(index + 1 - length..<index + 1) ? 0 : fallback[length]
    }
  }
}
