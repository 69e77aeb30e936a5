internal import GalleyImages
package import GalleyMessages
public import GalleyRichTypesetting
public import GalleyTypesetting

/// A conversation as the rows of a list, each laid out on demand.
///
/// Rows are not cached: a list that remembers heights needs nothing else of rows that are off
/// screen. Any number of threads may request rows at the same time.
public struct ChatRows: Sendable {
  /// The conversation.
  public var source: any MessageSource
  /// The style, including the width.
  public var style: ChatStyle
  /// The index of the first unread message, above which there is a bar; `nil` for none.
  public var firstUnread: Int?
  /// Whether rows show the titles of days; otherwise the space is left for section headers.
  public var showsDays = true
  /// The engine that lays out texts.
  public let engine: TextEngine
  private let documents = RichDocumentCache()
  /// The messages that grow.
  package let streams = MessageStreams()

  /// Creates the rows of a conversation.
  public init(_ source: any MessageSource, style: ChatStyle, engine: TextEngine) {
    self.source = source
    self.engine = engine
    self.style = style
    firstUnread = source.firstUnread
  }

  /// The number of rows, one per message.
  public var count: Int { source.count }

  /// Lays out a row.
  ///
  /// - Parameters:
  ///   - index: A valid message index.
  ///   - state: The interaction state of the message.
  /// - Returns: The row, whose appearance depends on the neighboring messages.
  public func row(at index: Int, in state: MessageState = MessageState()) -> ChatRow {
    let message = source.message(at: index)
    let before = index > 0 ? source.message(at: index - 1) : nil
    let after = index + 1 < source.count ? source.message(at: index + 1) : nil
    var around = surroundings(of: message, at: index)
    let day = newDay(of: message, at: index, after: before, around.style)
    around.state = state
    let hasDivider = index == firstUnread
    around.isFirst = day != nil || hasDivider || !(before.map { message.follows($0) } ?? false)
    if let after {
      around.isLast =
        !after.follows(message) || index + 1 == firstUnread
        || newDay(of: after, at: index + 1, after: message, around.style) != nil
    }
    let note = day.map { NoteLayout(day: $0, style: around.style, engine: engine) }
    var top = index > 0 && !around.isFirst ? ChatMetrics.nearGap : ChatMetrics.gap
    if let note { top += note.height + ChatMetrics.gap }
    let divider = hasDivider ? NoteLayout(dividerIn: around.style, engine: engine) : nil
    if let divider { top += divider.height + ChatMetrics.gap }
    return ChatRow(
      index: index, state: state, width: style.width, top: top, day: note,
      showsDay: showsDays, divider: divider, content: content(of: message, around))
  }

  /// Returns the title of a message's day, or `nil` if it has no date.
  public func day(at index: Int) -> String? {
    source.date(at: index).flatMap { datedStyle.day(of: $0) }
  }

  /// Returns the text of a message, as it is shown and selected.
  ///
  /// That of a rich message consists of its visible texts in reading order, on lines of their own.
  ///
  /// - Parameters:
  ///   - index: A valid message index.
  ///   - state: The interaction state of the message.
  /// - Returns: The text; `nil` for an empty text or a service message.
  public func text(at index: Int, in state: MessageState = MessageState()) -> AttributedText? {
    let message = source.message(at: index)
    guard !message.isService, !message.hasNoText else { return nil }
    if let layout = richLayout(at: index, in: state) { return layout.joinedText }
    let builder = plainBuilder(of: message, in: state)
    return builder.largeEmoji == nil ? builder.text : nil
  }

  /// Returns a layout of the blocks of a message, for queries of its text; `nil` if it is not a
  /// rich message.
  package func richLayout(at index: Int, in state: MessageState) -> RichLayout? {
    let builder = plainBuilder(of: source.message(at: index), in: state)
    return builder.streamLayout?.layout ?? builder.document?.layout(width: style.width)
  }

  /// Returns a builder of a message without what is around it.
  private func plainBuilder(of message: ChatMessage, in state: MessageState) -> MessageBuilder {
    var around = MessageContext(style: datedStyle, isGroup: source.isGroup)
    (around.state, around.documents) = (state, documents)
    around.stream = streams[message.id]
    return MessageBuilder(message, around, engine: engine)
  }

  /// Loads the typefaces that most conversations need, on the calling thread.
  ///
  /// Calling this on launch makes the first conversation open about ten milliseconds sooner.
  public func openFonts() {
    for weight in [400.0, 600] {
      let letters = AttributedText(
        "A Я Ω ا א क ก 中 あ 한 ✓ 😀", style: style.text(ChatMetrics.textSize, weight: weight))
      _ = engine.layout(letters, options: LayoutOptions(width: style.width))
    }
  }

