internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyLayoutSpecs
internal import GalleyPixels

/// A request to expand or collapse a block.
struct BlockTransition: Sendable {
  /// The number of the request; the newest wins.
  let number: Int
  let block: Int
  let isExpanding: Bool
  let animation: LayoutTransition
  /// Whether the text adopts the options of the new layout, and not only the state of the block.
  let adoptsOptions: Bool
  /// The size range that the node was measured in, if its box has the measured size.
  let range: SizeRange?
  /// The range whose selection highlight is behind the text, if any.
  let selection: Range<Int>?
  let alongside: @MainActor (Size) -> Void
  let completion: @MainActor (Bool) -> Void
}

/// The state of expanding and collapsing a text's blocks.
@MainActor final class BlockTransitions {
  /// The number of the newest request.
  private(set) var number = 0
  /// The expanded blocks after the newest request; `nil` if none is being drawn.
  var target: Set<Int>?
  private var running: RunningBlockTransition?
  private var prepared: (text: DrawnText, version: UInt64)?

  nonisolated init() {}

  /// Records a request.
  ///
  /// - Returns: Its number.
  func begin(_ target: Set<Int>) -> Int {
    number += 1
    self.target = target
    return number
  }

  /// The moving corner in the node's coordinates, in points; `nil` if no block is animating.
  var corner: Point? { running?.layers.corner }

  /// Starts the animation of layers that replace the node's own contents until it ends.
  func begin(
    _ layers: BlockTransitionLayers, of transition: BlockTransition, on node: DisplayNode,
    cover: DisplayNode?
  ) {
    running = RunningBlockTransition(layers, of: transition, on: node, cover: cover) {
      [weak self] ended in
      if self?.running === ended { self?.running = nil }
    }
  }

  /// Ends the running animation and shows the node's own contents.
  func end(isDone: Bool) { running?.end(isDone: isDone) }

  /// Stores an image for the next pass.
  func prepare(_ text: DrawnText, version: UInt64) {
    prepared = (text, version)
  }

  /// Takes the stored image for a pass, if it is current.
  func takePrepared(for node: DisplayNode, version: UInt64) -> DrawnText? {
    guard let prepared else { return nil }
    self.prepared = nil
    let (text, bounds) = (prepared.text, node.bounds)
    return prepared.version == version && text.bounds.size == bounds.size
      && text.image.scale == node.displayScale ? text : nil
  }
}

/// A text's image with the pixel row of the block's lower edge.
struct BlockSnapshot {
  let image: Bitmap
  let scale: Double
  /// The top left corner of the image in the node's coordinates.
  let origin: Point
  let edge: Int

  /// The right edge of the image and the lower edge of the block, in the node's coordinates, in
  /// points.
  var corner: Point {
    Point(x: origin.x + size.width, y: origin.y + Double(edge) / scale)
  }
  /// The size of the image, in points.
  var size: Size {
    Size(width: Double(image.width) / scale, height: Double(image.height) / scale)
  }

  /// Creates a layer that shows some rows of the image.
  @MainActor func layer(of rows: Range<Int>) -> Layer {
    let layer = Layer()
    layer.anchorPoint = .zero
    layer.bounds.size = Size(width: size.width, height: Double(rows.count) / scale)
    layer.contents = image
    layer.contentsScale = scale
    layer.contentsGravity = .topLeft
    layer.isOpaque = false
    let height = Double(image.height)
    layer.contentsRect = Rect(
      x: 0, y: Double(rows.lowerBound) / height, width: 1, height: Double(rows.count) / height)
    return layer
  }
}

/// The animated layers of a block: the part above its lower edge, and the part below.
///
/// The upper part always shows the expanded image, clipped at the edge and at the right edge of the
/// text: overlapping both images would darken translucent parts.
@MainActor struct BlockTransitionLayers {
  /// The key of the animations.
  static let key = "fold"

  let clip = Layer()
  let below: Layer

  /// Creates the layers with their animations.
  ///
  /// - Parameters:
  ///   - old: The image shown before.
  ///   - new: The image shown afterwards.
  ///   - transition: The request.
  ///   - start: The current position of the corner if an animation was interrupted, in the node's
  ///     coordinates.
  init(
    from old: BlockSnapshot, to new: BlockSnapshot, _ transition: BlockTransition, start: Point?
  ) {
    let expanded = transition.isExpanding ? new : old
    let start = start ?? old.corner
    func size(upTo corner: Point) -> Size {
      Size(
        width: max(0, corner.x - expanded.origin.x), height: max(0, corner.y - expanded.origin.y))
    }
    clip.anchorPoint = .zero
    clip.position = expanded.origin
    clip.masksToBounds = true
    clip.isOpaque = false
    clip.bounds.size = size(upTo: new.corner)
    clip.addSublayer(expanded.layer(of: 0..<expanded.edge))
    below = new.layer(of: new.edge..<new.image.height)
    below.position = Point(x: new.origin.x, y: new.corner.y)
    let style = transition.animation
    func add(_ change: LayerAnimation.Change, to layer: Layer) {
      layer.add(
        LayerAnimation(change, duration: style.duration, curve: style.curve), forKey: Self.key)
    }
    let bounds = Rect(origin: clip.bounds.origin, size: size(upTo: start))
    add(.bounds(from: bounds, to: nil), to: clip)
    add(.position(from: Point(x: new.origin.x, y: start.y), to: nil), to: below)
  }

  /// The presented lower right corner of the part above, in the node's coordinates, in points.
  var corner: Point {
    let size = clip.presentation().bounds.size
    return Point(x: clip.position.x + size.width, y: clip.position.y + size.height)
  }
}

/// A running animation of a block.
@MainActor private final class RunningBlockTransition {
  let layers: BlockTransitionLayers
  private let root = Layer()
  private let transition: BlockTransition
  private weak var node: DisplayNode?
  private weak var cover: DisplayNode?
  private var hasEnded = false
  private let onEnd: @MainActor (RunningBlockTransition) -> Void

  init(
    _ layers: BlockTransitionLayers, of transition: BlockTransition, on node: DisplayNode,
    cover: DisplayNode?,
    onEnd: @escaping @MainActor (RunningBlockTransition) -> Void
  ) {
    self.onEnd = onEnd
    self.layers = layers
    self.transition = transition
    self.node = node
    self.cover = cover
    Layer.withoutAnimation {
      root.anchorPoint = .zero
      root.isOpaque = false
      root.addSublayer(layers.clip)
      root.addSublayer(layers.below)
      node.layer.insertSublayer(root, at: 0)
      // The layers include the node's own contents and the cover.
      node.contentsRect = .zero
      cover?.isHidden = true
    }
    // A timer for the layers, whose animations have the same duration.
    var timer = LayerAnimation(
      .opacity(from: nil, to: nil), duration: transition.animation.duration)
    timer.curve = .linear
    root.add(timer, forKey: BlockTransitionLayers.key) { [weak self] isFinished in
      self?.end(isDone: isFinished)
    }
  }

  func end(isDone: Bool) {
    guard !hasEnded else { return }
    hasEnded = true
    root.removeFromSuperlayer()
    node?.contentsRect = .unit
    cover?.isHidden = false
    onEnd(self)
    transition.completion(isDone)
  }
}
