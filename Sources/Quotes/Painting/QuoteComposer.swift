internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

/// A composer of the picture of a scene, by the kind of the picture.
struct QuoteComposer {
  let scene: QuoteScene
  let painter: QuotePainter
  let request: QuoteRequest
  let limits: QuoteRequest.Limits

  /// Returns the picture, its kind, and the number of pixels per point of its messages.
  ///
  /// - Throws: `QuoteError`.
  func picture() throws(QuoteError) -> (bitmap: Bitmap, kind: QuoteRequest.Kind, scale: Double) {
    let scale = request.scale
    switch request.kind {
    case .quote where scene.size.height * scale <= Double(QuoteRenderer.stickerHeight):
      return try sticker()
    case .quote, .plain: return (try messages(at: scale), .plain, scale)
    case .image: return (try image(), .image, scale)
    case .stories: return try story()
    }
  }

  /// Draws the messages directly at the size of the sticker, which needs no scaling of pixels.
  private func sticker() throws(QuoteError) -> (Bitmap, QuoteRequest.Kind, Double) {
    let size = StickerSize(of: scene.size, addsStrip: request.addsStrip)
    let scale = min(
      Double(size.picture.width) / scene.size.width,
      Double(size.picture.height) / scene.size.height)
    return (
      try painter.bitmap(of: scene.drawing, size: size.whole, scale: scale), .quote, scale
    )
  }

  /// Draws the messages alone.
  private func messages(at scale: Double) throws(QuoteError) -> Bitmap {
    let size = try pixels(scene.size, scale)
    // The text painter has a limit of its own, beyond which pixels are scaled.
    guard scale > limits.textScale else {
      return try painter.bitmap(of: scene.drawing, size: size, scale: scale)
    }
    let drawn = try pixels(scene.size, limits.textScale)
    let bitmap = try painter.bitmap(
      of: scene.drawing, size: drawn, scale: limits.textScale)
    do { return try bitmap.scaled(width: size.width, height: size.height) } catch {
      throw .bitmap(error)
    }
  }

  /// Draws the messages on a wallpaper, with the watermark below them at the right.
  private func image() throws(QuoteError) -> Bitmap {
    let margin = QuoteMetrics.imageMargin
    let scale = request.scale
    let size = try pixels(
      Size(width: scene.size.width + margin.width, height: scene.size.height + margin.height),
      scale)
    let messages = try messages(at: scale)
    var bitmap = try wallpaper(size, scale: scale)
    let (x, y) = ((size.width - messages.width) / 2, (size.height - messages.height) / 2)
    bitmap.draw(messages, x: x, y: y)
    if let mark = try watermark(at: scale) {
      bitmap.draw(
        mark, x: x + messages.width - mark.width,
        y: y + messages.height + (size.height - y - messages.height - mark.height) / 2)
    }
    return bitmap
  }

  /// Draws the messages in the middle of a story, with the watermark at the left, read upward.
  private func story() throws(QuoteError) -> (Bitmap, QuoteRequest.Kind, Double) {
    let (size, margin) = (QuoteMetrics.storySize, Double(QuoteMetrics.storyMargin))
    let scale = min(
      (Double(size.width) - 2 * margin) / scene.size.width,
      (Double(size.height) - 2 * margin) / scene.size.height, limits.textScale)
    let messages = try painter.bitmap(
      of: scene.drawing, size: try pixels(scene.size, scale), scale: scale)
    var bitmap = try wallpaper(size, scale: 2)
    bitmap.draw(
      messages, x: (size.width - messages.width) / 2, y: (size.height - messages.height) / 2)
    if let mark = try watermark(at: 2) {
      let turned: Bitmap
      do { turned = try mark.turned(swapsAxes: true, mirrorsX: false, mirrorsY: true) } catch {
        throw .bitmap(error)
      }
      bitmap.draw(
        turned, x: (QuoteMetrics.storyMargin - turned.width) / 2,
        y: (size.height - turned.height) / 2)
    }
    return (bitmap, .stories, scale)
  }

  private func wallpaper(_ size: PixelBox, scale: Double) throws(QuoteError) -> Bitmap {
    do { return try Wallpaper(background: request.background).bitmap(size, scale: scale) } catch {
      throw .bitmap(error)
    }
  }

  /// Returns the watermark as a bitmap; `nil` for none.
  private func watermark(at scale: Double) throws(QuoteError) -> Bitmap? {
    guard !request.watermark.isEmpty else { return nil }
    var text = scene.text
    let color = (request.background.isDark ? Color.white : .black).faded(to: 0.6)
    let layout = text.line(
      request.watermark, size: QuoteMetrics.watermarkSize, color: .fixed(color),
      width: scene.size.width)
    var drawing = QuoteDrawing()
    drawing.add(layout, at: .zero)
    // A line has no shapes, so any scale of text will do.
    let scale = min(scale, limits.textScale)
    return try painter.bitmap(of: drawing, size: try pixels(layout.size, scale), scale: scale)
  }

  /// Returns a size in pixels.
  ///
  /// - Throws: `QuoteError.tooManyPixels`.
  private func pixels(_ size: Size, _ scale: Double) throws(QuoteError) -> PixelBox {
    let box = PixelGrid(scale: scale).size(holding: size)
    guard box.width <= Bitmap.sideLimit, box.height <= Bitmap.sideLimit,
      box.width * box.height <= limits.pixels
    else { throw .tooManyPixels(width: box.width, height: box.height, limit: limits.pixels) }
    return PixelBox(width: box.width, height: box.height)
  }
}
