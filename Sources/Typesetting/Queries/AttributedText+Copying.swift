extension AttributedText {
  /// A part of the text as it is copied: with the texts of attachments in their places.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets; half of a character is none of it.
  ///   - revealed: The spoilers that may be seen; unless told otherwise a copy has what all hide.
  ///   - placeholder: What stands for what a spoiler hides.
  /// - Returns: The text.
  public func plainText(
    of range: Range<Int>, revealed: RevealedSpoilers = .all, placeholder: String = "…"
  ) -> String {
    plainText(of: range, without: hiddenRanges(revealed: revealed), placeholder: placeholder)
  }

  /// A part of the text, but for what spoilers hide, which is in order and apart.
  fileprivate func plainText(
    of range: Range<Int>, without hidden: [Range<Int>], placeholder: String
  ) -> String {
    let range = rounded(range)
    var result = ""
    var start = range.lowerBound
    for hidden in hidden.overlapping(range) {
      let hidden = hidden.clamped(to: range)
      append(start..<hidden.lowerBound, to: &result)
      result += placeholder
      start = hidden.upperBound
    }
    append(start..<range.upperBound, to: &result)
    return result
  }

  /// Appends a part of the text and the texts of its attachments.
  private func append(_ range: Range<Int>, to result: inout String) {
    var start = range.lowerBound
    if !structure.isUsual {
      let placed = structure.value.attachments
      let first = placed.map { Int32(truncatingIfNeeded: $0.offset) }.firstIndex(from: start)
      for attachment in placed[first...] {
        guard attachment.offset < range.upperBound else { break }
        result += text(in: start..<attachment.offset)
        result += attachment.attachment.text
        start = attachment.offset + TextIndexMap.objectLength
      }
    }
    result += text(in: start..<max(start, range.upperBound))
  }

  private func text(in range: Range<Int>) -> Substring {
    let utf8 = string.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return string[start..<utf8.index(start, offsetBy: range.count)]
  }
}

extension TextLayout {
  /// A part of the text as it is copied, without what the layout hides for want of room or in blocks
  /// that are collapsed.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets.
  ///   - revealed: The spoilers that may be seen.
  ///   - placeholder: What stands for what a spoiler hides.
  /// - Returns: The text.
  public func visibleText(
    of range: Range<Int>, revealed: RevealedSpoilers = .none, placeholder: String = "…"
  ) -> String {
    visibleText(
      of: range, without: text.hiddenRanges(revealed: revealed), placeholder: placeholder)
  }

  /// A part of the text that is seen, but for what spoilers hide, which is in order and apart.
  func visibleText(
    of range: Range<Int>, without spoilers: [Range<Int>], placeholder: String
  ) -> String {
    var result = ""
    var start = range.lowerBound
    for hidden in hiddenRanges.overlapping(range) {
      result += text.plainText(
        of: start..<max(start, hidden.lowerBound), without: spoilers, placeholder: placeholder)
      start = max(start, hidden.upperBound)
    }
    return result
      + text.plainText(
        of: start..<max(start, range.upperBound), without: spoilers, placeholder: placeholder)
  }
}

extension [Range<Int>] {
  /// Those of ranges, which are in order and apart, that overlap another.
  ///
  /// - Complexity: O(log *n* + *k*), where *n* is the number of ranges, and *k* of those found.
  fileprivate func overlapping(_ range: Range<Int>) -> ArraySlice<Range<Int>> {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound > range.lowerBound { high = middle } else { low = middle + 1 }
    }
    var end = low
    while end < count, self[end].lowerBound < range.upperBound, !range.isEmpty { end += 1 }
    return self[low..<end]
  }
}
