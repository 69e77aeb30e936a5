internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyLayoutSpecs
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyScheduling
internal import GalleyTypesetting
internal import Synchronization

/// The content of a text node.
struct TextNodeContent: NodeContent {
  static let drawing = DisplayNode.DrawingModes.image

  let state: TextNodeState

  /// The captured parameters and the result of a pass.
  struct Parameters: Sendable {
    let drawing: TextDrawing
    /// An image drawn ahead of the pass.
    let prepared: DrawnText?
    let result = OperationResult<DrawnText>()
  }

  @MainActor func parameters(for node: DisplayNode) -> Parameters {
    let drawing = TextDrawing(state, on: node)
    state.updateDustClock(of: node, drawing.values)
    state.observeAttachments(of: drawing.values, on: node)
    let version = drawing.values.version
    return Parameters(
      drawing: drawing,
      prepared: state.blockTransitions.takePrepared(for: node, version: version))
  }

  /// Measures the text in the available size.
  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    let values = state.current
    let layout = state.layout(of: values, values.options.fitting(range.max))
    let (size, count) = (layout.extent, layout.lineCount)
    let baselines =
      count == 0
      ? nil
      : NodeLayout.Baselines(
        first: layout.line(at: 0).baseline, last: layout.line(at: count - 1).baseline)
    return ContentMeasurement(size: range.clamp(size), baselines: baselines)
  }

  /// Draws the text, laying it out unless measurement has already done so.
  static func image(_ parameters: Parameters, for request: NodeImage.Request) -> NodeImage? {
    let text = parameters.prepared ?? parameters.drawing.drawnText(for: request)
    parameters.result.store(text)
    return text?.image
  }

  /// Updates the decorations over the text in the tick that shows it.
  @MainActor func passDidEnd(
    _ parameters: Parameters, of node: DisplayNode, _ ending: DisplayNode.PassEnding
  ) {
    guard ending == .shown, !parameters.drawing.isRasterized else { return }
    if parameters.prepared == nil { state.blockTransitions.end(isDone: false) }
    // A new text has no place for the highlight of a target in the previous one.
    if state.current.pressed == nil {
      for highlight in state.highlights { highlight.release() }
    }
    let drawn = parameters.result.take()
    state.showCover(drawn?.cover, of: parameters.drawing.values, on: node)
    if let drawn { state.beginMorph(to: drawn.layout, on: node) }
  }
}

/// The result of drawing a text.
struct DrawnText: Sendable {
  let layout: TextLayout
  let image: NodeImage
  /// The cover over hidden text, if any.
  let cover: DrawnCover?
  let bounds: Rect
}

/// The drawing of a text, on any thread.
struct TextDrawing: Sendable {
  let state: TextNodeState
  let values: TextNodeState.Values
  /// Whether decorations are drawn into the same bitmap, rather than on their own layers.
  let isRasterized: Bool

  /// The distances that the dust of spoilers extends beyond the text's box, in points.
  private static let dustOutsets = Insets(top: 8, left: 8, bottom: 8, right: 8)

  /// Captures the current text of a node, with its dust at the current time.
  @MainActor init(_ state: TextNodeState, on node: DisplayNode) {
    var values = state.current
    if values.animatesDust {
      values.painter.dust = .drifting(time: DustClock.moment(at: node.environment.clock.now))
    }
    self.state = state
    self.values = values
    isRasterized = node.rasterizesBelow
  }

