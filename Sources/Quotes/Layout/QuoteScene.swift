internal import GalleyGeometry
internal import GalleyImages
internal import GalleyMessages
internal import GalleyPixels
internal import GalleyTypesetting

/// The arrangement of the messages of a request.
struct QuoteScene {
  /// The drawing, in points from the upper left corner.
  private(set) var drawing = QuoteDrawing()
  /// The size with the room for shadows, in points.
  private(set) var size = Size.zero
  /// The frames of the bubbles, of those messages that have one.
  private(set) var bubbles: [Rect] = []
  private(set) var text: QuoteText
  private(set) var pictures: QuotePictures

  /// Lays out messages.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - engine: The layout engine.
  ///   - source: The source of pictures.
  ///   - isExpired: Returns whether to stop, which leaves messages and parts of texts out.
  init(
    _ request: QuoteRequest, engine: TextEngine, source: any PictureSource,
    isExpired: @escaping @Sendable () -> Bool
  ) {
    text = QuoteText(
      engine: engine.stopping(when: isExpired), isDark: request.background.isDark)
    pictures = QuotePictures(source: source)
    let hasAvatars = request.messages.contains(where: \.showsAvatar)
    let left = hasAvatars ? QuoteMetrics.avatar + QuoteMetrics.avatarGap : QuoteMetrics.tail
    var (y, right) = (QuoteMetrics.shadowTop, 0.0)
    for (index, message) in request.messages.enumerated() where !isExpired() {
      let isFirst = index == 0 || !message.isGrouped(with: request.messages[index - 1])
      let isLast =
        index == request.messages.count - 1
        || !message.isGrouped(with: request.messages[index + 1])
      if index > 0 { y += isFirst ? QuoteMetrics.messageGap : QuoteMetrics.groupGap }
      var builder = BubbleBuilder(
        message, background: request.background, room: request.width, text: text,
        pictures: pictures)
      let bubble = builder.build(isFirst: isFirst)
      (text, pictures) = (builder.text, builder.pictures)
      let origin = Point(x: left, y: y)
      // A sticker below a bubble takes the place of its tail.
      let hasTail = isLast && bubble.size?.height == bubble.extent.height
      add(bubble, BubbleShape(isFirst: isFirst, isLast: hasTail), request.background, at: origin)
      y += bubble.extent.height
      right = max(right, bubble.extent.width)
      if isLast, message.showsAvatar { addAvatar(of: message, bottom: y) }
    }
    size = Size(width: left + right + QuoteMetrics.shadow, height: y + QuoteMetrics.shadow)
  }

  /// Returns the decoded pictures of custom emoji, by ID.
  mutating func emoji(of request: QuoteRequest) -> [String: Bitmap] {
    var bitmaps: [String: Bitmap] = [:]
    for (id, reference) in request.customEmoji.sorted(by: { $0.key < $1.key }) {
      bitmaps[id] = pictures.bitmap(reference, for: "customEmoji[\(id.prefix(40))]")
    }
    return bitmaps
  }

  private mutating func add(
    _ bubble: QuoteBubble, _ shape: BubbleShape, _ background: QuoteBackground, at origin: Point
  ) {
    if let size = bubble.size {
      let frame = Rect(origin: origin, size: size)
      bubbles.append(frame)
      drawing.add(.shadow(frame, radius: QuoteMetrics.radius))
      if background.isPlain {
        drawing.add(.fill(frame, shape.corners, background.first))
      } else {
        drawing.add(
          .gradient(
            frame, shape.corners,
            LinearGradient(
              from: origin, to: Point(x: frame.maxX, y: frame.maxY),
              colors: [background.first, background.last])))
      }
      if let tail = shape.tail(of: frame) {
        // The color of the gradient at the lower left corner.
        let (width, height) = (size.width, size.height)
        let share = height * height / (width * width + height * height)
        drawing.add(.path(tail, background.first.mixed(with: background.last, share)))
      }
    }
    drawing.add(bubble.contents, x: origin.x, y: origin.y)
  }

  private mutating func addAvatar(of message: QuoteMessage, bottom: Double) {
    let side = QuoteMetrics.avatar
    // A bubble of one line is higher than an avatar, but a sticker may not be.
    let frame = Rect(
      x: 0, y: max(bottom - side, QuoteMetrics.shadowTop), width: side, height: side)
    let corners = CornerRadii(side / 2)
    let sender = message.sender
    if let photo = sender.photo,
      let bitmap = pictures.bitmap(photo, for: "messages[\(message.index)].from.photo")
    {
      return drawing.add(.picture(bitmap, frame, corners))
    }
    let colors = PersonPicture.colors(sender.number)
    drawing.add(
      .gradient(
        frame, corners,
        LinearGradient(
          from: frame.origin, to: Point(x: frame.minX, y: frame.maxY), colors: colors)))
    let initials = text.line(
      PersonPicture.initials(of: sender.fullName), size: 20, weight: 600, color: .white)
    drawing.add(
      initials,
      at: Point(
        x: frame.minX + (side - initials.size.width) / 2,
        y: frame.minY + (side - initials.size.height) / 2))
  }
}

extension QuoteMessage {
  /// Returns whether two messages that follow each other share an avatar.
  func isGrouped(with other: QuoteMessage) -> Bool { group == other.group }
}
