import Galley

/// Messages in memory, such as from a database.
struct Archive: MessagePages {
  let messages: [ChatMessage]
  var isGroup: Bool { true }

  func page(_ request: MessagePage.Request) async throws -> MessagePage {
    func index(_ id: Message.ID) -> Int { messages.firstIndex { $0.id == id } ?? 0 }
    let range =
      switch request.place {
      case .newest: messages.count - request.limit..<messages.count
      case .before(let id): index(id) - request.limit..<index(id)
      case .after(let id): index(id) + 1..<index(id) + 1 + request.limit
      case .around(let id): index(id) - request.limit / 2..<index(id) + request.limit / 2
      }
    let part = range.clamped(to: messages.indices)
    return MessagePage(
      Array(messages[part]), hasOlder: part.lowerBound > 0,
      hasNewer: part.upperBound < messages.count)
  }
}

@MainActor func show(_ archive: Archive, engine: TextEngine) throws -> ConversationView {
  let window = try NodeWindow(title: "Chat", size: Size(width: 412, height: 870))
  let view = ConversationView(pages: archive, engine: engine, environment: window.environment)
  view.onSeen = { message in print("seen", message.id as Any) }
  window.rootNode = view.node
  try view.open(size: window.size, scale: window.window.scale)
  return view
}

@MainActor func receive(_ message: ChatMessage, in view: ConversationView) {
  view.setTyping([])
  view.append([message])
}

@MainActor func send(_ text: String, in view: ConversationView) -> Message.ID {
  view.send(ChatMessage(Message(text), from: "Me"))
}

@MainActor func sent(_ id: Message.ID, as number: Int, in view: ConversationView) {
  guard var message = view.message(id) else { return }
  (message.id, message.status) = (.number(number), .sent)
  view.confirm(id, as: message)
}
