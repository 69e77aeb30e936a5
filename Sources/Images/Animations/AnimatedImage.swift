internal import GalleyGeometry
public import GalleyPixels

/// An animation in a GIF, WebP or PNG file, whose frames are located but not decoded.
///
/// A still image is an animation of one frame. A truncated file has the frames that it contains,
/// and a frame with an invalid area ends the animation before it.
///
/// Animations are compared by identity: nodes that show the same object share its frames.
public final class AnimatedImage: Sendable {
  /// The file.
  public let source: ImageSource
  /// The number of times that the animation is played; `nil` for no end.
  public let playCount: Int?
  /// Whether the file contains all of its frames.
  public let isComplete: Bool

  /// The frames, at least one.
  let frames: [AnimationFrame]

  /// Locates the frames of a file.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - limits: The limits of the frames, normally those of the source.
  /// - Throws: ``ImageError``: a frame violates the limits, or the first frame is truncated or
  ///   invalid.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ source: ImageSource, limits: ImageLimits = ImageLimits()) throws(ImageError) {
    let scan = AnimationScan(source)
    guard !scan.frames.isEmpty else { throw .truncated(source.header.format) }
    frames = try limits.prefix(of: scan.frames, in: source)
    self.source = source
    playCount = scan.playCount
    isComplete = scan.isComplete && frames.count == scan.frames.count
  }

  /// The number of frames, at least 1.
  public var frameCount: Int { frames.count }

  /// The duration of playing the animation once, in seconds.
  public var duration: Double { frames.reduce(0) { $0 + $1.duration } }

  /// Returns the duration of a frame.
  ///
  /// - Parameter index: A valid frame index.
  /// - Returns: The duration in seconds, at least 0.02.
  public func duration(ofFrame index: Int) -> Double { frames[index].duration }

  /// The memory of all frames when decoded, in bytes.
  package var byteCount: Int {
    source.header.storedWidth * source.header.storedHeight * 4 * frameCount
  }

  /// Returns a decoder before the first frame.
  ///
  /// - Parameter pool: The pool that provides the memory.
  /// - Returns: The decoder.
  public func makeDecoder(pool: Bitmap.Pool = .shared) -> Decoder {
    Decoder(self, pool: pool)
  }
}

extension ImageLimits {
  /// Returns the frames before the first one with an invalid size or place.
  ///
  /// - Throws: `ImageError` if that is the first frame, or if there are too many frames or pixels.
  fileprivate func prefix(
    of frames: [AnimationFrame], in source: ImageSource
  ) throws(ImageError) -> [AnimationFrame] {
    guard frames.count <= frameCount else {
      throw .tooManyFrames(frames.count, limit: frameCount)
    }
    var total = 0
    for (index, frame) in frames.enumerated() {
      do throws(ImageError) {
        total += try check(frame, in: source)
      } catch {
        guard index > 0 else { throw error }
        return Array(frames[..<index])
      }
      guard total <= animationPixelCount else {
        throw .tooManyAnimatedPixels(limit: animationPixelCount)
      }
    }
    return frames
  }

  /// Returns the number of pixels of a frame.
  private func check(
    _ frame: AnimationFrame, in source: ImageSource
  ) throws(ImageError) -> Int {
    let count = try check(frame.width, frame.height, byteCount: source.bytes.count)
    let canvas = PixelRect(
      minX: 0, minY: 0, maxX: source.header.storedWidth, maxY: source.header.storedHeight)
    // A GIF frame may extend beyond the canvas; in the other formats that is an error.
    guard source.header.format == .gif || frame.area.intersection(canvas) == frame.area else {
      throw .damaged(source.header.format, reason: "a frame exceeds the canvas")
    }
    return count
  }
}
