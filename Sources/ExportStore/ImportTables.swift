internal import Foundation
internal import GRDB
internal import GalleyExports
internal import GalleyMessages

/// The tables that an import fills, and its state between transactions.
struct ImportTables {
  /// The number of messages with which a transaction ends.
  private static let messageLimit = 20_000
  /// The size of rows, in bytes, with which a transaction ends.
  private static let byteLimit = 32 << 20

  /// The place in the export at which to continue; `nil` is the start.
  let position: ExportPosition?
  /// The topics of the conversation before that place.
  let topics: TopicTracker
  private(set) var isComplete = false
  /// The number of rows of messages.
  private(set) var messageCount: Int
  /// The problems of the part that was read.
  private(set) var diagnostics = ExportDiagnostics()
  private var chat: Int?
  private var people = PeopleRows()
  private var span = ChatSpan()

  /// Reads the state of a store; `nil` if it is complete.
  init?(_ db: Database) throws {
    let row = try Row.fetchOne(db, sql: "SELECT unit, offset, started, complete FROM state")
    guard let row, !(row[3] as Bool) else { return nil }
    messageCount = try Int.fetchOne(db, sql: "SELECT coalesce(max(id), 0) FROM message") ?? 0
    guard row[2] else {
      (position, topics) = (nil, TopicTracker())
      return
    }
    position = ExportPosition(unit: row[0], offset: row[1])
    chat = try Int.fetchOne(db, sql: "SELECT max(id) FROM chat")
    var topics = TopicTracker()
    for topic in try Row.fetchAll(
      db, sql: "SELECT ident, topic FROM topic WHERE chat = ? ORDER BY rowid", arguments: [chat])
    {
      if let id = Message.ID(topic[0] as DatabaseValue),
        let root = Message.ID(topic[1] as DatabaseValue)
      {
        topics.restore(id, topic: root)
      }
    }
    self.topics = topics
  }

  /// Inserts the rows of one transaction, and stores the position behind them.
  ///
  /// - Returns: The error of reading that ended the rows; `nil` if there may be more.
  mutating func fill(
    from source: ImportSource, in db: Database
  ) throws -> ExportStoreError? {
    span = ChatSpan()
    let insert = try db.cachedStatement(
      sql: "INSERT INTO message (id, ident, date, sender, text, rest) VALUES (?, ?, ?, ?, ?, ?)")
    let index = try db.cachedStatement(sql: "INSERT INTO search (rowid, text) VALUES (?, ?)")
    var (messages, bytes) = (0, 0)
    while !isComplete, messages < Self.messageLimit, bytes < Self.byteLimit {
      let piece: ImportPiece
      do throws(ExportStoreError) { piece = try source.next() } catch { return error }
      for item in piece.items {
        switch item {
        case .chat(let next): try begin(next, in: db)
        case .message(let row): try add(row, insert, index, in: db)
        }
      }
      messages += piece.messageCount
      bytes += piece.byteCount
      try finish(piece, in: db)
    }
    return nil
  }

  private mutating func begin(_ next: ExportedChat, in db: Database) throws {
    try span.write(to: chat, in: db)
    span = ChatSpan()
    try db.execute(
      sql: "INSERT INTO chat (ident, title, kind, first, count) VALUES (?, ?, ?, ?, 0)",
      arguments: [next.id, next.title, next.kind, messageCount + 1])
    chat = Int(db.lastInsertedRowID)
  }

  private mutating func add(
    _ message: ImportRow, _ insert: Statement, _ index: Statement, in db: Database
  ) throws {
    messageCount += 1
    let row = messageCount
    let sender = try message.sender.map { try people.row(of: $0, in: db) }
    let rest = message.rest.isEmpty ? DatabaseValue.null : Data(message.rest).databaseValue
    insert.setUncheckedArguments(
      [row, message.id?.databaseValue, message.date, sender, message.text, rest])
    try insert.execute()
    if !message.words.isEmpty {
      index.setUncheckedArguments([row, message.words])
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

  private mutating func finish(_ piece: ImportPiece, in db: Database) throws {
    try span.write(to: chat, in: db)
    span = ChatSpan()
    (isComplete, diagnostics) = (piece.isLast, piece.diagnostics)
    let next = piece.position
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
