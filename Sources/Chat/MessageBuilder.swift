internal import GalleyPainting
internal import GalleyImages
internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyRichMessages
package import GalleyTypesetting

/// The context of a message in its conversation, for layout.
struct MessageContext: Sendable {
  var style: ChatStyle
  /// Whether incoming messages show the sender's name.
  var isGroup: Bool
  /// Whether the message is the first, and the last, of its group.
  var isFirst = true
  var isLast = true
  /// The number of the sender, for colors.
  var person = 0
  /// The picture source of custom emoji.
  var attachments: AttachmentImages?
  /// The loader of the photos among the blocks; `nil` if there is none.
  var media: MediaLoader?
  /// The load of the sender's picture; `nil` if there is none.
  var avatar: PendingPicture?
  /// The message that is replied to.
  var reply: Reply?

  /// A message that is replied to.
  struct Reply: Sendable {
    var message: ChatMessage
    /// The quoted part of it; `nil` to show its beginning.
    var quote: Message?
    /// The number of its sender.
    var person: Int
    /// Its first image.
    var image: LoadedImage?
  }

  /// The images of the message.
  var images: [LoadedImage] = []
  /// The picture of the link preview; `nil` if there is none, or nothing is known of it.
  var previewImage: LoadedImage?
  /// The interaction state of the message.
  var state = MessageState()
  /// The documents of rich messages that are known.
  var documents: RichDocumentCache?
  /// The text of a message that grows, or has just been completed.
  var stream: MessageStream?
}

/// A builder that lays out a message from top to bottom.
struct MessageBuilder {
  let message: ChatMessage
  let around: MessageContext
  let engine: TextEngine
  /// The layout so far, relative to the left edge of the bubble.
  var result = MessageLayout()
  /// The y coordinate of the end of the contents so far, in points.
  var y = ChatMetrics.paddingTop
  /// The width of the contents so far, in points.
  var width = 0.0
  /// The lower edge of the last text's ink, in points; `nil` before the first text.
  var inkBottom: Double?

  var style: ChatStyle { around.style }
  var isOutgoing: Bool { message.isOutgoing }
  /// Whether an avatar is shown beside the bubble.
  var hasAvatar: Bool { around.isGroup && !isOutgoing }

  init(_ message: ChatMessage, _ around: MessageContext, engine: TextEngine) {
    self.message = message
    self.around = around
    self.engine = engine
    result.palette = style.theme(isOutgoing: isOutgoing).palette
    result.attachments = around.attachments
  }

  /// The minimum x coordinate of the bubble, in points.
  var left: Double {
    ChatMetrics.margin + (hasAvatar ? ChatMetrics.avatar + ChatMetrics.avatarGap : 0)
  }

  /// The maximum width of the bubble's contents, in points.
  var room: Double {
    let bubble = min(
      ChatMetrics.bubbleLimit, style.width - left - ChatMetrics.farMargin)
    return bubble - 2 * ChatMetrics.paddingX
  }

  /// Returns the layout of the message.
  mutating func build() -> MessageLayout {
    if let emoji = largeEmoji {
      addEmoji(emoji)
    } else if let sticker {
      addSticker(sticker)
    } else {
      addName()
      addForward()
      let reply = addReply()
      addImages()
      reservePreview()
      addText()
      addPreview()
      addReactions()
      finish(reply: reply)
    }
    place()
    return result
  }

  // MARK: Headers

  /// Lays out one line of text, truncated to a width.
  func line(_ text: AttributedText, width: Double) -> TextLayout {
    var options = LayoutOptions(width: width)
    options.maximumLines = 1
    options.lineGrid = style.lineGrid
    return engine.layout(text, options: options)
  }

  /// Adds a line of text, which is a part of its own if `part` names one.
  mutating func addLabel(
    _ layout: TextLayout, x: Double = ChatMetrics.paddingX, part: ChatRow.Part.Kind? = nil
  ) {
    makeRoom(for: layout)
    result.labels.append(
      MessageLayout.Label(
        layout: layout, origin: Point(x: x, y: y), palette: result.palette,
        attachments: result.attachments))
    if let part {
      result.parts.append(ChatRow.Part(part, Rect(origin: Point(x: x, y: y), size: layout.size)))
    }
    width = max(width, layout.size.width)
    y += layout.size.height
  }

