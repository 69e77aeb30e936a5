internal import GalleyBasics
import GalleyShaping

extension AttributedText {
  /// Returns a part of the text for copying, with attachments replaced by their texts and hidden
  /// spoilers by a placeholder.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets, rounded down to scalar boundaries.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: The text.
  public func plainText(of range: Range<Int>, revealed: RevealedSpoilers = .none) -> DisclosedText {
    plainText(of: range, without: hiddenRanges(revealed: revealed))
  }

  /// Returns a part of the text without hidden ranges, which are sorted and disjoint.
  package func plainText(of range: Range<Int>, without hidden: [Range<Int>]) -> DisclosedText {
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

  /// Appends a part of the text, with attachments replaced by their texts.
  private func append(_ range: Range<Int>, to result: inout DisclosedText) {
    var start = range.lowerBound
    if !structure.isDefault {
      let placed = structure.read { $0.attachments }
      let first = placed.map { Int32(truncatingIfNeeded: $0.offset) }.firstIndex(from: start)
      for attachment in placed[first...] {
        guard attachment.offset < range.upperBound else { break }
        result.append(visible: string.utf8Slice(start..<attachment.offset))
        result.append(visible: attachment.attachment.text)
        start = attachment.offset + ShapingObject.length
      }
    }
    result.append(visible: string.utf8Slice(start..<max(start, range.upperBound)))
  }
}

extension TextLayout {
  /// Returns a part of the text for copying, without text that the layout hides because it does not
  /// fit or is in a collapsed block.
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

  /// Returns the visible part of a range, excluding spoilers, which are sorted and disjoint.
  func visibleText(of range: Range<Int>, without spoilers: [Range<Int>]) -> DisclosedText {
    var result = DisclosedText()
    var start = range.lowerBound
    for hidden in hiddenRanges.overlapping(range) {
      result.append(text.plainText(of: start..<max(start, hidden.lowerBound), without: spoilers))
      start = max(start, hidden.upperBound)
    }
    result.append(text.plainText(of: start..<max(start, range.upperBound), without: spoilers))
    return result
  }
}
