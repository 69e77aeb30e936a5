internal import GalleyGeometry
internal import GalleyImages
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// A painter of drawings on bitmaps.
struct QuotePainter {
  private var painter = TextPainter()
  private let isExpired: () -> Bool

  /// Creates a painter.
  ///
  /// - Parameters:
  ///   - palette: The colors of text.
  ///   - emoji: The pictures of custom emoji, by ID.
  ///   - isExpired: Returns whether to stop.
  init(palette: Palette, emoji: [String: Bitmap], isExpired: @escaping () -> Bool) {
    painter.palette = palette
    painter.hinting = .never
    if !emoji.isEmpty {
      painter.attachmentImages = AttachmentImages { emoji[$0.attachment.id] }
    }
    self.isExpired = isExpired
  }

  /// Paints a drawing on a transparent bitmap.
  ///
  /// - Parameters:
  ///   - drawing: The drawing.
  ///   - size: The size of the bitmap, in pixels.
  ///   - scale: The number of pixels per point, at most `TextPainter.scaleLimit`.
  /// - Returns: The bitmap.
  /// - Throws: `QuoteError.deadline` or `QuoteError.bitmap`.
  func bitmap(
    of drawing: QuoteDrawing, size: PixelBox, scale: Double
  ) throws(QuoteError) -> Bitmap {
    var bitmap: Bitmap
    do throws(BitmapError) {
      bitmap = try shapes(of: drawing, size, scale: scale)
      for label in drawing.labels where !isExpired() {
        try paint(label, on: &bitmap, scale: scale)
      }
    } catch { throw .bitmap(error) }
    guard !isExpired() else { throw .deadline }
    return bitmap
  }

  /// Returns a bitmap with the shapes of a drawing.
  private func shapes(
    of drawing: QuoteDrawing, _ size: PixelBox, scale: Double
  ) throws(BitmapError) -> Bitmap {
    var shadows = try Bitmap(width: size.width, height: size.height)
    for case .shadow(let rect, let radius) in drawing.shapes {
      shadows.drawShadow(of: rect, radius: radius, scale: scale)
    }
    var context = try DrawingContext(size: size, scale: scale)
    shadows.scale = scale
    try context.draw(shadows, in: Rect(origin: .zero, size: size.inPoints(at: scale)))
    for shape in drawing.shapes where !isExpired() {
      switch shape {
      case .shadow: break
      case .fill(let rect, let corners, let color):
        context.fill(rect, corners: corners, with: color)
      case .gradient(let rect, let corners, let gradient):
        try context.fill(rect, corners: corners, with: gradient)
      case .path(let path, let color): context.fill(path, with: color)
      case .picture(let bitmap, let rect, let corners):
        try context.withClip(to: rect, corners: corners) { context throws(BitmapError) in
          try context.draw(bitmap, in: rect, DrawingContext.ImageOptions(.aspectFill))
        }
      }
    }
    return context.image()
  }

  private func paint(
    _ label: QuoteDrawing.Label, on bitmap: inout Bitmap, scale: Double
  ) throws(BitmapError) {
    switch label.words {
    case .text(let layout):
      if let width = label.fadingWidth {
        return try paint(layout, at: label.origin, fadingIn: width, on: &bitmap, scale: scale)
      }
      painter.paint(
        layout, at: label.origin, into: &bitmap, scale: scale, isStale: isExpired)
    case .rich(let layout):
      painter.paint(
        layout, at: label.origin, into: &bitmap, scale: scale, isStale: isExpired)
    }
  }

  /// Paints the beginning of a line, which fades out at its end.
  private func paint(
    _ layout: TextLayout, at origin: Point, fadingIn width: Double, on bitmap: inout Bitmap,
    scale: Double
  ) throws(BitmapError) {
    // Ink may leave the line's box.
    let overhang = 4.0
    let frame = PixelGrid(scale: scale).pixelsTouched(
      by: Rect(
        x: origin.x, y: origin.y - overhang, width: width,
        height: layout.size.height + 2 * overhang))
    guard !frame.isEmpty else { return }
    var part = try Bitmap(width: frame.width, height: frame.height)
    let isRightToLeft = layout.isRightToLeft
    let shift = isRightToLeft ? width - layout.size.width : 0
    painter.paint(
      layout,
      at: Point(
        x: origin.x - Double(frame.minX) / scale + shift,
        y: origin.y - Double(frame.minY) / scale),
      into: &part, scale: scale, isStale: isExpired)
    let fade = QuoteMetrics.fadeWidth * scale
    let count = part.width
    part.fade(part.bounds) { x, _ in
      let distance = Double(isRightToLeft ? x : count - 1 - x) + 0.5
      return UInt8((min(distance / fade, 1) * 255).rounded())
    }
    bitmap.draw(part, x: frame.minX, y: frame.minY)
  }
}

extension PixelBox {
  /// Returns the size in points.
  func inPoints(at scale: Double) -> Size {
    Size(width: Double(width) / scale, height: Double(height) / scale)
  }
}

extension DrawingContext {
  /// Creates a context with a size in pixels.
  init(size: PixelBox, scale: Double) throws(BitmapError) {
    // The fraction keeps the conversion to pixels from rounding down to one less.
    try self.init(
      size: Size(
        width: (Double(size.width) + 0.25) / scale, height: (Double(size.height) + 0.25) / scale),
      scale: scale)
  }
}
