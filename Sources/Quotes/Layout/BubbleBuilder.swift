internal import GalleyGeometry
internal import GalleyImages
internal import GalleyMessages
internal import GalleyPixels
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// A bubble with its contents; coordinates are relative to its upper left corner.
struct QuoteBubble {
  /// The contents of the bubble.
  var contents = QuoteDrawing()
  /// The size of the bubble; `nil` if a sticker stands alone.
  var size: Size?
  /// The size of the bubble and of a sticker below it.
  var extent = Size.zero
}

/// A builder that lays out a message from top to bottom.
struct BubbleBuilder {
  let message: QuoteMessage
  let background: QuoteBackground
  /// The maximum width of the contents, in points.
  let room: Double
  var text: QuoteText
  var pictures: QuotePictures

  private var isDark: Bool { background.isDark }
  private var nameColor: Color { .name(message.sender.number, isOnDark: isDark) }

  init(
    _ message: QuoteMessage, background: QuoteBackground, room: Double, text: QuoteText,
    pictures: QuotePictures
  ) {
    self.message = message
    self.background = background
    self.room = room
    self.text = text
    self.pictures = pictures
  }

  /// Returns the bubble of the message; `isFirst` is whether it is the first of its group, which
  /// shows the name.
  mutating func build(isFirst: Bool) -> QuoteBubble {
    var parts: [BubblePart] = []
    if isFirst, let header = text.header(message, color: nameColor) {
      parts.append(.header(header))
    }
    if let forward = message.forwardLabel {
      parts.append(
        .line(
          text.line(
            "Forwarded from " + forward, size: QuoteMetrics.detailSize,
            color: .fixed(nameColor), width: room)))
    }
    if let reply = message.reply { parts.append(.reply(replyBox(reply))) }
    var sticker: (bitmap: Bitmap?, size: Size)?
    if let media = message.media {
      let place = "messages[\(message.index)].media"
      let bitmap = pictures.bitmap(media.reference, for: place)
      let size = mediaSize(media, bitmap)
      if media.isSticker, message.body.isNone {
        sticker = (bitmap, size)
      } else {
        parts.append(.media(bitmap, size))
      }
    }
    if let voice = message.voice { parts.append(voicePart(voice)) }
    if let file = message.attachment { parts.append(filePart(file)) }
    addBody(to: &parts)
    return bubble(of: parts, sticker)
  }

  private mutating func addBody(to parts: inout [BubblePart]) {
    switch message.body {
    case .none: break
    case .text(let message): parts.append(.body(text.body(message, width: room)))
    case .rich(let message): parts.append(.rich(text.rich(message, width: room)))
    case .failed:
      parts.append(
        .line(
          text.line(
            "⚠︎ This message could not be drawn", size: QuoteMetrics.nameSize,
            color: .role(.secondaryText), width: room)))
    }
  }

  // MARK: BubbleParts

  private mutating func replyBox(_ reply: QuoteMessage.Reply) -> ReplyBox {
    let color = Color.name(reply.sender.number, isOnDark: isDark)
    let picture = reply.picture.flatMap {
      pictures.bitmap($0, for: "messages[\(message.index)].replyMessage.media")
    }
    var box = ReplyBox(picture: picture, color: color)
    let inner = room - box.textX - QuoteMetrics.replyPaddingX
    box.name = reply.sender.name.map {
      text.line(
        $0, size: QuoteMetrics.replyNameSize, weight: 600, color: .fixed(color), width: inner)
    }
    if !reply.text.text.isEmpty {
      box.summary = text.summary(reply.text, size: QuoteMetrics.replyTextSize, width: inner)
    }
    return box
  }

  /// Returns the size of a picture, at most two thirds of the width, and as high as text is wide.
  private func mediaSize(_ media: QuoteMessage.Media, _ bitmap: Bitmap?) -> Size {
    let own =
      bitmap.map { Size(width: Double($0.width), height: Double($0.height)) } ?? media.size
      ?? Size(width: 4, height: 3)
    let factor = min(room * QuoteMetrics.mediaShare / own.width, room / own.height)
    return Size(width: max(own.width * factor, 1), height: max(own.height * factor, 1))
  }

