internal import GalleyImages
internal import GalleyPixels
internal import Synchronization

/// The decoded frames of an animation, shared by the nodes that show it.
///
/// The frames of a small animation are all kept; otherwise only the last two, which are the shown
/// and the next one.
final class AnimationFrames: Sendable {
  /// The size up to which all decoded frames are kept, in bytes.
  ///
  /// Sixty frames of 128 x 128 pixels, which is more than most custom emoji have.
  static let keptByteLimit = 4 << 20

  private struct State: Sendable {
    var decoder: AnimatedImage.Decoder
    /// The kept frames by index, and their indices in the order of decoding.
    var frames: [Int: Bitmap] = [:]
    var order: [Int] = []
    var decodedCount = 0

    mutating func decode(_ index: Int, keepsAll: Bool) throws(ImageError) -> Bitmap {
      if let known = frames[index] { return known }
      let frame = try decoder.frame(at: index)
      decodedCount += 1
      frames[index] = frame
      order.append(index)
      if !keepsAll, order.count > 2 { frames[order.removeFirst()] = nil }
      return frame
    }
  }

  let image: AnimatedImage
  private let keepsAll: Bool
  private let state: Mutex<State>

  init(_ image: AnimatedImage, pool: Bitmap.Pool) {
    self.image = image
    keepsAll = image.byteCount <= Self.keptByteLimit
    state = Mutex(State(decoder: image.makeDecoder(pool: pool)))
  }

  /// Returns a frame, decoding it unless it is kept.
  ///
  /// Not for the main actor. One thread at a time decodes, because each frame needs those before.
  ///
  /// - Throws: `ImageError` if the frame is damaged.
  func bitmap(at index: Int) throws(ImageError) -> Bitmap {
    let result = state.withLock { state in
      Result { () throws(ImageError) in try state.decode(index, keepsAll: keepsAll) }
    }
    return try result.get()
  }

  /// The number of frames decoded so far, counting repetitions.
  var decodedCount: Int { state.withLock { $0.decodedCount } }

  /// The number of frames in memory.
  var keptCount: Int { state.withLock { $0.frames.count } }
}
