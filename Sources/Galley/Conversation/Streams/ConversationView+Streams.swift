internal import GalleyChat
public import GalleyLists
public import GalleyMessages
internal import GalleyRichMessages
internal import GalleyStreaming

/// Messages that are shown while they are written.
///
/// A message in Rich Markdown begins, grows, and is finished. While it grows, its bubble becomes
/// wider but not narrower; if the end of the conversation is on screen it stays there, and
/// otherwise nothing on screen moves. The selection, opened sections and revealed spoilers stay as
/// they are.
extension ConversationView {
  /// Appends a message that grows.
  ///
  /// - Parameters:
  ///   - message: The message. Its blocks are shown until text comes; without any, "Thinking…" is.
  ///   - isDraft: Whether the message disappears when nothing has come for 30 seconds.
  ///   - canStop: Whether there is a button that stops the message; see
  ///     ``ConversationDelegate/conversation(_:stop:)``.
  ///   - update: The presentation of the change.
  /// - Returns: The message's ID.
  @discardableResult public func begin(
    _ message: ChatMessage, isDraft: Bool = false, canStop: Bool = false,
    _ update: ListUpdate = .animated
  ) -> Message.ID {
    var message = message
    let id = message.id ?? newID()
    message.id = id
    let words = source.rows.style.words.thinking
    let blocks = message.richMessage ?? RichMessage([.thinking(.plain(words))])
    message.richMessage = blocks
    let stream = MessageStream(isRightToLeft: blocks.isRightToLeft, canStop: canStop)
    source.rows.streams[id] = stream
    growing.add(id, stream, isDraft: isDraft)
    append([message], update)
    return id
  }

  /// Appends Rich Markdown to a message that grows.
  ///
  /// - Returns: Whether there is such a message.
  @discardableResult public func append(_ markdown: String, to id: Message.ID) -> Bool {
    growing.change(id) { $0.append(markdown) }
  }

  /// Replaces the Rich Markdown of a message that grows, for senders that repeat the whole text.
  ///
  /// The beginning that is the same is not laid out again.
  ///
  /// - Returns: Whether there is such a message.
  @discardableResult public func replaceText(of id: Message.ID, by markdown: String) -> Bool {
    growing.change(id) { $0.replace(whole: markdown) }
  }

  /// Completes a message that grows.
  ///
  /// A final message with the same blocks takes the bubble over, which does not change; another one
  /// replaces it. A message without text or blocks is deleted.
  ///
  /// - Parameters:
  ///   - id: The ID of the message.
  ///   - message: The final message, whose ID may differ; `nil` for the text that has come.
  ///   - update: The presentation of another text.
  /// - Returns: Whether there is such a message.
  @discardableResult public func finish(
    _ id: Message.ID, as message: ChatMessage? = nil, _ update: ListUpdate = .animated
  ) -> Bool {
    guard var growth = growing.remove(id) else { return false }
    let stream = growth.stream
    stream.finish()
    let blocks = stream.message
    growing.finishSpeaking(id, blocks)
    guard var final = message ?? self.message(id) else { return false }
    if message == nil { final.richMessage = blocks }
    if final.id == nil { final.id = id }
    source.rows.streams[id] = nil
    guard final.richMessage != nil || message != nil else {
      delete([id], update)
      return true
    }
    let version = String(growth.version)
    let isSame = blocks != nil && final.richMessage == blocks
    let action = growth.lifetime?.finish(
      text: isSame ? version : "", at: node.environment.loop.clock.now)
    guard isSame, action ?? .handOver == .handOver else {
      confirm(id, as: final, update)
      return true
    }
    source.rows.streams[final.id] = stream
    confirm(id, as: final, followingUpdate)
    return true
  }

  /// Asks the delegate to stop a message that grows, as the button beside it does.
  public func stop(_ id: Message.ID) {
    guard growing.messages[id] != nil else { return }
    interaction.handler.conversation(self, stop: id)
  }

  /// Whether a message grows.
  public func isGrowing(_ id: Message.ID) -> Bool { growing.messages[id] != nil }

  // MARK: Showing

  /// The distance from the end within which the end stays visible, in points.
  private static let endDistance = 24.0

  /// A presentation that keeps the end on screen, or else the first row.
  private var followingUpdate: ListUpdate {
    var update = ListUpdate(animation: ListAnimation(duration: 0.15, curve: .easeOut))
    if !list.isScrolling, itemCount > 0, case .known(let distance) = list.offsetFromTail,
      distance <= Self.endDistance
    {
      update.scroll = ListUpdate.ScrollTarget(ItemPath(item: itemCount - 1), at: .tail())
    } else if let first = list.displayedItems.range.first,
      let row = list.item(ofVisible: first).flatMap({ source.table.index(ofKey: $0.key) })
    {
      update.stationary = .from(row)
    }
    return update
  }

  /// Shows the current text of a message that grows.
  func showGrowth(of id: Message.ID) {
    guard let key = source.table.key(of: id) else { return }
    update([key], followingUpdate)
    search?.refresh(key)
  }

  /// Forgets the messages that an edit deletes or whose blocks it replaces.
  func endGrowth(with edit: TableEdit) {
    for key in edit.deleted {
      guard let id = edit.old.message(ofKey: key)?.id else { continue }
      growing.remove(id)
      source.rows.streams[id] = nil
    }
    for key in edit.changed {
      guard let id = edit.old.message(ofKey: key)?.id, !isGrowing(id),
        let stream = source.rows.streams[id], let new = edit.new.message(ofKey: key)
      else { continue }
      if new.richMessage != stream.message { source.rows.streams[id] = nil }
    }
  }
}
