public import GalleyRichMessages
public import GalleyTypesetting

extension RichDocument {
  /// A match of a search in a message.
  public struct Match: Hashable, Sendable {
    /// The block that contains the match.
    public var path: RichMessage.BlockPath
    /// The UTF-8 offsets in one of the block's texts.
    public var range: Range<Int>
    /// The text of the block.
    let slot: ComposedText.Slot
  }

  /// Returns the matches of a query in the texts of the message, in reading order.
  ///
  /// Sections that are closed are searched, too; ``RichState/reveal(_:)`` opens them. Hidden
  /// spoilers are not searched.
  ///
  /// - Parameters:
  ///   - query: The text to find.
  ///   - options: The rules for comparing text.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: The matches.
  /// - Complexity: O(*n*), where *n* is the size of the message. The first search of a message with
  ///   closed sections shapes their texts.
  public func matches(
    of query: String, options: AttributedText.SearchOptions = .init(),
    revealed: RevealedSpoilers = .none
  ) -> [Match] {
    allOpen.layout(width: Self.greatestWidth).texts.flatMap { text in
      text.composed.text.matches(
        of: query, options: options, revealed: revealed.after(text.composed.firstSpoiler)
      ).map { Match(path: text.path, range: $0, slot: text.composed.slot) }
    }
  }
}

extension RichLayout {
  /// Returns the positions of a match; `nil` if it is in a section that is closed.
  public func positions(of match: RichDocument.Match) -> Range<Position>? {
    let index = texts.firstIndex { $0.path == match.path && $0.composed.slot == match.slot }
    guard let index else { return nil }
    return Position(
      text: index, offset: match.range.lowerBound)..<Position(
        text: index, offset: match.range.upperBound)
  }
}
