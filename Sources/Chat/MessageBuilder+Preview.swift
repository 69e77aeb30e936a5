internal import GalleyGeometry
internal import GalleyImages
internal import GalleyMessages
internal import GalleyTypesetting

/// The preview of a link while a message is laid out.
///
/// Its words decide about the width of the bubble before the text of the message is laid out, and
/// are placed below the text, in the final width.
struct PreviewBuilder {
  typealias Metrics = ChatMetrics.Preview

  let preview: LinkPreview
  let style: ChatStyle
  let engine: TextEngine
  /// The picture; `nil` if there is none, or if neither its size nor its file is known.
  let image: LoadedImage?

  /// The picture beside the words.
  private var smallImage: LoadedImage? { preview.hasLargeImage ? nil : image }

  /// The site, the title and the summary, with the maximum number of their lines.
  private var words: [(text: AttributedText, lines: Int)] {
    func text(_ words: String, weight: Double, _ color: PaintColor) -> AttributedText {
      AttributedText(
        words.firstLine, style: style.text(Metrics.textSize, weight: weight, color: color))
    }
    var all = [(text(preview.site, weight: 600, .role(.quoteTitle)), 1)]
    if let title = preview.title, !title.isEmpty {
      all.append((text(title, weight: 600, .role(.text)), Metrics.titleLines))
    }
    if let summary = preview.summary, !summary.isEmpty {
      all.append((text(summary, weight: 400, .role(.text)), Metrics.summaryLines))
    }
    return all
  }

  /// Lays out the words for a width, beside the small picture as far as it reaches down.
  ///
  /// - Parameters:
  ///   - width: The width of the contents of the box, in points.
  ///   - alignmentWidth: The width to which right-to-left lines align; `nil` for the longest line.
  /// - Returns: The texts with their distances from the top of the contents, and the height.
  func lines(
    width: Double, alignmentWidth: Double? = nil
  ) -> (texts: [(layout: TextLayout, y: Double)], height: Double) {
    var (y, texts) = (0.0, [(layout: TextLayout, y: Double)]())
    for (text, lines) in words {
      var options = LayoutOptions(width: width)
      options.maximumLines = lines
      options.lineGrid = style.lineGrid
      options.alignmentWidth = alignmentWidth
      let rest = Metrics.thumbnail + Metrics.imageGap - y
      if smallImage != nil, rest > 0 {
        options.cutouts = [.topRight(Size(width: thumbnailWidth, height: rest))]
      }
      let layout = engine.layout(text, options: options)
      texts.append((layout, y))
      y += layout.size.height + Metrics.lineGap
    }
    return (texts, y - Metrics.lineGap)
  }

  /// The width that the small picture takes from the words, in points.
  private var thumbnailWidth: Double { Metrics.thumbnail + Metrics.imageGap }

  /// Returns the width that the contents would like to have, in points.
  func width(within room: Double) -> Double {
    let widest = lines(width: room).texts.map(\.layout.size.width).max() ?? 0
    if smallImage != nil { return min(room, widest + thumbnailWidth) }
    return min(room, max(widest, image.map { pictureSize(of: $0, most: room).width } ?? 0))
  }

  /// Returns the frame of the picture in contents of a width, below words of a height.
  func pictureFrame(width: Double, below height: Double) -> Rect? {
    guard let image else { return nil }
    guard preview.hasLargeImage else {
      let side = Metrics.thumbnail
      return Rect(x: width - side, y: Metrics.imageInset, width: side, height: side)
    }
    // It fills the width, and is cropped if it is too tall for it.
    let height = height + Metrics.imageGap
    return Rect(
      x: 0, y: height, width: width,
      height: min(
        Metrics.imageHeight,
        (width * Double(image.size.height) / Double(max(1, image.size.width))).rounded()))
  }

  /// Returns the size of a large picture at which no pixel is enlarged, within a width.
  private func pictureSize(of image: LoadedImage, most: Double) -> Size {
    let (across, down) = (Double(max(1, image.size.width)), Double(max(1, image.size.height)))
    let factor = min(1, most / across, Metrics.imageHeight / down)
    return Size(width: (across * factor).rounded(), height: (down * factor).rounded())
  }
}

extension MessageBuilder {
  typealias PreviewMetrics = ChatMetrics.Preview

  /// The builder of the message's link preview; `nil` if there is none.
  var preview: PreviewBuilder? {
    message.linkPreview.map {
      PreviewBuilder(preview: $0, style: style, engine: engine, image: around.previewImage)
    }
  }

  /// Widens the bubble for the link preview, before the text is laid out.
  mutating func reservePreview() {
    guard let preview, result.pictures.isEmpty else { return }
    let sides = PreviewMetrics.left + PreviewMetrics.right
    width = max(width, preview.width(within: room - sides) + sides)
  }

  /// Adds the link preview, and the time below it unless there are reactions.
  mutating func addPreview() {
    guard let preview else { return }
    // The padding below the text is the distance to the box.
    let top = message.hasNoText ? y : y - ChatMetrics.paddingBottom + 5
    let origin = Point(
      x: ChatMetrics.paddingX + PreviewMetrics.left, y: top + PreviewMetrics.padding)
    let inner = width - PreviewMetrics.left - PreviewMetrics.right
    let lines = preview.lines(width: inner, alignmentWidth: inner)
    for (layout, y) in lines.texts {
      result.labels.append(
        MessageLayout.Label(
          layout: layout, origin: Point(x: origin.x, y: origin.y + y), palette: result.palette))
    }
    var bottom = origin.y + lines.height
    var picture: MessageLayout.Picture?
    if let image = preview.image,
      let frame = preview.pictureFrame(width: inner, below: lines.height)
    {
      let frame = frame.offset(x: origin.x, y: origin.y)
      picture = MessageLayout.Picture(
        frame: frame, image: image, corners: CornerRadii(PreviewMetrics.imageRadius),
        placeholder: style.imagePlaceholder)
      bottom = max(bottom, frame.maxY)
    }
    y = (bottom + PreviewMetrics.padding).rounded()
    let bar = result.palette[.quoteBar]
    result.boxes.append(
      MessageLayout.Box(
        frame: Rect(x: ChatMetrics.paddingX, y: top, width: width, height: y - top),
        color: Color(bar, alpha: 0x1F), radius: 5, bar: bar, name: "preview"))
    result.preview = MessageLayout.Preview(
      link: preview.preview, box: result.boxes.count - 1, picture: picture)
    if message.reactions.isEmpty { addTimeBelowPreview() }
    y += ChatMetrics.paddingBottom
    inkBottom = nil
  }

  private mutating func addTimeBelowPreview() {
    guard hasTime else { return }
    let color = style.time(isOutgoing: isOutgoing)
    let time = timeLayout(color: color)
    let size = timeSize(time)
    width = max(width, size.width)
    y += 4
    placeTime(
      time, at: Point(x: ChatMetrics.paddingX + width - size.width, y: y), color: color)
    y += size.height - 3
  }

  /// Extends the box of the preview to the final width of the bubble.
  mutating func finishPreview() {
    guard var preview = result.preview else { return }
    let added = width - result.boxes[preview.box].frame.size.width
    result.boxes[preview.box].frame.size.width = width
    if preview.link.hasLargeImage {
      preview.picture?.frame.size.width += added
    } else {
      preview.picture?.frame.origin.x += added
    }
    result.preview = preview
    result.parts.append(ChatRow.Part(.linkPreview, result.boxes[preview.box].frame))
  }
}
