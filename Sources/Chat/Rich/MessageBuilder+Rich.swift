internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyTypesetting

extension MessageBuilder {
  /// The appearance of text, in messages with and without blocks.
  var textTheme: MessageTheme {
    var theme = MessageTheme(text: style.text(ChatMetrics.textSize))
    theme.blockScale = 15.0 / 16
    theme.lineBreakRules = style.lineBreakRules
    return theme
  }

  /// The message with its texts shaped; `nil` if it is not a rich message.
  var document: RichDocument? {
    message.richMessage.map { rich in
      var options = LayoutOptions()
      options.lineGrid = style.lineGrid
      let key = RichDocumentCache.Key(
        message: rich, state: around.state.sections, theme: textTheme, dates: style.dates,
        options: options)
      return around.documents?.document(key, engine: engine) ?? RichDocument(key, engine: engine)
    }
  }

  /// The layout of a message that grows; `nil` for others.
  var streamLayout: MessageStream.Layout? {
    var options = LayoutOptions()
    options.lineGrid = style.lineGrid
    return around.stream?.layout(
      MessageStream.Inputs(
        room: room, theme: textTheme, state: around.state.sections, options: options),
      engine: engine)
  }

  /// Adds the blocks of a rich message, and the time after them unless there are reactions.
  mutating func addBlocks() {
    // A message that grows has no pictures besides its blocks.
    let stream = result.pictures.isEmpty ? streamLayout : nil
    guard let document = stream?.layout.document ?? document else { return }
    let room = result.pictures.isEmpty ? room : width
    let natural = stream?.layout ?? document.layout(width: room)
    width = max(width, min(room, stream?.width ?? natural.size.width))
    let isLast = message.reactions.isEmpty && message.linkPreview == nil
    let hasTime = isLast && hasTime
    let time = hasTime ? timeLayout(color: style.time(isOutgoing: isOutgoing)) : nil
    let size = hasTime ? timeSize(time) : .zero
    if hasTime {
      // Beside the last line if the bubble may be wide enough.
      let beside = natural.lastLine.map { $0.x + $0.width + Self.timeGap + size.width }
      width = max(width, beside.map { $0 <= room ? $0 : 0 } ?? 0, size.width)
    }
    if stream != nil { around.stream?.keep(width: width, in: room) }
    let layout = stream?.layout ?? document.layout(width: width, fillsWidth: true)
    let photos = around.media == nil ? [] : layout.pictureIDs
    if !photos.isEmpty { result.attachments = around.media?.images(withPhotos: photos) }
    let origin = Point(x: ChatMetrics.paddingX, y: y)
    result.rich = MessageLayout.Rich(
      layout: layout, origin: origin, visibleWidth: stream == nil ? nil : width)
    y += layout.size.height
    inkBottom = nil
    if hasTime {
      let isBeside =
        layout.lastLine.map { $0.x + $0.width + Self.timeGap + size.width <= width + 0.01 } ?? false
      // The time of messages without blocks is as far below the last line.
      let top = isBeside ? y - size.height + 2 : y + 3
      placeTime(
        time, at: Point(x: ChatMetrics.paddingX + width - size.width, y: top),
        color: style.time(isOutgoing: isOutgoing))
      if !isBeside { y = top + size.height - 3 }
    }
    y += ChatMetrics.paddingBottom
  }

  /// Adds the button that stops a message that is being written, beside the bubble.
  mutating func addStopButton() {
    guard let stream = around.stream, stream.canStop, !stream.isFinished,
      let bubble = result.bubble?.frame
    else { return }
    let side = Self.stopSide
    let frame = Rect(
      x: isOutgoing ? -Self.stopGap - side : bubble.maxX + Self.stopGap,
      y: max(0, bubble.maxY - side), width: side, height: side)
    let square = Rect(x: frame.minX + 10, y: frame.minY + 10, width: side - 20, height: side - 20)
    result.boxes += [
      MessageLayout.Box(frame: frame, color: style.pill, radius: side / 2, name: "stop"),
      MessageLayout.Box(frame: square, color: .white, radius: 2, name: "stop sign"),
    ]
    result.parts.append(ChatRow.Part(.stopButton, frame))
  }

  /// The side of the button that stops a message, and its distance from the bubble, in points.
  private static let (stopSide, stopGap) = (30.0, 6.0)
  /// The minimum distance between the last line and the time, in points.
  private static let timeGap = 10.0
}

extension RichLayout {
  /// The last line, if the time may stand beside it: a line of text from left to right, outside
  /// quotations, tables and sections.
  ///
  /// Its coordinates are the message's.
  fileprivate var lastLine: TextLayout.Line? {
    guard document.message.endsWithText, !document.message.isRightToLeft, let text = texts.last,
      text.layout.lineCount > 0, text.origin.y + text.layout.size.height >= size.height - 1
    else { return nil }
    var line = text.layout.line(at: text.layout.lineCount - 1)
    guard !line.isRightToLeft else { return nil }
    line.x += text.origin.x
    return line
  }
}

extension RichMessage {
  /// Whether the last block is text that is not set apart.
  fileprivate var endsWithText: Bool {
    var last = blocks.last
    while case .list(let list)? = last { last = list.items.last?.blocks.last }
    switch last {
    case .paragraph, .heading, .footer, .thinking: return !isPartial
    default: return false
    }
  }
}
