import Galley
import GalleyChat
import GalleyExportStore
import GalleyExports
import GalleyTypesetting

/// An imported export as an archive of conversations.
struct ExportArchive: ChatArchive {
  let chats: [ChatSummary]
  private let stored: [StoredChat]
  private let store: ExportStore
  private let appearance: ExportAppearance
  private let reader: String?

  /// The number of the latest messages that are read for their senders, if the export does not
  /// tell a conversation of two from a group.
  private static let sample = 100

  /// Reads the titles of a store's conversations.
  ///
  /// - Parameters:
  ///   - store: The store, into which the export was imported.
  ///   - appearance: The values with which messages are shown.
  ///   - reader: The reader's name or identifier; `nil` if it is that of the conversation in which
  ///     Telegram saves messages, or is not known.
  /// - Throws: `ExportStoreError` if the store cannot be read.
  init(
    _ store: ExportStore, _ appearance: ExportAppearance, reader: String? = nil
  ) throws(ExportStoreError) {
    (self.store, self.appearance) = (store, appearance)
    stored = try store.chats()
    chats = stored.map { ChatSummary(title: $0.chat.shownTitle, count: $0.count) }
    let own = stored.first { $0.chat.kind == "saved_messages" }
    self.reader = reader ?? own.map { "user" + $0.chat.id }
  }

  func messages(ofChat index: Int) throws -> any MessageArchive { try conversation(index) }

  func lastMessage(ofChat index: Int) -> LastMessage? {
    guard let conversation = try? conversation(index), let last = conversation.last else {
      return nil
    }
    return LastMessage(last, isGroup: conversation.isGroup, appearance.style)
  }

  private func conversation(_ index: Int) throws(ExportStoreError) -> ExportMessages {
    let chat = stored[index]
    let sample = chat.chat.kind == nil ? Self.sample : 1
    let latest = try store.messages(max(0, chat.count - sample)..<chat.count, of: chat)
    return ExportMessages(chat, latest: latest, of: store, appearance, reader: reader)
  }
}
