internal import GalleyImages
internal import GalleyMessages
public import GalleyTypesetting

/// A conversation as rows of a list, each of which is laid out by itself when it is wanted.
///
/// Nothing is kept of a row: a list that remembers heights needs no more of those that are not on
/// screen. Any thread may ask for rows, many at a time.
public struct ChatRows: Sendable {
  /// The conversation.
  public var source: any MessageSource
  /// How it looks, and how wide it is.
  public var style: ChatStyle
  /// Whether days are written where they begin; otherwise their room is left to headers of a list.
  public var showsDays = true
  /// What lays out texts.
  public let engine: TextEngine

  /// Makes rows of a conversation.
  public init(_ source: any MessageSource, style: ChatStyle, engine: TextEngine) {
    self.source = source
    self.engine = engine
    self.style = style
  }

  /// How many rows there are: one for each message.
  public var count: Int { source.count }

  /// Lays out a row.
  ///
  /// - Parameters:
  ///   - index: The message's number, which there is.
  ///   - state: What the reader has opened in it.
  /// - Returns: The row, as the messages beside it have it look.
  public func row(at index: Int, in state: MessageState = MessageState()) -> ChatRow {
    let message = source.message(at: index)
    let before = index > 0 ? source.message(at: index - 1) : nil
    let after = index + 1 < source.count ? source.message(at: index + 1) : nil
    var around = surroundings(of: message, at: index)
    let day = newDay(of: message, at: index, after: before, around.style)
    around.state = state
    around.isFirst = day != nil || !(before.map { message.follows($0) } ?? false)
    if let after {
      around.isLast =
        !after.follows(message)
        || newDay(of: after, at: index + 1, after: message, around.style) != nil
    }
    let note = day.map { NoteLayout(day: $0, style: around.style, engine: engine) }
    var top = index > 0 && !around.isFirst ? ChatMetrics.nearGap : ChatMetrics.gap
    if let note { top += note.height + ChatMetrics.gap }
    return ChatRow(
      index: index, state: state, width: style.width, top: top, day: note,
      showsDay: showsDays, content: content(of: message, around))
  }

  /// The day that the message with a number was written on, in words; `nil` if it does not say.
  public func day(at index: Int) -> String? {
    source.date(at: index).flatMap { datedStyle.day(of: $0) }
  }

  /// The text of the message with a number, as it is shown and selected in.
  ///
  /// It is `nil` if it is not in a bubble, or empty.
  public func text(at index: Int) -> AttributedText? {
    let message = source.message(at: index)
    guard !message.isService, !message.message.text.isEmpty else { return nil }
    let around = MessageSurroundings(style: datedStyle, isGroup: source.isGroup)
    let builder = MessageBuilder(message, around, engine: engine)
    return builder.largeEmoji == nil ? builder.text : nil
  }

  /// Opens the typefaces that most conversations need, on the calling thread.
  ///
  /// A program that does so at its start, before there is a conversation to show, opens the first one sooner by
  /// some ten milliseconds.
  public func openFonts() {
    for weight in [400.0, 600] {
      let letters = AttributedText(
        "A Я Ω ا א क ก 中 あ 한 ✓ 😀", style: style.text(ChatMetrics.textSize, weight: weight))
      _ = engine.layout(letters, options: LayoutOptions(width: style.width))
    }
  }

  private func content(of message: ChatMessage, _ around: MessageSurroundings) -> ChatRow.Content {
    if message.isService { return .note(NoteLayout(message, around, engine: engine)) }
    var builder = MessageBuilder(message, around, engine: engine)
    return .message(builder.build())
  }

  /// The style with the language and the time zone of the conversation.
  private var datedStyle: ChatStyle {
    var style = style
    if let language = source.language { style.dates.language = language }
    if let timeZone = source.timeZone { style.dates.timeZone = timeZone }
    return style
  }

  func surroundings(of message: ChatMessage, at index: Int) -> MessageSurroundings {
    var around = MessageSurroundings(
      style: datedStyle, isGroup: source.isGroup, attachments: source.customEmoji)
    around.person = source.person(at: index)
    around.images = images(of: message)
    if let answered = message.replyTo.flatMap({ source.index(of: $0) }), answered < index {
      let reply = source.message(at: answered)
      around.reply = MessageSurroundings.Reply(
        message: reply, person: source.person(at: answered), image: images(of: reply).first)
    }
    return around
  }

  /// The images of a message; one of which neither the size nor the file is known is left out.
  private func images(of message: ChatMessage) -> [LoadedImage] {
    message.images.compactMap { image in
      let file = source.imageSource(of: image)
      let size = file.map { PixelSize(width: $0.header.width, height: $0.header.height) }
      return (image.size ?? size).map { size in
        LoadedImage(source: file, size: size) { [source] in source.noteFailure(of: image, $0) }
      }
    }
  }

  /// The day of a message, if it is another than that of the messages before.
  private func newDay(
    of message: ChatMessage, at index: Int, after other: ChatMessage?, _ style: ChatStyle
  ) -> String? {
    guard let day = message.date.flatMap({ style.day(of: $0) }) else { return nil }
    // What has no date is of the day of those before.
    let known =
      other?.date.flatMap { style.day(of: $0) }
      ?? (0..<index).reversed().prefix(Self.undatedLimit).lazy
      .compactMap { source.date(at: $0).flatMap { style.day(of: $0) } }.first
    return known == day ? nil : day
  }

  /// So many messages without a date are passed over in search of one that has one.
  private static let undatedLimit = 32
}

/// What the reader has opened in a message.
public struct MessageState: Hashable, Sendable {
  /// The numbers of the blocks that show all their lines.
  public var expandedBlocks: Set<Int>
  /// The spoilers that may be seen.
  public var revealed: RevealedSpoilers

  /// Makes a state; usually nothing has been opened.
  public init(expandedBlocks: Set<Int> = [], revealed: RevealedSpoilers = .none) {
    self.expandedBlocks = expandedBlocks
    self.revealed = revealed
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

extension ChatStyle {
  /// The day of a date, in words.
  fileprivate func day(of date: Int) -> String? {
    Self.dayFormat.flatMap { dates.text(for: date, $0) }
  }

  private static let dayFormat = DateTimeFormat("D")
}
