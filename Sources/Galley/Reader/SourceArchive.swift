internal import GalleyBasics
package import GalleyChat
internal import GalleyMessages
internal import Synchronization

/// An archive of conversations that are read from message sources, such as chat files.
package struct SourceArchive: ChatArchive {
  package let chats: [ChatSummary]
  private let messages: [SourceMessages]

  /// Creates an archive.
  ///
  /// - Parameter entries: The titles and the messages of the conversations, with the style and the
  ///   engine that search and summarize them.
  package init(_ entries: [(title: String, rows: ChatRows)]) {
    messages = entries.map { SourceMessages($0.rows) }
    chats = entries.map { ChatSummary(title: $0, count: $1.source.count) }
  }

  package func messages(ofChat index: Int) -> any MessageArchive { messages[index] }

  package func lastMessage(ofChat index: Int) -> LastMessage? { messages[index].last }
}

/// The messages of a source as an archive.
struct SourceMessages: MessageArchive, ForwardingTraits {
  private let rows: ChatRows
  private let dates = LatestDates()

  /// The number of messages that are searched as one batch.
  private static let chunk = 256

  init(_ rows: ChatRows) { self.rows = rows }

  private var source: any MessageSource { rows.source }

  var traits: any ConversationTraits { source }

  /// The last message for a list of conversations.
  var last: LastMessage? {
    guard count > 0 else { return nil }
    return LastMessage(source.message(at: count - 1), isGroup: source.isGroup, rows.style)
  }

  // MARK: MessageArchive

  var count: Int { source.count }

  @concurrent func messages(in range: Range<Int>) async throws -> [ChatMessage] {
    range.map { message(at: $0) }
  }

  @concurrent func index(of id: Message.ID) async throws -> Int? {
    if let index = source.index(of: id) { return index }
    guard let index = id.archiveIndex, (0..<count).contains(index), message(at: index).id == id
    else { return nil }
    return index
  }

  @concurrent func first(onOrAfter date: Int) async throws -> (index: Int, date: Int)? {
    let latest = dates.values(of: source)
    let index = latest.partitioningIndex { $0 >= date }
    return index < latest.count ? (index, latest[index]) : nil
  }

  func matches(of query: String) -> AsyncThrowingStream<[MessageMatch], any Error> {
    AsyncThrowingStream { continuation in
      let task = Task.detached {
        var end = count
        while end > 0, !Task.isCancelled {
          let start = max(0, end - Self.chunk)
          let found = (start..<end).reversed().compactMap { match(of: query, at: $0) }
          if !found.isEmpty { continuation.yield(found) }
          end = start
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  // MARK: Messages

  private func message(at index: Int) -> ChatMessage {
    var message = source.message(at: index)
    if message.id.flatMap({ source.index(of: $0) }) != index {
      message.id = Message.ID(ofIndex: index)
    }
    if message.replyPreview == nil, let id = message.replyTo, let place = source.index(of: id) {
      message.replyPreview = ReplyPreview(of: source.message(at: place), rows.style)
    }
    return message
  }

  private func match(of query: String, at index: Int) -> MessageMatch? {
    let ranges = rows.matches(of: query, at: index)
    guard !ranges.isEmpty, let id = message(at: index).id else { return nil }
    return MessageMatch(index: index, id: id, ranges: ranges)
  }
}

/// For each message, the latest date up to it, so that dates can be found by bisection although
/// messages may be out of order.
private final class LatestDates: Sendable {
  private let known = Mutex<[Int]?>(nil)

  /// Returns the dates, reading those of all messages on the first call.
  func values(of source: any MessageSource) -> [Int] {
    if let dates = known.withLock({ $0 }) { return dates }
    var latest = Int.min
    let dates = (0..<source.count).map { index in
      latest = max(latest, source.date(at: index) ?? .min)
      return latest
    }
    known.withLock { $0 = dates }
    return dates
  }
}
