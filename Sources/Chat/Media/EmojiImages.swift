internal import GalleyDisplay
internal import GalleyImages
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyTypesetting
internal import Synchronization

/// The bitmaps of custom emoji, and of photos among the blocks of rich messages, loaded when they
/// are drawn.
///
/// A text is drawn with the fallback emoji or a placeholder first, and again when the image
/// arrives. An animated image shows its first frame.
final class EmojiImages: Sendable {
  private enum Entry: Sendable {
    case loading(MediaSubscription?)
    case loaded(Bitmap)
    case missing
  }

  private struct State: Sendable {
    weak var loader: MediaLoader?
    var entries: [MediaRequest: Entry] = [:]
    var byteCount = 0
  }

  /// The size up to which bitmaps are kept, in bytes.
  private static let byteLimit = 16 << 20

  /// Announces the images that arrive.
  let updates = AttachmentUpdates()
  private let state = Mutex(State())

  /// Sets the loader, which owns this object.
  func connect(_ loader: MediaLoader) { state.withLock { $0.loader = loader } }

  /// Returns an image, or `nil` if it has not arrived; the first request starts to load it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - photos: The IDs of attachments that stand for photos; others are custom emoji.
  /// - Returns: The image.
  func image(for request: AttachmentImages.Request, photos: Set<String> = []) -> Bitmap? {
    let id = request.attachment.id
    let media = MediaRequest(
      photos.contains(id) ? .photo(ChatImage(path: id)) : .customEmoji(id: id),
      side: max(request.width, request.height))
    let (known, loader) = state.withLock { state in
      let known = state.entries[media]
      if known == nil, state.loader != nil { state.entries[media] = .loading(nil) }
      return (known, state.loader)
    }
    switch known {
    case .loaded(let bitmap): return bitmap
    case .loading, .missing: return nil
    case nil: return loader.flatMap { load(media, from: $0) }
    }
  }

  /// Releases all bitmaps.
  func releaseAll() {
    // Released outside of the lock, because subscriptions end.
    let old = state.withLock { state in
      defer { (state.entries, state.byteCount) = ([:], 0) }
      return state.entries
    }
    withExtendedLifetime(old) {}
  }

  private func load(_ media: MediaRequest, from loader: MediaLoader) -> Bitmap? {
    let (subscription, outcome) = loader.subscribe(to: media, in: .visible) { [weak self] in
      self?.finish(media, $0)
    }
    if let outcome { return keep(media, outcome) }
    state.withLock { state in
      if case .loading(nil) = state.entries[media] { state.entries[media] = .loading(subscription) }
    }
    return nil
  }

  private func finish(_ media: MediaRequest, _ outcome: MediaLoader.Outcome) {
    guard keep(media, outcome) != nil else { return }
    switch media.subject {
    case .customEmoji(let id): updates.announce(id)
    case .photo(let image): updates.announce(image.path)
    case .avatar: break
    }
  }

  /// Decodes and keeps an image.
  private func keep(_ media: MediaRequest, _ outcome: MediaLoader.Outcome) -> Bitmap? {
    let bitmap: Bitmap?
    if case .loaded(let picture) = outcome {
      let size = PixelSize(width: media.side, height: media.side)
      bitmap = try? picture.source.decode(ImageSource.Request(size: size)).bitmap
    } else {
      bitmap = nil
    }
    let isFull = state.withLock { state in
      state.byteCount += bitmap?.byteCount ?? 0
      return state.byteCount > Self.byteLimit
    }
    if isFull { releaseAll() }
    let old = state.withLock { state in
      defer { state.entries[media] = bitmap.map { .loaded($0) } ?? .missing }
      return state.entries[media]
    }
    withExtendedLifetime(old) {}
    return bitmap
  }
}
