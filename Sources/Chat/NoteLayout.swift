internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyPainting
internal import GalleyTypesetting

/// The layout of a centered note: a day, or a service message.
///
/// Coordinates are in points, relative to the row.
struct NoteLayout: Sendable {
  private(set) var label: MessageLayout.Label
  /// The rounded fill behind the text.
  private(set) var pill: MessageLayout.Box

  /// The height of the row, in points.
  var height: Double { pill.frame.size.height }

  /// Lays out the title of a day.
  init(day: String, style: ChatStyle, engine: TextEngine) {
    let text = AttributedText(day, style: Self.textStyle(style, weight: 600))
    self.init(text, lines: 1, style: style, engine: engine)
  }

  /// Lays out the bar above the first unread message, across the whole width.
  init(dividerIn style: ChatStyle, engine: TextEngine) {
    let colors = style.divider
    let text = AttributedText(
      style.words.unreadMessages,
      style: style.text(ChatMetrics.pillTextSize, weight: 600, color: .fixed(colors.text)))
    self.init(text, lines: 1, style: style, engine: engine)
    pill.frame = Rect(x: 0, y: 0, width: style.width, height: pill.frame.size.height)
    (pill.color, pill.radius) = (colors.fill, 0)
  }

  /// Lays out a service message.
  init(_ message: ChatMessage, _ around: MessageContext, engine: TextEngine) {
    var theme = MessageTheme(text: Self.textStyle(around.style, weight: 500))
    theme.linkColor = .fixed(.white)
    theme.lineBreakRules = around.style.lineBreakRules
    var message = message.message
    message.size = ChatMetrics.pillTextSize
    let text = message.attributedText(theme: theme, dates: around.style.dates)
    self.init(
      text, lines: message.maximumLines, attachments: around.attachments, style: around.style,
      engine: engine)
  }

  private static func textStyle(_ style: ChatStyle, weight: Double) -> TextStyle {
    style.text(ChatMetrics.pillTextSize, weight: weight, color: .fixed(.white))
  }

  private init(
    _ text: AttributedText, lines: Int?, attachments: AttachmentImages? = nil, style: ChatStyle,
    engine: TextEngine
  ) {
    var options = LayoutOptions(width: style.width - Self.margins, alignment: .center)
    options.maximumLines = lines
    let layout = engine.layout(text, options: options)
    let size = Size(
      width: (layout.size.width + 20).rounded(.up), height: (layout.size.height + 6).rounded(.up))
    // With several lines, the corners are those of a bubble.
    let radius = min(size.height / 2, ChatMetrics.radius)
    pill = MessageLayout.Box(
      frame: Rect(origin: .zero, size: size), color: style.pill, radius: radius)
    label = MessageLayout.Label(
      layout: layout,
      origin: Point(
        x: (size.width - layout.size.width) / 2, y: (size.height - layout.size.height) / 2),
      attachments: attachments)
    move(by: Self.start(of: size.width, in: style.width))
  }

  // MARK: Other widths

  /// The sum of the minimum margins of the text, in points.
  private static let margins = 60.0

  private static func start(of length: Double, in width: Double) -> Double {
    ((width - length) / 2).rounded()
  }

  private mutating func move(by distance: Double) {
    pill.frame.origin.x += distance
    label.origin.x += distance
  }

  /// Returns the note centered in another width; `nil` if that changes the lines of its text.
  func centered(in width: Double) -> NoteLayout? {
    let layout = label.layout
    guard layout.lines.count == 1, !layout.isTruncated, layout.size.width <= width - Self.margins
    else { return nil }
    var note = self
    note.move(by: Self.start(of: pill.frame.size.width, in: width) - pill.frame.minX)
    return note
  }
}
