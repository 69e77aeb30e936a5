internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// The layout of the texts of a picture.
struct QuoteText {
  let engine: TextEngine
  let isDark: Bool
  /// The number of clusters without a glyph so far.
  private(set) var missingGlyphs = 0

  init(engine: TextEngine, isDark: Bool) {
    self.engine = engine
    self.isDark = isDark
  }

  /// The colors of text.
  var palette: Palette { (isDark ? ChatTheme.darkIncoming : .lightIncoming).palette }

  private func style(
    _ size: Double, weight: Double = 400, color: PaintColor = .role(.text)
  ) -> TextStyle {
    TextStyle(font: .init(size: size, weight: weight), paint: TextPaint(color: color))
  }

  private func theme(_ size: Double) -> MessageTheme {
    var theme = MessageTheme(text: style(size))
    theme.emojiScale = QuoteMetrics.emojiScale
    return theme
  }

  /// Lays out a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - width: The maximum width, in points.
  /// - Returns: The text, with its layout in the width of the longest line.
  mutating func body(_ message: Message, width: Double) -> BodyText {
    let text = enlargingEmoji(message.attributedText(theme: theme(QuoteMetrics.textSize)))
    let layout = engine.layout(text, options: LayoutOptions(width: width))
    countMissingGlyphs(of: layout)
    return BodyText(text: text, layout: layout)
  }

  /// A text whose lines are aligned when the width of its bubble is known.
  struct BodyText {
    let text: AttributedText
    let layout: TextLayout
  }

  /// Returns a text in a bubble's final width.
  func aligned(_ body: BodyText, width: Double) -> TextLayout {
    engine.layout(
      body.text,
      options: LayoutOptions(width: max(width, body.layout.size.width), alignmentWidth: width))
  }

  /// Lays out a rich message.
  mutating func rich(_ message: RichMessage, width: Double) -> RichLayout {
    let document = RichDocument(
      message, theme: RichTheme(message: theme(QuoteMetrics.textSize)), engine: engine)
    let layout = document.layout(width: width)
    for text in layout.texts { countMissingGlyphs(of: text.layout) }
    return layout
  }

  /// Lays out one line, cut off with an ellipsis.
  mutating func line(
    _ text: AttributedText, width: Double = .infinity
  ) -> TextLayout {
    var options = LayoutOptions(width: width)
    options.maximumLines = 1
    let layout = engine.layout(enlargingEmoji(text), options: options)
    countMissingGlyphs(of: layout)
    return layout
  }

  /// Lays out words in one style on one line.
  mutating func line(
    _ words: String, size: Double, weight: Double = 400, color: PaintColor = .role(.text),
    width: Double = .infinity
  ) -> TextLayout {
    line(
      AttributedText(Self.singleLine(words), style: style(size, weight: weight, color: color)),
      width: width)
  }

  /// Lays out a message on one line.
  mutating func summary(_ message: Message, size: Double, width: Double) -> TextLayout {
    var short = message
    // The number of bytes stays the same, so that the ranges of entities stay valid.
    short.text = String(message.text.map { $0.isNewline && $0.utf8.count == 1 ? " " : $0 })
    short.entities = message.entities.filter { entity in
      switch entity.kind {
      case .pre, .blockquote: false
      default: true
      }
    }
    return line(short.attributedText(theme: theme(size)), width: width)
  }

  /// Lays out the header: the name, an emoji status, a tag and the bot, on one line.
  mutating func header(_ message: QuoteMessage, color: Color) -> TextLayout? {
    guard let name = message.sender.name else { return nil }
    let size = QuoteMetrics.nameSize
    let plain = style(size, color: .role(.secondaryText))
    var words = Self.singleLine(name)
    let nameEnd = words.utf8.count
    var pieces: [(range: Range<Int>, attachment: TextAttachment)] = []
    if let status = message.sender.status {
      words += " "
      let start = words.utf8.count
      // An ID consists of digits; anything else is the emoji itself.
      if status.allSatisfy(\.isNumber) {
        words += "\u{FFFC}"
        let side = size * 1.2
        let range = start..<words.utf8.count
        pieces.append(
          (range, TextAttachment(id: status, size: Size(width: side, height: side))))
      } else {
        words += status.prefix(8)
      }
    }
    if let tag = message.senderTag { words += "  " + Self.singleLine(tag) }
    if let bot = message.viaBot {
      words += "  via " + (bot.hasPrefix("@") ? "" : "@") + Self.singleLine(bot)
    }
    var text = AttributedText(words, replacing: pieces, style: plain)
    text.setStyle(style(size, weight: 600, color: .fixed(color)), in: 0..<nameEnd)
    return line(text)
  }

  /// Returns words without line ends.
  private static func singleLine(_ words: String) -> String {
    String(words.prefix(512).map { $0.isNewline ? " " : $0 })
  }

  /// Returns a size in bytes in words.
  static func fileSize(_ bytes: Double) -> String {
    var (size, units) = (max(bytes, 0), ["B", "KB", "MB", "GB"][...])
    while size >= 1_000, units.count > 1 {
      size /= 1_024
      units.removeFirst()
    }
    let tenths = (size * 10).rounded() / 10
    let number =
      tenths < 1e15 && (units.first == "B" || tenths == tenths.rounded())
      ? String(Int(tenths)) : String(tenths)
    return "\(number) \(units.first ?? "")"
  }

  /// Returns a duration in minutes and seconds.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e6).rounded())
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }

  // MARK: Emoji and missing glyphs

  /// Returns a text whose emoji are larger than the text around them.
  private func enlargingEmoji(_ text: AttributedText) -> AttributedText {
    // No emoji font has a glyph for a text in ASCII.
    guard text.string.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var ranges: [Range<Int>] = []
    visit(engine.layout(text)) { run, _ in
      if run.font.typeface.isEmojiFont { ranges.append(run.text) }
    }
    var enlarged = text
    for range in ranges {
      enlarged.updateStyle(in: range) { $0.font.size *= QuoteMetrics.emojiScale }
    }
    return enlarged
  }

  private mutating func countMissingGlyphs(of layout: TextLayout) {
    var count = 0
    visit(layout) { _, glyphs in
      for index in glyphs.indices where glyphs[index].id == 0 { count += 1 }
    }
    missingGlyphs += count
  }

  private func visit(_ layout: TextLayout, _ body: (GlyphRun, Span<PositionedGlyph>) -> Void) {
    var scratch = PlacementScratch()
    for line in 0..<layout.lineCount {
      layout.visitGlyphRuns(ofLine: line, scratch: &scratch, body)
    }
  }
}
