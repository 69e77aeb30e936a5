public import GalleyGeometry
public import GalleyPixels
internal import GalleyLayers
internal import Synchronization

/// A node that shows the result of applying a transform to arguments, drawn off the main actor.
///
/// The transform comes from outside, again and again as more of an image is available; the
/// arguments come from layout. Whenever either changes, the newest pair is drawn; while a drawing
/// is in flight, only the newest pair is kept. Setting equal arguments has no effect, and a
/// transform that returns `nil` keeps the old image.
///
/// A transform image node is a reference to its ``node``, which stores everything;
/// ``DisplayNode/transformImageNode`` returns it.
public struct TransformImageNode: Sendable {
  /// A function that draws an image, on any thread.
  ///
  /// Arguments without a scale get that of the display.
  public typealias Transform = @Sendable (Arguments) -> Bitmap?

  /// The node that shows the image.
  public let node: DisplayNode

  private let state: TransformImageBox

  /// Creates a node without a transform and arguments.
  ///
  /// - Parameters:
  ///   - transition: The animation of new images; none by default. A fade-in of 0.15 s is usual.
  ///   - environment: The environment of the node.
  public init(
    transition: DisplayNode.ContentsTransition = DisplayNode.ContentsTransition(),
    environment: DisplayEnvironment
  ) {
    state = TransformImageBox()
    node = DisplayNode(TransformImageContent(state: state), environment: environment)
    node.contentsTransition = transition
  }

  fileprivate init(_ node: DisplayNode, _ content: TransformImageContent) {
    (self.node, state) = (node, content.state)
  }

  // MARK: Transform and arguments

  /// Sets the transform; callable from any thread.
  public func setTransform(_ transform: @escaping Transform) {
    state.read(nil)
    state.receive(transform, from: nil, for: node)
  }

  /// Sets the transform and draws the first image synchronously.
  ///
  /// For quick transforms, such as returning an available image: nothing else shows in between,
  /// and the image does not fade in.
  @MainActor public func setTransformNow(_ transform: @escaping Transform) {
    setTransform(transform)
    guard arguments != nil, let layer = node.loadedLayer, !layer.isDisplaySuspended else { return }
    layer.displayImmediately()
  }

  /// Applies the transforms of a sequence as they arrive, replacing the previous source.
  ///
  /// Reading ends with the node.
  public func setTransforms<Transforms: AsyncSequence & Sendable>(
    _ transforms: Transforms
  ) where Transforms.Element == Transform, Transforms.Failure == Never {
    let subscription = Subscription()
    state.read(subscription)
    subscription.begin(transforms) { [weak state, weak node, weak subscription] transform in
      guard let node, let subscription else { return }
      state?.receive(transform, from: subscription, for: node)
    }
  }

  /// The arguments of the transform; any thread may set them, and equal arguments have no effect.
  public var arguments: Arguments? {
    get { state.value.withLock { $0.pairs.arguments } }
    nonmutating set {
      guard let newValue else { return }
      let (old, isNeeded) = state.value.withLock { value in
        (value.pairs.arguments?.drawingSize, value.pairs.setArguments(newValue))
      }
      if old != newValue.drawingSize { node.invalidateLayout() }
      if isNeeded { node.setNeedsDisplay() }
    }
  }

  /// The overlay color on the opaque parts of images; `nil` for none.
  @MainActor public var overlayColor: Color? { state.overlay.color }

  /// Sets the overlay color, on its own layer as in ``ImageNode``.
  ///
  /// - Parameters:
  ///   - color: The color, or `nil` to remove the overlay.
  ///   - animated: Whether a removed overlay fades out, in 0.3 s; a new one appears at once.
  @MainActor public func setOverlayColor(_ color: Color?, animated: Bool = false) {
    state.overlay.set(color, on: node, animated: animated)
  }

  /// Called at the end of each drawing, with the image or with `nil` if there was none.
  @MainActor public var onUpdate: (@MainActor (Bitmap?) -> Void)? {
    get { state.onUpdate }
    nonmutating set { state.onUpdate = newValue }
  }

  /// Discards transform, arguments and image, and stops reading any sequence.
  @MainActor public func reset() {
    state.read(nil)
    state.value.withLock { $0.pairs.reset() }
    node.dropImage()
  }

  // MARK: Layout

  /// Returns a function that draws during an asynchronous layout, so that the image appears
  /// together with the new size.
  ///
  /// The function may be called on any thread. It takes arguments, draws unless the image for
  /// them is already shown, and returns a closure that shows the result, to be called on the main
  /// actor; that pair is not drawn again.
  ///
  /// - Returns: The drawing function.
  @MainActor public func asyncLayout()
    -> @Sendable (Arguments) -> (@MainActor @Sendable () -> Void)
  {
    let (pairs, scale) = (state.value.withLock { $0.pairs }, node.displayScale)
    return { [self] arguments in
      let wanted = TransformImageState.Key(transform: pairs.transformNumber, arguments: arguments)
      guard let transform = pairs.transform, wanted != pairs.shown else {
        return { self.arguments = arguments }
      }
      let bitmap = transform(arguments.filled(scale: scale))
      return { self.show(TransformImageState.Prepared(key: wanted, bitmap: bitmap)) }
    }
  }

  /// Shows an image that was drawn during layout.
  @MainActor private func show(_ prepared: TransformImageState.Prepared) {
    // A suspended node draws again when it resumes.
    guard !node.isDisplaySuspended else { return arguments = prepared.key.arguments }
    let old = state.value.withLock { value in
      defer { value.pairs.adopt(prepared) }
      return value.pairs.arguments?.drawingSize
    }
    if old != prepared.key.arguments.drawingSize { node.invalidateLayout() }
    if let layer = node.loadedLayer {
      layer.displayImmediately()
    } else {
      node.setNeedsDisplay()
    }
  }
}

extension DisplayNode {
  /// The transform image node that this node belongs to; `nil` if it shows something else.
  public var transformImageNode: TransformImageNode? {
    (content as? TransformImageContent).map { TransformImageNode(self, $0) }
  }
}
