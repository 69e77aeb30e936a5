import GalleyCorpus
import GalleyFonts
package import GalleyGeometry
import GalleyMessages
import GalleyRichMessages
import GalleyRichStreaming
package import GalleyRichTypesetting
package import GalleyTypesetting

/// The settings for the layout of messages.
///
/// They are read from the arguments once, because the argument parser looks up each value.
package struct LayoutSettings: Sendable {
  private var theme = MessageTheme()
  /// The options of all texts.
  package private(set) var options = LayoutOptions()
  private let dates: DateFormatting
  private let parts: [TextPart]
  private let richState: RichState
  private let fillsWidth: Bool
  private let isDraft: Bool
  private let direction: TextDirection?

  /// Reads the settings from arguments.
  package init(_ arguments: LayoutArguments, grid: PixelGrid? = nil) {
    theme.text.font.size = arguments.size.size
    theme.text.font.families = arguments.family.names
    theme.text.language = arguments.language
    theme.lineBreakRules.convention = arguments.lineBreak
    arguments.settings.apply(to: &theme)
    dates = DateFormatting(
      language: arguments.language, timeZone: arguments.timeZone, now: arguments.now)
    direction = arguments.direction?.direction
    options.width = arguments.width
    options.lineGrid = grid
    arguments.limits.apply(to: &options)
    arguments.settings.apply(to: &options, style: theme.text)
    parts = arguments.parts.all
    richState = arguments.rich.state(expanded: arguments.limits.expanded)
    fillsWidth = arguments.rich.fillsWidth
    isDraft = arguments.rich.draft
  }

  /// Returns the text of a message, styled by the settings and the message.
  func attributedText(_ message: Message) -> AttributedText {
    var text = plainText(message) ?? message.attributedText(theme: theme, dates: dates)
    if message.direction == nil, let direction { text.direction = direction }
    if message.language == nil, let language = theme.text.language { text.language = language }
    for part in parts where part.name != "object" { part.apply(to: &text) }
    return text
  }

  /// Returns the text of a message without entities, in which objects take the place of parts;
  /// `nil` for another message, or without objects.
  private func plainText(_ message: Message) -> AttributedText? {
    let objects = parts.compactMap { $0.object(in: message.text) }
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
  func layout(_ message: RichMessage, with engine: TextEngine) -> RichLayout {
    let document = RichDocument(
      message, theme: richTheme, state: richState, textOptions: options, engine: engine)
    return document.layout(width: richWidth, fillsWidth: fillsWidth)
  }

  /// Returns the layout of a rich message in JSON, in the direction of the arguments.
  ///
  /// - Throws: `RichMessageError` if the message is invalid.
  func layout(richMessage json: [UInt8], with engine: TextEngine) throws -> RichLayout {
    let options = RichMessage.ReadingOptions(isDraft: isDraft)
    var message = try RichMessage(json: String(decoding: json, as: UTF8.self), options: options)
    if let direction, direction != .auto { message.isRightToLeft = direction == .rightToLeft }
    return layout(message, with: engine)
  }

  /// Returns the layout of a rich message in Markdown, with the limits of one that grows.
  func layout(markdown: String, with engine: TextEngine) -> RichLayout {
    let message = try? RichMessage(markdown: markdown, options: StreamingText.readingOptions)
    return layout(message ?? RichMessage(), with: engine)
  }

  /// Returns an empty message that grows.
  func stream(with engine: TextEngine) -> StreamingText {
    StreamingText(width: richWidth, theme: richTheme, textOptions: options, engine: engine)
  }

  /// The appearance of rich messages.
  package var richTheme: RichTheme { RichTheme(message: theme, dates: dates) }

  /// The width of rich messages, in points, which always have one.
  package var richWidth: Double { options.width.isFinite ? options.width : 420 }

  /// Returns the layout of a message.
  func layout(_ message: Message, with engine: TextEngine) -> TextLayout {
    var options = options
    options.width = message.width ?? options.width
    options.maximumLines = options.maximumLines ?? message.maximumLines
    return engine.layout(attributedText(message), options: options)
  }
}
