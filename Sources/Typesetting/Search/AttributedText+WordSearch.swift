extension AttributedText {
  /// Returns the words of the text that resemble a word of a query, as in chat search.
  ///
  /// Two words are similar if their common prefix is more than 63 % of the longer word. Words
  /// consist of letters and digits; a leading number sign or at sign is part of a word if it is in
  /// the query's. An apostrophe separates words.
  ///
  /// - Parameters:
  ///   - query: One or several words.
  ///   - revealed: The spoilers that may be seen; hidden text is not searched.
  /// - Returns: UTF-8 offsets of whole words, in order.
  /// - Complexity: O(*n* *k*) for a text of length *n* and a query of *k* words.
  public func words(like query: String, revealed: RevealedSpoilers = .none) -> [Range<Int>] {
    let asked = AttributedText(query, language: language)
    let wanted = asked.searchWords(in: 0..<asked.length)
    guard !wanted.isEmpty else { return [] }
    var found: [Range<Int>] = []
    for part in visibleParts(revealed: revealed) {
      for word in searchWords(in: part) {
        let alike = wanted.filter { word.isLike($0) }
        guard !alike.isEmpty else { continue }
        let takesSign = word.sign != nil && alike.contains { $0.sign == word.sign }
        let start = word.range.lowerBound - (takesSign ? 1 : 0)
        found.append(start..<word.range.upperBound)
      }
    }
    return found
  }

  /// Returns the words of a part of the text, in order.
  private func searchWords(in range: Range<Int>) -> [SearchWord] {
    let bytes = string.utf8.span
    var words: [SearchWord] = []
    for segment in wordSegments(in: range) where segment.isWord {
      var start = segment.range.lowerBound
      var offset = start
      func end(at offset: Int) {
        let folded = FoldedText(self, in: start..<offset, options: SearchOptions()).scalars
        guard start < offset, !folded.isEmpty else { return }
        let sign = start > range.lowerBound ? bytes[start - 1] : 0
        words.append(
          SearchWord(
            range: start..<offset, letters: folded,
            sign: sign == UInt8(ascii: "#") || sign == UInt8(ascii: "@") ? sign : nil))
      }
      while offset < segment.range.upperBound {
        let length = bytes.wordPartEndLength(at: offset)
        if length > 0 {
          end(at: offset)
          start = offset + length
        }
        offset += max(1, length)
      }
      end(at: segment.range.upperBound)
    }
    return words
  }
}

/// A word as search compares it.
private struct SearchWord {
  var range: Range<Int>
  /// The case-folded word.
  var letters: [UInt32]
  /// The number sign or at sign before the word.
  var sign: UInt8?

  func isLike(_ other: SearchWord) -> Bool {
    var common = 0
    let shorter = min(letters.count, other.letters.count)
    while common < shorter, letters[common] == other.letters[common] { common += 1 }
    let longer = max(letters.count, other.letters.count)
    return common > 0 && Double(longer - common) / Double(longer) < 0.37
  }
}

extension Span<UInt8> {
  /// Returns the length in bytes of a word separator at `offset`, or 0: an apostrophe, or a sign
  /// that CLDR's UAX #29 rules keep in an address.
  fileprivate func wordPartEndLength(at offset: Int) -> Int {
    switch self[offset] {
    case UInt8(ascii: "'"), UInt8(ascii: "@"), UInt8(ascii: "#"): 1
    case 0xE2: self[offset + 1] == 0x80 && self[offset + 2] == 0x99 ? 3 : 0  // U+2019
    default: 0
    }
  }
}
