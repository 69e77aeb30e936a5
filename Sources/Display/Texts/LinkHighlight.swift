internal import GalleyScheduling
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
internal import GalleyPixels
internal import GalleyTypesetting

/// The shape on a link that is pressed: it fades in when it is drawn, and out when it is let go of.
///
/// A link that is let go of before it was shown still fades in first, so that a quick tap is seen.
@MainActor final class LinkHighlight: NodeObserver {
  /// How long it takes to come and to go, in seconds.
  static let (fadeIn, fadeOut) = (0.10, 0.15)
  /// The names of the animations by which it does.
  static let (fadeInKey, fadeOutKey) = ("highlight.fadeIn", "highlight.fadeOut")

  let node: DisplayNode
  private let onEnd: @MainActor (LinkHighlight) -> Void
  private var shownAt: Double?
  private(set) var isReleased = false

  /// Puts a shape on a text.
  ///
  /// - Parameters:
  ///   - drawing: The shape.
  ///   - text: The text's node.
  ///   - onEnd: Is told when the shape is gone.
  init(
    _ drawing: HighlightDrawing, on text: DisplayNode,
    onEnd: @escaping @MainActor (LinkHighlight) -> Void
  ) {
    self.onEnd = onEnd
    node = text.makeOverlay(drawing.content, named: "highlight")
    node.cover(drawing.window)
    node.addObserver(self)
    text.addOverlay(node)
  }

  /// Has the shape go.
  func release() {
    guard !isReleased else { return }
    isReleased = true
    if node.loadedLayer?.host == nil { return end() }
    if shownAt != nil { fadeAway() }
  }

  func nodeDidDisplay(_ node: DisplayNode) {
    guard shownAt == nil, let layer = node.loadedLayer, layer.contents != nil else { return }
    shownAt = node.environment.clock.now
    // What is added to the opacity goes on under what takes it away.
    layer.add(
      LayerAnimation(.opacity(from: -1, to: 0), duration: Self.fadeIn, isAdditive: true),
      forKey: Self.fadeInKey)
    if isReleased { fadeAway() }
  }

  func nodeDidExitHierarchy(_ node: DisplayNode) {
    if isReleased { end() }
  }

  /// Fades out, after what is left of fading in.
  private func fadeAway() {
    guard let layer = node.loadedLayer else { return end() }
    var fade = LayerAnimation(.opacity(from: 0, to: -1), duration: Self.fadeOut, isAdditive: true)
    let now = node.environment.clock.now
    fade.delay = max(0, (shownAt ?? now) + Self.fadeIn - now)
    layer.add(fade, forKey: Self.fadeOutKey) { [weak self] _ in self?.end() }
  }

  private func end() {
    node.removeFromSupernode()
    onEnd(self)
  }
}

/// The shape on a link.
struct HighlightDrawing: Sendable {
  /// Where it lies, in the text's coordinates.
  let window: Rect
  private let path: Path
  private let color: Color

  /// Makes the shape of a link; `nil` if nothing of it shows.
  init?(_ link: Annotation, in layout: TextLayout, _ palette: Palette, _ pixels: PixelWindow) {
    let rects = layout.rects(of: link.range)
    color = palette[.linkHighlight]
    guard let first = rects.first, color.alpha > 0 else { return nil }
    path = Path(highlighting: rects, as: .link)
    let all = rects.dropFirst().reduce(first) { $0.union($1) }
    let outset = HighlightShape.link.outset
    window = pixels.rect(
      around: Rect(
        x: all.minX - outset.width, y: all.minY - outset.height,
        width: all.size.width + 2 * outset.width, height: all.size.height + 2 * outset.height))
  }

  /// Draws the shape in its window.
  var content: DrawnContent {
    DrawnContent { [path, color] context, request in
      context.fill(path.offset(x: -request.bounds.minX, y: -request.bounds.minY), with: color)
    }
  }
}
