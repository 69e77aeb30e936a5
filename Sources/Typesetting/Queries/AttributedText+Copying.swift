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
    let range = rounded(range)
    var result = ""
    var start = range.lowerBound
    for hidden in hiddenRanges(revealed: revealed) {
      let hidden = hidden.clamped(to: range)
      guard !hidden.isEmpty else { continue }
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
    var result = ""
    var start = range.lowerBound
    for hidden in hiddenRanges where hidden.overlaps(range) {
      result += text.plainText(
        of: start..<max(start, hidden.lowerBound), revealed: revealed, placeholder: placeholder)
      start = max(start, hidden.upperBound)
    }
    return result
      + text.plainText(
        of: start..<max(start, range.upperBound), revealed: revealed, placeholder: placeholder)
  }
}
