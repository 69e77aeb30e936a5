import GRDB
import Galley

/// A message in the database.
struct StoredMessage: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "message"

  var id: Int64?
  var sender: String
  var text: String
  var date: Int
  var isOutgoing = false
  var isEdited = false
  var replyTo: Int64?
  var photo: String?

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

  /// The message as a conversation shows it.
  var shown: ChatMessage {
    var message = ChatMessage(Message(text), from: sender)
    message.message.id = id.map { .number(Int($0)) }
    message.message.detectEntities()
    message.date = date
    message.isOutgoing = isOutgoing
    message.isEdited = isEdited
    message.status = isOutgoing ? .sent : nil
    message.replyTo = replyTo.map { .number(Int($0)) }
    if let photo { message.images = [ChatImage(path: photo)] }
    return message
  }
}

/// A conversation in a SQLite database, read in pages.
struct Store: MessagePages {
  let database: DatabaseQueue
  let isGroup = false
  let media: (any MediaSource)? = Photos()

  init(path: String) throws {
    database = try DatabaseQueue(path: path)
    try database.write { database in
      try database.create(table: "message", options: .ifNotExists) { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("sender", .text).notNull()
        table.column("text", .text).notNull()
        table.column("date", .integer).notNull()
        table.column("isOutgoing", .boolean).notNull()
        table.column("isEdited", .boolean).notNull()
        table.column("replyTo", .integer)
        table.column("photo", .text)
      }
    }
  }

  @concurrent func page(_ request: MessagePage.Request) async throws -> MessagePage {
    try await database.read { database in
      func messages(_ condition: String, _ id: Int, _ order: String, _ limit: Int) throws
        -> [StoredMessage]
      {
        try StoredMessage.fetchAll(
          database, sql: "SELECT * FROM message WHERE id \(condition) ? ORDER BY id \(order) LIMIT ?",
          arguments: [id, limit])
      }
      let limit = request.limit
      var page = MessagePage([])
      switch request.place {
      case .newest:
        let older = try messages("<", .max, "DESC", limit)
        page = MessagePage(older.map(\.shown), hasOlder: older.count == limit, hasNewer: false)
      case .before(let id):
        let older = try messages("<", id.value, "DESC", limit)
        page = MessagePage(older.map(\.shown), hasOlder: older.count == limit)
      case .after(let id):
        let newer = try messages(">", id.value, "ASC", limit)
        page = MessagePage(newer.map(\.shown), hasNewer: newer.count == limit)
      case .around(let id):
        let older = try messages("<=", id.value, "DESC", limit / 2)
        let newer = try messages(">", id.value, "ASC", limit / 2)
        page = MessagePage(
          (older.reversed() + newer).map(\.shown), hasOlder: older.count == limit / 2,
          hasNewer: newer.count == limit / 2)
      }
      return page
    }
  }

  @concurrent func messages(matching query: String) async throws -> [Message.ID]? {
    try await database.read { database in
      try Int64.fetchAll(
        database, sql: "SELECT id FROM message WHERE text LIKE ? ORDER BY id DESC",
        arguments: ["%\(query)%"]
      ).map { .number(Int($0)) }
    }
  }

  /// Writes a new message, and returns it with its ID.
  func insert(_ message: StoredMessage) throws -> StoredMessage {
    try database.write { try message.inserted($0) }
  }

  /// Replaces the text of a message, and returns the new version.
  func setText(_ text: String, of id: Message.ID) throws -> StoredMessage? {
    try database.write { database in
      guard var message = try StoredMessage.fetchOne(database, key: id.value) else { return nil }
      (message.text, message.isEdited) = (text, true)
      try message.update(database)
      return message
    }
  }

  func delete(_ id: Message.ID) throws {
    _ = try database.write { try StoredMessage.deleteOne($0, key: id.value) }
  }
}

extension Message.ID {
  /// The number of the message in the database.
  var value: Int { if case .number(let number) = self { number } else { -1 } }
}
