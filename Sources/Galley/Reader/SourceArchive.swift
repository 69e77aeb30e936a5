internal import GalleyBasics
package import GalleyChat
internal import GalleyImages
internal import GalleyMessages
internal import GalleyPainting
internal import GalleyTypesetting
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
    chats = entries.map { title, rows in
      let count = rows.source.count
      var summary = ChatSummary(title: title, count: count)
      guard count > 0 else { return summary }
      let last = rows.source.message(at: count - 1)
      summary.lastText = last.summary(rows.style).disclosedString
      summary.lastDate = last.date
      if rows.source.isGroup, !last.isService { summary.lastSender = last.sender }
      return summary
    }
  }

  package func messages(ofChat index: Int) -> any MessageArchive { messages[index] }
}

/// The messages of a source as an archive.
struct SourceMessages: MessageArchive {
  private let rows: ChatRows
  private let dates = LatestDates()

  /// The number of messages that are searched as one batch.
  private static let chunk = 256

  init(_ rows: ChatRows) { self.rows = rows }

  private var source: any MessageSource { rows.source }

  // MARK: MessageArchive

  var count: Int { source.count }

  @concurrent func messages(in range: Range<Int>) async throws -> [ChatMessage] {
    range.map { message(at: $0) }
  }

  @concurrent func index(of id: Message.ID) async throws -> Int? {
    if let index = source.index(of: id) { return index }
    guard case .string(let text) = id, text.hasPrefix(Self.prefix),
      let index = Int(text.dropFirst(Self.prefix.count)), (0..<count).contains(index),
      message(at: index).id == id
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

  /// The beginning of the IDs of messages that have none of their own.
  private static let prefix = "index/"

  private func message(at index: Int) -> ChatMessage {
    var message = source.message(at: index)
    if message.id.flatMap({ source.index(of: $0) }) != index {
      message.id = .string(Self.prefix + String(index))
    }
    if message.replyPreview == nil, let id = message.replyTo, let place = source.index(of: id) {
      message.replyPreview = ReplyPreview(of: source.message(at: place), style: rows.style)
    }
    return message
  }

  private func match(of query: String, at index: Int) -> MessageMatch? {
    let ranges = rows.matches(of: query, at: index)
    guard !ranges.isEmpty, let id = message(at: index).id else { return nil }
    return MessageMatch(index: index, id: id, ranges: ranges)
  }

  // MARK: ConversationTraits

  var isGroup: Bool { source.isGroup }
  var language: String? { source.language }
  var timeZone: String? { source.timeZone }
  var customEmoji: AttachmentImages? { source.customEmoji }
  var media: MediaLoader? { source.media }
  func person(named sender: String) -> Int { source.person(named: sender) }
  func imageSource(of image: ChatImage) -> ImageSource? { source.imageSource(of: image) }
  func noteFailure(of image: ChatImage, _ error: ImageError) {
    source.noteFailure(of: image, error)
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

extension AttributedText {
  /// The text with placeholders for hidden spoilers.
  package var disclosedString: String { plainText(of: 0..<length, revealed: .none).string }
}

extension ReplyPreview {
  /// Creates the preview of a message: its text, or a summary of one without.
  package init(of original: ChatMessage, style: ChatStyle) {
    let text = original.message
    self.init(
      text.text.isEmpty ? Message(original.summary(style).disclosedString) : text,
      from: original.sender)
  }
}
