internal import GRDB
package import GalleyExports
package import GalleyMessages
internal import GalleySystem

/// An imported export: conversations that are read in pages, and searched.
///
/// Messages are in one SQLite file, written by ``ExportImporter``. Those of a conversation have
/// consecutive rows, in the order of the export, so that a message is found by its index without
/// counting. Readers see complete transactions, also while an import in another process goes on.
/// All functions may be called from any thread; those that return arrays bound their length by the
/// requested range or limit.
package final class ExportStore: Sendable {
  /// The version of the tables; a file with another one is written anew.
  static let version = 2

  let database: DatabasePool
  /// The path of the SQLite file.
  package let path: String

  /// Opens a store, or creates an empty one.
  ///
  /// - Parameter path: The path of the SQLite file; its directory is created if it is missing.
  /// - Throws: `ExportStoreError` if the file cannot be opened or is no store.
  package init(path: String) throws(ExportStoreError) {
    self.path = path
    if let directory = FileSystem.directory(of: path) {
      do { try FileSystem.makeDirectory(directory) } catch { throw ExportStoreError(error) }
    }
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // With a write-ahead log, a crash of the machine may lose the last transactions, but not the
      // file; the import then continues from an earlier place.
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
      try db.execute(sql: "PRAGMA cache_size = -16000")
    }
    database = try ExportStoreError.wrapping {
      let database = try DatabasePool(path: path, configuration: configuration)
      // Readers of a complete store must not wait for an import that writes.
      if try database.read(ExportSchema.version) != Self.version {
        try database.write { db in try ExportSchema.create(in: db, version: Self.version) }
      }
      return database
    }
  }

  /// Returns the path of the store of an export: a file in the user's cache, named by the export's
  /// path, size, time and file numbers, so that a changed export gets a new one.
  ///
  /// - Throws: `ExportStoreError` if the export cannot be read, or there is no cache directory.
  package static func path(of export: Export) throws(ExportStoreError) -> String {
    guard let cache = FileSystem.userCache else {
      throw ExportStoreError("neither XDG_CACHE_HOME nor HOME is set")
    }
    let folder = FileSystem.absolutePath(export.folder)
    var identity = "\(version)\n\(export.format.rawValue)\n\(folder)"
    for name in export.files.isEmpty ? ["."] : export.files {
      do {
        let status = try FileStatus(path: export.scope.path(of: name))
        identity += "\n\(name)\n\(status.size) \(status.modificationTime)"
        identity += " \(status.inode) \(status.device)"
      } catch { throw ExportStoreError(error) }
    }
    let digest = SHA256.hexDigest(of: Array(identity.utf8).span)
    return "\(cache)/exports/\(digest.prefix(32)).sqlite"
  }

  /// The state of the import.
  package struct Progress: Hashable, Sendable {
    /// The number of imported messages; an album counts once.
    package var messageCount: Int
    /// Whether the whole export was imported.
    package var isComplete: Bool
  }

  /// Returns the state of the import.
  package func progress() throws(ExportStoreError) -> Progress {
    try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT complete, (SELECT coalesce(max(id), 0) FROM message) FROM state")
      return Progress(messageCount: row?[1] ?? 0, isComplete: row?[0] ?? false)
    }
  }

  /// Returns the conversations, in the order of the export.
  package func chats() throws(ExportStoreError) -> [StoredChat] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, ident, title, kind, first, count, earliest, latest FROM chat ORDER BY id
          """
      ).map { row in
        StoredChat(
          id: row[0], chat: ExportedChat(id: row[1], title: row[2], kind: row[3]),
          first: row[4], count: row[5], earliest: row[6], latest: row[7])
      }
    }
  }

  /// Returns the messages of a conversation in a range of indices.
  ///
  /// - Parameters:
  ///   - indices: The indices, from 0; those past the end are ignored.
  ///   - chat: The conversation.
  /// - Returns: The messages, in order.
  /// - Throws: `ExportStoreError` if the store cannot be read.
  /// - Complexity: O(*n* + log *m*) for *n* messages of a store of *m*.
  package func messages(
    _ indices: Range<Int>, of chat: StoredChat
  ) throws(ExportStoreError) -> [ExportedMessage] {
    let indices = indices.clamped(to: 0..<chat.count)
    guard !indices.isEmpty else { return [] }
    let rows = (chat.first + indices.lowerBound, chat.first + indices.upperBound)
    return try read { db in
      try StoredMessage.fetch(
        db, where: "message.id >= ? AND message.id < ? ORDER BY message.id",
        [rows.0, rows.1]
      ).map(\.message)
    }
  }

  /// Returns the index of the message with an identifier, or `nil` if there is none.
  ///
  /// The members of an album have the index of the album.
  package func index(
    of id: Message.ID, in chat: StoredChat
  ) throws(ExportStoreError) -> Int? {
    let end = chat.first + chat.count
    return try read { db in
      for sql in [
        "SELECT id FROM message WHERE ident = ? AND id >= ? AND id < ?",
        "SELECT message FROM alias WHERE ident = ? AND message >= ? AND message < ?",
      ] {
        let row = try Int.fetchOne(db, sql: sql, arguments: [id.databaseValue, chat.first, end])
        if let row { return row - chat.first }
      }
      return nil
    }
  }

  /// Returns the index of the first message on a day that is not before `date`.
  ///
  /// - Parameters:
  ///   - date: The time, in seconds since 1970-01-01 00:00 UTC.
  ///   - chat: The conversation.
  /// - Returns: The index; the number of messages if all are earlier.
  /// - Throws: `ExportStoreError` if the store cannot be read.
  package func index(
    from date: Int, in chat: StoredChat
  ) throws(ExportStoreError) -> Int {
    try read { db in
      let day = ExportDay.day(of: date)
      let days = try Row.fetchAll(
        db, sql: "SELECT first FROM day WHERE chat = ? AND day >= ? ORDER BY day LIMIT 1",
        arguments: [chat.id, day])
      guard let first: Int = days.first?[0] else { return chat.count }
      let row = try Int.fetchOne(
        db, sql: "SELECT id FROM message WHERE id >= ? AND id < ? AND date >= ? LIMIT 1",
        arguments: [first, chat.first + chat.count, date])
      return (row ?? chat.first + chat.count) - chat.first
    }
  }

  /// Returns the days with messages of a conversation, in order.
  package func days(of chat: StoredChat) throws(ExportStoreError) -> [ExportDay] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT day, first, count FROM day WHERE chat = ? ORDER BY day",
        arguments: [chat.id]
      ).map { ExportDay(day: $0[0], index: ($0[1] as Int) - chat.first, count: $0[2]) }
    }
  }

  func read<Value>(
    _ body: @Sendable (Database) throws -> Value
  ) throws(ExportStoreError) -> Value {
    try ExportStoreError.wrapping { try database.read(body) }
  }
}

/// A conversation of a store.
package struct StoredChat: Hashable, Sendable {
  /// The row.
  package let id: Int
  /// The conversation.
  package let chat: ExportedChat
  /// The row of the first message.
  let first: Int
  /// The number of messages.
  package let count: Int
  /// The time of the earliest message, in seconds since 1970.
  package let earliest: Int?
  /// The time of the latest message, in seconds since 1970.
  package let latest: Int?
}

/// A day with messages.
package struct ExportDay: Hashable, Sendable {
  /// The number of days since 1970-01-01, in UTC.
  package var day: Int
  /// The index of the first message.
  package var index: Int
  /// The number of messages.
  package var count: Int

  /// Returns the number of days from 1970-01-01 to a time, in UTC.
  static func day(of date: Int) -> Int {
    date >= 0 ? date / 86_400 : (date - 86_399) / 86_400
  }
}
