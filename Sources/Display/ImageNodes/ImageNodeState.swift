internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayoutSpecs
internal import GalleyPixels
internal import GalleyScheduling
internal import Synchronization

/// The state that an image node shares with its drawing.
final class ImageNodeState: Sendable {
  /// The state that any thread may change.
  struct Values: Sendable {
    var appearance: ImageAppearance
    /// The image that is shown or being drawn.
    var image: ImageNode.Image?
    /// The newest image since the last tick; `nil` if none arrived, `.some(nil)` for no image.
    var arrival: ImageNode.Image??
    /// The reading of the current sequence, which ends with its release.
    var subscription: Subscription?
    /// Whether nothing has arrived from the current source.
    var isAwaitingFirst = true
  }

  let options: ImageNode.Options
  let values: Mutex<Values>
  /// The overlay on the images.
  @MainActor let overlay = ImageOverlay()
  @MainActor var error: ImageError?
  @MainActor var onError: (@MainActor (ImageError) -> Void)?
  /// The node's part in the current animation, if the image is one.
  @MainActor private(set) var viewer: AnimationViewer?
  @MainActor var readyHooks: [@MainActor () -> Void] = []
  @MainActor var contentReadyHooks: [@MainActor () -> Void] = []
  @MainActor private(set) var isContentReady = false

  init(
    _ image: ImageNode.Image?, appearance: ImageAppearance, options: ImageNode.Options,
    onError: (@MainActor @Sendable (ImageError) -> Void)?
  ) {
    self.options = options
    self.onError = onError
    values = Mutex(Values(appearance: appearance, image: image))
  }

  @MainActor var isReady: Bool {
    !options.tracksReadiness || !values.withLock { $0.isAwaitingFirst }
  }

  /// Replaces the source of images.
  func read(_ subscription: Subscription?) {
    let old = values.withLock { values in
      defer {
        values.subscription = subscription
        values.arrival = nil
        values.isAwaitingFirst = true
      }
      return values.subscription
    }
    old?.cancel()
  }

  /// Records an arrived image for the next tick.
  func receive(_ image: ImageNode.Image?, from subscription: Subscription?, for node: DisplayNode) {
    let isFirst = values.withLock { values in
      guard values.subscription === subscription else { return false }
      defer { values.arrival = .some(image) }
      return values.arrival == nil
    }
    guard isFirst else { return }
    node.environment.loop.perform(in: .finishedWork) { [weak self, weak node] in
      if let node { self?.deliver(to: node) }
    }
  }

  /// Shows the newest arrived image.
  @MainActor private func deliver(to node: DisplayNode) {
    guard let arrival = take() else { return }
    if arrival != nil {
      didChange(on: node)
    } else if options.clearsForNone {
      endAnimation()
      if !values.withLock(\.appearance).hasStandIn {
        node.dropImage(invalidatingLayout: options.invalidatesLayout)
      } else {
        node.setNeedsDisplay()
      }
    }
    noteReady()
  }

  /// Takes the newest arrived image and makes it the current one.
  ///
  /// - Returns: The image, `.some(nil)` for no image; `nil` if nothing has arrived.
  @MainActor private func take() -> ImageNode.Image?? {
    values.withLock { values in
      guard let arrival = values.arrival else { return nil }
      values.arrival = nil
      values.isAwaitingFirst = false
      if arrival != nil || options.clearsForNone { values.image = arrival }
      return .some(arrival)
    }
  }

  /// Makes an image the current one at once.
  @MainActor func show(_ image: ImageNode.Image, on node: DisplayNode) {
    values.withLock { values in
      values.image = image
      values.isAwaitingFirst = false
    }
    didChange(on: node)
    noteReady()
  }

  /// Schedules the display of a new image.
  @MainActor private func didChange(on node: DisplayNode) {
    endAnimation()
    node.contentsTransition.crossFade = options.transition.crossFade
    if options.invalidatesLayout { node.invalidateLayout() }
    node.setNeedsDisplay()
  }

  /// Returns the player of an animation, which the node takes part in from now on.
  @MainActor func player(of animation: AnimatedImage, on node: DisplayNode) -> AnimationPlayer {
    if let viewer { return viewer.player }
    let player = node.environment.animations.player(of: animation, in: node.environment)
    viewer = AnimationViewer(player, on: node)
    return player
  }

  /// Ends the node's part in the former image's animation.
  @MainActor private func endAnimation() {
    viewer?.end()
    viewer = nil
  }

  /// Discards the image and its source.
  @MainActor func clear() {
    read(nil)
    endAnimation()
    values.withLock { $0.image = nil }
    error = nil
  }

  /// Runs the readiness hooks, if the node is ready.
  @MainActor private func noteReady() {
    guard isReady else { return }
    let hooks = readyHooks
    readyHooks = []
    for hook in hooks { hook() }
  }

