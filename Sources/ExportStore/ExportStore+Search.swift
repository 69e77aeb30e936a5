internal import GRDB
package import GalleyExports

/// A message that a search found.
package struct SearchHit: Hashable, Sendable {
  /// The row of the conversation, ``StoredChat/id``.
  package var chat: Int
  /// The index of the message in the conversation.
  package var index: Int
  /// The message.
  package var message: ExportedMessage
}

/// A part of the results of a search.
package struct SearchPage: Hashable, Sendable {
  /// The hits, latest row first.
  package var hits: [SearchHit]
  /// The place behind the last hit, for the next page; `nil` at the end.
  package var next: Int?
}

extension ExportStore {
  /// Returns messages with all words of a query, the last of which may be the beginning of a word.
  ///
  /// Case and diacritics are ignored. Spoilers are searched like other text.
  ///
  /// - Parameters:
  ///   - query: The words.
  ///   - chat: The conversation; `nil` searches all.
  ///   - next: The place behind the previous page; `nil` returns the first page.
  ///   - limit: The maximum number of hits.
  /// - Returns: The hits from the last message of the export to the first.
  /// - Throws: `ExportStoreError` if the store cannot be read.
  package func search(
    _ query: String, in chat: StoredChat? = nil, from next: Int? = nil, limit: Int
  ) throws(ExportStoreError) -> SearchPage {
    guard let expression = SearchText.expression(query) else { return SearchPage(hits: []) }
    return try read { db in
      let chats = try Row.fetchAll(db, sql: "SELECT id, first, count FROM chat ORDER BY first")
      let end = next ?? chat.map { $0.first + $0.count } ?? .max
      let rows = try Int.fetchAll(
        db,
        sql: """
          SELECT rowid FROM search WHERE search MATCH ? AND rowid >= ? AND rowid < ?
          ORDER BY rowid DESC LIMIT ?
          """, arguments: [expression, chat?.first ?? 0, end, limit])
      var hits: [SearchHit] = []
      for row in rows {
        guard let place = chats.last(where: { $0[1] <= row }),
          let found = try StoredMessage.fetch(db, where: "message.id = ?", [row]).first
        else { continue }
        hits.append(
          SearchHit(chat: place[0], index: row - (place[1] as Int), message: found.message))
      }
      return SearchPage(hits: hits, next: rows.count == limit ? rows.last : nil)
    }
  }

  /// Returns the number of messages that a search finds, at most `limit`.
  package func searchCount(
    _ query: String, in chat: StoredChat? = nil, limit: Int = 10_000
  ) throws(ExportStoreError) -> Int {
    guard let expression = SearchText.expression(query) else { return 0 }
    let (first, end) = (chat?.first ?? 0, chat.map { $0.first + $0.count } ?? .max)
    return try read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM (
            SELECT 1 FROM search WHERE search MATCH ? AND rowid >= ? AND rowid < ? LIMIT ?)
          """, arguments: [expression, first, end, limit]) ?? 0
    }
  }
}
