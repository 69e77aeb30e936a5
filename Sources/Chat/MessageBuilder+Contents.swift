internal import GalleyGeometry
internal import GalleyImages
internal import GalleyMessages
internal import GalleyTypesetting

extension MessageBuilder {
  // MARK: The time

  /// The text of the time, with the edited mark before it.
  var timeText: String? {
    let time = message.date.flatMap { date in
      MessageEntity.DateTimeFormat("t").flatMap { style.dates.text(for: date, $0) }
    }
    guard message.isEdited else { return time }
    return time.map { style.words.edited + " " + $0 } ?? style.words.edited
  }

  /// Returns the time on one line, or `nil` if there is none.
  func timeLayout(color: Color) -> TextLayout? {
    timeText.map { time in
      line(
        AttributedText(time, style: style.text(ChatMetrics.timeSize, color: .fixed(color))),
        width: .infinity)
    }
  }

  /// Returns the size of the time and the ticks.
  func timeSize(_ time: TextLayout?) -> Size {
    let ticks = message.status == nil ? 0 : ChatMetrics.ticksSize.width + (time == nil ? 0 : 3)
    return Size(width: (time?.size.width ?? 0) + ticks, height: time?.size.height ?? 12)
  }

  /// Places the time and the ticks at an origin.
  mutating func placeTime(_ time: TextLayout?, at origin: Point, color: Color) {
    let size = timeSize(time)
    result.parts.append(ChatRow.Part(.status, Rect(origin: origin, size: size)))
    var x = origin.x
    if let time {
      result.labels.append(
        MessageLayout.Label(layout: time, origin: origin, palette: result.palette))
      x += time.size.width + 3
    }
    guard let status = message.status else { return }
    let ticks = ChatMetrics.ticksSize
    let isPlain = color == style.time(isOutgoing: isOutgoing)
    let markColor =
      status == .failed ? style.failure : status == .read && isPlain ? style.readTicks : color
    result.mark = MessageLayout.Mark(
      frame: Rect(
        x: x, y: (origin.y + (size.height - ticks.height) / 2).rounded(), width: ticks.width,
        height: ticks.height), status: status, color: markColor)
  }

  var hasTime: Bool { message.date != nil || message.status != nil || message.isEdited }

  // MARK: The text

  /// The message text with its styles.
  var text: AttributedText {
    message.message.attributedText(theme: textTheme, dates: style.dates)
  }

  /// Adds the text, and the time after it unless there are reactions.
  mutating func addText() {
    if message.richMessage != nil { return addBlocks() }
    guard !message.message.text.isEmpty else { return }
    let text = text
    let isLast = message.reactions.isEmpty && message.linkPreview == nil
    let time = timeLayout(color: style.time(isOutgoing: isOutgoing))
    let room = result.pictures.isEmpty ? room : width
    var options = LayoutOptions(width: room)
    options.maximumLines = message.message.maximumLines
    options.lineGrid = style.lineGrid
    options.expandedBlocks = around.state.expandedBlocks
    if isLast, hasTime {
      let size = timeSize(time)
      options.trailingReserve = Size(width: size.width + 10, height: size.height)
    }
    let natural = engine.layout(text, options: options)
    width = max(width, min(room, natural.size.width))
    // Lays the text out again in the bubble's final width, to which lines and blocks align.
    options.width = width
    options.alignmentWidth = width
    let layout = engine.layout(text, options: options)
    makeRoom(for: layout)
    let top = y
    result.body = MessageLayout.Body(
      text: text, options: options, layout: layout,
      origin: Point(x: ChatMetrics.paddingX, y: top))
    y += layout.size.height
    if isLast, hasTime, let frame = layout.trailingFrame {
      let size = timeSize(time)
      let isAtLeft = frame.minX < 1 && frame.maxX < width - 1
      placeTime(
        time,
        at: Point(
          x: ChatMetrics.paddingX + (isAtLeft ? 0 : width - size.width),
          y: top + frame.maxY - size.height + 2),
        color: style.time(isOutgoing: isOutgoing))
    }
    y += ChatMetrics.paddingBottom
  }

  // MARK: Reactions

  mutating func addReactions() {
    let color = style.time(isOutgoing: isOutgoing)
    guard !message.reactions.isEmpty else {
      if message.hasNoText, message.linkPreview == nil { addTimeOnImage() }
      return
    }
    if message.hasNoText, message.linkPreview == nil { y += 6 } else { y -= 2 }
    let room = result.pictures.isEmpty ? room : width
    var x = 0.0
    var rows = 0.0
    for (index, reaction) in message.reactions.enumerated() {
      let chip = chipLayout(reaction)
      let width = chip.size.width + 18
      if x > 0, x + width > room {
        rows += 1
        x = 0
      }
      let frame = Rect(
        x: ChatMetrics.paddingX + x, y: y + rows * (ChatMetrics.chipHeight + ChatMetrics.chipGap),
        width: width, height: ChatMetrics.chipHeight)
      addChip(chip, reaction, in: frame)
      result.parts.append(ChatRow.Part(.reaction(index), frame))
      x += width + ChatMetrics.chipGap
      self.width = max(self.width, x - ChatMetrics.chipGap)
    }
    y += rows * (ChatMetrics.chipHeight + ChatMetrics.chipGap) + ChatMetrics.chipHeight
    if hasTime {
      let time = timeLayout(color: color)
      let size = timeSize(time)
      if x + size.width + 6 > room {
        y += size.height + 2
      } else {
        width = max(width, x + size.width + 6)
      }
      placeTime(
        time,
        at: Point(x: ChatMetrics.paddingX + width - size.width, y: y - size.height + 1),
        color: color)
    }
    y += ChatMetrics.paddingBottom + 1
  }

