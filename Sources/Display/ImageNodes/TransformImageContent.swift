internal import GalleyImages
internal import GalleyLayers
internal import GalleyLayoutSpecs
internal import GalleyPixels
internal import Synchronization

/// The state that a transform image node shares with its drawing.
final class TransformImageBox: Sendable {
  struct Value: Sendable {
    var pairs = TransformImageState()
    /// The reading of the current sequence, which ends with its release.
    var subscription: Subscription?
  }

  let value = Mutex(Value())
  /// The overlay on the images.
  @MainActor let overlay = ImageOverlay()
  @MainActor var onUpdate: (@MainActor (Bitmap?) -> Void)?

  /// Replaces the source of transforms.
  func read(_ subscription: Subscription?) {
    let old = value.withLock { value in
      defer { value.subscription = subscription }
      return value.subscription
    }
    old?.cancel()
  }

  /// Sets a transform, and schedules a display unless one is in flight.
  func receive(
    _ transform: @escaping TransformImageNode.Transform, from subscription: Subscription?,
    for node: DisplayNode
  ) {
    let isNeeded = value.withLock { value in
      value.subscription === subscription && value.pairs.setTransform(transform)
    }
    if isNeeded { node.setNeedsDisplay() }
  }
}

/// The content of a transform image node: the newest transform applied to the newest arguments.
struct TransformImageContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = .image
  static let keepsContents = true

  let state: TransformImageBox

  struct Parameters: Sendable {
    let pass: TransformImageState.Pass?
    let overlay: OverlayDrawing?
  }

  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    state.value.withLock(\.pairs.arguments).map {
      ContentMeasurement(size: range.clamp($0.drawingSize))
    }
  }

  @MainActor func parameters(for node: DisplayNode) -> Parameters {
    Parameters(
      pass: state.value.withLock { $0.pairs.begin() }, overlay: state.overlay.drawing(for: node))
  }

  static func image(_ parameters: Parameters, for request: NodeImage.Request) -> NodeImage? {
    let bitmap: Bitmap? =
      switch parameters.pass?.work {
      case nil: nil
      case .show(let bitmap): bitmap
      case .draw(let transform):
        parameters.pass.flatMap { transform($0.key.arguments.filled(scale: request.scale)) }
      }
    let image = bitmap.map { NodeImage($0, scale: request.scale) }
    return parameters.overlay.map { $0.apply(to: image) } ?? image
  }

  @MainActor func passDidEnd(
    _ parameters: Parameters, of node: DisplayNode, _ ending: DisplayNode.PassEnding
  ) {
    guard let pass = parameters.pass else { return }
    if ending == .shown { state.overlay.cover(parameters.overlay, on: node) }
    let isNeeded = state.value.withLock { $0.pairs.end(pass, ending) }
    if ending != .dropped {
      state.onUpdate?(ending == .shown ? node.loadedLayer?.contents : nil)
    }
    if isNeeded { node.setNeedsDisplay() }
  }

  @MainActor func awaitsImage(for node: DisplayNode) -> Bool {
    state.value.withLock { $0.pairs.key == nil }
  }
}
