internal import GRDB
package import GalleyExports
internal import GalleyMessages

/// A message of a page, with what it refers to in the same conversation.
package struct PageMessage: Hashable, Sendable {
  /// The message.
  package var message: ExportedMessage
  /// Whether the message is the first of the conversation with its identifier.
  package var isFirstOfID: Bool
  /// The message that it answers; `nil` if there is none or it is not in the conversation.
  package var original: ExportedMessage?
}

extension ExportStore {
  /// Returns the messages of a conversation in a range of indices, with those that they answer.
  ///
  /// The number of queries does not depend on that of the messages.
  ///
  /// - Parameters:
  ///   - indices: The indices, from 0; those past the end are ignored.
  ///   - chat: The conversation.
  /// - Returns: The messages, in order.
  /// - Throws: `ExportStoreError` if the store cannot be read.
  package func page(
    _ indices: Range<Int>, of chat: StoredChat
  ) throws(ExportStoreError) -> [PageMessage] {
    let indices = indices.clamped(to: 0..<chat.count)
    guard !indices.isEmpty else { return [] }
    return try read { db in
      let page = try StoredMessage.fetch(
        db, where: "message.id >= ? AND message.id < ? ORDER BY message.id",
        [chat.first + indices.lowerBound, chat.first + indices.upperBound])
      var ids: Set<Message.ID> = []
      for stored in page {
        if let id = stored.message.id { ids.insert(id) }
        if let id = stored.message.ownReply { ids.insert(id) }
      }
      let rows = try Self.rows(of: ids, in: chat, db)
      let originals = try Self.messages(
        inRows: page.compactMap { $0.message.ownReply.flatMap { rows[$0] } }, db)
      return page.map { stored in
        let message = stored.message
        return PageMessage(
          message: message, isFirstOfID: message.id.flatMap { rows[$0] } == stored.row,
          original: message.ownReply.flatMap { rows[$0] }.flatMap { originals[$0] })
      }
    }
  }

  /// Returns the first row of each identifier in a conversation; members of an album have its row.
  private static func rows(
    of ids: Set<Message.ID>, in chat: StoredChat, _ db: Database
  ) throws -> [Message.ID: Int] {
    var rows: [Message.ID: Int] = [:]
    for part in parts(of: Array(ids)) {
      let marks = databaseQuestionMarks(count: part.count)
      let range = [chat.first, chat.first + chat.count]
      for sql in [
        "SELECT ident, min(message) FROM alias WHERE ident IN (\(marks))"
          + " AND message >= ? AND message < ? GROUP BY ident",
        "SELECT ident, min(id) FROM message WHERE ident IN (\(marks))"
          + " AND id >= ? AND id < ? GROUP BY ident",
      ] {
        let arguments = StatementArguments(part.map(\.databaseValue)) + StatementArguments(range)
        let cursor = try Row.fetchCursor(db, sql: sql, arguments: arguments)
        while let row = try cursor.next() {
          if let id = Message.ID(row[0] as DatabaseValue) { rows[id] = row[1] }
        }
      }
    }
    return rows
  }

  /// Returns the messages in rows.
  private static func messages(
    inRows rows: [Int], _ db: Database
  ) throws -> [Int: ExportedMessage] {
    var messages: [Int: ExportedMessage] = [:]
    for part in parts(of: Array(Set(rows))) {
      let marks = databaseQuestionMarks(count: part.count)
      for stored in try StoredMessage.fetch(
        db, where: "message.id IN (\(marks))", StatementArguments(part))
      {
        messages[stored.row] = stored.message
      }
    }
    return messages
  }

  /// Returns the parts of an array that fit in the arguments of a query.
  private static func parts<Element>(of array: [Element]) -> [ArraySlice<Element>] {
    stride(from: 0, to: array.count, by: 10_000).map { array[$0...].prefix(10_000) }
  }
}

extension ExportedMessage {
  /// The answered message, unless it is in another conversation.
  fileprivate var ownReply: Message.ID? { replyChat == nil ? replyTo : nil }
}
