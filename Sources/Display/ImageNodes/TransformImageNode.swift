public import GalleyGeometry
public import GalleyImages
public import GalleyPixels
internal import GalleyLayers
internal import Synchronization

/// A node that shows what a function makes of arguments, drawn off the main actor.
///
/// The function comes from outside, again and again as more of an image is there; the arguments come
/// from layout. Whenever either changes the newest pair is drawn. While one is being drawn only the
/// newest of those that come is kept. Arguments that are the same change nothing, and a function that
/// gives nothing leaves the old picture.
public final class TransformImageNode: Sendable {
  /// Makes a picture, on any thread.
  ///
  /// Arguments without a scale have got that of the screen.
  public typealias Transform = @Sendable (TransformImageArguments) -> Bitmap?

  /// The node that shows the picture.
  public let node: DisplayNode

  private let state: TransformImageBox

  /// Makes a node that waits for a transform and arguments.
  ///
  /// - Parameter transition: How pictures take their places; without one, at once. Usual is to fade in
  ///   0.15 s.
  public init(transition: ContentsTransition = ContentsTransition()) {
    state = TransformImageBox()
    node = DisplayNode(TransformImageContent(state: state))
    node.contentsTransition = transition
  }

  // MARK: What is shown

  /// Makes pictures by a function from now on; any thread may call.
  public func setTransform(_ transform: @escaping Transform) {
    state.read(nil)
    state.receive(transform, from: nil, for: node)
  }

  /// Makes pictures by a function from now on, the first before this returns.
  ///
  /// For what is quick, such as a picture that is there already: nothing shows in between, and it does
  /// not fade in.
  @MainActor public func setTransformNow(_ transform: @escaping Transform) {
    setTransform(transform)
    guard arguments != nil, let layer = node.loadedLayer, !layer.isDisplaySuspended else { return }
    layer.displayImmediately()
  }

  /// Makes pictures by the functions of a sequence as they come, instead of those of others.
  ///
  /// The reading ends with the node.
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

  /// What the picture is made for; any thread may set it, and what is the same changes nothing.
  public var arguments: TransformImageArguments? {
    get { state.value.withLock { $0.pairs.arguments } }
    set {
      guard let newValue else { return }
      let (old, isNeeded) = state.value.withLock { value in
        (value.pairs.arguments?.drawingSize, value.pairs.setArguments(newValue))
      }
      if old != newValue.drawingSize { node.invalidateLayout() }
      if isNeeded { node.setNeedsDisplay() }
    }
  }

  /// The color over the pictures, as far as they are opaque; `nil` is none.
  @MainActor public var overlayColor: Color? { state.overlay.color }

  /// Sets the color over the pictures, which has a layer of its own, as ``ImageNode`` does.
  ///
  /// - Parameters:
  ///   - color: The color; `nil` takes it away.
  ///   - animated: Whether a color that is taken away fades, in 0.3 s; one that comes is there at once.
  @MainActor public func setOverlayColor(_ color: Color?, animated: Bool = false) {
    state.overlay.set(color, on: node, animated: animated)
  }

  /// Hears of each drawing that has ended: with the picture, or with `nil` if there was none.
  @MainActor public var onUpdate: (@MainActor (Bitmap?) -> Void)? {
    get { state.onUpdate }
    set { state.onUpdate = newValue }
  }

  /// Forgets transform, arguments and picture, and reads no sequence any more.
  @MainActor public func reset() {
    state.read(nil)
    state.value.withLock { $0.pairs.reset() }
    node.dropPicture()
  }

  // MARK: Layout

  /// Draws on the thread of a layout, so that the picture is there together with the new size.
  ///
  /// What is captured here may be used on any thread. It takes arguments, draws if the picture for them
  /// is not shown already, and gives what shows the result, to be called on the main actor; that pair
  /// is then not drawn again.
  @MainActor public func asyncLayout()
    -> @Sendable (TransformImageArguments) -> (@MainActor @Sendable () -> Void)
  {
    let (pairs, scale) = (state.value.withLock { $0.pairs }, node.displayScale)
    return { [self] arguments in
      let wanted = TransformImageState.Key(
        transform: pairs.transformNumber, arguments: arguments)
      guard let transform = pairs.transform, wanted != pairs.shown else {
        return { self.arguments = arguments }
      }
      let bitmap = transform(arguments.filled(scale: scale))
      return { self.show(TransformImageState.Prepared(key: wanted, bitmap: bitmap)) }
    }
  }

  /// Shows what a layout has drawn.
  @MainActor private func show(_ prepared: TransformImageState.Prepared) {
    // What is not wanted now is drawn again when it is.
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

  /// Returns when the sequence that is read has ended; for tests.
  package func finishReading() async {
    await state.value.withLock { $0.subscription }?.end()
  }
}
