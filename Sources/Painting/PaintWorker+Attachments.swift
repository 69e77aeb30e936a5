internal import GalleyBasics
internal import GalleyCairo
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

extension PaintWorker {
  /// Paints the visible attachments of a line.
  @inline(never) mutating func paintAttachments(
    of layout: TextLayout, line: Int, _ filter: RunFilter, on canvas: inout PaintCanvas
  ) {
    for attachment in attachments(of: layout, line: line, filter) {
      paint(attachment, of: layout, on: &canvas)
    }
  }

  /// Returns the visible attachments of a line.
  mutating func attachments(
    of layout: TextLayout, line: Int, _ filter: RunFilter
  ) -> [TextLayout.Attachment] {
    var placed: [TextLayout.Attachment] = []
    layout.visitAttachments(ofLine: line, scratch: &scratch) { attachment in
      if filter.ranges.overlap(attachment.range) == filter.isInside { placed.append(attachment) }
    }
    return placed
  }

  /// Paints an attachment.
  mutating func paint(
    _ placed: TextLayout.Attachment, of layout: TextLayout, on canvas: inout PaintCanvas
  ) {
    let frame = placed.frame
    if let object = job.objects[placed.range.lowerBound] {
      let color = layout.text.style(at: placed.range.lowerBound).paint.color
      return paint(object, in: frame, color: color, on: &canvas)
    }
    let area = canvas.pixels(of: placed)
    if canvas.isMeasuring, job.attachmentImages != nil {
      canvas.fill(area, with: .black)
      return
    }
    let color = job.palette.color(layout.text.style(at: placed.range.lowerBound).paint.color)
    if let attachmentImages = job.attachmentImages {
      // Skips attachments outside the canvas.
      guard area.intersects(canvas.bounds) else { return }
      let request = AttachmentImages.Request(
        attachment: placed.attachment, width: area.width, height: area.height, color: color)
      if let (bitmap, x, y) = attachmentImages.picture(for: request) {
        canvas.draw(bitmap, x: area.minX + x, y: area.minY + y)
        return
      }
    }
    guard let (part, place) = standIn(for: placed, of: layout) else {
      let frame = canvas.sharp(frame)
      canvas.fill(
        frame, radius: BlockShapes.cornerRadius, with: job.palette[.secondaryText].faded(0.2))
      return
    }
    paintPart(part, at: place, on: &canvas)
  }

  /// Returns the fallback text of an attachment, scaled to fit its box, and its position.
  mutating func standIn(
    for placed: TextLayout.Attachment, of layout: TextLayout
  ) -> (TextLayout, Point)? {
    let size = placed.frame.size
    guard !placed.attachment.text.isEmpty, size.width > 0, size.height > 0 else { return nil }
    let paint = TextPaint(color: layout.text.style(at: placed.range.lowerBound).paint.color)
    let key = StandInCache.Key(
      text: placed.attachment.text, size: size,
      style: TextStyle(font: layout.text.baseStyle.font, paint: paint))
    let known = standIns.value(for: key) {
      layout.standIn(key.text, paint: paint, fitting: size)
    }
    let place = Point(
      x: placed.frame.minX + (size.width - known.size.width) / 2,
      y: placed.frame.minY + (size.height - known.size.height) / 2)
    return (known, place)
  }
}

extension PaintCanvas {
  /// Returns the pixels of an attachment's box.
  func pixels(of placed: TextLayout.Attachment) -> PixelRect {
    let (frame, scale) = (placed.frame, grid.scale)
    let (left, top) = (column(frame.minX), row(frame.minY))
    return PixelRect(
      minX: left, minY: top, maxX: left + PixelGrid.nearest(frame.size.width * scale),
      maxY: top + PixelGrid.nearest(frame.size.height * scale))
  }
}

/// The fallback texts of attachments, shaped while painting.
struct StandInCache {
  /// The key of a fallback text.
  struct Key: Hashable {
    let text: String
    let size: Size
    let style: TextStyle
  }

  private var layouts: [Key: TextLayout] = [:]
  private static let limit = 64

  /// Returns the layout of a fallback text, making it if needed.
  mutating func value(for key: Key, _ make: () -> TextLayout) -> TextLayout {
    if let known = layouts[key] { return known }
    if layouts.count >= Self.limit { layouts.removeAll() }
    let made = make()
    layouts[key] = made
    return made
  }
}

extension DocumentPainter {
  /// Paints the visible attachments of a line.
  mutating func paintAttachments(of layout: TextLayout, line: Int) {
    var placed: [TextLayout.Attachment] = []
    layout.visitAttachments(ofLine: line, scratch: &scratch) { placed.append($0) }
    for attachment in placed where filter.ranges.overlap(attachment.range) == filter.isInside {
      paint(attachment, of: layout)
    }
  }

  private mutating func paint(_ placed: TextLayout.Attachment, of layout: TextLayout) {
    if let object = objects[placed.range.lowerBound] {
      let color = layout.text.style(at: placed.range.lowerBound).paint.color
      return paint(object, in: placed.frame, color: color)
    }
    let (frame, scale) = (placed.frame, 2 * Self.pictureScale)
    let color = palette.color(layout.text.style(at: placed.range.lowerBound).paint.color)
    let request = AttachmentImages.Request(
      attachment: placed.attachment, width: PixelGrid.nearest(frame.size.width * scale),
      height: PixelGrid.nearest(frame.size.height * scale), color: color)
    if let (bitmap, x, y) = painter.attachmentImages?.picture(for: request),
      let picture = bitmap.picture
    {
      document.show(
        picture, x: origin.x + frame.minX + Double(x) / scale,
        y: origin.y + frame.minY + Double(y) / scale, scale: 1 / scale)
      return
    }
    let standIn = masks.withWorker { $0.standIn(for: placed, of: layout) }
    guard let (part, place) = standIn else {
      fill(frame, radius: BlockShapes.cornerRadius, with: palette[.secondaryText].faded(0.2))
      return
    }
    paintPart(part, at: place)
  }
}
