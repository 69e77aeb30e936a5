public import GalleyGeometry
public import GalleyImages
public import GalleyPixels
internal import Synchronization

extension ImageNode {
  /// An image for an image node.
  public enum Image: Sendable {
    /// A file, decoded off the main actor.
    case file(ImageFile)
    /// An animation, which plays while the node is visible; nodes that show the same one share its
    /// frames and are in step.
    case animation(AnimatedImage)
    /// A bitmap, stretched to the node.
    case bitmap(Bitmap)
  }

  /// The options of an image node.
  public struct Options: Hashable, Sendable {
    /// Whether the first image fades in, in 0.18 s.
    public var animatesFirst = true
    /// Whether later images cross-fade with the old ones, in 0.2 s, with ease-in-out timing.
    public var crossFades = false
    /// Whether a `nil` image clears the contents; otherwise the old image stays.
    public var clearsForNone = false
    /// Whether a new image invalidates the layout of the node and its ancestors, because the node
    /// takes the image's size.
    public var invalidatesLayout = true
    /// Whether readiness waits for the first element of the image source, `nil` included.
    public var tracksReadiness = false

    /// Creates the default options.
    public init() {}

    var transition: DisplayNode.ContentsTransition {
      DisplayNode.ContentsTransition(
        fadeIn: animatesFirst ? 0.18 : 0, fadesInOnce: true, crossFade: crossFades ? 0.2 : 0)
    }
  }
}

/// A node that shows a succession of images.
///
/// Images are set on any thread, or read from an asynchronous sequence. Each tick takes the newest
/// and drops the others; it is decoded with the node's other passes while the old image stays. A
/// node that returns to the display state decodes its image again.
///
/// An image node is a reference to its ``node``, which stores everything; ``DisplayNode/imageNode``
/// returns it.
public struct ImageNode: Sendable {
  /// The node that shows the images.
  public let node: DisplayNode

  private let state: ImageNodeState

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - image: The first image, which does not fade in; `nil` for none.
  ///   - appearance: The appearance of images.
  ///   - options: The options of the node.
  ///   - environment: The environment of the node.
  ///   - onError: Called for each image that cannot be shown; see ``onError``.
  public init(
    _ image: Image? = nil,
    appearance: ImageAppearance = ImageAppearance(),
    options: Options = Options(),
    environment: DisplayEnvironment,
    onError: (@MainActor @Sendable (ImageError) -> Void)? = nil
  ) {
    var own = options
    if image != nil { own.animatesFirst = false }
    state = ImageNodeState(image, appearance: appearance, options: own, onError: onError)
    node = DisplayNode(ImageNodeContent(state: state), environment: environment)
    node.contentsTransition = own.transition
  }

  fileprivate init(_ node: DisplayNode, _ content: ImageNodeContent) {
    (self.node, state) = (node, content.state)
  }

  // MARK: Images

  /// Shows an image from the next tick on, and stops reading any sequence.
  ///
  /// Callable from any thread.
  ///
  /// - Parameter image: The image; `nil` has no effect unless ``Options/clearsForNone`` is
  ///   set, and then clears the contents.
  public func setImage(_ image: Image?) {
    state.read(nil)
    state.receive(image, from: nil, for: node)
  }

  /// Shows an image from the next display on, and stops reading any sequence.
  ///
  /// For images that are available before the node is drawn: nothing else shows in between.
  @MainActor public func setImageNow(_ image: Image) {
    state.read(nil)
    state.show(image, on: node)
  }

  /// Shows the images of a sequence as they arrive, replacing the previous source.
  ///
  /// The sequence does not retain the node; reading ends with the node.
  public func setImages<Images: AsyncSequence & Sendable>(
    _ images: Images
  ) where Images.Element == Image?, Images.Failure == Never {
    let subscription = Subscription()
    state.read(subscription)
    subscription.begin(images) { [weak state, weak node, weak subscription] image in
      guard let node, let subscription else { return }
      state?.receive(image, from: subscription, for: node)
    }
  }

  /// Removes the image and stops reading any sequence; the image does not return by itself.
  @MainActor public func clearContents() {
    state.clear()
    node.dropImage(invalidatingLayout: state.options.invalidatesLayout)
  }

  /// The appearance of images; changing it redraws the image.
  public var appearance: ImageAppearance {
    get { state.values.withLock { $0.appearance } }
    nonmutating set {
      let isNew = state.values.withLock { values in
        defer { values.appearance = newValue }
        return values.appearance != newValue
      }
      if isNew { node.setNeedsDisplay() }
    }
  }

  /// The overlay color on the opaque parts of images; `nil` for none.
  @MainActor public var overlayColor: Color? { state.overlay.color }

  /// Sets the overlay color.
  ///
  /// The overlay has its own layer, so no image is decoded again; a rasterizing ancestor is
  /// redrawn. New images appear with their overlay in the same tick.
  ///
  /// - Parameters:
  ///   - color: The color, or `nil` to remove the overlay.
  ///   - animated: Whether a removed overlay fades out, in 0.3 s; a new one appears at once.
  @MainActor public func setOverlayColor(_ color: Color?, animated: Bool = false) {
    state.overlay.set(color, on: node, animated: animated)
  }

  /// The error of the last image; `nil` if it was shown or is still pending.
  @MainActor public var error: ImageError? { state.error }

  /// Called for each image that cannot be shown, in the tick that would have shown it.
  @MainActor public var onError: (@MainActor (ImageError) -> Void)? {
    get { state.onError }
    nonmutating set { state.onError = newValue }
  }

  // MARK: Readiness

  /// Whether the first element of the current source, `nil` included, has arrived; always `true` if
  /// the node does not track readiness.
  @MainActor public var isReady: Bool { state.isReady }

  /// Runs a closure once when the node is ready, immediately if it already is.
  @MainActor public func whenReady(_ body: @escaping @MainActor () -> Void) {
    if isReady { body() } else { state.readyHooks.append(body) }
  }

  /// Whether an image has ever been shown.
  @MainActor public var isContentReady: Bool { state.isContentReady }

  /// Runs a closure once when the first image is shown, immediately if one has been.
  @MainActor public func whenContentReady(_ body: @escaping @MainActor () -> Void) {
    if isContentReady { body() } else { state.contentReadyHooks.append(body) }
  }
}

extension DisplayNode {
  /// The image node that this node belongs to; `nil` if it shows something else.
  public var imageNode: ImageNode? {
    (content as? ImageNodeContent).map { ImageNode(self, $0) }
  }
}