  /// Records the end of a pass that drew an image.
  @MainActor func noteEnd(_ ending: DisplayNode.PassEnding, _ failure: ImageError?) {
    guard ending == .shown else { return }
    error = failure
    if let failure { onError?(failure) }
    guard failure == nil, !isContentReady else { return }
    isContentReady = true
    let hooks = contentReadyHooks
    contentReadyHooks = []
    for hook in hooks { hook() }
  }
}

/// The content of an image node: its current image.
struct ImageNodeContent: NodeContent {
  struct Parameters: Sendable {
    enum Work: Sendable {
      case none
      /// The color in the place of an image.
      case fill(Color)
      /// The thumbnail in the place of an image.
      case standIn(ImageDrawer)
      case draw(ImageDrawer)
      case show(NodeImage)
    }

    let work: Work
    let overlay: OverlayDrawing?
    /// The color in the place of an image that cannot be shown.
    let emptyColor: Color?
    let failure = OperationResult<ImageError>()
  }

  static let drawing: DisplayNode.DrawingModes = .image

  let state: ImageNodeState

  @MainActor func parameters(for node: DisplayNode) -> Parameters {
    let (image, appearance) = state.values.withLock { ($0.image, $0.appearance) }
    let work: Parameters.Work =
      switch image {
      case nil: standIn(appearance, for: node)
      case .bitmap(let bitmap): .show(NodeImage(bitmap, scale: node.displayScale))
      case .file(let file): .draw(ImageDrawer(.file(file), appearance, for: node))
      case .animation(let animation): work(for: animation, appearance, on: node)
      }
    return Parameters(
      work: work, overlay: state.overlay.drawing(for: node), emptyColor: appearance.emptyColor)
  }

  /// Returns the drawing in the place of an image that has not arrived.
  @MainActor private func standIn(
    _ appearance: ImageAppearance, for node: DisplayNode
  ) -> Parameters.Work {
    if let thumbnail = appearance.thumbnailFile {
      return .standIn(ImageDrawer(.file(thumbnail), appearance.ofThumbnail, for: node))
    }
    return appearance.emptyColor.map { .fill($0) } ?? .none
  }

  /// Returns the drawing of the frame that an animation shows.
  @MainActor private func work(
    for animation: AnimatedImage, _ appearance: ImageAppearance, on node: DisplayNode
  ) -> Parameters.Work {
    let player = state.player(of: animation, on: node)
    return .draw(ImageDrawer(.frame(player.frames, index: player.index), appearance, for: node))
  }

  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    switch state.values.withLock(\.image) {
    case nil: return nil
    case .animation(let animation):
      return ImageFile(animation.source).measurement(thatFits: range, scale: scale)
    case .file(let file): return file.measurement(thatFits: range, scale: scale)
    case .bitmap(let bitmap):
      let size = Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
      return ContentMeasurement(size: range.clamp(size))
    }
  }

  var dependsOnTint: Bool { state.values.withLock(\.appearance).dependsOnTint }

  static func image(_ parameters: Parameters, for request: NodeImage.Request) -> NodeImage? {
    let image: NodeImage? =
      switch parameters.work {
      case .none: nil
      case .fill(let color): NodeImage(color, for: request)
      case .show(let image): image
      case .standIn(let drawer):
        // A damaged thumbnail is no error of the image.
        drawer.image(for: request, storing: OperationResult<ImageError>())
          ?? parameters.emptyColor.flatMap { NodeImage($0, for: request) }
      case .draw(let drawer):
        drawer.image(for: request, storing: parameters.failure)
          ?? parameters.emptyColor.flatMap { NodeImage($0, for: request) }
      }
    guard let overlay = parameters.overlay, !request.ticket.isStale else { return image }
    return overlay.apply(to: image)
  }

  @MainActor func passDidEnd(
    _ parameters: Parameters, of node: DisplayNode, _ ending: DisplayNode.PassEnding
  ) {
    switch parameters.work {
    case .none, .fill, .standIn: return
    case .draw, .show: break
    }
    if ending == .shown { state.overlay.cover(parameters.overlay, on: node) }
    if ending == .shown, case .draw(let drawer) = parameters.work,
      case .frame(_, let index) = drawer.picture
    {
      // Frames replace each other at once.
      node.contentsTransition.crossFade = 0
      state.viewer?.didShow(index)
    }
    state.noteEnd(ending, parameters.failure.take())
  }

  @MainActor func awaitsImage(for node: DisplayNode) -> Bool {
    state.values.withLock { $0.image == nil && !$0.appearance.hasStandIn }
  }
}

extension NodeImage {
  /// Creates an image of one color, which is stretched to the node.
  fileprivate init?(_ color: Color, for request: Request) {
    let bitmap = try? Bitmap(width: 1, height: 1, color: color, pool: request.pool)
    guard let bitmap else { return nil }
    self.init(bitmap, scale: request.scale)
  }
}

extension DisplayNode {
  /// Removes the contents of a node that has no image.
  @MainActor func dropImage(invalidatingLayout: Bool = true) {
    if isRasterized { setNeedsDisplay() } else { clearContents() }
    for node in subnodes where node.coversSupernode { node.clearContents() }
    if invalidatingLayout { invalidateLayout() }
  }
}
