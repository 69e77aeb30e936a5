internal import GalleyBasics
internal import GalleyPixels

/// Limits on an untrusted image, checked before decoding.
public struct ImageLimits: Hashable, Sendable {
  /// The maximum file size, in bytes.
  public var byteCount = Limits.Images.fileSize
  /// The maximum side length, in pixels.
  public var side = Bitmap.sideLimit
  /// The maximum number of pixels.
  public var pixelCount = Bitmap.decodedPixelLimit
  /// The maximum number of pixels per byte for images of more than `harmlessPixelCount` pixels.
  public var pixelsPerByte = Limits.Images.pixelsPerByte
  /// The number of pixels up to which `pixelsPerByte` does not apply.
  public var harmlessPixelCount = Limits.Images.harmlessPixels
  /// The maximum number of frames of an animation.
  public var frameCount = Limits.Images.frames
  /// The maximum number of pixels in all frames of an animation together.
  public var animationPixelCount = Limits.Images.animationPixels
  /// The maximum number of scans of a progressive image; ten are typical.
  public var scanCount = Limits.Images.scans

  /// Creates the default limits.
  public init() {}

  /// The maximum number of pixels in all scans together.
  public var scannedPixelCount = Limits.Images.scannedPixels

  /// Throws an error for the first limit that a header exceeds.
  ///
  /// Decoders read a whole frame even if only a part of it is on the canvas, so both sizes are
  /// checked.
  func check(_ header: ImageHeader, byteCount: Int) throws(ImageError) {
    let pixels = try check(header.storedWidth, header.storedHeight, byteCount: byteCount)
    if let frame = header.firstFrame {
      _ = try check(frame.width, frame.height, byteCount: byteCount)
    }
    guard header.frameCount <= frameCount else {
      throw .tooManyFrames(header.frameCount, limit: frameCount)
    }
    let scans = min(scanCount, scannedPixelCount / pixels)
    guard header.scanCount <= max(1, scans) else {
      throw .tooManyScans(header.scanCount, limit: max(1, scans))
    }
  }

  /// Throws an error if the size of a canvas or a frame exceeds the limits; returns its number of
  /// pixels.
  func check(_ width: Int, _ height: Int, byteCount: Int) throws(ImageError) -> Int {
    guard width > 0, height > 0 else { throw .empty(width: width, height: height) }
    guard max(width, height) <= side else {
      throw .tooLong(width: width, height: height, limit: side)
    }
    let pixels = width.multipliedReportingOverflow(by: height)
    guard !pixels.overflow, pixels.partialValue <= pixelCount else {
      throw .tooManyPixels(width: width, height: height, limit: pixelCount)
    }
    let perByte = pixels.partialValue / max(1, byteCount)
    guard pixels.partialValue <= harmlessPixelCount || perByte <= pixelsPerByte else {
      throw .implausibleSize(width: width, height: height, bytes: byteCount)
    }
    return pixels.partialValue
  }
}