  /// Draws the text.
  ///
  /// - Parameters:
  ///   - request: The request for the image.
  ///   - known: The layout; `nil` uses the layout for the request's bounds.
  /// - Returns: The image; `nil` if it is too large or stale.
  func drawnText(for request: NodeImage.Request, of known: TextLayout? = nil) -> DrawnText? {
    let layout = known ?? state.layout(of: values, in: request.bounds.size)
    let highlight = isRasterized ? highlight(of: layout, request) : nil
    var outsets = layout.inkOutsets(on: PixelGrid(scale: request.scale))
    if let highlight { outsets.extend(around: request.bounds, to: highlight.window) }
    let dusty = request.bounds.extended(by: Self.dustOutsets)
    if isRasterized, values.painter.covers(layout.text) {
      outsets.extend(around: request.bounds, to: dusty)
    }
    let window = request.window(request.bounds.extended(by: outsets))
    guard !request.ticket.isStale, var canvas = NodeCanvas(for: window) else { return nil }
    var painter = values.painter
    if !isRasterized { painter.cover = .omitted }
    TextContent.draw(TextContent(layout, painter: painter), on: &canvas)
    if let highlight { draw(highlight, on: &canvas, window) }
    guard !request.ticket.isStale else { return nil }
    let cover =
      isRasterized
      ? nil : CoverDrawing(layout, values.painter).drawnCover(for: request.window(dusty))
    return DrawnText(
      layout: layout,
      image: NodeImage(canvas.bitmap, scale: canvas.scale, outsets: outsets), cover: cover,
      bounds: request.bounds)
  }

  /// Returns the highlight of the pressed target.
  private func highlight(of layout: TextLayout, _ request: NodeImage.Request) -> HighlightDrawing? {
    let pixels = PixelWindow(request.bounds, scale: request.scale)
    return values.pressed.flatMap {
      HighlightDrawing($0, in: layout, values.painter.palette, pixels)
    }
  }

  private func draw(
    _ highlight: HighlightDrawing, on canvas: inout NodeCanvas, _ request: NodeImage.Request
  ) {
    let part = request.window(highlight.window)
    guard let image = DrawnContent.image(highlight.content, for: part) else { return }
    let grid = PixelGrid(scale: request.scale)
    canvas.bitmap.draw(
      image.bitmap, x: grid.edge(highlight.window.minX - request.bounds.minX),
      y: grid.edge(highlight.window.minY - request.bounds.minY))
  }
}

extension TextLayout {
  /// Returns the distances that ink extends beyond the layout's box, in points.
  ///
  /// Rounded out to whole pixels, plus one on each side for rounded positions and hinted outlines.
  fileprivate func inkOutsets(on grid: PixelGrid) -> Insets {
    guard lineCount > 0 else { return .zero }
    let (ink, size) = (inkBounds, extent)
    func outset(_ distance: Double) -> Double {
      (max(0, distance * grid.scale).rounded(.up) + 1) / grid.scale
    }
    return Insets(
      top: outset(-ink.minY), left: outset(-ink.minX), bottom: outset(ink.maxY - size.height),
      right: outset(ink.maxX - size.width))
  }
}

extension NodeImage.Request {
  /// Returns the request with other bounds.
  fileprivate func window(_ bounds: Rect) -> NodeImage.Request {
    NodeImage.Request(bounds: bounds, scale: scale, ticket: ticket, pool: pool)
  }
}

extension Insets {
  /// Grows these insets of a rectangle until the extended rectangle contains another.
  fileprivate mutating func extend(around rect: Rect, to other: Rect) {
    top = max(top, rect.minY - other.minY)
    left = max(left, rect.minX - other.minX)
    bottom = max(bottom, other.maxY - rect.maxY)
    right = max(right, other.maxX - rect.maxX)
  }
}

/// The pixel grid of a node's bitmap, to align decorations with it.
struct PixelWindow: Sendable {
  let bounds: Rect
  let grid: PixelGrid

  init(_ bounds: Rect, scale: Double) {
    self.bounds = bounds
    grid = PixelGrid(scale: scale)
  }

  /// Returns the smallest rectangle of whole pixels that contains another, in points.
  func rect(around rect: Rect) -> Rect {
    self.rect(of: grid.pixelsTouched(by: rect.offset(x: -bounds.minX, y: -bounds.minY)))
  }

  /// Converts a rectangle of pixels to points.
  func rect(of pixels: PixelRect) -> Rect {
    pixels.rect(onGridOf: grid).offset(x: bounds.minX, y: bounds.minY)
  }
}
