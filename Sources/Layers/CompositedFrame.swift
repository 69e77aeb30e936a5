public import GalleyGeometry
public import GalleyPixels
internal import Synchronization

/// A rendered frame.
public struct CompositedFrame: Sendable {
  /// The pixels of the whole surface.
  ///
  /// Retaining them makes the compositor copy them once.
  public let bitmap: Bitmap
  /// The pixels that may differ from the previous frame, as disjoint rectangles.
  public let damage: [PixelRect]
  /// The presentation time, in seconds of the host's clock.
  public let time: Double
  /// The number of the frame, counted from 1.
  public let number: UInt64
  /// The number of pixels per point.
  public let scale: Double
  /// Whether an animation continues after this frame.
  public let isAnimating: Bool
  /// The tree that the frame shows.
  package let tree: LayerHost.CommittedTree
}

/// A receiver of frames, such as a window or a file.
public protocol FrameSink: Sendable {
  /// Presents a frame.
  ///
  /// Called serially on the compositor's thread. Frames without damage are not presented.
  func present(_ frame: CompositedFrame)
}

/// A sink that keeps the last frame.
public final class BitmapSink: FrameSink {
  private let frame = Mutex<CompositedFrame?>(nil)

  /// Creates a sink without a frame.
  public init() {}

  /// The last frame.
  public var lastFrame: CompositedFrame? { frame.withLock { $0 } }

  /// Stores a frame in place of the previous one.
  public func present(_ frame: CompositedFrame) {
    self.frame.withLock { $0 = frame }
  }
}

/// A sink that encodes each frame as a PNG image.
public final class PNGSequenceSink: FrameSink {
  private let write: @Sendable (_ number: Int, _ png: Result<[UInt8], PNGError>) -> Void

  /// Creates a sink.
  ///
  /// - Parameter write: Receives the images, numbered by frame from 1, on the compositor's thread.
  public init(
    _ write: @escaping @Sendable (_ number: Int, _ png: Result<[UInt8], PNGError>) -> Void
  ) {
    self.write = write
  }

  /// Encodes a frame.
  public func present(_ frame: CompositedFrame) {
    var bitmap = frame.bitmap
    bitmap.scale = frame.scale
    write(Int(frame.number), Result { () throws(PNGError) in try bitmap.pngData() })
  }
}
