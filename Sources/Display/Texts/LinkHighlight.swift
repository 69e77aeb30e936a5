internal import GalleyScheduling
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
internal import GalleyPixels
internal import GalleyTypesetting

/// The highlight of a pressed link or token, which fades in once drawn and fades out when released.
///
/// A highlight released before it was shown still fades in first, so that a quick tap is visible.
@MainActor final class LinkHighlight: NodeObserver {
  /// The durations of the fades, in seconds.
  static let (fadeIn, fadeOut) = (0.10, 0.15)
  /// The keys of the fade animations.
  static let (fadeInKey, fadeOutKey) = ("highlight.fadeIn", "highlight.fadeOut")

  let node: DisplayNode
  private let onEnd: @MainActor (LinkHighlight) -> Void
  private var shownAt: Double?
  private(set) var isReleased = false

  /// Adds a highlight to a text.
  ///
  /// - Parameters:
  ///   - drawing: The shape of the highlight.
  ///   - text: The text's node.
  ///   - onEnd: Called when the highlight has been removed.
  init(
    _ drawing: HighlightDrawing, on text: DisplayNode,
    onEnd: @escaping @MainActor (LinkHighlight) -> Void
  ) {
    self.onEnd = onEnd
    node = text.makeOverlay(drawing.content, named: "highlight")
    node.cover(drawing.window)
    node.addObserver(self)
    text.addSubnode(node)
  }

  /// Releases the highlight, which fades out and removes itself.
  func release() {
    guard !isReleased else { return }
    isReleased = true
    if node.loadedLayer?.host == nil { return end() }
    if shownAt != nil { fadeAway() }
  }

  func nodeDidDisplay(_ node: DisplayNode) {
    guard shownAt == nil, let layer = node.loadedLayer, layer.contents != nil else { return }
    shownAt = node.environment.clock.now
    // Additive, so that the fade-out can overlap the fade-in.
    layer.add(
      LayerAnimation(.opacity(from: -1, to: 0), duration: Self.fadeIn, isAdditive: true),
      forKey: Self.fadeInKey)
    if isReleased { fadeAway() }
  }

  func nodeDidExitHierarchy(_ node: DisplayNode) {
    if isReleased { end() }
  }

  /// Fades out once the fade-in has finished.
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

/// The drawing of a pressed target's highlight.
struct HighlightDrawing: Sendable {
  /// The frame in the text's coordinates.
  let window: Rect
  private let path: Path
  private let color: Color

  /// Creates the highlight of a target; fails if nothing of it is visible.
  init?(
    _ target: TextNode.Target, in layout: TextLayout, _ palette: Palette,
    _ pixels: PixelWindow
  ) {
    let rects = target.highlightRects(in: layout)
    color = palette[.linkHighlight]
    guard let first = rects.first, color.alpha > 0 else { return nil }
    path = Path(highlighting: rects, as: .link)
    let all = rects.dropFirst().reduce(first) { $0.union($1) }
    let outset = Path.HighlightStyle.link.outset
    window = pixels.rect(
      around: Rect(
        x: all.minX - outset.width, y: all.minY - outset.height,
        width: all.size.width + 2 * outset.width, height: all.size.height + 2 * outset.height))
  }

  /// A content that draws the highlight in its window.
  var content: DrawnContent {
    DrawnContent { [path, color] context, request in
      context.fill(path.offset(x: -request.bounds.minX, y: -request.bounds.minY), with: color)
    }
  }
}
