internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyScheduling
internal import GalleyTypesetting

/// The cover over a node's hidden text: dust and spoilers being revealed.
///
/// It has its own node, as large as the ink of hidden text, so that it changes without redrawing
/// the text.
@MainActor final class TextCover {
  let node: DisplayNode
  /// The running reveal transition.
  private(set) var transition: SpoilerTransition?
  private let source = CoverSource()

  /// Adds a cover to a text's node.
  init(on text: DisplayNode) {
    let source = source
    node = text.makeOverlay(CoverContent(source: source), named: "cover")
    text.addSubnode(node)
  }

  /// Updates the cover for a text that has just been shown.
  ///
  /// - Parameters:
  ///   - drawn: The cover drawn together with the text.
  ///   - values: The values that the text was drawn with.
  func show(_ drawn: DrawnCover, of values: TextNodeState.Values) {
    // The text itself now shows the revealed spoilers.
    if let transition, transition.spoilers.allSatisfy(values.painter.revealed.contains) {
      self.transition = nil
    }
    Layer.withoutAnimation { node.cover(drawn.window) }
    source.drawing = drawn.drawing
    guard let image = drawn.image, transition == nil, !node.isDisplaySuspended else {
      return redraw()
    }
    source.prepared = image
    node.layer.displayImmediately()
  }

  /// Shows a moment of a transition.
  func show(_ transition: SpoilerTransition) {
    self.transition = transition
    redraw()
  }

  /// Shows a moment of the dust animation.
  func show(_ dust: TextPainter.SpoilerDust) {
    source.drawing?.painter.dust = dust
    redraw()
  }

  /// Ends the transition.
  func dropTransition() {
    transition = nil
    redraw()
  }

  private func redraw() {
    source.prepared = nil
    source.drawing?.painter.transition = transition
    node.setNeedsDisplay()
  }
}

/// The source of the cover node's contents.
@MainActor final class CoverSource {
  var drawing: CoverDrawing?
  /// A finished image; taken once, so that its memory is not retained.
  var prepared: NodeImage?
}

/// The content of the cover's node.
struct CoverContent: NodeContent {
  static let drawing = DisplayNode.DrawingModes.image

  struct Parameters: Sendable {
    let drawing: CoverDrawing?
    let prepared: NodeImage?
  }

  let source: CoverSource

  @MainActor func parameters(for node: DisplayNode) -> Parameters {
    defer { source.prepared = nil }
    return Parameters(drawing: source.drawing, prepared: source.prepared)
  }

  static func image(_ parameters: Parameters, for request: NodeImage.Request) -> NodeImage? {
    parameters.prepared ?? parameters.drawing?.image(for: request)
  }
}

/// A cover drawn together with its text.
struct DrawnCover: Sendable {
  /// The frame in the text's coordinates.
  let window: Rect
  let drawing: CoverDrawing
  let image: NodeImage?
}

/// The drawing of a cover, on any thread.
struct CoverDrawing: Sendable {
  let layout: TextLayout
  var painter: TextPainter

  init(_ layout: TextLayout, _ painter: TextPainter) {
    self.layout = layout
    self.painter = painter
    self.painter.cover = .only
  }

  /// Draws the cover of a text drawn for a request.
  ///
  /// - Returns: The cover; `nil` if nothing is hidden.
  func drawnCover(for request: NodeImage.Request) -> DrawnCover? {
    guard request.scale <= TextPainter.scaleLimit, painter.covers(layout.text) else { return nil }
    // Large enough for every moment of revealing any hidden spoiler.
    var whole = painter
    let hidden = Set(layout.text.spoilers.indices.filter { !painter.revealed.contains($0) })
    whole.transition = SpoilerTransition(
      .hides, of: hidden.union(painter.transition?.spoilers ?? []), elapsed: 0)
    let origin = Point(x: -request.bounds.minX, y: -request.bounds.minY)
    let canvas = PixelGrid(scale: request.scale).size(holding: request.bounds.size)
    let pixels = whole.inkBounds(of: layout, at: origin, scale: request.scale).intersection(
      PixelRect(minX: 0, minY: 0, maxX: canvas.width, maxY: canvas.height))
    guard !pixels.isEmpty else { return nil }
    let window = PixelWindow(request.bounds, scale: request.scale).rect(of: pixels)
    let part = NodeImage.Request(
      bounds: window, scale: request.scale, ticket: request.ticket, pool: request.pool)
    return DrawnCover(window: window, drawing: self, image: image(for: part))
  }

  /// Draws the part of the cover in a window on the text's coordinates.
  func image(for request: NodeImage.Request) -> NodeImage? {
    guard !request.bounds.isEmpty, var canvas = NodeCanvas(for: request) else { return nil }
    TextContent.draw(TextContent(layout, painter: painter), on: &canvas)
    return NodeImage(canvas.bitmap, scale: canvas.scale)
  }
}

extension TextNodeState {
  /// Updates the cover for a text that has just been shown, or removes it if nothing is hidden.
  @MainActor func showCover(_ drawn: DrawnCover?, of values: Values, on node: DisplayNode) {
    if let drawn {
      let cover = cover ?? TextCover(on: node)
      self.cover = cover
      cover.show(drawn, of: values)
    } else {
      cover?.node.removeFromSupernode()
      cover = nil
    }
    beginNextReveal(on: node)
  }

  /// Runs the dust animation while there is dust and its animation is enabled.
  @MainActor func updateDustClock(of node: DisplayNode, _ values: Values) {
    guard values.animatesDust, values.painter.covers(values.text) else {
      dustClock = nil
      return
    }
    if dustClock == nil { dustClock = DustClock(of: node, state: self) }
  }

  /// Shows a moment of the dust animation.
  @MainActor func drift(to time: Double, on node: DisplayNode) {
    if node.rasterizesBelow {
      node.setNeedsDisplay()
    } else {
      cover?.show(.drifting(time: time))
    }
  }
}
