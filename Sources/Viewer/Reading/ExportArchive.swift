import Galley
import GalleyChat
import GalleyExportStore
import GalleyExports
import GalleyTypesetting

/// An imported export as an archive of conversations.
struct ExportArchive: ChatArchive {
  let chats: [ChatSummary]
  private let messages: [ExportMessages]

  /// Reads the conversations of a store.
  ///
  /// - Parameters:
  ///   - store: The store, into which the export was imported.
  ///   - export: The export, whose folder has the pictures.
  ///   - style: The style in which messages are searched.
  ///   - engine: The engine that lays out texts.
  /// - Throws: `ExportStoreError` if the store cannot be read.
  init(
    _ store: ExportStore, of export: Export, style: ChatStyle, engine: TextEngine
  ) throws(ExportStoreError) {
    var (chats, messages): ([ChatSummary], [ExportMessages]) = ([], [])
    let latest = try store.lastMessages()
    for chat in try store.chats() {
      let files = ImageFiles(export.scope)
      let last = latest[chat.id]
      let archive = ExportMessages(
        chat, of: store, files: files, hasLocalDates: last?.isLocalDate ?? false, style: style,
        engine: engine)
      var summary = ChatSummary(title: chat.chat.shownTitle, count: chat.count)
      if let last {
        let message = archive.message(last)
        summary.lastText = message.summary(style).disclosedString
        summary.lastDate = last.date
        if archive.isGroup, !message.isService { summary.lastSender = message.sender }
      }
      chats.append(summary)
      messages.append(archive)
    }
    (self.chats, self.messages) = (chats, messages)
  }

  func messages(ofChat index: Int) -> any MessageArchive { messages[index] }
}
