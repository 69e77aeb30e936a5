import Galley

/// A window with one chat: messages from a database, a composer, menus and search.
@MainActor final class Messenger: ConversationDelegate {
  let store: Store
  let window: ConversationWindow
  let composer: Composer

  init(_ store: Store, engine: TextEngine) throws {
    self.store = store
    window = try ConversationWindow(pages: store, style: ChatStyle(), engine: engine)
    composer = Composer(
      style: ChatStyle(), engine: engine, environment: window.window.environment)
    window.composer = composer
    window.view.delegate = self
    window.view.canReply = true
    composer.onSend = { [weak self] text, purpose in self?.send(text, purpose) }
  }

  private func send(_ text: String, _ purpose: Composer.Purpose) {
    do {
      if case .edit(let message) = purpose, let id = message.id {
        if let edited = try store.setText(text, of: id) { window.view.replace(edited.shown) }
        return
      }
      var message = StoredMessage(sender: "Me", text: text, date: now(), isOutgoing: true)
      if case .reply(let original) = purpose { message.replyTo = original.id.map { Int64($0.value) } }
      // The message is shown at once, and again with its ID once it is in the database.
      let sent = window.view.send(message.shown)
      window.view.confirm(sent, as: try store.insert(message).shown)
    } catch {
      print("The message could not be stored: \(error)")
    }
  }

  func conversation(
    _ view: ConversationView, menuFor target: ConversationTarget, default items: [MenuItem]
  ) -> [MenuItem] {
    guard let id = target.message, let message = view.message(id), message.isOutgoing else {
      return items
    }
    return items + [
      .separator,
      MenuItem("Edit") { [composer] in composer.purpose = .edit(message) },
      MenuItem("Delete", isDestructive: true) { [store] in
        try? store.delete(id)
        view.delete([id])
      },
    ]
  }

  func conversation(
    _ view: ConversationView, replyTo message: Message.ID, quoting range: Range<Int>?
  ) {
    if let message = view.message(message) { composer.purpose = .reply(to: message) }
  }
}