  private func chipLayout(_ reaction: Reaction) -> TextLayout {
    let color = style.chip(isOutgoing: isOutgoing, isChosen: reaction.isChosen).text
    var text = AttributedText(
      "\(reaction.emoji) \(reaction.count)",
      style: style.text(13, weight: 600, color: .fixed(color)))
    text.setStyle(style.text(15, color: .fixed(color)), in: 0..<reaction.emoji.utf8.count)
    return line(text, width: 200)
  }

  private mutating func addChip(_ chip: TextLayout, _ reaction: Reaction, in frame: Rect) {
    let colors = style.chip(isOutgoing: isOutgoing, isChosen: reaction.isChosen)
    result.boxes.append(
      MessageLayout.Box(frame: frame, color: colors.fill, radius: frame.size.height / 2))
    let top = frame.minY + (frame.size.height - chip.size.height) / 2
    result.labels.append(
      MessageLayout.Label(
        layout: chip, origin: Point(x: frame.minX + 9, y: top), palette: result.palette))
  }

  // MARK: Images

  /// Adds the images in rows of two; an odd first one fills a row.
  mutating func addImages() {
    guard let first = around.images.first else { return }
    let isFirst = result.labels.isEmpty
    let inset = ChatMetrics.imageInset
    let most = min(ChatMetrics.imageLimit.width, room + 2 * (ChatMetrics.paddingX - inset))
    let gap = 2.0
    y = isFirst ? inset : y + 2
    var rest = around.images[...]
    var total = most
    if around.images.count % 2 == 1 {
      let size = pictureSize(of: first, most: most, isAlone: around.images.count == 1)
      let wide = min(width + 2 * (ChatMetrics.paddingX - inset), most)
      // Whole points, so that no edge falls between pixels.
      total = max(size.width, wide.rounded(.down))
      add(first, in: Rect(x: inset, y: y, width: total, height: size.height))
      rest = rest.dropFirst()
      y += size.height + (rest.isEmpty ? 0 : gap)
    }
    while let left = rest.popFirst(), let right = rest.popFirst() {
      let side = ((total - gap) / 2).rounded(.down)
      add(left, in: Rect(x: inset, y: y, width: side, height: side))
      add(right, in: Rect(x: inset + total - side, y: y, width: side, height: side))
      y += side + (rest.isEmpty ? 0 : gap)
    }
    width = max(width, total - 2 * (ChatMetrics.paddingX - inset))
    y += message.hasNoText && message.linkPreview == nil ? inset : 6
  }

  private func pictureSize(of image: LoadedImage, most: Double, isAlone: Bool) -> Size {
    let (across, down) = (Double(image.size.width), Double(image.size.height))
    guard isAlone else { return Size(width: most, height: (most * 0.56).rounded()) }
    let factor = min(most / across, ChatMetrics.imageLimit.height / down, 1.5)
    let least = ChatMetrics.imageMinimum
    return Size(
      width: min(most, max(least.width, (across * factor).rounded())),
      height: min(ChatMetrics.imageLimit.height, max(least.height, (down * factor).rounded())))
  }

  /// Adds an image, or its placeholder.
  mutating func add(_ image: LoadedImage, in frame: Rect) {
    result.pictures.append(
      MessageLayout.Picture(
        frame: frame, image: image, corners: .zero, placeholder: placeholder(of: image)))
  }

  /// Returns the color below an image; none for a sticker, whose parts are transparent.
  private func placeholder(of image: LoadedImage) -> Color {
    message.images[image.index].isSticker ? Color(argb: 0) : style.imagePlaceholder
  }

  /// Overlays the time on the lower right corner of the images.
  private mutating func addTimeOnImage() {
    guard hasTime, !result.pictures.isEmpty else { return }
    let right = ChatMetrics.imageInset + pictureWidth
    addTimePill(right: right - 6, bottom: y - ChatMetrics.imageInset - 6, color: style.imagePill)
  }

  private var pictureWidth: Double {
    result.pictures.map(\.frame.maxX).max().map { $0 - ChatMetrics.imageInset } ?? 0
  }

  /// Adds the time on a ground of its own.
  mutating func addTimePill(right: Double, bottom: Double, color: Color) {
    let time = timeLayout(color: .white)
    let size = timeSize(time)
    let frame = Rect(
      x: right - size.width - 14, y: bottom - size.height - 4, width: size.width + 14,
      height: size.height + 4)
    result.boxes.append(
      MessageLayout.Box(frame: frame, color: color, radius: frame.size.height / 2))
    placeTime(time, at: Point(x: frame.minX + 7, y: frame.minY + 2), color: .white)
  }
}
