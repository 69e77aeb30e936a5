internal import GalleyGeometry

/// A frame of an animation as a file describes it.
struct AnimationFrame: Hashable, Sendable {
  /// The treatment of a frame's area of the canvas before the next frame is drawn.
  enum Disposal: Hashable, Sendable {
    /// The area stays as it is.
    case keep
    /// The area becomes transparent.
    case clear
    /// The area returns to the pixels before the frame.
    case restore
  }

  /// The column of the left edge on the canvas.
  var x = 0
  /// The row of the top edge on the canvas.
  var y = 0
  /// The width, in pixels.
  var width: Int
  /// The height, in pixels.
  var height: Int
  /// The duration in seconds, as stored in the file.
  var storedDuration = 0.0
  /// Whether the frame is drawn over the canvas; otherwise it replaces its area.
  var isBlended = true
  /// The treatment of the area after the frame.
  var disposal = Disposal.keep
  /// The byte ranges of the frame's data in the file, in order.
  var data: [Range<Int>] = []

  /// The duration in seconds for which the frame is shown.
  ///
  /// Like browsers, frames shorter than 20 ms are shown for 100 ms: such files were written for
  /// viewers that could not show them faster.
  var duration: Double { storedDuration < 0.02 ? 0.1 : storedDuration }

  /// The area on the canvas, possibly beyond its edges.
  var area: PixelRect { PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height) }
}

/// The frames found in a file.
struct AnimationScan: Hashable, Sendable {
  /// The frames whose data is in the file, in order.
  var frames: [AnimationFrame] = []
  /// The number of times that the animation is played; `nil` for no end.
  var playCount: Int? = 1
  /// Whether the scan reached the end of the animation.
  var isComplete = false

  /// Locates the frames of a file.
  ///
  /// A still image is an animation of one frame. The scan ends at the first frame that is truncated
  /// or malformed.
  init(_ source: ImageSource) {
    let reader = ByteReader(source.bytes)
    switch source.header.format {
    case _ where !source.header.storesFrames: break
    case .gif: GIFAnimation.scan(reader, into: &self)
    case .webp: WebPAnimation.scan(reader, into: &self)
    case .png: PNGAnimation.scan(reader, into: &self)
    case .jpeg: break
    }
    guard !source.header.storesFrames, source.header.isComplete else { return }
    frames = [
      AnimationFrame(width: source.header.storedWidth, height: source.header.storedHeight)
    ]
    isComplete = true
  }
}
