public import GalleyGeometry
public import GalleyPixels
internal import Synchronization

/// A picture of a tree at a time.
public struct Frame: Sendable {
  /// The pixels of the whole surface.
  ///
  /// Whoever keeps them makes the compositor copy them once.
  public let bitmap: Bitmap
  /// The pixels that may differ from those of the frame before, as rectangles that do not overlap.
  public let damage: [PixelRect]
  /// The time that it shows, in seconds by the host's clock.
  public let time: Double
  /// How many frames there were, with this one.
  public let number: UInt64
  /// How many pixels stand for a point.
  public let scale: Double
  /// Whether there is an animation that goes on after this frame.
  public let isAnimating: Bool
}

/// Where frames go: a window, a file, a test.
public protocol FrameSink: Sendable {
  /// Shows a frame.
  ///
  /// Called on the compositor's thread, one frame after the other; no other frame begins before it
  /// returns. A frame without damage is not given.
  func present(_ frame: Frame)
}

/// Keeps the last frame.
public final class BitmapSink: FrameSink {
  private let frame = Mutex<Frame?>(nil)

  /// Makes a sink without a frame.
  public init() {}

  /// The last frame.
  public var lastFrame: Frame? { frame.withLock { $0 } }

  /// Keeps a frame, and lets go of the one before.
  public func present(_ frame: Frame) {
    self.frame.withLock { $0 = frame }
  }
}

/// Makes a PNG image of each frame.
public final class PNGSequenceSink: FrameSink {
  private let write: @Sendable (_ number: Int, _ png: Result<[UInt8], PNGError>) -> Void

  /// Makes a sink.
  ///
  /// - Parameter write: Takes the images, numbered by their frames from 1, on the compositor's thread.
  public init(
    _ write: @escaping @Sendable (_ number: Int, _ png: Result<[UInt8], PNGError>) -> Void
  ) {
    self.write = write
  }

  /// Makes an image of a frame.
  public func present(_ frame: Frame) {
    var bitmap = frame.bitmap
    bitmap.scale = frame.scale
    do throws(PNGError) {
      write(Int(frame.number), .success(try bitmap.pngData()))
    } catch {
      write(Int(frame.number), .failure(error))
    }
  }
}
