import Galley
import GalleyChat
import GalleyExportStore
import GalleyExports
import GalleyGeometry
import GalleyImages
import GalleyMessages
import GalleyPixels
import GalleyTypesetting

/// The messages of a conversation of an imported export.
struct ExportMessages: MessageArchive {
  private let chat: StoredChat
  private let store: ExportStore
  private let appearance: ExportAppearance
  private let own: OwnMessages
  private let latest: ExportedMessage?

  /// The time zone: UTC for dates that are those of an unknown clock.
  let timeZone: String?

  /// The number of messages that are searched as one batch.
  private static let chunk = 128

  /// Creates the messages of a conversation.
  ///
  /// - Parameters:
  ///   - chat: The conversation.
  ///   - latest: Its latest messages, as far as they are needed to know whose they are.
  ///   - store: The store of the conversation.
  ///   - appearance: The values with which messages are shown.
  ///   - reader: The reader's name or identifier, if it is known.
  init(
    _ chat: StoredChat, latest: [ExportedMessage], of store: ExportStore,
    _ appearance: ExportAppearance, reader: String?
  ) {
    (self.chat, self.store, self.appearance) = (chat, store, appearance)
    own = OwnMessages(of: chat.chat, latest, reader: reader)
    self.latest = latest.last
    timeZone = latest.last?.isLocalDate ?? false ? "UTC" : nil
  }

  /// The last message; `nil` if there is none.
  var last: ChatMessage? { latest.map(message) }

  // MARK: MessageArchive

  var count: Int { chat.count }

  @concurrent func messages(in range: Range<Int>) async throws -> [ChatMessage] {
    try zip(range, store.page(range, of: chat)).map { index, entry in
      var message = message(entry.message)
      if !entry.isFirstOfID { message.id = Message.ID(ofIndex: index) }
      for place in message.images.indices {
        let path = message.images[place].path
        if let size = try? appearance.files.size(ofImage: path) {
          message.images[place].size = size
        }
      }
      message.replyPreview = entry.original.map {
        ReplyPreview(of: self.message($0), appearance.style)
      }
      return message
    }
  }

  @concurrent func index(of id: Message.ID) async throws -> Int? {
    if let index = try store.index(of: id, in: chat) { return index }
    return id.archiveIndex.flatMap { (0..<count).contains($0) ? $0 : nil }
  }

  @concurrent func first(onOrAfter date: Int) async throws -> (index: Int, date: Int)? {
    let index = try store.index(from: date, in: chat)
    let found = try store.messages(index..<index + 1, of: chat).first?.date
    return found.map { (index, $0) }
  }

  func matches(of query: String) -> AsyncThrowingStream<[MessageMatch], any Error> {
    AsyncThrowingStream { continuation in
      let task = Task.detached {
        do {
          var next: Int?
          repeat {
            let page = try store.search(query, in: chat, from: next, limit: Self.chunk)
            let found = page.hits.compactMap { match(of: query, in: $0) }
            if !found.isEmpty { continuation.yield(found) }
            next = page.next
          } while next != nil && !Task.isCancelled
          continuation.finish()
        } catch { continuation.finish(throwing: error) }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  // MARK: Messages

  /// Returns a message as it is shown.
  private func message(_ exported: ExportedMessage) -> ChatMessage {
    ChatMessage(exported, reader: own.contains(exported) ? exported.sender?.id : nil)
  }

  private func match(of query: String, in hit: SearchHit) -> MessageMatch? {
    var message = message(hit.message)
    // The search needs no pictures.
    message.images = []
    let rows = ChatRows(
      ChatHistory(Chat([message])), style: appearance.style, engine: appearance.engine)
    let ranges = rows.matches(of: query, at: 0)
    guard !ranges.isEmpty else { return nil }
    let id = message.id ?? Message.ID(ofIndex: hit.index)
    return MessageMatch(index: hit.index, id: id, ranges: ranges)
  }

  // MARK: ConversationTraits

  var isGroup: Bool { own.isGroup }

  func imageSource(of image: ChatImage) -> ImageSource? {
    try? appearance.files.source(named: image.path)
  }
}
