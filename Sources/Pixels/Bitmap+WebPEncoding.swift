internal import GalleyGeometry
internal import GalleyImageCodecs

extension Bitmap {
  /// The effort put into small WebP files.
  package enum WebPEffort: Hashable, Sendable {
    /// The library's choice.
    case standard
    /// The least: files are about twice as large, and encoding is ten times as fast.
    case least

    fileprivate var level: Int? { self == .least ? 0 : nil }
  }

  /// Encodes the bitmap as a lossless WebP image file.
  ///
  /// Equal bitmaps give equal bytes with the same version of libwebp. Unlike PNG, WebP has no
  /// density, so ``scale`` is not encoded.
  ///
  /// - Throws: ``WebPError`` if a side exceeds 16,383 pixels, the library is missing, or memory
  ///   runs out.
  public func webpData() throws(WebPError) -> [UInt8] { try webpData(.standard) }

  /// Encodes the bitmap as a lossless WebP image file.
  ///
  /// - Parameter effort: The effort put into a small file.
  /// - Returns: The file.
  /// - Throws: ``WebPError``.
  package func webpData(_ effort: WebPEffort) throws(WebPError) -> [UInt8] {
    let maximum = WebP.maximumSide
    guard width <= maximum, height <= maximum else {
      throw .tooLarge(width: width, height: height, maximum: maximum)
    }
    let pixels = straightPixels
    do {
      if let bytes = try WebP.encode(pixels.span, width: width, height: height, level: effort.level)
      {
        return bytes
      }
    } catch {
      if case .notLoaded(let reason) = error { throw .notLoaded(reason: reason) }
    }
    throw .outOfMemory
  }

  /// The pixels as blue, green, red and alpha, not premultiplied.
  private var straightPixels: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in 0..<height {
      forEachColor(inRow: y) { color in
        bytes.append(color.blue)
        bytes.append(color.green)
        bytes.append(color.red)
        bytes.append(color.alpha)
      }
    }
    return bytes
  }
}
