import Galley

/// A window with a conversation from a database, and a bar in which messages are written.
@MainActor final class Messenger: ConversationDelegate {
  private let store: Store
  private let window: ConversationWindow
  private let composer: Composer

  init(_ store: Store, engine: TextEngine) throws {
    self.store = store
    var options = ConversationWindow.Options()
    options.title = "Messenger"
    window = try ConversationWindow(
      pages: store, around: store.firstUnread(), engine: engine, options)
    composer = Composer(
      style: ChatStyle(), engine: engine, environment: window.window.environment)
    window.composer = composer
    window.view.delegate = self
    window.view.canReply = true
    window.view.onPageFailure = { print("Messenger:", $0) }
    window.view.onSeen = { [weak self] message in
      if let id = message.id { self?.attempt { try await $0.store.markAsRead(upTo: id) } }
    }
    composer.onSend = { [weak self] text, purpose in
      switch purpose {
      case .message: self?.send(StoredMessage(text))
      case .reply(let original, let quote):
        self?.send(StoredMessage(text, replyTo: original.id, quoting: quote))
      case .edit(let message): self?.setText(text, of: message.id)
      }
    }
  }

  func run() { window.run() }

  // MARK: Changes

  /// Does something with the database, and prints the error if it fails.
  private func attempt(_ body: @escaping @MainActor (Messenger) async throws -> Void) {
    Task { do { try await body(self) } catch { print("Messenger:", error) } }
  }

  /// Shows a message at once, and again as it is in the database.
  private func send(_ message: StoredMessage) {
    let id = window.view.send(message.shown)
    attempt { $0.window.view.confirm(id, as: try await $0.store.insert(message)) }
  }

  private func setText(_ text: String, of id: Message.ID?) {
    guard let id else { return }
    attempt {
      if let edited = try await $0.store.setText(text, of: id) {
        $0.window.view.replace(edited)
      }
    }
  }

  private func delete(_ id: Message.ID) {
    attempt {
      try await $0.store.delete(id)
      $0.window.view.delete([id])
    }
  }

  // MARK: Menus

  func conversation(
    _ view: ConversationView, menuFor target: ConversationTarget, default items: [MenuItem]
  ) -> [MenuItem] {
    guard let id = target.message, let message = view.message(id) else { return items }
    let edit = MenuItem("Edit") { [composer] in composer.purpose = .edit(message) }
    let delete = MenuItem("Delete", isDestructive: true) { [weak self] in self?.delete(id) }
    return items + [.separator] + (message.isOutgoing ? [edit, delete] : [delete])
  }

  func conversation(
    _ view: ConversationView, replyTo id: Message.ID, quoting range: Range<Int>?
  ) {
    guard let message = view.message(id) else { return }
    composer.purpose = .reply(to: message, quoting: range.flatMap { view.quote($0, of: id) })
  }
}
