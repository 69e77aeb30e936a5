internal import Foundation
internal import GRDB
internal import GalleyExports
internal import GalleyJSON
internal import GalleyMessages

/// A message and its row.
struct StoredMessage {
  var row: Int
  var message: ExportedMessage

  /// Returns the messages that a condition selects.
  static func fetch(
    _ db: Database, where condition: String, _ arguments: StatementArguments
  ) throws -> [StoredMessage] {
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT message.id, message.ident, date, text, rest, person.ident, person.name
        FROM message LEFT JOIN person ON person.id = sender WHERE \(condition)
        """, arguments: arguments)
    var messages: [StoredMessage] = []
    while let row = try cursor.next() {
      var message = ExportedMessage()
      message.id = Message.ID(row[1] as DatabaseValue)
      message.date = row[2]
      let text: String = row[3]
      if let rest: [UInt8] = (row[4] as Data?).map(Array.init) {
        try StoredFields.read(rest, text: text, into: &message)
      } else {
        message.text = Message(text)
      }
      if let ident: String = row[5] {
        let name: String = row[6]
        message.sender = ExportedPerson(id: ident, name: name.isEmpty ? nil : name)
      }
      messages.append(StoredMessage(row: row[0], message: message))
    }
    return messages
  }
}

extension Message.ID {
  /// The identifier as a value of a column without a type.
  var databaseValue: DatabaseValue {
    switch self {
    case .number(let number): number.databaseValue
    case .string(let string): string.databaseValue
    }
  }

  /// Creates an identifier from a column, or returns `nil` if that has none.
  init?(_ value: DatabaseValue) {
    switch value.storage {
    case .int64(let number): self = .number(Int(number))
    case .string(let string): self = .string(string)
    default: return nil
    }
  }
}
