public import GalleyGeometry
public import GalleyImages
public import GalleyPixels
internal import Synchronization

/// What an image node shows.
public enum ImageInput: Sendable {
  /// A file, which is decoded off the main actor.
  case file(ImageFile)
  /// Pixels that are there, shown as they are and stretched to the node.
  case bitmap(Bitmap)
}

/// How an image node takes its images.
public struct ImageNodeOptions: Hashable, Sendable {
  /// Whether the very first image fades in, in 0.18 s.
  public var animatesFirst = true
  /// Whether later images fade over the old ones, in 0.2 s, easing in and out.
  public var crossFades = false
  /// Whether no image takes the contents away; otherwise the old image stays.
  public var clearsForNone = false
  /// Whether the node is not ready before the first image of what it reads, or none, has come.
  public var tracksReadiness = false

  /// Makes the options that a node has unless others are given.
  public init() {}

  var transition: ContentsTransition {
    ContentsTransition(
      fadeIn: animatesFirst ? 0.18 : 0, fadesInOnce: true, crossFade: crossFades ? 0.2 : 0)
  }
}

/// A node that shows one image after the other.
///
/// Images are set on any thread, or read from an asynchronous sequence. In the next tick the newest is
/// taken, the others are not; it is decoded with the node's other passes, and shown when it is there.
/// Until then the old one stays. An image that left display is decoded again when the node comes back.
public final class ImageNode: Sendable {
  /// The node that shows the images.
  public let node: DisplayNode

  private let state: ImageNodeState

  /// Makes a node without an image.
  ///
  /// - Parameters:
  ///   - look: How images are shown.
  ///   - options: How they are taken.
  public init(look: ImageLook = ImageLook(), options: ImageNodeOptions = ImageNodeOptions()) {
    state = ImageNodeState(look: look, options: options)
    node = DisplayNode(ImageNodeContent(state: state))
    node.contentsTransition = options.transition
  }

  // MARK: Images

  /// Shows an image from the next tick on, and reads no sequence any more; any thread may call.
  ///
  /// - Parameter image: The image; `nil` changes nothing unless ``ImageNodeOptions/clearsForNone`` is
  ///   set, and then takes the contents away.
  public func setImage(_ image: ImageInput?) {
    state.read(nil)
    state.receive(image, from: nil, for: node)
  }

  /// Shows the images of a sequence as they come, instead of what was read before.
  ///
  /// The node does not live for it; the reading ends with the node.
  public func setImages<Images: AsyncSequence & Sendable>(
    _ images: Images
  ) where Images.Element == ImageInput?, Images.Failure == Never {
    let subscription = Subscription()
    state.read(subscription)
    subscription.begin(images) { [weak state, weak node, weak subscription] image in
      guard let node, let subscription else { return }
      state?.receive(image, from: subscription, for: node)
    }
  }

  /// Takes the image away, and reads no sequence any more; nothing comes back by itself.
  @MainActor public func clearContents() {
    state.clear()
    node.dropPicture()
  }

  /// How images are shown; another look draws the image anew.
  public var look: ImageLook {
    get { state.values.withLock { $0.look } }
    set {
      let isNew = state.values.withLock { values in
        defer { values.look = newValue }
        return values.look != newValue
      }
      if isNew { node.setNeedsDisplay() }
    }
  }

  /// The color over the images, as far as they are opaque; `nil` is none.
  @MainActor public var overlayColor: Color? { state.overlay.color }

  /// Sets the color over the images.
  ///
  /// It has a layer of its own, so that no image is decoded anew; where a node above draws all into its
  /// bitmap, that is drawn anew. New images come with the color in the same tick.
  ///
  /// - Parameters:
  ///   - color: The color; `nil` takes it away.
  ///   - animated: Whether a color that is taken away fades, in 0.3 s; one that comes is there at once.
  @MainActor public func setOverlayColor(_ color: Color?, animated: Bool = false) {
    state.overlay.set(color, on: node, animated: animated)
  }

  /// Why the last image is not there; `nil` if it is, or is still to come.
  @MainActor public var error: ImageError? { state.error }

  /// Hears of each image that cannot be shown, in the tick that would have shown it.
  @MainActor public var onError: (@MainActor (ImageError) -> Void)? {
    get { state.onError }
    set { state.onError = newValue }
  }

  // MARK: Readiness

  /// Whether the first image of what is read now has come, or that there is none; true for a node that
  /// does not track it.
  @MainActor public var isReady: Bool { state.isReady }

  /// Runs something once when the node is ready, or at once if it is.
  @MainActor public func whenReady(_ body: @escaping @MainActor () -> Void) {
    if isReady { body() } else { state.readyHooks.append(body) }
  }

  /// Whether an image has ever been shown.
  @MainActor public var isContentReady: Bool { state.isContentReady }

  /// Runs something once when the first image is shown, or at once if one has been.
  @MainActor public func whenContentReady(_ body: @escaping @MainActor () -> Void) {
    if isContentReady { body() } else { state.contentReadyHooks.append(body) }
  }

  /// Returns when the sequence that is read has ended; for tests.
  package func finishReading() async {
    await state.values.withLock { $0.subscription }?.end()
  }
}
