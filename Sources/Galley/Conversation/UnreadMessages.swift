/// The unread messages of an open conversation.
struct UnreadMessages {
  /// The key of the message below the bar; `nil` for no bar.
  private(set) var divider: Int?
  /// The keys of the messages that the reader has not seen.
  private(set) var keys: Set<Int> = []
  /// The number of messages that have come, but are not loaded.
  private(set) var missing = 0

  /// The number of messages that the reader has not seen.
  var count: Int { keys.count + missing }

  /// Begins with the unread messages at the end of a conversation.
  mutating func begin(_ table: MessageTable) {
    let rows = (table.firstUnread ?? table.count)..<table.count
    keys = Set(rows.map { table.key(at: $0) })
    divider = rows.isEmpty ? nil : table.key(at: rows.lowerBound)
  }

  /// Follows an edit of the messages.
  mutating func follow(_ edit: TableEdit) {
    for key in edit.inserted.union(edit.changed) {
      guard let message = edit.new.message(ofKey: key) else { continue }
      if message.isUnread, !message.isOutgoing {
        if edit.inserted.contains(key) { keys.insert(key) }
      } else {
        keys.remove(key)
      }
    }
    keys.subtract(edit.deleted)
    guard let key = divider, edit.deleted.contains(key) else { return }
    // The bar moves to the next message that remains.
    let row = edit.old.index(ofKey: key) ?? 0
    divider = (row..<edit.old.count).lazy.map { edit.old.key(at: $0) }
      .first { edit.new.index(ofKey: $0) != nil }
  }

  /// Notes that the reader has seen the messages up to an index.
  ///
  /// - Returns: The index of the last of them that had not been seen.
  mutating func see(upTo index: Int, in table: MessageTable) -> Int? {
    guard !keys.isEmpty else { return nil }
    let seen = keys.compactMap { key in table.index(ofKey: key).map { (key, $0) } }
      .filter { $0.1 <= index }
    keys.subtract(seen.map(\.0))
    return seen.map(\.1).max()
  }

  /// Counts messages that are not loaded.
  mutating func miss(_ count: Int) { missing += count }

  /// Notes that the newest messages are loaded.
  mutating func reachEnd() { missing = 0 }

  /// Hides the bar.
  mutating func hideDivider() { divider = nil }
}