  /// Moves down so that a text's ink does not overlap the ink of the text above.
  mutating func makeRoom(for layout: TextLayout) {
    let ink = layout.inkBounds
    if let inkBottom, ink.minY < 0 { y = max(y, inkBottom - ink.minY) }
    inkBottom = y + ink.maxY
  }

  private mutating func addName() {
    guard hasAvatar, around.isFirst else { return }
    let color = PaintColor.fixed(style.name(around.person))
    let name = AttributedText(
      message.sender.firstLine, style: style.text(ChatMetrics.nameSize, weight: 600, color: color))
    addLabel(line(name, width: room), part: .sender)
    y += 1
  }

  private mutating func addForward() {
    guard let source = message.forwardedFrom else { return }
    let words = style.words.forwardedFrom + " "
    var text = AttributedText(
      words + source.firstLine, style: style.text(ChatMetrics.nameSize, color: .role(.link)))
    text.setStyle(
      style.text(ChatMetrics.nameSize, weight: 600, color: .role(.link)),
      in: words.utf8.count..<text.length)
    addLabel(line(text, width: room), part: .forward)
    y += 2
  }

  /// Adds the reply header; the width of its box is set when that of the bubble is known.
  ///
  /// - Returns: The index of the box.
  private mutating func addReply() -> Int? {
    guard let reply = around.reply else { return nil }
    let own = style.name(reply.person)
    let color = isOutgoing ? PaintColor.role(.quoteTitle) : .fixed(own)
    let bar = isOutgoing ? result.palette[.quoteBar] : own
    let name = AttributedText(
      reply.message.sender.firstLine, style: style.text(13.5, weight: 600, color: color))
    let top = y + 2
    let inset = reply.image == nil ? 10 : 10 + ChatMetrics.thumbnail + 8
    let room = room - inset - 8
    y = top + 4
    addLabel(line(name, width: room), x: ChatMetrics.paddingX + inset)
    addLabel(line(reply.summary(style), width: room), x: ChatMetrics.paddingX + inset)
    y += 4
    if let image = reply.image { addThumbnail(image, from: top, to: y) }
    let widest = result.labels.suffix(2).map(\.layout.size.width).max() ?? 0
    width = max(width, widest + inset + 8)
    result.boxes.append(
      MessageLayout.Box(
        frame: Rect(x: ChatMetrics.paddingX, y: top, width: 0, height: y - top),
        color: Color(bar, alpha: 0x1F), radius: 5, bar: bar, name: "reply"))
    y += 5
    return result.boxes.count - 1
  }

  /// Adds the thumbnail of the reply header, beside its text.
  private mutating func addThumbnail(_ image: LoadedImage, from top: Double, to bottom: Double) {
    let side = ChatMetrics.thumbnail
    result.thumbnail = MessageLayout.Picture(
      frame: Rect(
        x: ChatMetrics.paddingX + 10, y: ((top + bottom - side) / 2).rounded(), width: side,
        height: side),
      image: image, corners: CornerRadii(4), placeholder: style.imagePlaceholder)
  }

  // MARK: The end

  /// Sets the size of the bubble, and the frames that depend on it.
  private mutating func finish(reply: Int?) {
    if let reply {
      result.boxes[reply].frame.size.width = width
      result.parts.append(ChatRow.Part(.reply, result.boxes[reply].frame))
    }
    finishPreview()
    let size = Size(width: width + 2 * ChatMetrics.paddingX, height: y)
    result.bubble = MessageLayout.Bubble(
      frame: Rect(origin: .zero, size: size),
      shape: BubbleShape(
        color: style.theme(isOutgoing: isOutgoing).background, isOutgoing: isOutgoing,
        isFirst: around.isFirst, isLast: around.isLast, isDark: style.isDark,
        tail: style.tail))
    roundPictures()
    addStopButton()
  }

