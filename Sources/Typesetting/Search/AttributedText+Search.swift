extension AttributedText {
  /// Returns the matches of a query in the text.
  ///
  /// A match consists of whole grapheme clusters, so that it can be highlighted: "é" does not match
  /// "e" unless diacritics are ignored, and "ß" does not match a single "s". Matches do not
  /// overlap. Hidden spoilers are not searched; attachments are searched by their texts.
  ///
  /// - Parameters:
  ///   - query: The text to find.
  ///   - options: The rules for comparing text.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: UTF-8 offsets, in order.
  /// - Complexity: O(*n* + *m*) for a text of length *n* and a query of length *m*, plus sorting
  ///   spoilers.
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

  /// Returns the parts of the text outside hidden spoilers, in order.
  func visibleParts(revealed: RevealedSpoilers) -> [Range<Int>] {
    disclosedParts(of: 0..<length, revealed: revealed)
  }
}

extension FoldedText {
  /// Returns the end, in the text, of a range of code points.
  ///
  /// Ignored code points belong to the character before them.
  func end(of range: Range<Int>) -> Int {
    let last = offsets[range.upperBound - 1]
    var next = range.upperBound
    while next < scalars.count, offsets[next] <= last { next += 1 }
    return offsets[next]
  }

  /// Returns whether a range begins and ends at scalar boundaries of the text.
  func begins(_ range: Range<Int>) -> Bool {
    let (first, last) = (range.lowerBound, range.upperBound)
    return (first == 0 || offsets[first - 1] < offsets[first])
      && (last == scalars.count || offsets[last - 1] < offsets[last])
  }
}

/// The grapheme cluster boundaries of a part of a text.
private struct CharacterBoundaries {
  /// Whether there is a boundary at each byte and at the end.
  private var marks: [Bool]
  private let start: Int

  init(of string: String, in range: Range<Int>) {
    start = range.lowerBound
    marks = [Bool](repeating: false, count: range.count + 1)
    marks[0] = true
    var offset = 0
    for character in string.utf8Slice(range) {
      offset += character.utf8.count
      marks[offset] = true
    }
  }

  func contains(_ range: Range<Int>) -> Bool {
    marks[range.lowerBound - start] && marks[range.upperBound - start]
  }
}

/// A search for a sequence within others, in one pass over each.
///
/// - SeeAlso: Knuth, Morris, Pratt, "Fast pattern matching in strings", 1977.
private struct SubstringFinder {
  private let needle: [UInt32]
  /// For each matched length, the length of the longest proper prefix that is also a suffix.
  private var fallback: [Int]

  /// Creates a finder of a sequence, which is not empty.
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

  /// Visits the occurrences of the sequence; if `body` accepts one by returning `true`, the next
  /// one begins after it.
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
