import Galley

/// Draws cards: an avatar, the name, the message and the time on a rounded background.
struct CardPainter {
  /// The engine that lays out all texts.
  var engine: TextEngine
  /// The colors.
  var theme: ChatTheme
  /// The width of a card, in points.
  var width: Double
  /// The number of pixels per point.
  var scale: Double

  private let padding = 16.0
  private let avatarSize = 44.0
  private let gap = 12.0

  /// Returns the picture of a card, with transparent corners.
  ///
  /// - Throws: `MessageError` if the text is not valid Markdown, `BitmapError` if the picture is
  ///   too large.
  func picture(of card: Card) throws -> Bitmap {
    let texts = try Texts(card, painter: self)
    let height = max(avatarSize, texts.name.size.height + 4 + texts.message.size.height)
    let size = Size(width: width, height: (height + 2 * padding).rounded(.up))

    // Cards of right-to-left messages are mirrored.
    func x(_ start: Double, _ width: Double) -> Double {
      texts.message.isRightToLeft ? size.width - start - width : start
    }
    let avatar = Rect(
      x: x(padding, avatarSize), y: padding, width: avatarSize, height: avatarSize)
    var context = try DrawingContext(size: size, scale: scale)
    context.fill(
      Rect(origin: .zero, size: size), corners: CornerRadii(18), with: theme.background)
    try context.fill(
      avatar, corners: CornerRadii(avatarSize / 2),
      with: LinearGradient(
        from: Point(x: 0, y: avatar.minY), to: Point(x: 0, y: avatar.maxY),
        colors: AvatarColors.gradient(for: card.name)))

    var bitmap = context.image()
    var painter = TextPainter()
    painter.palette = theme.palette
    func paint(_ layout: TextLayout, at origin: Point) {
      painter.paint(layout, at: origin, into: &bitmap, scale: scale)
    }
    paint(
      texts.initials,
      at: Point(
        x: avatar.minX + (avatarSize - texts.initials.size.width) / 2,
        y: avatar.minY + (avatarSize - texts.initials.size.height) / 2))
    paint(texts.name, at: Point(x: x(textStart, texts.name.size.width), y: padding))
    paint(
      texts.message,
      at: Point(
        x: x(textStart, texts.message.size.width), y: padding + texts.name.size.height + 4))
    if let time = texts.time {
      let start = width - padding - time.size.width
      // Both baselines are on one line.
      let rise = (texts.name.lines.first?.baseline ?? 0) - (time.lines.first?.baseline ?? 0)
      paint(time, at: Point(x: x(start, time.size.width), y: padding + rise))
    }
    return bitmap
  }

  /// The distance of the texts from the edge at which lines start.
  private var textStart: Double { padding + avatarSize + gap }

  /// The layouts of a card.
  private struct Texts {
    var initials: TextLayout
    var name: TextLayout
    var message: TextLayout
    var time: TextLayout?

    init(_ card: Card, painter: CardPainter) throws {
      let engine = painter.engine
      let room = painter.width - painter.textStart - painter.padding
      func line(_ text: String, size: Double, weight: Double, _ color: PaintColor, _ width: Double)
        -> TextLayout
      {
        let style = TextStyle(
          font: FontDescription(size: size, weight: weight), paint: TextPaint(color: color))
        var options = LayoutOptions(width: width)
        options.maximumLines = 1
        // A name of several lines is one line.
        let words = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return engine.layout(AttributedText(words, style: style), options: options)
      }
      let color = AvatarColors.gradient(for: card.name)[painter.theme.isDark ? 0 : 1]
      initials = line(card.initials, size: 17, weight: 600, .fixed(.white), painter.avatarSize)
      time = card.time.map { line($0, size: 12, weight: 400, .role(.secondaryText), room / 2) }
      let nameRoom = room - (time.map { $0.size.width + painter.gap } ?? 0)
      name = line(card.name, size: 15, weight: 600, .fixed(color), nameRoom)
      let text = try Message(markdown: card.text).attributedText()
      message = engine.layout(text, options: LayoutOptions(width: room))
    }
  }
}

/// The colors of avatars.
enum AvatarColors {
  private static let gradients: [[UInt32]] = [
    [0xFFFF_885E, 0xFFE0_4F44], [0xFFFF_CD6A, 0xFFDD_8A17], [0xFF82_B1FF, 0xFF66_5FFF],
    [0xFFA0_DE7E, 0xFF3F_A843], [0xFF53_EDD6, 0xFF1E_A8B8], [0xFF72_D5FD, 0xFF2A_8FDF],
    [0xFFE0_A2F3, 0xFFC2_4FC9],
  ]

  /// Returns the upper and the lower color for a name, which are the same each time.
  static func gradient(for name: String) -> [Color] {
    let sum = name.unicodeScalars.reduce(0) { ($0 * 31 + Int($1.value)) % 1_000_003 }
    return gradients[sum % gradients.count].map { Color(argb: $0) }
  }
}
