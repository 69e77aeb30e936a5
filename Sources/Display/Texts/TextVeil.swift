internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyScheduling
internal import GalleyTypesetting

/// What lies over the hidden text of a node: dust, and spoilers on their way to be seen.
///
/// It has a node of its own, as large as the ink of what is hidden, so that it changes without the text.
@MainActor final class TextVeil {
  let node: DisplayNode
  /// The spoilers that are on their way.
  private(set) var transition: SpoilerTransition?
  private let source = VeilSource()

  /// Puts a veil on a node.
  init(on text: DisplayNode) {
    let source = source
    node = text.makeOverlay(VeilContent(source: source), named: "veil")
    text.addOverlay(node)
  }

  /// Lies over a text that has just been shown.
  ///
  /// - Parameters:
  ///   - picture: What was drawn together with the text.
  ///   - values: What the text was drawn with.
  func show(_ picture: VeilPicture, of values: TextNodeState.Values) {
    // What the text itself shows now is no longer shown here.
    if let transition, transition.spoilers.allSatisfy(values.painter.revealed.contains) {
      self.transition = nil
    }
    Layer.withoutAnimation { node.cover(picture.window) }
    source.drawing = picture.drawing
    guard let image = picture.image, transition == nil, !node.isDisplaySuspended else {
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

  /// Shows another moment of the dust.
  func show(_ dust: SpoilerDust) {
    source.drawing?.painter.dust = dust
    redraw()
  }

  /// Shows no transition any more.
  func dropTransition() {
    transition = nil
    redraw()
  }

  /// Takes the veil away.
  func remove() { node.removeFromSupernode() }

  private func redraw() {
    source.prepared = nil
    source.drawing?.painter.transition = transition
    node.setNeedsDisplay()
  }
}

/// What a veil shows, for its node's content.
@MainActor final class VeilSource {
  var drawing: VeilDrawing?
  /// What was drawn already; taken once, so that nobody keeps its memory.
  var prepared: NodeImage?
}

/// The content of a veil's node.
struct VeilContent: NodeContent {
  static let drawing = NodeDrawing.image

  struct Parameters: Sendable {
    let drawing: VeilDrawing?
    let prepared: NodeImage?
  }

  let source: VeilSource

  @MainActor func parameters(for node: DisplayNode) -> Parameters {
    defer { source.prepared = nil }
    return Parameters(drawing: source.drawing, prepared: source.prepared)
  }

  static func image(_ parameters: Parameters, for request: NodeImageRequest) -> NodeImage? {
    parameters.prepared ?? parameters.drawing?.image(for: request)
  }
}

/// A veil that was drawn with its text.
struct VeilPicture: Sendable {
  /// Where it lies, in the text's coordinates.
  let window: Rect
  let drawing: VeilDrawing
  let image: NodeImage?
}

/// Draws what is over hidden text, on any thread.
struct VeilDrawing: Sendable {
  let layout: TextLayout
  var painter: TextPainter

  init(_ layout: TextLayout, _ painter: TextPainter) {
    self.layout = layout
    self.painter = painter
    self.painter.veil = .only
  }

  /// Draws the veil of a text that is drawn for a request.
  ///
  /// - Returns: The veil; `nil` if nothing is hidden.
  func picture(for request: NodeImageRequest) -> VeilPicture? {
    guard request.scale <= TextPainter.scaleLimit, painter.veils(layout.text) else { return nil }
    // Large enough for whatever is hidden to be seen here some time.
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
    let part = NodeImageRequest(
      bounds: window, scale: request.scale, ticket: request.ticket, pool: request.pool)
    return VeilPicture(window: window, drawing: self, image: image(for: part))
  }

  /// Draws what shows of it in a window on the text's coordinates.
  func image(for request: NodeImageRequest) -> NodeImage? {
    guard !request.bounds.isEmpty, var canvas = NodeCanvas(for: request) else { return nil }
    TextContent.draw(TextContent(layout, painter: painter), on: &canvas)
    return NodeImage(canvas.bitmap, scale: canvas.scale)
  }
}

extension TextNodeState {
  /// Puts the veil over a text that has just been shown, or takes it away if nothing is hidden.
  @MainActor func showVeil(_ picture: VeilPicture?, of values: Values, on node: DisplayNode) {
    if let picture {
      let veil = veil ?? TextVeil(on: node)
      self.veil = veil
      veil.show(picture, of: values)
    } else {
      veil?.remove()
      veil = nil
    }
    beginNextReveal(on: node)
  }

  /// Has the dust drift as long as there is some, on a host, and it is to.
  @MainActor func settleDust(of node: DisplayNode, _ values: Values) {
    guard values.animatesDust, values.painter.veils(values.text) else {
      dustClock = nil
      return
    }
    if dustClock == nil { dustClock = DustClock(of: node, state: self) }
  }

  /// Shows another moment of the dust.
  @MainActor func drift(to time: Double, on node: DisplayNode) {
    if node.rasterizesBelow {
      node.setNeedsDisplay()
    } else {
      veil?.show(.drifting(time: time))
    }
  }
}

extension DisplayNode {
  /// Makes a node that lies over this one's own contents, and that pointers do not find.
  @MainActor func makeOverlay(_ content: some NodeContent, named name: String) -> DisplayNode {
    DisplayEnvironment.$current.withValue(environment) {
      let overlay = DisplayNode(content)
      overlay.name = name
      overlay.isOpaque = false
      overlay.contentsGravity = .topLeft
      overlay.isUserInteractionEnabled = false
      return overlay
    }
  }

  /// Adds a node that lies over this one's contents.
  @MainActor func addOverlay(_ overlay: DisplayNode) {
    do { try addSubnode(overlay) } catch {
      // While the node is measured nothing can be added; the next picture tries again.
    }
  }
}
