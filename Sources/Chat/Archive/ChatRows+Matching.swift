internal import GalleyRichTypesetting
internal import GalleyTypesetting

extension ChatRows {
  /// Returns the matches of a query in a message, outside of spoilers.
  ///
  /// Case and diacritics are ignored.
  ///
  /// - Parameters:
  ///   - query: The text to find.
  ///   - index: A valid index.
  /// - Returns: The matches in ascending order, in UTF-8 offsets of the shown text.
  package func matches(of query: String, at index: Int) -> [Range<Int>] {
    if let layout = richLayout(at: index, in: MessageState()) {
      return layout.document.matches(
        of: query, options: RowSearch.options, revealed: .none
      ).compactMap { match in
        layout.positions(of: match).map {
          layout.offset(of: $0.lowerBound)..<layout.offset(of: $0.upperBound)
        }
      }
    }
    return text(at: index, in: MessageState())?.matches(
      of: query, options: RowSearch.options, revealed: .none) ?? []
  }
}
