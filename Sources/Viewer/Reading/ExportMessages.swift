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
  private let files: ImageFiles
  private let style: ChatStyle
  private let engine: TextEngine

  /// Whether more than one person writes besides the reader.
  let isGroup: Bool
  /// The time zone: UTC for dates that are those of an unknown clock.
  let timeZone: String?

  /// The number of messages that are searched as one batch.
  private static let chunk = 128
  /// The beginning of the IDs of messages that have none of their own.
  private static let prefix = "index/"
  /// The kinds of conversations with one other participant.
  private static let pairs: Set = [
    "personal_chat", "bot_chat", "saved_messages", "replies", "verification_codes",
  ]

  init(
    _ chat: StoredChat, of store: ExportStore, files: ImageFiles, hasLocalDates: Bool,
    style: ChatStyle, engine: TextEngine
  ) {
    (self.chat, self.store, self.files) = (chat, store, files)
    (self.style, self.engine) = (style, engine)
    isGroup = !Self.pairs.contains(chat.chat.kind ?? "")
    timeZone = hasLocalDates ? "UTC" : nil
  }

  // MARK: MessageArchive

  var count: Int { chat.count }

  @concurrent func messages(in range: Range<Int>) async throws -> [ChatMessage] {
    try zip(range, store.page(range, of: chat)).map { index, entry in
      var message = message(entry.message)
      if !entry.isFirstOfID { message.id = .string(Self.prefix + String(index)) }
      for place in message.images.indices {
        let path = message.images[place].path
        if let size = try? files.size(ofImage: path) { message.images[place].size = size }
      }
      message.replyPreview = entry.original.map {
        ReplyPreview(of: self.message($0), style: style)
      }
      return message
    }
  }

  @concurrent func index(of id: Message.ID) async throws -> Int? {
    if let index = try store.index(of: id, in: chat) { return index }
    guard case .string(let text) = id, text.hasPrefix(Self.prefix),
      let index = Int(text.dropFirst(Self.prefix.count)), (0..<count).contains(index)
    else { return nil }
    return index
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
  ///
  /// In a conversation of two, messages that are not from the other participant are the reader's.
  func message(_ exported: ExportedMessage) -> ChatMessage {
    let sender = exported.sender?.id
    let isOwn =
      chat.chat.kind == "personal_chat" && exported.service == nil
      && sender != "user\(chat.chat.id)"
    return ChatMessage(exported, reader: isOwn ? sender : nil)
  }

  private func match(of query: String, in hit: SearchHit) -> MessageMatch? {
    var message = message(hit.message)
    // The search needs no pictures.
    message.images = []
    let rows = ChatRows(ChatHistory(Chat([message])), style: style, engine: engine)
    let ranges = rows.matches(of: query, at: 0)
    guard !ranges.isEmpty else { return nil }
    let id = message.id ?? .string(Self.prefix + String(hit.index))
    return MessageMatch(index: hit.index, id: id, ranges: ranges)
  }

  // MARK: ConversationTraits

  func imageSource(of image: ChatImage) -> ImageSource? { try? files.source(named: image.path) }
}
