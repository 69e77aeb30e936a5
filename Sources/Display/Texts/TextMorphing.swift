internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyPixels
internal import GalleyTypesetting

/// A request to replace a text with a transition.
struct MorphRequest {
  let transition: LayoutTransition
  /// The layout and the image that the node showed when the text changed.
  let layout: TextLayout
  let image: TextSnapshot
  let completion: @MainActor (_ isFinished: Bool) -> Void
}

/// An image of a text.
@MainActor struct TextSnapshot {
  let bitmap: Bitmap
  let scale: Double
  /// The top left corner of the image in the text's coordinates, in points.
  let origin: Point

  /// Captures the contents of a text's node, if there are any.
  init?(of node: DisplayNode) {
    guard let layer = node.loadedLayer, let contents = layer.contents else { return nil }
    bitmap = contents
    scale = layer.contentsScale
    origin = Point(
      x: node.bounds.minX - layer.contentsOutsets.left,
      y: node.bounds.minY - layer.contentsOutsets.top)
  }

  /// Creates a layer that shows whole pixels of the image.
  func layer(of pixels: PixelRect) -> Layer {
    let (width, height) = (Double(bitmap.width), Double(bitmap.height))
    let size = Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    let layer = Layer()
    layer.anchorPoint = .zero
    layer.isOpaque = false
    layer.bounds.size = size
    layer.contents = bitmap
    layer.contentsScale = scale
    layer.contentsGravity = .topLeft
    layer.contentsRect = Rect(
      x: Double(pixels.minX) / width, y: Double(pixels.minY) / height,
      width: Double(pixels.width) / width, height: Double(pixels.height) / height)
    layer.position = Point(
      x: origin.x + Double(pixels.minX) / scale, y: origin.y + Double(pixels.minY) / scale)
    return layer
  }

  /// Returns the pixels of a rectangle of the text.
  func pixels(of rect: Rect) -> PixelRect {
    let grid = PixelGrid(scale: scale)
    let moved = rect.offset(x: -origin.x, y: -origin.y)
    return PixelRect(
      minX: grid.edge(moved.minX), minY: grid.edge(moved.minY), maxX: grid.edge(moved.maxX),
      maxY: grid.edge(moved.maxY)
    ).intersection(PixelRect(minX: 0, minY: 0, maxX: bitmap.width, maxY: bitmap.height))
  }
}

/// A running transition from one text to another: parts of both images that move and fade.
@MainActor final class TextMorphing {
  /// The key of the animations.
  static let key = "morph"

  private struct Sprite {
    let layer: Layer
    /// The rectangle in the new text; `nil` for a part that leaves.
    let rect: Rect?
  }

  private let root = Layer()
  private var sprites: [Sprite] = []
  private weak var node: DisplayNode?
  private let request: MorphRequest
  private let onEnd: @MainActor (TextMorphing) -> Void
  private var hasEnded = false

  /// Starts a transition to the text that a node shows.
  ///
  /// - Parameters:
  ///   - request: The request, with the old text.
  ///   - layout: The layout of the new text.
  ///   - node: The node, which shows the new text.
  ///   - earlier: A transition that this one interrupts, whose parts it takes over.
  ///   - onEnd: Called at the end.
  init?(
    _ request: MorphRequest, to layout: TextLayout, on node: DisplayNode,
    after earlier: TextMorphing?, onEnd: @escaping @MainActor (TextMorphing) -> Void
  ) {
    guard let new = TextSnapshot(of: node), new.scale == request.image.scale else { return nil }
    self.node = node
    self.request = request
    self.onEnd = onEnd
    root.anchorPoint = .zero
    root.isOpaque = false
    Layer.withoutAnimation {
      if let plan = MorphPlan(
        from: request.layout, to: layout, separatesWords: earlier != nil)
      {
        add(plan, from: request.image, to: new, after: earlier)
      } else {
        crossFade(from: request.image, to: new)
      }
      node.layer.insertSublayer(root, at: 0)
      node.contentsRect = .zero
    }
    var timer = LayerAnimation(.opacity(from: nil, to: nil), duration: request.transition.duration)
    timer.curve = .linear
    root.add(timer, forKey: Self.key) { [weak self] in self?.end(isFinished: $0) }
  }

  /// Ends the transition and shows the node's own contents.
  func end(isFinished: Bool) {
    guard !hasEnded else { return }
    hasEnded = true
    root.removeFromSuperlayer()
    node?.contentsRect = .unit
    onEnd(self)
    request.completion(isFinished)
  }

