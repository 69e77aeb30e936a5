internal import GalleyChat
internal import GalleyMessages
internal import Synchronization

/// The pages of an archive's conversation, which remember the indices of their messages.
final class ArchivePages: SearchablePages, ForwardingTraits {
  let archive: any MessageArchive
  private let indices = Mutex<[Message.ID: Int]>([:])

  init(_ archive: any MessageArchive) { self.archive = archive }

  var traits: any ConversationTraits { archive }

  /// Returns the index of a message that was in a page.
  func knownIndex(of id: Message.ID) -> Int? { indices.withLock { $0[id] } }

  // MARK: MessagePages

  @concurrent func page(_ request: MessagePage.Request) async throws -> MessagePage {
    let count = archive.count
    let limit = max(1, request.limit)
    let start: Int
    var end: Int
    switch request.place {
    case .newest: (start, end) = (count - limit, count)
    case .before(let id):
      guard let index = try await index(of: id) else { return MessagePage([]) }
      (start, end) = (index - limit, index)
    case .after(let id):
      guard let index = try await index(of: id) else { return MessagePage([]) }
      (start, end) = (index + 1, index + 1 + limit)
    case .around(let id):
      guard let index = try await index(of: id) else { return MessagePage([]) }
      (start, end) = (index - limit / 2, index - limit / 2 + limit)
    }
    end = min(end, count)
    let range = max(0, min(start, end))..<end
    let messages = try await archive.messages(in: range)
    indices.withLock { indices in
      for (message, index) in zip(messages, range) {
        if let id = message.id { indices[id] = index }
      }
    }
    var page = MessagePage(
      messages, hasOlder: range.lowerBound > 0, hasNewer: range.upperBound < count)
    page.isInOrder = true
    return page
  }

  @concurrent private func index(of id: Message.ID) async throws -> Int? {
    if let index = knownIndex(of: id) { return index }
    return try await archive.index(of: id)
  }

  func matches(of query: String) -> AsyncThrowingStream<[MessageMatch], any Error> {
    archive.matches(of: query)
  }
}
