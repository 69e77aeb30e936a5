internal import GalleyFonts
package import GalleyMessages
package import GalleyRichMessages
package import GalleyRichStreaming
package import GalleyRichTypesetting
package import GalleyTypesetting

/// The settings for the layout of messages, which are the same for every kind of message.
package struct LayoutSettings: Sendable {
  /// The appearance of texts.
  package var theme: MessageTheme
  /// The options of all texts.
  package var options: LayoutOptions
  /// The format of dates.
  package var dates: DateFormatting
  /// The direction of messages that have none.
  package var direction: TextDirection?
  /// Changes of each text, in order.
  package var additions: [any TextAddition] = []
  /// The open and the expanded blocks of rich messages.
  package var richState = RichState()
  /// Whether rich messages are as wide as the lines may be.
  package var fillsWidth = false
  /// Whether rich messages are drafts.
  package var isDraft = false

  /// The values that interfaces and commands use unless told otherwise: distances in points, and
  /// the scale in pixels per point.
  package enum Defaults {
    package static let size = 16.0
    package static let width = 360.0
    package static let scale = 1.0
    package static let padding = 8.0
    package static let timeZone = "UTC"
  }

  /// Creates settings.
  package init(
    theme: MessageTheme = MessageTheme(), options: LayoutOptions = LayoutOptions(),
    dates: DateFormatting = DateFormatting()
  ) {
    self.theme = theme
    self.options = options
    self.dates = dates
  }

  /// Returns the text of a message, styled by the settings and the message.
  package func attributedText(_ message: Message) -> AttributedText {
    var text = plainText(message) ?? message.attributedText(theme: theme, dates: dates)
    if message.direction == nil, let direction { text.direction = direction }
    if message.language == nil, let language = theme.text.language { text.language = language }
    for addition in additions where !addition.isObject { addition.apply(to: &text) }
    return text
  }

  /// Returns the text of a message without entities, in which objects take the place of parts;
  /// `nil` for another message, or without objects.
  private func plainText(_ message: Message) -> AttributedText? {
    let objects = additions.compactMap { $0.object(in: message.text) }
    guard !objects.isEmpty, message.entities.isEmpty else { return nil }
    var style = theme.text
    if let size = message.size { style.font.size = size }
    if let language = message.language { style.language = language }
    var text = AttributedText(
      message.text, replacing: objects.sorted { $0.range.lowerBound < $1.range.lowerBound },
      style: style, direction: message.direction ?? .auto, language: message.language)
    text.lineBreakRules = theme.lineBreakRules
    return text
  }

  /// Returns the layout of a rich message.
  package func layout(_ message: RichMessage, with engine: TextEngine) -> RichLayout {
    let document = RichDocument(
      message, theme: richTheme, state: richState, textOptions: options, engine: engine)
    return document.layout(width: richWidth, fillsWidth: fillsWidth)
  }

  /// Returns the layout of a rich message in JSON, in the direction of the settings.
  ///
  /// - Throws: `RichMessageError` if the message is invalid.
  package func layout(
    richMessage json: [UInt8], with engine: TextEngine
  ) throws(RichMessageError) -> RichLayout {
    let message = try RichMessage(json: json, options: richOptions)
    return layout(directed(message), with: engine)
  }

  /// Returns a rich message in the direction of the settings.
  package func directed(_ message: RichMessage) -> RichMessage {
    guard let direction, direction != .auto else { return message }
    var message = message
    message.isRightToLeft = direction == .rightToLeft
    return message
  }

  /// The options for reading rich messages.
  package var richOptions: RichMessage.ReadingOptions {
    RichMessage.ReadingOptions(isDraft: isDraft)
  }

  /// Returns the layout of a rich message in Markdown, with the limits of one that grows.
  package func layout(markdown: String, with engine: TextEngine) -> RichLayout {
    let message = try? RichMessage(markdown: markdown, options: StreamingText.readingOptions)
    return layout(message ?? RichMessage(), with: engine)
  }

  /// Returns an empty message that grows.
  package func stream(with engine: TextEngine) -> StreamingText {
    StreamingText(width: richWidth, theme: richTheme, textOptions: options, engine: engine)
  }

  /// The appearance of rich messages.
  package var richTheme: RichTheme { RichTheme(message: theme, dates: dates) }

  /// The width of rich messages, in points, which always have one.
  package var richWidth: Double { options.width.isFinite ? options.width : 420 }

  /// Returns the layout of a message.
  package func layout(_ message: Message, with engine: TextEngine) -> TextLayout {
    var options = options
    options.width = message.width ?? options.width
    options.maximumLines = options.maximumLines ?? message.maximumLines
    return engine.layout(attributedText(message), options: options)
  }
}

/// A change of the text of a message before its layout.
package protocol TextAddition: Sendable {
  /// Whether an object takes the place of a part of the text.
  var isObject: Bool { get }

  /// Changes a text; without effect if it lacks the part to change.
  func apply(to text: inout AttributedText)

  /// Returns the object that takes the place of a part of a text, and its range in UTF-8; `nil` if
  /// the text does not contain the part, or for another change.
  func object(in text: String) -> (range: Range<Int>, attachment: TextAttachment)?
}
