internal import GalleyTypesetting

extension ConversationView {
  /// Searches the conversation, marks the hits, and scrolls to the newest.
  ///
  /// Case and diacritics are ignored, and hidden spoilers are not searched. A search ends when
  /// another one begins.
  @discardableResult public func search(_ query: String) -> ConversationSearch {
    search?.cancel()
    let search = ConversationSearch(query, in: self, pages: pages?.pages)
    self.search = search
    showMarks()
    return search
  }

  /// Ends the current search, and removes the marks.
  public func endSearch() {
    search?.cancel()
    search = nil
    showMarks()
  }

  /// Marks the hits in the rows near the screen.
  func showMarks() {
    for index in list.displayedItems.live ?? 0..<0 {
      guard let key = list.item(ofVisible: index)?.key,
        let row = list.node(at: index).flatMap({ ChatRowNode($0) })
      else { continue }
      showMarks(on: row, ofKey: key)
    }
  }

  /// Marks the hits in a row.
  func showMarks(on row: ChatRowNode, ofKey key: Int) {
    guard let search, !search.query.isEmpty else { return row.mark(nil) }
    var marks = RowSearch(search.query)
    if let hit = search.hits.currentHit, source.table.key(of: hit.id) == key {
      marks.current = hit.hidden == nil ? hit.range ?? match(hit.ordinal, in: row) : nil
    }
    row.mark(marks)
  }

  /// Returns a match of the search in a row, of which only the number is known.
  private func match(_ ordinal: Int, in row: ChatRowNode) -> Range<Int>? {
    guard let search, let words = row.text?.text ?? row.rich?.layout.joinedText else { return nil }
    let matches = words.matches(
      of: search.query, options: RowSearch.options, revealed: row.row.state.revealed)
    return ordinal < matches.count ? matches[ordinal] : matches.last
  }
}