  private mutating func voicePart(_ voice: QuoteMessage.Voice) -> BubblePart {
    var drawing = QuoteDrawing()
    let disc = QuoteMetrics.disc
    drawing.addDisc(.play, color: nameColor)
    let left = disc + 10
    let bars = Waveform.bars(voice.waveform, count: QuoteMetrics.barCount)
    let pitch = QuoteMetrics.barWidth + QuoteMetrics.barGap
    for (index, loudness) in bars.enumerated() {
      let height = max(QuoteMetrics.barWidth, loudness * QuoteMetrics.barHeight)
      let bar = Rect(
        x: left + Double(index) * pitch, y: QuoteMetrics.barHeight - height,
        width: QuoteMetrics.barWidth, height: height)
      drawing.add(.fill(bar, CornerRadii(QuoteMetrics.barWidth / 2), nameColor))
    }
    if let duration = voice.duration {
      let label = text.line(
        QuoteText.duration(duration), size: QuoteMetrics.detailSize, color: .role(.secondaryText))
      drawing.add(label, at: Point(x: left, y: QuoteMetrics.barHeight + 3))
    }
    let width = left + Double(bars.count) * pitch - QuoteMetrics.barGap
    return .drawing(drawing, Size(width: width, height: disc))
  }

  private mutating func filePart(_ file: QuoteMessage.Attachment) -> BubblePart {
    var drawing = QuoteDrawing()
    let disc = QuoteMetrics.disc
    drawing.addDisc(file.isAudio ? .note : .document, color: nameColor)
    let left = disc + 10
    let title = text.line(
      file.title, size: QuoteMetrics.nameSize, weight: 600, width: room - left)
    let detail = file.detail.map {
      text.line(
        $0, size: QuoteMetrics.detailSize, color: .role(.secondaryText), width: room - left)
    }
    let height = title.size.height + (detail?.size.height ?? 0)
    let top = max(0, (disc - height) / 2)
    drawing.add(title, at: Point(x: left, y: top))
    if let detail { drawing.add(detail, at: Point(x: left, y: top + title.size.height)) }
    let width = left + max(title.size.width, detail?.size.width ?? 0)
    return .drawing(drawing, Size(width: width, height: max(disc, height)))
  }

  // MARK: The bubble

  private mutating func bubble(
    of parts: [BubblePart], _ sticker: (bitmap: Bitmap?, size: Size)?
  ) -> QuoteBubble {
    var bubble = QuoteBubble()
    let (paddingX, paddingY) = (QuoteMetrics.paddingX, QuoteMetrics.paddingY)
    if !parts.isEmpty {
      let width = max(
        QuoteMetrics.minimumWidth - 2 * paddingX, parts.reduce(0) { max($0, $1.width) })
      var y = paddingY
      for (index, part) in parts.enumerated() {
        if index > 0 { y += QuoteMetrics.gap }
        y += add(part, at: Point(x: paddingX, y: y), width: width, to: &bubble.contents)
      }
      bubble.size = Size(width: width + 2 * paddingX, height: y + paddingY)
    }
    bubble.extent = bubble.size ?? .zero
    if let sticker {
      let y = bubble.size.map { $0.height + QuoteMetrics.groupGap } ?? 0
      addPicture(
        sticker.bitmap, in: Rect(origin: Point(x: 0, y: y), size: sticker.size), radius: 0,
        to: &bubble.contents)
      bubble.extent = Size(
        width: max(bubble.extent.width, sticker.size.width), height: y + sticker.size.height)
    }
    return bubble
  }

