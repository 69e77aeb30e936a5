extension AttributedText {
  /// Returns a part of the text as it is copied: with the texts of attachments in their places, and
  /// a placeholder for what hidden spoilers cover.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets; half of a character is none of it.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: The text.
  public func plainText(
    of range: Range<Int>, revealed: RevealedSpoilers = .none
  ) -> DisclosedText {
    plainText(of: range, without: hiddenRanges(revealed: revealed))
  }

  /// Returns a part of the text without hidden ranges, which are in order and apart.
  fileprivate func plainText(of range: Range<Int>, without hidden: [Range<Int>]) -> DisclosedText {
    let range = rounded(range)
    var result = DisclosedText()
    var start = range.lowerBound
    for hidden in hidden.overlapping(range) {
      let hidden = hidden.clamped(to: range)
      append(start..<hidden.lowerBound, to: &result)
      result.appendPlaceholder()
      start = hidden.upperBound
    }
    append(start..<range.upperBound, to: &result)
    return result
  }

  /// Appends a part of the text and the texts of its attachments.
  private func append(_ range: Range<Int>, to result: inout DisclosedText) {
    var start = range.lowerBound
    if !structure.isUsual {
      let placed = structure.value.attachments
      let first = placed.map { Int32(truncatingIfNeeded: $0.offset) }.firstIndex(from: start)
      for attachment in placed[first...] {
        guard attachment.offset < range.upperBound else { break }
        result.append(visible: text(in: start..<attachment.offset))
        result.append(visible: attachment.attachment.text)
        start = attachment.offset + TextIndexMap.objectLength
      }
    }
    result.append(visible: text(in: start..<max(start, range.upperBound)))
  }

  private func text(in range: Range<Int>) -> Substring {
    let utf8 = string.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return string[start..<utf8.index(start, offsetBy: range.count)]
  }
}

extension TextLayout {
  /// Returns a part of the text as it is copied, without what the layout hides for want of room or
  /// in collapsed blocks.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: The text.
  public func visibleText(
    of range: Range<Int>, revealed: RevealedSpoilers = .none
  ) -> DisclosedText {
    visibleText(of: range, without: text.hiddenRanges(revealed: revealed))
  }

  /// Returns a part of the text that is seen, without what spoilers hide, which is in order and
  /// apart.
  func visibleText(of range: Range<Int>, without spoilers: [Range<Int>]) -> DisclosedText {
    var result = DisclosedText()
    var start = range.lowerBound
    for hidden in hiddenRanges.overlapping(range) {
      result.append(
        text.plainText(of: start..<max(start, hidden.lowerBound), without: spoilers))
      start = max(start, hidden.upperBound)
    }
    result.append(text.plainText(of: start..<max(start, range.upperBound), without: spoilers))
    return result
  }
}
