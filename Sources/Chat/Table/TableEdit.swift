package import GalleyMessages

/// An edit of a conversation: the messages before and after it, and the rows that it affects.
///
/// An edit may consist of several steps; a message whose ID is already known replaces the one with
/// that ID.
package struct TableEdit: Sendable {
  /// The messages before the edit.
  package let old: MessageTable
  /// The messages after the edit.
  package private(set) var new: MessageTable
  /// The keys of inserted messages.
  package private(set) var inserted: Set<Int> = []
  /// The keys of messages that have been replaced.
  package private(set) var changed: Set<Int> = []
  /// The keys of deleted messages.
  package private(set) var deleted: Set<Int> = []

  /// Creates an edit without steps.
  package init(_ table: MessageTable) { (old, new) = (table, table) }

  /// Whether nothing has changed.
  package var isEmpty: Bool { inserted.isEmpty && changed.isEmpty && deleted.isEmpty }

  // MARK: Steps

  /// Inserts messages before an index, except those that replace others.
  ///
  /// - Returns: The IDs of the messages, in order; those without an ID get one.
  @discardableResult package mutating func insert(
    _ messages: [ChatMessage], at index: Int
  ) -> [Message.ID] {
    var fresh: [ChatMessage] = []
    var places: [Message.ID: Int] = [:]
    for message in messages {
      if replace(message) { continue }
      if let id = message.id, let place = places[id] {
        fresh[place] = message
      } else {
        if let id = message.id { places[id] = fresh.count }
        fresh.append(message)
      }
    }
    let keys = new.insert(fresh, at: max(0, min(index, new.count)))
    inserted.formUnion(keys)
    var given = zip(fresh, keys).lazy.filter { $0.0.id == nil }.map { MessageTable.id(ofKey: $0.1) }
      .makeIterator()
    return messages.compactMap { $0.id ?? given.next() }
  }

  /// Replaces the message with the ID of another version.
  ///
  /// - Returns: Whether there is such a message.
  @discardableResult package mutating func replace(_ message: ChatMessage) -> Bool {
    guard let key = message.id.flatMap({ new.key(of: $0) }) else { return false }
    change(key, to: message)
    return true
  }

  /// Replaces the message with an ID by one with another ID, which keeps its place.
  ///
  /// A message that already has the other ID is deleted.
  ///
  /// - Returns: Whether there is such a message.
  @discardableResult package mutating func confirm(
    _ id: Message.ID, as message: ChatMessage
  ) -> Bool {
    guard let key = new.key(of: id) else { return false }
    if let other = message.id.flatMap({ new.key(of: $0) }), other != key { delete(key: other) }
    change(key, to: message)
    return true
  }

  private mutating func change(_ key: Int, to message: ChatMessage) {
    guard let index = new.index(ofKey: key), new.message(at: index) != message else { return }
    new.replace(message, ofKey: key)
    if !inserted.contains(key) { changed.insert(key) }
  }

  /// Deletes the messages with the given IDs; unknown IDs are ignored.
  package mutating func delete(_ ids: some Sequence<Message.ID>) {
    for id in ids {
      if let key = new.key(of: id) { delete(key: key) }
    }
  }

  private mutating func delete(key: Int) {
    new.delete(key: key)
    changed.remove(key)
    if inserted.remove(key) == nil { deleted.insert(key) }
  }

  /// Deletes all messages.
  package mutating func deleteAll() {
    deleted.formUnion((0..<old.count).map { old.key(at: $0) })
    (inserted, changed) = ([], [])
    new.deleteAll()
  }

  // MARK: Effects

  /// The rows of deleted messages before the edit, ascending.
  package var deletedRows: [Int] { deleted.compactMap { old.index(ofKey: $0) }.sorted() }

  /// The rows of inserted messages after the edit, ascending.
  package var insertedRows: [Int] { inserted.compactMap { new.index(ofKey: $0) }.sorted() }

  /// The keys of remaining messages whose rows look different: replaced ones, and those with other
  /// neighbors, because a group or a day begins or ends with them.
  package var affected: Set<Int> {
    var rows: Set<Int> = []
    for seam in seams {
      // A day begins with the first dated message, which may come later.
      var dated = seam
      while dated < min(new.count, seam + ChatRows.undatedLimit), new.date(at: dated) == nil {
        dated += 1
      }
      rows.formUnion([seam - 1, seam, dated - 1, dated])
    }
    let valid = rows.filter { $0 >= 0 && $0 < new.count }
    return Set(valid.map { new.key(at: $0) }).subtracting(inserted)
  }

  /// The rows after the edit that follow another row than before.
  private var seams: Set<Int> {
    var seams: Set<Int> = []
    for row in changed.compactMap({ new.index(ofKey: $0) }) { seams.formUnion([row, row + 1]) }
    let rows = insertedRows
    for (place, row) in rows.enumerated() {
      if place == 0 || rows[place - 1] != row - 1 { seams.insert(row) }
      if place == rows.count - 1 || rows[place + 1] != row + 1 { seams.insert(row + 1) }
    }
    let gone = deletedRows
    for (place, row) in gone.enumerated()
    where place == gone.count - 1 || gone[place + 1] != row + 1 {
      seams.insert(rowAfter(row))
    }
    return seams
  }

  /// Returns the row after the edit that follows a deleted row.
  private func rowAfter(_ deleted: Int) -> Int {
    if deleted + 1 < old.count, let row = new.index(ofKey: old.key(at: deleted + 1)) { return row }
    for row in (0..<deleted).reversed() {
      if let before = new.index(ofKey: old.key(at: row)) { return before + 1 }
    }
    return 0
  }
}
