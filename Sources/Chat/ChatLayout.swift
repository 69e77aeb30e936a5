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
      case day(MessageLayout.Label, pill: Rect)
    }

    var content: Content
    /// The row's upper edge, in points.
    var y: Double
    var height: Double
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
  /// - Throws: ``ChatError/image(number:path:_:)`` if an image is missing or refused.
  public init(
    _ chat: Chat, style: ChatStyle, engine: TextEngine, directory: String? = nil, threads: Int = 0
  ) throws(ChatError) {
    self.style = style
    let plan = try ChatPlan(chat, style: style, directory: directory)
    let layouts = Mutex<[Int: MessageLayout]>([:])
    let messages = chat.messages
    parallelApply(iterations: messages.count, threads: threads) { index in
      var builder = MessageBuilder(messages[index], plan.surroundings[index], engine: engine)
      let layout = builder.build()
      layouts.withLock { $0[index] = layout }
    }
    let finished = layouts.withLock { $0 }
    var y = ChatMetrics.gap
    var rows: [Row] = []
    for index in messages.indices {
      if let day = plan.days[index] {
        let top = index > 0 ? y + ChatMetrics.gap : y
        let row = Self.row(of: day, style: style, engine: engine, y: top)
        rows.append(row)
        y = row.y + row.height + ChatMetrics.gap
      } else if index > 0 {
        y += plan.surroundings[index].isFirst ? ChatMetrics.gap : ChatMetrics.nearGap
      }
      guard let layout = finished[index] else { continue }
      // On whole points, so that pixels are the same wherever a message stands.
      let height = layout.height.rounded(.up)
      rows.append(Row(content: .message(layout), y: y, height: height))
      y += height
    }
    self.rows = rows
    size = Size(width: style.width, height: y + ChatMetrics.gap)
  }

  /// A day, in a pill in the middle.
  private static func row(
    of day: String, style: ChatStyle, engine: TextEngine, y: Double
  ) -> Row {
    var options = LayoutOptions(width: style.width - 60)
    options.maximumLines = 1
    let layout = engine.layout(
      AttributedText(
        day,
        style: style.text(ChatMetrics.pillTextSize, weight: 600, color: .fixed(.white))),
      options: options)
    let size = Size(
      width: (layout.size.width + 20).rounded(.up), height: (layout.size.height + 6).rounded(.up))
    let pill = Rect(
      origin: Point(x: ((style.width - size.width) / 2).rounded(), y: 0), size: size)
    let label = MessageLayout.Label(
      layout: layout,
      origin: Point(
        x: pill.minX + (size.width - layout.size.width) / 2,
        y: (size.height - layout.size.height) / 2))
    return Row(content: .day(label, pill: pill), y: y, height: size.height)
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
    var people: [String: Int] = [:]
    var places: [Message.ID: Int] = [:]
    var day: String?
    for (index, message) in chat.messages.enumerated() {
      var around = MessageSurroundings(style: style, isGroup: isGroup)
      if people[message.sender] == nil { people[message.sender] = people.count }
      around.person = people[message.sender] ?? 0
      if let answered = message.replyTo.flatMap({ places[$0] }) {
        around.reply = (chat.messages[answered], surroundings[answered].person)
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
    guard sender == other.sender, isOutgoing == other.isOutgoing else { return false }
    guard let date, let otherDate = other.date else { return true }
    return (0...ChatMetrics.rowDuration).contains(date - otherDate)
  }
}
