public import GalleyGeometry
internal import GalleyImages
internal import GalleyMessages
internal import GalleyScheduling
public import GalleyTypesetting
internal import Synchronization

/// A conversation that has been laid out in a width: a value, for any thread.
public struct ChatLayout: Sendable {
  /// How large the conversation is, in points.
  public let size: Size
  /// How it looks.
  public let style: ChatStyle

  let rows: [Row]

  /// What stands in a conversation, from the top down.
  struct Row: Sendable {
    enum Content: Sendable {
      case message(MessageLayout)
      case note(NoteLayout)
    }

    var content: Content
    /// The row's upper edge, in points.
    var y: Double
    var height: Double
  }

  private static func content(
    of message: ChatMessage, _ around: MessageSurroundings, engine: TextEngine
  ) -> Row.Content {
    if message.isService { return .note(NoteLayout(message, around, engine: engine)) }
    var builder = MessageBuilder(message, around, engine: engine)
    return .message(builder.build())
  }

  /// Lays a conversation out.
  ///
  /// Messages are laid out on several threads, as a batch; the result does not depend on how many.
  ///
  /// - Parameters:
  ///   - chat: The conversation.
  ///   - style: How it looks.
  ///   - engine: Lays out texts.
  ///   - directory: The directory that paths of images begin in; `nil` is that of the process.
  ///   - threads: How many threads; 0 leaves it to the system.
  /// - Throws: ``ChatError`` if an image or the picture of a custom emoji is missing or refused.
  public init(
    _ chat: Chat, style: ChatStyle, engine: TextEngine, directory: String? = nil, threads: Int = 0
  ) throws(ChatError) {
    self.style = style
    let plan = try ChatPlan(chat, style: style, directory: directory)
    let layouts = Mutex<[Int: Row.Content]>([:])
    let messages = chat.messages
    parallelApply(iterations: messages.count, threads: threads) { index in
      let content = Self.content(of: messages[index], plan.surroundings[index], engine: engine)
      layouts.withLock { $0[index] = content }
    }
    let finished = layouts.withLock { $0 }
    var y = ChatMetrics.gap
    var rows: [Row] = []
    for index in messages.indices {
      if let day = plan.days[index] {
        let note = NoteLayout(day: day, style: style, engine: engine)
        y += index > 0 ? ChatMetrics.gap : 0
        rows.append(Row(content: .note(note), y: y, height: note.height))
        y += note.height + ChatMetrics.gap
      } else if index > 0 {
        y += plan.surroundings[index].isFirst ? ChatMetrics.gap : ChatMetrics.nearGap
      }
      guard let content = finished[index] else { continue }
      rows.append(Row(content: content, y: y, height: content.height))
      y += content.height
    }
    self.rows = rows
    size = Size(width: style.width, height: y + ChatMetrics.gap)
  }
}

extension ChatLayout.Row.Content {
  /// How high the row is: whole points, so that pixels are the same wherever it stands.
  var height: Double {
    switch self {
    case .message(let layout): layout.height.rounded(.up)
    case .note(let note): note.height
    }
  }
}

/// What each message of a conversation has to know of the others.
private struct ChatPlan: Sendable {
  var surroundings: [MessageSurroundings] = []
  /// The days that begin with messages, by the messages' indices.
  var days: [Int: String] = [:]

  init(_ chat: Chat, style: ChatStyle, directory: String?) throws(ChatError) {
    let isGroup = chat.isGroup
    var style = style
    if let language = chat.language { style.dates.language = language }
    if let timeZone = chat.timeZone { style.dates.timeZone = timeZone }
    let attachments = try CustomEmojiPictures(chat, in: directory)?.source
    var people: [String: Int] = [:]
    var places: [Message.ID: Int] = [:]
    var day: String?
    for (index, message) in chat.messages.enumerated() {
      var around = MessageSurroundings(style: style, isGroup: isGroup, attachments: attachments)
      if !message.isService, people[message.sender] == nil {
        people[message.sender] = people.count
      }
      around.person = people[message.sender] ?? 0
      if let answered = message.replyTo.flatMap({ places[$0] }) {
        around.reply = MessageSurroundings.Reply(
          message: chat.messages[answered], person: surroundings[answered].person,
          image: surroundings[answered].images.first)
      }
      if let id = message.message.id { places[id] = index }
      for image in message.images {
        do throws(ImageError) {
          around.images.append(try LoadedImage(image, in: directory))
        } catch {
          throw .image(number: index + 1, path: image.path, error)
        }
      }
      let newDay = message.date.flatMap { date in
        DateTimeFormat("D").flatMap { style.dates.text(for: date, $0) }
      }
      if let newDay, newDay != day {
        days[index] = newDay
        day = newDay
      }
      if index > 0, days[index] == nil, message.follows(chat.messages[index - 1]) {
        around.isFirst = false
        surroundings[index - 1].isLast = false
      }
      surroundings.append(around)
    }
  }
}

extension ChatMessage {
  /// Whether the message stands in a row with the one before.
  fileprivate func follows(_ other: ChatMessage) -> Bool {
    guard sender == other.sender, isOutgoing == other.isOutgoing, !isService, !other.isService
    else { return false }
    guard let date, let otherDate = other.date else { return true }
    return (0...ChatMetrics.rowDuration).contains(date - otherDate)
  }
}
