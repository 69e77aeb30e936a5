internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyLayoutSpecs
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyRichTypesetting
internal import GalleyScheduling
internal import GalleyTypesetting

/// The content of a rich message's node.
struct RichNodeContent: NodeContent {
  static let drawing = DisplayNode.DrawingModes.image

  let state: RichNodeState

  /// Measures the message in the available width.
  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    let layout = state.layout(of: state.current, width: range.max.width)
    return ContentMeasurement(size: range.clamp(layout.size))
  }

  @MainActor func parameters(for node: DisplayNode) -> RichDrawing {
    let values = state.current
    state.observeAttachments(of: values, on: node)
    let prepared = state.prepared
    state.prepared = nil
    let isCurrent =
      prepared.map {
        $0.version == values.version && $0.image.layout.size == node.bounds.size
          && $0.image.image.scale == node.displayScale
      } ?? false
    return RichDrawing(
      state: state, values: values, prepared: isCurrent ? prepared?.image : nil)
  }

  static func image(_ drawing: RichDrawing, for request: NodeImage.Request) -> NodeImage? {
    (drawing.prepared ?? drawing.image(for: request))?.image
  }
}

/// The result of drawing a rich message.
struct RichImage: Sendable {
  let layout: RichLayout
  let image: NodeImage
}

/// The drawing of a rich message, on any thread.
struct RichDrawing: Sendable {
  let state: RichNodeState
  let values: RichNodeState.Values
  /// The image, if it has been drawn already.
  var prepared: RichImage?

  /// Draws the message.
  ///
  /// - Parameters:
  ///   - request: The request for the image.
  ///   - known: The layout; `nil` uses the layout for the request's bounds.
  /// - Returns: The image; `nil` if it is too large or stale.
  func image(for request: NodeImage.Request, of known: RichLayout? = nil) -> RichImage? {
    guard request.scale <= TextPainter.scaleLimit else { return nil }
    let layout = known ?? state.layout(of: values, in: request.bounds.size)
    let outsets = layout.inkOutsets(on: PixelGrid(scale: request.scale))
    let window = NodeImage.Request(
      bounds: request.bounds.extended(by: outsets), scale: request.scale, ticket: request.ticket,
      pool: request.pool)
    guard !request.ticket.isStale, var canvas = NodeCanvas(for: window) else { return nil }
    let ticket = request.ticket
    values.painter.paint(
      layout, at: Point(x: -window.bounds.minX, y: -window.bounds.minY), into: &canvas.bitmap,
      scale: canvas.scale, isStale: { ticket.isStale })
    guard !ticket.isStale else { return nil }
    return RichImage(
      layout: layout, image: NodeImage(canvas.bitmap, scale: canvas.scale, outsets: outsets))
  }
}

extension RichLayout {
  /// Returns the distances that ink extends beyond the layout's box, in points.
  ///
  /// Rounded out to whole pixels, plus one on each side for rounded positions and hinted outlines.
  fileprivate func inkOutsets(on grid: PixelGrid) -> Insets {
    var ink = Rect(origin: .zero, size: size)
    for text in texts where text.viewport == nil && text.layout.lineCount > 0 {
      ink = ink.union(text.layout.inkBounds.offset(x: text.origin.x, y: text.origin.y))
    }
    func outset(_ distance: Double) -> Double {
      (max(0, distance * grid.scale).rounded(.up) + 1) / grid.scale
    }
    return Insets(
      top: outset(-ink.minY), left: outset(-ink.minX), bottom: outset(ink.maxY - size.height),
      right: outset(ink.maxX - size.width))
  }
}