  private func content(of message: ChatMessage, _ around: MessageContext) -> ChatRow.Content {
    if message.isService { return .note(NoteLayout(message, around, engine: engine)) }
    var builder = MessageBuilder(message, around, engine: engine)
    return .message(builder.build())
  }

  /// The style with the language and the time zone of the conversation.
  private var datedStyle: ChatStyle {
    var style = style
    style.dates = dates
    return style
  }

  /// The formatting of dates in the language and the time zone of the conversation.
  package var dates: DateFormatting {
    var dates = style.dates
    if let language = source.language { dates.language = language }
    if let timeZone = source.timeZone { dates.timeZone = timeZone }
    return dates
  }

  func surroundings(of message: ChatMessage, at index: Int) -> MessageContext {
    var around = MessageContext(
      style: datedStyle, isGroup: source.isGroup,
      attachments: source.customEmoji ?? source.media?.customEmoji)
    (around.documents, around.stream) = (documents, streams[message.id])
    around.person = source.person(named: message.sender)
    // Without a loader, custom emoji come from elsewhere.
    around.media = source.customEmoji == nil ? source.media : nil
    around.avatar = source.media.map {
      PendingPicture(loader: $0, subject: .avatar(sender: message.sender))
    }
    around.images = images(of: message)
    around.previewImage = message.linkPreview?.image.flatMap { loaded($0) }
    around.reply = original(of: message, at: index).map { original in
      MessageContext.Reply(
        message: original, quote: message.quote?.text,
        person: source.person(named: original.sender), image: images(of: original).first)
    }
    return around
  }

  /// Returns the message that another replies to, or what is known of it.
  private func original(of message: ChatMessage, at index: Int) -> ChatMessage? {
    if let found = message.replyTo.flatMap({ source.index(of: $0) }), found < index {
      return source.message(at: found)
    }
    return message.replyPreview.map { ChatMessage($0.text, from: $0.sender) }
  }

  /// Returns the images of a message, without those that have neither a known size nor a file.
  private func images(of message: ChatMessage) -> [LoadedImage] {
    message.images.enumerated().compactMap { index, image in loaded(image, index: index) }
  }

  /// Returns an image; `nil` if it has neither a known size nor a file.
  private func loaded(_ image: ChatImage, index: Int = 0) -> LoadedImage? {
    let file = source.imageSource(of: image)
    let pending = file == nil ? source.media?.photo(image) : nil
    let size =
      image.size ?? file.map { PixelSize(width: $0.header.width, height: $0.header.height) }
    return (size ?? pending?.size).map { size in
      LoadedImage(
        source: file, index: index, size: size, thumbnail: file == nil ? image.thumbnail : nil,
        pending: pending
      ) { [source] in source.noteFailure(of: image, $0) }
    }
  }

  /// Returns the title of a message's day if it differs from that of the previous dated message.
  private func newDay(
    of message: ChatMessage, at index: Int, after other: ChatMessage?, _ style: ChatStyle
  ) -> String? {
    guard let day = message.date.flatMap({ style.day(of: $0) }) else { return nil }
    // A message without a date belongs to the day of those before it.
    let known =
      other?.date.flatMap { style.day(of: $0) }
      ?? (0..<index).reversed().prefix(Self.undatedLimit).lazy
      .compactMap { source.date(at: $0).flatMap { style.day(of: $0) } }.first
    return known == day ? nil : day
  }

  /// The maximum number of undated messages skipped in search of a date.
  static let undatedLimit = 32
}

/// The interaction state of a message: its expanded blocks and revealed spoilers.
public struct MessageState: Hashable, Sendable {
  /// The indices of the expanded blocks.
  public var expandedBlocks: Set<Int>
  /// The revealed spoilers; in a rich message, those of each text.
  public var revealed: RevealedSpoilers
  /// The opened sections and quotations of a rich message.
  public var sections = RichState()

  /// Creates a state; the default has nothing expanded or revealed.
  public init(expandedBlocks: Set<Int> = [], revealed: RevealedSpoilers = .none) {
    self.expandedBlocks = expandedBlocks
    self.revealed = revealed
  }
}

extension ChatMessage {
  /// Whether the message continues the group of the one before.
  fileprivate func follows(_ other: ChatMessage) -> Bool {
    guard sender == other.sender, isOutgoing == other.isOutgoing, !isService, !other.isService
    else { return false }
    guard let date, let otherDate = other.date else { return true }
    return (0...ChatMetrics.rowDuration).contains(date - otherDate)
  }
}

extension ChatStyle {
  /// Returns the title of a date's day.
  fileprivate func day(of date: Int) -> String? {
    Self.dayFormat.flatMap { dates.text(for: date, $0) }
  }

  private static let dayFormat = MessageEntity.DateTimeFormat("D")
}
