internal import GalleyPixels

/// What an image from outside may have before anything of it is decoded.
public struct ImageLimits: Hashable, Sendable {
  /// The most bytes that the file may have.
  public var byteCount = 64 << 20
  /// The most pixels that a side may have.
  public var side = Bitmap.sideLimit
  /// The most pixels that there may be.
  public var pixelCount = Bitmap.decodedPixelLimit
  /// The most pixels that there may be for each byte, unless they are at most `harmlessPixelCount`.
  public var pixelsPerByte = 1_000
  /// An image with no more pixels than this may have any number for each byte.
  public var harmlessPixelCount = 1 << 20
  /// The most frames that an animation may have.
  public var frameCount = 10_000
  /// The most passes over its pixels that a progressive image may come in; ten are usual.
  public var scanCount = 100

  /// Makes the limits that are used unless others are given.
  public init() {}

  /// The maximum number of pixels of all passes together.
  public var scannedPixelCount = 1 << 30

  /// Throws the first excess of a header over the limits.
  ///
  /// Decoders read a whole frame, however little of it is on the canvas, so that both are checked.
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

  /// Throws if a canvas or a frame of a size is over the limits; returns its number of pixels.
  private func check(
    _ width: Int, _ height: Int, byteCount: Int
  ) throws(ImageError) -> Int {
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
      throw .incredible(width: width, height: height, bytes: byteCount)
    }
    return pixels.partialValue
  }
}
