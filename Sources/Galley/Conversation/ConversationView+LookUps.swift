public import GalleyChat
internal import GalleyLists
public import GalleyMessages
internal import GalleyTypesetting

extension ConversationView {
  /// The number of messages.
  public var count: Int { source.count }

  /// Returns the message at an index; the oldest has index 0.
  ///
  /// One that grows has the blocks that have come.
  public func message(at index: Int) -> ChatMessage { current(source.table.message(at: index)) }

  /// Returns the message with a key, with the blocks that have come; `nil` if there is none.
  func message(ofKey key: Int) -> ChatMessage? {
    source.table.message(ofKey: key).map { current($0) }
  }

  private func current(_ message: ChatMessage) -> ChatMessage {
    guard let blocks = source.rows.streams[message.id]?.message else { return message }
    var message = message
    message.richMessage = blocks
    return message
  }

  /// Returns the message with an ID; `nil` if it is not in the conversation.
  public func message(_ id: Message.ID) -> ChatMessage? { index(of: id).map { message(at: $0) } }

  /// Returns the index of the message with an ID; `nil` if it is not in the conversation.
  public func index(of id: Message.ID) -> Int? { source.table.index(of: id) }

  /// Returns a part of a message's text as a reply quotes it.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets of the text as it is shown, which a delegate receives in
  ///     ``ConversationDelegate/conversation(_:replyTo:quoting:)``.
  ///   - id: The ID of the message.
  /// - Returns: The quote; `nil` if the message has no text there.
  public func quote(_ range: Range<Int>, of id: Message.ID) -> MessageQuote? {
    guard let index = index(of: id), let key = source.table.key(of: id),
      let text = source.rows.text(at: index, in: source.state(ofKey: key))
    else { return nil }
    guard message(at: index).richMessage == nil else {
      // Without a position: servers count the offsets of rich messages otherwise.
      let part = text.plainText(of: range, revealed: source.state(ofKey: key).revealed).string
      return part.isEmpty ? nil : MessageQuote(Message(part))
    }
    let message = message(at: index).message
    let own = text.indexMap.sourceRange(ofLayout: range)
    let part = message.part(own)
    guard !part.text.isEmpty else { return nil }
    let before = String(decoding: message.text.utf8.prefix(own.lowerBound), as: UTF8.self)
    return MessageQuote(part, position: before.utf16.count)
  }

  /// Whether the list rests at its end, where it stays when messages are appended.
  var isAtEnd: Bool {
    guard case .known(let distance) = list.offsetFromTail else { return source.count == 0 }
    return distance < 1
  }
}
