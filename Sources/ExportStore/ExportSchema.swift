internal import GRDB

/// The tables of a store.
enum ExportSchema {
  /// Returns the version of the tables of a file, or 0 if it has none.
  static func version(in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  /// Creates the tables, unless they exist in the same version.
  static func create(in db: Database, version: Int) throws {
    let found = try Self.version(in: db)
    guard found != version else { return }
    guard found == 0, try !db.tableExists("message") else {
      throw ExportStoreError("the message store is from another version; remove it")
    }
    // Messages of a conversation have consecutive rows. `ident` has no type: it is a number or a
    // string. `rest` has the fields that few messages have, as JSON.
    try db.execute(
      sql: """
        CREATE TABLE state (
          id INTEGER PRIMARY KEY CHECK (id = 1), unit INTEGER NOT NULL, offset INTEGER NOT NULL,
          started INTEGER NOT NULL, complete INTEGER NOT NULL
        );
        INSERT INTO state VALUES (1, 0, 0, 0, 0);
        CREATE TABLE chat (
          id INTEGER PRIMARY KEY, ident TEXT NOT NULL, title TEXT, kind TEXT,
          first INTEGER NOT NULL, count INTEGER NOT NULL, earliest INTEGER, latest INTEGER
        );
        CREATE TABLE person (
          id INTEGER PRIMARY KEY, ident TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (ident, name)
        );
        CREATE TABLE message (
          id INTEGER PRIMARY KEY, ident, date INTEGER, sender INTEGER, text TEXT NOT NULL, rest BLOB
        );
        CREATE INDEX message_ident ON message (ident);
        CREATE TABLE alias (ident, message INTEGER NOT NULL);
        CREATE INDEX alias_ident ON alias (ident);
        CREATE TABLE day (
          chat INTEGER NOT NULL, day INTEGER NOT NULL, first INTEGER NOT NULL,
          count INTEGER NOT NULL, PRIMARY KEY (chat, day)
        ) WITHOUT ROWID;
        CREATE TABLE topic (ident, chat INTEGER NOT NULL, topic, PRIMARY KEY (chat, ident));
        CREATE VIRTUAL TABLE search USING fts5 (
          text, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2'
        );
        INSERT INTO search (search, rank) VALUES ('hashsize', 16777216);
        PRAGMA user_version = \(version);
        """)
  }
}
