public import GalleyLists
public import GalleyMessages

/// Edits of the conversation, which keep the reader's place.
///
/// Messages are addressed by ID. A message without an ID gets one, which
/// ``ConversationView/message(at:)`` returns with it; a message whose ID is already in the
/// conversation replaces the one with that ID. Unless the reader is at the end, what is on screen
/// stays where it is.
extension ConversationView {
  /// Appends messages, newest last.
  ///
  /// If the conversation is paged and its newest messages are not loaded, they are only counted.
  ///
  /// - Parameters:
  ///   - messages: The messages.
  ///   - update: The presentation of the change.
  /// - Returns: Their IDs.
  @discardableResult public func append(
    _ messages: [ChatMessage], _ update: ListUpdate = .animated
  ) -> [Message.ID] {
    guard reachesEnd else {
      noteMissed(messages)
      return messages.compactMap(\.id)
    }
    return edit(update) { $0.insert(messages, at: $0.new.count) }
  }

  /// Inserts older messages before all others, oldest first, without animation by default.
  ///
  /// - Returns: Their IDs.
  @discardableResult public func prepend(
    _ messages: [ChatMessage], _ update: ListUpdate = ListUpdate()
  ) -> [Message.ID] {
    edit(update) { $0.insert(messages, at: 0) }
  }

  /// Inserts messages before the message with an ID.
  ///
  /// - Returns: Their IDs; none if there is no message with that ID.
  @discardableResult public func insert(
    _ messages: [ChatMessage], before id: Message.ID, _ update: ListUpdate = .animated
  ) -> [Message.ID] {
    guard let index = index(of: id) else { return [] }
    return edit(update) { $0.insert(messages, at: index) }
  }

  /// Inserts messages after the message with an ID.
  ///
  /// - Returns: Their IDs; none if there is no message with that ID.
  @discardableResult public func insert(
    _ messages: [ChatMessage], after id: Message.ID, _ update: ListUpdate = .animated
  ) -> [Message.ID] {
    guard let index = index(of: id) else { return [] }
    return edit(update) { $0.insert(messages, at: index + 1) }
  }

  /// Replaces the message that has the ID of another version, such as after an edit, a reaction, or
  /// a change of its status.
  ///
  /// - Returns: Whether there is such a message.
  @discardableResult public func replace(
    _ message: ChatMessage, _ update: ListUpdate = .animated
  ) -> Bool {
    edit(update) { $0.replace(message) }
      || message.id.map { pages?.changeMissed($0, to: message) ?? false } ?? false
  }

  /// Deletes the messages with the given IDs; unknown IDs are ignored.
  public func delete(_ ids: [Message.ID], _ update: ListUpdate = .animated) {
    edit(update) { $0.delete(ids) }
    for id in ids { pages?.changeMissed(id, to: nil) }
  }

  /// Appends a message of the reader that is being sent, and scrolls to it.
  ///
  /// Call ``confirm(_:as:_:)`` once it has been sent.
  ///
  /// - Returns: The message's ID.
  @discardableResult public func send(
    _ message: ChatMessage, _ update: ListUpdate = .animated
  ) -> Message.ID {
    var message = message
    message.isOutgoing = true
    message.status = message.status ?? .sending
    let isAtEnd = isAtEnd
    let id = message.id ?? newID()
    message.id = id
    hideUnreadDivider(update)
    if !reachesEnd { pages?.replace(by: .newest) }
    append([message], update)
    if reachesEnd, !isAtEnd, let index = index(of: id) {
      list.scroll(to: ItemPath(item: index), at: .tail(), animation: update.animation)
    }
    return id
  }

  /// Replaces a message that was sent by the one that the server knows, whose ID may differ.
  ///
  /// The row stays the same. If the server's message has arrived in the meantime, that one is
  /// deleted.
  ///
  /// - Returns: Whether there is a message with that ID.
  @discardableResult public func confirm(
    _ id: Message.ID, as message: ChatMessage, _ update: ListUpdate = .animated
  ) -> Bool {
    edit(update) { $0.confirm(id, as: message) } || pages?.changeMissed(id, to: message) ?? false
  }

