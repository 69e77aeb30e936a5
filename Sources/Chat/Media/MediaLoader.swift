internal import GalleyBasics
internal import GalleyDisplay
internal import GalleyImages
public import GalleyPainting
internal import Synchronization

/// Loads the pictures of conversations as they come near the screen, and keeps the recent ones.
///
/// Equal requests share one load, and visible pictures are loaded before others. Rows show a
/// placeholder until a picture arrives, and a mark that can be tapped if it fails.
///
/// One loader serves any number of conversations and windows; it may be used on any thread.
public final class MediaLoader: Sendable {
  typealias Outcome = MediaLoads<MediaRequest, Picture>.Outcome
  private typealias Loads = MediaLoads<MediaRequest, Picture>

  /// A loaded picture.
  struct Picture: Sendable {
    let source: ImageSource
    /// The image to show, animated if the file is.
    let image: ImageNode.Image

    init(_ source: ImageSource) {
      self.source = source
      image = source.animatedImage.map { .animation($0) } ?? .file(ImageFile(source))
    }

    /// The oriented size, in pixels.
    var size: PixelSize { PixelSize(width: source.header.width, height: source.header.height) }
  }

  private struct State: Sendable {
    var loads: Loads
    var tasks: [UInt64: Task<Void, Never>] = [:]
    var subscribers: [UInt64: @Sendable (Outcome) -> Void] = [:]
    var sizes: [MediaRequest.Subject: PixelSize] = [:]
  }

  /// The default maximum size of the files that are kept for later, in bytes.
  public static let defaultByteLimit = Limits.Caches.media
  /// The default maximum number of requests to the source at the same time.
  public static let defaultLoadLimit = Limits.Caches.mediaLoads
  /// The number of sizes that are remembered.
  private static let sizeLimit = 16_384

  /// The images of custom emoji in texts, which are drawn again when an image arrives.
  public let customEmoji: AttachmentImages

  private let source: any MediaSource
  private let state: Mutex<State>
  private let emoji: EmojiImages

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - source: The source of the pictures.
  ///   - byteLimit: The maximum size of the files that are kept for later, in bytes.
  ///   - loadLimit: The maximum number of requests to the source at the same time.
  public init(
    _ source: any MediaSource, byteLimit: Int = MediaLoader.defaultByteLimit,
    loadLimit: Int = MediaLoader.defaultLoadLimit
  ) {
    self.source = source
    state = Mutex(State(loads: Loads(byteLimit: byteLimit, loadLimit: loadLimit)))
    let emoji = EmojiImages()
    self.emoji = emoji
    customEmoji = AttachmentImages(emoji.updates) { emoji.image(for: $0) }
    emoji.connect(self)
  }

  /// The size of the files that are kept, in bytes.
  public var byteCount: Int { state.withLock { $0.loads.byteCount } }

  /// Releases all pictures that no row near the screen shows, after a memory warning.
  public func releaseUnused() {
    emoji.releaseAll()
    state.withLock { $0.loads.releaseUnused() }
  }

  /// Returns the images of the attachments of a rich message, of which some stand for photos.
  ///
  /// - Parameter photos: The IDs of the photos, by which the source knows them as paths.
  /// - Returns: The image source.
  func images(withPhotos photos: Set<String>) -> AttachmentImages {
    AttachmentImages(emoji.updates) { [emoji] in emoji.image(for: $0, photos: photos) }
  }

  /// Returns the size of a picture that has been loaded before, in pixels.
  func size(of subject: MediaRequest.Subject) -> PixelSize? {
    state.withLock { $0.sizes[subject] }
  }

  /// Requests a picture until the returned subscription is released.
  ///
  /// - Parameters:
  ///   - request: The picture.
  ///   - place: The interface state of the node that shows it.
  ///   - receive: Called on any thread with each outcome that is not known yet: once, and again
  ///     after each retry.
  /// - Returns: The subscription, and the outcome if it is known.
  func subscribe(
    to request: MediaRequest, in place: InterfaceState,
    _ receive: @escaping @Sendable (Outcome) -> Void
  ) -> (subscription: MediaSubscription, known: Outcome?) {
    let (result, steps) = state.withLock { state in
      let result = state.loads.subscribe(to: request, in: place)
      state.subscribers[result.subscriber] = receive
      return ((result.subscriber, result.known), result.steps)
    }
    perform(steps)
    return (MediaSubscription(request, number: result.0, loader: self), result.1)
  }

  /// Loads a picture again if it has failed.
  func retry(_ request: MediaRequest) { perform(state.withLock { $0.loads.retry(request) }) }

  fileprivate func update(_ number: UInt64, of request: MediaRequest, to place: InterfaceState) {
    state.withLock { $0.loads.update(number, of: request, to: place) }
  }

  fileprivate func unsubscribe(_ number: UInt64, from request: MediaRequest) {
    let (steps, receive) = state.withLock { state in
      (
        state.loads.unsubscribe(number, from: request),
        state.subscribers.removeValue(forKey: number)
      )
    }
    withExtendedLifetime(receive) {}
    perform(steps)
  }

  private func perform(_ steps: [Loads.Step]) {
    for step in steps {
      switch step {
      case .begin(let request, let load): begin(load, of: request)
      case .cancel(let load): state.withLock { $0.tasks.removeValue(forKey: load) }?.cancel()
      case .deliver(let outcome, let numbers):
        let subscribers = state.withLock { state in numbers.compactMap { state.subscribers[$0] } }
        for receive in subscribers { receive(outcome) }
      }
    }
  }

  private func begin(_ load: UInt64, of request: MediaRequest) {
    let task = Task { [weak self, source] in
      let outcome: Outcome
      do {
        outcome = try await source.image(for: request).map { .loaded(Picture($0)) } ?? .absent
      } catch {
        outcome = .failed
      }
      self?.finish(load, of: request, outcome)
    }
    let isRunning = state.withLock { state in
      let isRunning = state.loads.isRunning(load, of: request)
      if isRunning { state.tasks[load] = task }
      return isRunning
    }
    // It has already ended, or was canceled before it could be registered.
    if !isRunning { task.cancel() }
  }

  private func finish(_ load: UInt64, of request: MediaRequest, _ outcome: Outcome) {
    let steps = state.withLock { state in
      state.tasks[load] = nil
      var byteCount = 0
      if case .loaded(let picture) = outcome {
        byteCount = picture.source.bytes.count
        if state.sizes.count >= Self.sizeLimit { state.sizes = [:] }
        state.sizes[request.subject] = picture.size
      }
      return state.loads.finish(load, of: request, outcome, byteCount: byteCount)
    }
    perform(steps)
  }
}

/// A request for a picture, which ends with its release.
final class MediaSubscription: Sendable {
  let request: MediaRequest
  private let number: UInt64
  private let loader: MediaLoader

  fileprivate init(_ request: MediaRequest, number: UInt64, loader: MediaLoader) {
    (self.request, self.number, self.loader) = (request, number, loader)
  }

  deinit { loader.unsubscribe(number, from: request) }

  /// Sets the interface state of the node that shows the picture.
  func update(to place: InterfaceState) { loader.update(number, of: request, to: place) }
}