  /// Rounds the corners of the images: to match the bubble at its corners, slightly less at the
  /// other outer corners, and minimally between images.
  private mutating func roundPictures() {
    guard let bubble = result.bubble, let first = result.pictures.first else { return }
    let inset = ChatMetrics.imageInset
    let all = result.pictures.dropFirst().reduce(first.frame) { $0.union($1.frame) }
    let corners = bubble.shape.corners
    let isAtTop = all.minY <= inset
    let isAtBottom = all.maxY >= bubble.frame.size.height - inset - 1
    func radius(_ isOuter: Bool, _ isInCorner: Bool, _ corner: ImageCorners.Corner) -> Double {
      guard isOuter else { return ChatMetrics.innerRadius }
      return isInCorner ? max(ChatMetrics.innerRadius, corner.radius - inset) : 8
    }
    for index in result.pictures.indices {
      let frame = result.pictures[index].frame
      let (left, right) = (frame.minX == all.minX, frame.maxX == all.maxX)
      let (top, bottom) = (frame.minY == all.minY, frame.maxY == all.maxY)
      result.pictures[index].corners = CornerRadii(
        topLeft: radius(top && left, isAtTop, corners.topLeft),
        topRight: radius(top && right, isAtTop, corners.topRight),
        bottomLeft: radius(bottom && left, isAtBottom, corners.bottomLeft),
        bottomRight: radius(bottom && right, isAtBottom, corners.bottomRight))
    }
  }

  /// Aligns the bubble to its side on whole points, with the avatar beside it.
  private mutating func place() {
    let width = result.bubble?.frame.size.width ?? self.width
    let x = isOutgoing ? style.width - ChatMetrics.margin - width : left
    result.x = x.rounded()
    result.height = result.bubble?.frame.size.height ?? y
    guard hasAvatar, around.isLast else { return }
    let frame = Rect(
      x: ChatMetrics.margin, y: result.height - ChatMetrics.avatar, width: ChatMetrics.avatar,
      height: ChatMetrics.avatar)
    let initials = line(
      AttributedText(
        PersonPicture.initials(of: message.sender),
        style: style.text(15, weight: 600, color: .white)),
      width: .infinity)
    let origin = Point(
      x: (frame.size.width - initials.size.width) / 2,
      y: (frame.size.height - initials.size.height) / 2)
    result.avatar = MessageLayout.Avatar(
      frame: frame, colors: PersonPicture.colors(around.person), pending: around.avatar,
      initials: MessageLayout.Label(layout: initials, origin: origin))
  }
}

extension MessageContext.Reply {
  /// Returns the quoted part, or the message, on one line.
  fileprivate func summary(_ style: ChatStyle) -> AttributedText {
    var message = message
    if let quote, !quote.text.isEmpty { message.message = quote }
    return message.summary(style)
  }
}

extension ChatMessage {
  /// Returns the message on one line, without blocks and styles, keeping its spoilers.
  package func summary(_ style: ChatStyle) -> AttributedText {
    let size = 13.5
    if let richMessage { return richMessage.summary(style.text(size)) }
    guard !message.text.isEmpty else {
      return AttributedText(
        images.count > 1 ? style.words.photos : style.words.photo,
        style: style.text(size, color: .role(.secondaryText)))
    }
    var short = self.message
    // The number of bytes stays the same, so that the ranges of entities stay valid.
    short.text = String(
      message.text.firstLine.map { $0.isNewline && $0.utf8.count == 1 ? " " : $0 })
    short.entities = message.entities.filter { entity in
      switch entity.kind {
      case .spoiler, .customEmoji: entity.range.lowerBound < ChatMetrics.lineBytes
      default: false
      }
    }
    short.size = size
    var theme = MessageTheme(text: style.text(size))
    theme.linkColor = .role(.text)
    return short.attributedText(theme: theme, dates: nil)
  }
}

extension RichMessage {
  /// Returns the visible beginning of the message on one line.
  fileprivate func summary(_ style: TextStyle) -> AttributedText {
    let text = plainText().string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return AttributedText(text.firstLine, style: style)
  }
}

extension String {
  /// The part of the text that fits on one line, with `…` appended if it is truncated.
  ///
  /// - Complexity: O(1) in the length of the text.
  var firstLine: String {
    guard utf8.count > ChatMetrics.lineBytes else { return self }
    var end = utf8.index(startIndex, offsetBy: ChatMetrics.lineBytes)
    while end.samePosition(in: unicodeScalars) == nil { utf8.formIndex(before: &end) }
    return self[..<end] + "…"
  }
}

extension Color {
  /// Creates a color with another opacity.
  init(_ color: Color, alpha: UInt8) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
  }
}