  /// Returns an ID for a message that has none yet.
  func newID() -> Message.ID {
    sentCount += 1
    return .string("galley/sent/\(sentCount)")
  }

  // MARK: Applying

  /// Makes and shows an edit.
  @discardableResult func edit<Result>(
    _ update: ListUpdate, _ body: (inout TableEdit) -> Result
  ) -> Result {
    var edit = TableEdit(source.table)
    let result = body(&edit)
    if !edit.isEmpty { apply(edit, update) }
    return result
  }

  /// Shows an edit.
  func apply(_ edit: TableEdit, _ update: ListUpdate) {
    var affected = edit.affected.union(repliers(to: edit))
    if let key = movedDivider(by: edit) { affected.insert(key) }
    let update = keepingPlace(update, in: edit.new, affected: affected)
    unread.follow(edit)
    endGrowth(with: edit)
    source.divider = unread.divider
    source.apply(edit, affected: affected)
    perform(update) { changes in
      changes.deletedItems = edit.deletedRows.map { ItemPath(item: $0) }
      changes.insertedItems = edit.insertedRows.map { ItemPath(item: $0) }
      changes.updatedItems = affected.compactMap { edit.old.index(ofKey: $0) }.sorted()
        .map { ItemPath(item: $0) }
    }
    search?.follow(edit)
  }

  /// Updates the rows of messages that look different, although the messages are the same.
  func update(_ keys: Set<Int>, _ update: ListUpdate) {
    let known = keys.filter { source.table.index(ofKey: $0) != nil }
    guard !known.isEmpty else { return }
    for key in known { source.noteRevision(ofKey: key) }
    let update = keepingPlace(update, in: source.table, affected: known)
    perform(update) { changes in
      changes.updatedItems = known.compactMap { source.table.index(ofKey: $0) }.sorted()
        .map { ItemPath(item: $0) }
    }
  }

  func perform(_ update: ListUpdate, _ body: (inout ChangeSet) -> Void) {
    source.transition = update.animation.map {
      LayoutTransition(duration: $0.duration, curve: $0.curve)
    }
    defer { source.transition = nil }
    // The changes follow from the two tables; a refused one would be a programming error.
    do { try list.edit(update, body) } catch { assertionFailure("\(error)") }
  }

  /// Returns the key of the message to which an edit moves the bar above the unread messages.
  private func movedDivider(by edit: TableEdit) -> Int? {
    var next = unread
    next.follow(edit)
    return next.divider == unread.divider ? nil : next.divider
  }

  /// The keys of the messages that have nodes.
  var liveKeys: [Int] {
    (list.displayedItems.live ?? 0..<0).compactMap { list.item(ofVisible: $0)?.key }
  }

  /// Returns the keys of the messages near the screen that show a reply to a changed message.
  private func repliers(to edit: TableEdit) -> Set<Int> {
    let ids = Set(
      edit.changed.union(edit.deleted).compactMap { edit.old.message(ofKey: $0)?.id })
    guard !ids.isEmpty else { return [] }
    return Set(
      liveKeys.filter { key in
        edit.new.message(ofKey: key)?.replyTo.map { ids.contains($0) } ?? false
      })
  }

  /// Returns a presentation in which what the reader sees stays in place.
  ///
  /// The list keeps the upper edge of the first row on screen. The contents of a row whose day or
  /// group begins elsewhere move against that edge, so that another row has to keep its place.
  private func keepingPlace(
    _ update: ListUpdate, in table: MessageTable, affected: Set<Int>
  ) -> ListUpdate {
    guard update.stationary == nil, !isAtEnd else { return update }
    let items = list.displayedItems.range
    for index in items {
      guard let key = list.item(ofVisible: index)?.key, !affected.contains(key),
        let row = table.index(ofKey: key)
      else { continue }
      if index == items.lowerBound { return update }
      var update = update
      update.stationary = .from(row)
      return update
    }
    return update
  }
}