  // MARK: Parts

  private func add(
    _ plan: MorphPlan, from old: TextSnapshot, to new: TextSnapshot, after earlier: TextMorphing?
  ) {
    for rect in plan.removed { fade(rect, of: old, in: false, after: earlier) }
    for rect in plan.inserted { fade(rect, of: new, in: true, after: nil) }
    for part in plan.kept {
      let start = earlier?.presented(part.old)
      let distance = Point(
        x: part.old.minX - part.new.minX + (start?.offset.x ?? 0),
        y: part.old.minY - part.new.minY + (start?.offset.y ?? 0))
      let layer = new.layer(of: new.pixels(of: part.new))
      add(layer, rect: part.new)
      move(layer, from: distance)
      let opacity = part.isRepainted ? 0 : start?.opacity ?? 1
      if opacity < 1 { animate(.opacity(from: opacity, to: nil), of: layer) }
      guard part.isRepainted else { continue }
      let faded = old.layer(of: old.pixels(of: part.old))
      faded.position = layer.position
      add(faded, rect: nil)
      move(faded, from: distance)
      fadeOut(faded, from: start?.opacity ?? 1)
    }
  }

  private func crossFade(from old: TextSnapshot, to new: TextSnapshot) {
    let all = new.layer(
      of: PixelRect(minX: 0, minY: 0, maxX: new.bitmap.width, maxY: new.bitmap.height))
    add(all, rect: nil)
    animate(.opacity(from: 0, to: nil), of: all)
    let faded = old.layer(
      of: PixelRect(minX: 0, minY: 0, maxX: old.bitmap.width, maxY: old.bitmap.height))
    add(faded, rect: nil)
    fadeOut(faded, from: 1)
  }

  private func fade(_ rect: Rect, of image: TextSnapshot, in isInserted: Bool, after: TextMorphing?)
  {
    let pixels = image.pixels(of: rect)
    guard !pixels.isEmpty else { return }
    let layer = image.layer(of: pixels)
    add(layer, rect: isInserted ? rect : nil)
    if isInserted {
      animate(.opacity(from: 0, to: nil), of: layer)
    } else {
      let start = after?.presented(rect)
      if let start {
        layer.position.x += start.offset.x
        layer.position.y += start.offset.y
      }
      fadeOut(layer, from: start?.opacity ?? 1)
    }
  }

  private func add(_ layer: Layer, rect: Rect?) {
    root.addSublayer(layer)
    sprites.append(Sprite(layer: layer, rect: rect))
  }

  private func move(_ layer: Layer, from distance: Point) {
    guard distance != .zero else { return }
    let start = Point(x: layer.position.x + distance.x, y: layer.position.y + distance.y)
    animate(.position(from: start, to: nil), of: layer)
  }

  private func fadeOut(_ layer: Layer, from opacity: Double) {
    layer.opacity = 0
    animate(.opacity(from: opacity, to: nil), of: layer)
  }

  private func animate(_ change: LayerAnimation.Change, of layer: Layer) {
    let key = if case .position = change { "\(Self.key).position" } else { "\(Self.key).opacity" }
    layer.add(
      LayerAnimation(
        change, duration: request.transition.duration, curve: request.transition.curve),
      forKey: key)
  }

  /// Returns the presented offset and opacity of a part of the text, if one shows it.
  private func presented(_ rect: Rect) -> (offset: Point, opacity: Double)? {
    let middle = Point(x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
    guard let sprite = sprites.first(where: { $0.rect?.contains(middle) ?? false }) else {
      return nil
    }
    let shown = sprite.layer.presentation()
    return (
      Point(
        x: shown.position.x - sprite.layer.position.x, y: shown.position.y - sprite.layer.position.y
      ), shown.opacity
    )
  }
}

extension TextNodeState {
  /// Starts the requested transition to a text that has just been shown.
  @MainActor func beginMorph(to layout: TextLayout, on node: DisplayNode) {
    shownLayout = layout
    guard let request = morphRequest else {
      morphing?.end(isFinished: false)
      return
    }
    morphRequest = nil
    let earlier = morphing
    let started = TextMorphing(request, to: layout, on: node, after: earlier) { [weak self] ended in
      if self?.morphing === ended { self?.morphing = nil }
    }
    earlier?.end(isFinished: false)
    if started != nil { Layer.withoutAnimation { node.contentsRect = .zero } }
    morphing = started
    if started == nil { request.completion(false) }
  }
}
