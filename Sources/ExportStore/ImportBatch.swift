internal import Foundation
internal import GRDB
internal import GalleyExports
internal import GalleyJSON
internal import GalleyMessages

/// The state of an import between transactions.
struct ImportBatch {
  /// The place in the export at which to continue; `nil` is the start.
  private(set) var position: ExportPosition?
  private(set) var isComplete = false
  /// The number of rows of messages.
  private(set) var messageCount: Int
  private var chat: Int?
  private var topics = TopicTracker()
  private var people = PeopleRows()
  private var span = ChatSpan()
  private var writer = JSONWriter()

  /// Reads the state of a store; `nil` if it is complete.
  init?(_ db: Database) throws {
    let row = try Row.fetchOne(db, sql: "SELECT unit, offset, started, complete FROM state")
    guard let row, !(row[3] as Bool) else { return nil }
    messageCount = try Int.fetchOne(db, sql: "SELECT coalesce(max(id), 0) FROM message") ?? 0
    guard row[2] else { return }
    position = ExportPosition(unit: row[0], offset: row[1])
    chat = try Int.fetchOne(db, sql: "SELECT max(id) FROM chat")
    for topic in try Row.fetchAll(
      db, sql: "SELECT ident, topic FROM topic WHERE chat = ? ORDER BY rowid", arguments: [chat])
    {
      if let id = Message.ID(topic[0] as DatabaseValue),
        let root = Message.ID(topic[1] as DatabaseValue)
      {
        topics.restore(id, topic: root)
      }
    }
  }

  /// Reads and inserts up to `count` messages, and stores the position behind them.
  mutating func importNext(
    _ count: Int, from reader: any ExportReader, in db: Database
  ) throws {
    span = ChatSpan()
    let insert = try db.cachedStatement(
      sql: "INSERT INTO message (id, ident, date, sender, text, rest) VALUES (?, ?, ?, ?, ?, ?)")
    let index = try db.cachedStatement(sql: "INSERT INTO search (rowid, text) VALUES (?, ?)")
    var left = count
    while left > 0 {
      guard let item = try reader.next() else {
        isComplete = true
        break
      }
      switch item {
      case .chat(let next): try begin(next, in: db)
      case .message(let message):
        try add(message, insert, index, in: db)
        left -= 1
      }
    }
    try finish(reader.position, in: db)
  }

  private mutating func begin(_ next: ExportedChat, in db: Database) throws {
    try span.write(to: chat, in: db)
    span = ChatSpan()
    topics = TopicTracker()
    try db.execute(
      sql: "INSERT INTO chat (ident, title, kind, first, count) VALUES (?, ?, ?, ?, 0)",
      arguments: [next.id, next.title, next.kind, messageCount + 1])
    chat = Int(db.lastInsertedRowID)
  }

  private mutating func add(
    _ message: ExportedMessage, _ insert: Statement, _ index: Statement, in db: Database
  ) throws {
    var message = message
    topics.place(&message)
    messageCount += 1
    let row = messageCount
    let text = message.plainText
    writer.removeAll()
    StoredFields.write(message, to: &writer)
    let sender = try message.sender.map { try people.row(of: $0, in: db) }
    let rest = writer.bytes.isEmpty ? DatabaseValue.null : Data(writer.bytes).databaseValue
    insert.setUncheckedArguments(
      [row, message.id?.databaseValue, message.date, sender, text, rest])
    try insert.execute()
    if !text.isEmpty {
      index.setUncheckedArguments([row, SearchText.indexed(text)])
      try index.execute()
    }
    for member in message.albumIDs {
      try db.execute(
        sql: "INSERT INTO alias VALUES (?, ?)", arguments: [member.databaseValue, row])
    }
    if let topic = message.topic, let id = message.id {
      for member in [id] + message.albumIDs {
        try db.execute(
          sql: "INSERT OR REPLACE INTO topic VALUES (?, ?, ?)",
          arguments: [member.databaseValue, chat, topic.databaseValue])
      }
    }
    span.add(date: message.date, row: row)
  }

  private mutating func finish(_ next: ExportPosition, in db: Database) throws {
    try span.write(to: chat, in: db)
    position = next
    try db.execute(
      sql: "UPDATE state SET unit = ?, offset = ?, started = ?, complete = ?",
      arguments: [next.unit, next.offset, chat != nil && next.offset > 0, isComplete])
  }
}

/// The messages of one conversation in a transaction.
private struct ChatSpan {
  private var count = 0
  private var earliest = Int.max
  private var latest = Int.min
  private var days: [Int: (first: Int, count: Int)] = [:]

  mutating func add(date: Int?, row: Int) {
    count += 1
    guard let date else { return }
    earliest = min(earliest, date)
    latest = max(latest, date)
    days[ExportDay.day(of: date), default: (row, 0)].count += 1
  }

  /// Adds the messages to the counts of a conversation.
  func write(to chat: Int?, in db: Database) throws {
    guard let chat, count > 0 else { return }
    try db.execute(
      sql: "UPDATE chat SET count = count + ? WHERE id = ?", arguments: [count, chat])
    guard !days.isEmpty else { return }
    try db.execute(
      sql: """
        UPDATE chat SET earliest = min(coalesce(earliest, ?1), ?1),
          latest = max(coalesce(latest, ?2), ?2) WHERE id = ?3
        """, arguments: [earliest, latest, chat])
    for (day, part) in days.sorted(by: { $0.key < $1.key }) {
      try db.execute(
        sql: """
          INSERT INTO day (chat, day, first, count) VALUES (?, ?, ?, ?)
          ON CONFLICT (chat, day) DO UPDATE SET count = count + excluded.count
          """, arguments: [chat, day, part.first, part.count])
    }
  }
}

/// The rows of people, of which the recent ones are in memory.
private struct PeopleRows {
  private static let limit = 20_000
  private var rows: [ExportedPerson: Int] = [:]

  /// Returns the row of a person with a name; another name of the same person is another row.
  mutating func row(of person: ExportedPerson, in db: Database) throws -> Int {
    if let row = rows[person] { return row }
    if rows.count >= Self.limit { rows.removeAll() }
    let arguments: StatementArguments = [person.id, person.name ?? ""]
    try db.execute(
      sql: "INSERT OR IGNORE INTO person (ident, name) VALUES (?, ?)", arguments: arguments)
    let row = try Int.fetchOne(
      db, sql: "SELECT id FROM person WHERE ident = ? AND name = ?", arguments: arguments)
    rows[person] = row
    return row ?? 0
  }
}