  /// Adds a part to the drawing and returns its height.
  private mutating func add(
    _ part: BubblePart, at origin: Point, width: Double, to drawing: inout QuoteDrawing
  ) -> Double {
    /// Returns the origin of a line, which is at the right if it is right-to-left.
    func place(_ layout: TextLayout, _ shown: Double? = nil) -> Point {
      let slack = width - (shown ?? layout.size.width)
      return Point(x: origin.x + (layout.isRightToLeft ? slack : 0), y: origin.y)
    }
    switch part {
    case .header(let layout):
      let shown = min(layout.size.width, QuoteMetrics.headerWidth)
      drawing.add(
        layout, at: place(layout, shown),
        fadingWidth: layout.size.width > shown ? shown : nil)
    case .line(let layout): drawing.add(layout, at: place(layout))
    case .reply(let box): add(box, at: origin, width: width, to: &drawing)
    case .body(let body):
      let layout = text.aligned(body, width: width)
      drawing.add(layout, at: origin)
      return layout.size.height
    case .rich(let layout): drawing.add(layout, at: origin)
    case .drawing(let inner, _): drawing.add(inner, x: origin.x, y: origin.y)
    case .media(let bitmap, let size):
      let frame = Rect(
        x: origin.x + (width - size.width) / 2, y: origin.y, width: size.width,
        height: size.height)
      addPicture(bitmap, in: frame, radius: QuoteMetrics.mediaRadius, to: &drawing)
    }
    return part.height
  }

  private func add(
    _ box: ReplyBox, at origin: Point, width: Double, to drawing: inout QuoteDrawing
  ) {
    let frame = Rect(origin: origin, size: Size(width: width, height: box.height))
    let radius = QuoteMetrics.replyRadius
    drawing.add(
      .fill(frame, CornerRadii(radius), box.color.faded(to: QuoteMetrics.replyOpacity)))
    let bar = Rect(
      x: origin.x, y: origin.y, width: QuoteMetrics.replyBar, height: frame.size.height)
    drawing.add(
      .fill(bar, CornerRadii(topLeft: radius, bottomLeft: radius), box.color))
    if let picture = box.picture {
      let side = QuoteMetrics.replyThumbnail
      let place = Rect(
        x: origin.x + QuoteMetrics.replyBar + QuoteMetrics.replyPaddingX,
        y: origin.y + (box.height - side) / 2, width: side, height: side)
      drawing.add(.picture(picture, place, CornerRadii(4)))
    }
    let lines = [box.name, box.summary].compactMap(\.self)
    var y = origin.y + (box.height - lines.reduce(0) { $0 + $1.size.height }) / 2
    for line in lines {
      let right = origin.x + width - QuoteMetrics.replyPaddingX - line.size.width
      drawing.add(line, at: Point(x: line.isRightToLeft ? right : origin.x + box.textX, y: y))
      y += line.size.height
    }
  }

  private mutating func addPicture(
    _ bitmap: Bitmap?, in frame: Rect, radius: Double, to drawing: inout QuoteDrawing
  ) {
    if let bitmap {
      drawing.add(.picture(bitmap, frame, CornerRadii(radius)))
    } else {
      let gray = Color(argb: isDark ? 0xFF3B_4A59 : 0xFFC3_CED8)
      drawing.add(.fill(frame, CornerRadii(max(radius, QuoteMetrics.mediaRadius)), gray))
    }
    guard let duration = message.media?.duration else { return }
    let label = text.line(
      QuoteText.duration(duration), size: QuoteMetrics.detailSize, color: .white)
    let badge = Rect(
      x: frame.minX + 8, y: frame.minY + 8, width: label.size.width + 14,
      height: label.size.height + 4)
    drawing.add(.fill(badge, CornerRadii(badge.size.height / 2), Color(argb: 0x8000_0000)))
    drawing.add(label, at: Point(x: badge.minX + 7, y: badge.minY + 2))
  }
}

extension QuoteMessage.Body {
  fileprivate var isNone: Bool {
    if case .none = self { true } else { false }
  }
}
