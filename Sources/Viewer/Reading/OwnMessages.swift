import GalleyExports

/// The rule that tells the reader's own messages in an exported conversation.
struct OwnMessages: Hashable {
  /// Whether more than one person writes besides the reader.
  let isGroup: Bool
  private let rule: Rule

  private enum Rule: Hashable {
    /// No messages, because the reader is not known.
    case none
    /// The messages of a person with a name or an identifier.
    case of(String)
    /// All messages but those of the person with a name or an identifier.
    case except(Set<String>)
    /// All messages but forwarded ones.
    case unlessForwarded
  }

  /// The kinds of Telegram's conversations with one other participant.
  private static let pairs: Set = ["personal_chat", "bot_chat"]
  /// The kinds of Telegram's conversations with nobody else.
  private static let singles: Set = ["saved_messages", "verification_codes"]

  /// Creates the rule of a conversation.
  ///
  /// In a conversation of two, messages that are not from the other participant are the reader's.
  /// Telegram names that participant by the conversation's identifier, other messengers by its
  /// title.
  ///
  /// - Parameters:
  ///   - chat: The conversation.
  ///   - latest: Its latest messages, whose senders tell a conversation of two from a group if the
  ///     export does not.
  ///   - name: The reader's name or identifier in the export, if it is known.
  init(of chat: ExportedChat, _ latest: [ExportedMessage], reader name: String?) {
    let kind = chat.kind ?? ""
    let senders = Set(latest.filter { $0.service == nil }.compactMap(\.sender))
    let others = senders.filter { name.map($0.answers) != true }
    let title = chat.title ?? ""
    let isNamedAfterOther =
      chat.kind == nil && senders.count <= 2 && others.contains { $0.answers(to: title) }
    let isPair = Self.pairs.contains(kind) || isNamedAfterOther
    isGroup = !isPair && !Self.singles.contains(kind)
    if Self.pairs.contains(kind) {
      // Files of before 2019 have no identifiers of senders, but only their names.
      rule = .except(["user" + chat.id, title])
    } else if kind == "saved_messages" {
      rule = .unlessForwarded
    } else if let name {
      rule = .of(name)
    } else {
      rule = isNamedAfterOther ? .except([title]) : .none
    }
  }

  /// Returns whether a message is the reader's own.
  func contains(_ message: ExportedMessage) -> Bool {
    guard message.service == nil, let sender = message.sender else { return false }
    switch rule {
    case .none: return false
    case .of(let name): return sender.answers(to: name)
    case .except(let others): return !others.contains(sender.id)
    case .unlessForwarded: return message.forwardedFrom == nil
    }
  }
}

extension ExportedPerson {
  /// Returns whether a person has a name or an identifier.
  fileprivate func answers(to name: String) -> Bool { id == name || self.name == name }
}
