import Foundation
import GRDB
import Galley

/// A conversation in a SQLite database.
struct Store: MessagePages {
  let database: DatabasePool
  let isGroup = true
  let media: MediaLoader?

  init(path: String) throws {
    database = try DatabasePool(path: path)
    media = MediaLoader(Photos(database: database))
    try database.write { database in
      try database.create(table: "message", options: .ifNotExists) { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("sender", .text)
        table.column("text", .text).notNull()
        table.column("date", .integer).notNull()
        table.column("isEdited", .boolean).notNull()
        table.column("isUnread", .boolean).notNull()
        table.column("replyTo", .integer)
        table.column("quote", .jsonText)
        table.column("photo", .jsonText)
      }
      try database.create(table: "photo", options: .ifNotExists) { table in
        table.primaryKey("name", .text)
        table.column("file", .blob).notNull()
      }
    }
  }

  // MARK: Reading

  @concurrent func page(_ request: MessagePage.Request) async throws -> MessagePage {
    let (id, limit) = (Column("id"), request.limit)
    return try await database.read { database in
      func older(than row: Int, _ limit: Int) throws -> [ChatMessage] {
        try StoredMessage.filter(id < row).order(id.desc).limit(limit).fetchAll(database)
          .map { try $0.shown(from: database) }
      }
      func newer(than row: Int, _ limit: Int) throws -> [ChatMessage] {
        try StoredMessage.filter(id > row).order(id).limit(limit).fetchAll(database)
          .map { try $0.shown(from: database) }
      }
      // An empty page ends the conversation there, so that nothing has to be counted.
      return switch request.place {
      case .newest: MessagePage(try older(than: .max, limit), hasNewer: false)
      case .before(let edge): MessagePage(try older(than: edge.row, limit))
      case .after(let edge): MessagePage(try newer(than: edge.row, limit))
      case .around(let middle):
        MessagePage(
          try older(than: middle.row + 1, limit / 2) + newer(than: middle.row, limit / 2))
      }
    }
  }

  @concurrent func messages(matching query: String) async throws -> [Message.ID]? {
    let text = Column("text").lowercased
    return try await database.read { database in
      let hits = StoredMessage.filter(literal: "instr(\(text), \(query.lowercased()))")
      return try hits.order(Column("id").desc).fetchAll(database).compactMap(\.shown.id)
    }
  }

  /// Returns the ID of the first message that the reader has not seen.
  func firstUnread() throws -> Message.ID? {
    try database.read {
      try StoredMessage.filter(Column("isUnread")).order(Column("id")).fetchOne($0)?.shown.id
    }
  }

  // MARK: Writing

  /// Writes a new message, and returns it with its ID.
  func insert(_ message: StoredMessage) async throws -> ChatMessage {
    try await database.write { try message.inserted($0).shown(from: $0) }
  }

  /// Replaces the text of a message, and returns the new version; `nil` if it has been deleted.
  func setText(_ text: String, of id: Message.ID) async throws -> ChatMessage? {
    try await database.write { database in
      guard var message = try StoredMessage.fetchOne(database, key: id.row) else { return nil }
      (message.text, message.isEdited) = (text, true)
      try message.update(database)
      return try message.shown(from: database)
    }
  }

  func delete(_ id: Message.ID) async throws {
    _ = try await database.write { try StoredMessage.deleteOne($0, key: id.row) }
  }

  func markAsRead(upTo id: Message.ID) async throws {
    _ = try await database.write {
      try StoredMessage.filter(Column("isUnread") && Column("id") <= id.row)
        .updateAll($0, Column("isUnread").set(to: false))
    }
  }
}
