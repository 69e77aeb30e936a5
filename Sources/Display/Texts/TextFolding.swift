internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyPixels

/// A block that is to be expanded or collapsed.
struct TextFold {
  /// Which of the calls it is; the newest wins.
  let number: Int
  let block: Int
  let isExpanding: Bool
  let transition: LayoutTransition
  let alongside: @MainActor (Size) -> Void
  let completion: @MainActor (Bool) -> Void
}

/// How far the expanding and collapsing of a text's blocks has come.
@MainActor final class TextFolding {
  /// The newest call.
  private(set) var number = 0
  /// The blocks that will be expanded when the newest call is drawn; `nil` if none is being drawn.
  var target: Set<Int>?
  private var running: RunningFold?
  private var prepared: (picture: TextPicture, version: UInt64)?

  nonisolated init() {}

  /// Takes note of a call.
  ///
  /// - Returns: Its number.
  func begin(_ target: Set<Int>) -> Int {
    number += 1
    self.target = target
    return number
  }

  /// The edge that moves, in the node's coordinates, in points; `nil` if none moves.
  var edge: Double? { running?.layers.edge }

  /// Begins to move layers, which lie over the node's own contents until they are where they belong.
  func begin(_ layers: FoldLayers, of fold: TextFold, on node: DisplayNode, veil: DisplayNode?) {
    running = RunningFold(layers, of: fold, on: node, veil: veil) { [weak self] ended in
      if self?.running === ended { self?.running = nil }
    }
  }

  /// Ends the transition under way, so that the node's own contents show.
  func end(isDone: Bool) { running?.end(isDone: isDone) }

  /// Keeps a picture for the pass that follows.
  func prepare(_ picture: TextPicture, version: UInt64) {
    prepared = (picture, version)
  }

  /// The picture that a pass shows instead of drawing; taken once.
  func takePrepared(for node: DisplayNode, version: UInt64) -> TextPicture? {
    guard let prepared else { return nil }
    self.prepared = nil
    let (picture, bounds) = (prepared.picture, node.bounds)
    return prepared.version == version && picture.bounds.size == bounds.size
      && picture.image.scale == node.displayScale ? picture : nil
  }
}

/// A text's picture, and the row of pixels where the block ends in it.
struct FoldSide {
  let picture: Bitmap
  let scale: Double
  /// The upper left corner of the picture in the node's coordinates.
  let origin: Point
  let edge: Int

  /// The lower edge of the block in the node's coordinates, in points.
  var bottom: Double { origin.y + Double(edge) / scale }
  /// The whole picture, in points.
  var size: Size {
    Size(width: Double(picture.width) / scale, height: Double(picture.height) / scale)
  }

  /// Makes a layer of some rows of the picture.
  @MainActor func layer(of rows: Range<Int>) -> Layer {
    let layer = Layer()
    layer.anchorPoint = .zero
    layer.bounds.size = Size(width: size.width, height: Double(rows.count) / scale)
    layer.contents = picture
    layer.contentsScale = scale
    layer.contentsGravity = .topLeft
    layer.isOpaque = false
    let height = Double(picture.height)
    layer.contentsRect = Rect(
      x: 0, y: Double(rows.lowerBound) / height, width: 1, height: Double(rows.count) / height)
    return layer
  }
}

/// The layers of a block that is being expanded or collapsed: what the lower edge of the block uncovers,
/// and what is below it.
///
/// The block shows the picture in which it is expanded, cut off at the edge: two pictures over each other
/// would darken what shines through.
@MainActor struct FoldLayers {
  /// The name of the animations.
  static let key = "fold"

  let clip = Layer()
  let below: Layer

  /// Makes the layers, and has them move.
  ///
  /// - Parameters:
  ///   - old: What was shown.
  ///   - new: What will be shown.
  ///   - fold: How it goes.
  ///   - start: Where the edge is now, if it is not where it was shown: points below the upper edge.
  init(from old: FoldSide, to new: FoldSide, _ fold: TextFold, start: Double?) {
    let expanded = fold.isExpanding ? new : old
    let start = start ?? old.bottom
    let top = expanded.origin.y
    clip.anchorPoint = .zero
    clip.position = expanded.origin
    clip.masksToBounds = true
    clip.isOpaque = false
    clip.bounds.size = Size(width: expanded.size.width, height: max(0, new.bottom - top))
    clip.addSublayer(expanded.layer(of: 0..<expanded.edge))
    below = new.layer(of: new.edge..<new.picture.height)
    below.position = Point(x: new.origin.x, y: new.bottom)
    let style = fold.transition
    func add(_ change: LayerAnimation.Change, to layer: Layer) {
      layer.add(
        LayerAnimation(change, duration: style.duration, curve: style.curve), forKey: Self.key)
    }
    var bounds = clip.bounds
    bounds.size.height = max(0, start - top)
    add(.bounds(from: bounds, to: nil), to: clip)
    add(.position(from: Point(x: new.origin.x, y: start), to: nil), to: below)
  }

  /// The lower edge of the block in the node's coordinates now, in points.
  var edge: Double { clip.position.y + clip.presentation().bounds.size.height }
}

/// A block that is being expanded or collapsed on the screen.
@MainActor private final class RunningFold {
  let layers: FoldLayers
  private let root = Layer()
  private let fold: TextFold
  private weak var node: DisplayNode?
  private weak var veil: DisplayNode?
  private var hasEnded = false
  private let onEnd: @MainActor (RunningFold) -> Void

  init(
    _ layers: FoldLayers, of fold: TextFold, on node: DisplayNode, veil: DisplayNode?,
    onEnd: @escaping @MainActor (RunningFold) -> Void
  ) {
    self.onEnd = onEnd
    self.layers = layers
    self.fold = fold
    self.node = node
    self.veil = veil
    Layer.withoutAnimation {
      root.anchorPoint = .zero
      root.isOpaque = false
      root.addSublayer(layers.clip)
      root.addSublayer(layers.below)
      node.layer.insertSublayer(root, at: 0)
      // The node's own contents, and the dust on them, are in these pictures.
      node.contentsRect = .zero
      veil?.isHidden = true
    }
    // Long enough for all of them, which end together.
    var timer = LayerAnimation(.opacity(from: nil, to: nil), duration: fold.transition.duration)
    timer.curve = .linear
    root.add(timer, forKey: FoldLayers.key) { [weak self] isFinished in
      self?.end(isDone: isFinished)
    }
  }

  func end(isDone: Bool) {
    guard !hasEnded else { return }
    hasEnded = true
    root.removeFromSuperlayer()
    node?.contentsRect = .unit
    veil?.isHidden = false
    onEnd(self)
    fold.completion(isDone)
  }
}
