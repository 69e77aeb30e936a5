internal import GalleyCImageCodecs

/// A binding of libwebp's decoder, which enforces no limits: the caller must have read the header.
package enum WebP {
  /// The reasons for which decoding fails.
  package enum Failure: Error, Hashable, Sendable {
    /// The library is not installed; `reason` is the loader's message.
    case notLoaded(reason: String)
    /// The bytes end before the image does.
    case truncated
    /// The library cannot allocate memory.
    case outOfMemory
    /// The library cannot decode the image.
    case damaged(reason: String)
  }

  /// The reason for which the library cannot be loaded; `nil` if it is loaded.
  private static let failure: String? = {
    guard let reason = unsafe cwebp_load() else { return nil }
    return unsafe String(cString: reason)
  }()

  /// Decodes an image as BGRA, not premultiplied.
  ///
  /// - Parameters:
  ///   - bytes: A file without animation, or the chunks of one frame of an animation.
  ///   - pixels: The destination rows, `bytesPerRow` apart.
  ///   - bytesPerRow: The distance between rows, in bytes.
  ///   - ownSize: The size stated in the header.
  ///   - size: The size to decode at, at most `ownSize`. The library's scaling mixes the colors of
  ///     transparent pixels with others, so only opaque images should be scaled.
  /// - Throws: `Failure`.
  package static func decode(
    _ bytes: Span<UInt8>, into pixels: inout MutableSpan<UInt8>, bytesPerRow: Int,
    ownSize: (width: Int, height: Int), size: (width: Int, height: Int)
  ) throws(Failure) {
    let outcome = try unsafe withTarget(bytes, &pixels, bytesPerRow, ownSize, size) {
      unsafe cwebp_decode($0.baseAddress, $0.count, &$1)
    }
    switch outcome {
    case CWEBP_DECODED: return
    case CWEBP_TRUNCATED: throw .truncated
    case CWEBP_OUT_OF_MEMORY: throw .outOfMemory
    case CWEBP_UNSUPPORTED: throw .damaged(reason: "unsupported feature")
    default: throw .damaged(reason: "invalid image data")
    }
  }

  /// Decodes the available rows of a truncated image, at its own size.
  ///
  /// The parameters are those of `decode`.
  ///
  /// - Returns: The number of decoded rows, from the top; the contents of others are undefined.
  /// - Throws: `Failure.notLoaded`.
  package static func decodeBeginning(
    _ bytes: Span<UInt8>, into pixels: inout MutableSpan<UInt8>, bytesPerRow: Int,
    ownSize: (width: Int, height: Int)
  ) throws(Failure) -> Int {
    let rows = try unsafe withTarget(bytes, &pixels, bytesPerRow, ownSize, ownSize) {
      unsafe cwebp_decode_beginning($0.baseAddress, $0.count, &$1)
    }
    return max(0, min(Int(rows), ownSize.height))
  }

  private static func withTarget<Result>(
    _ bytes: Span<UInt8>, _ pixels: inout MutableSpan<UInt8>, _ bytesPerRow: Int,
    _ ownSize: (width: Int, height: Int), _ size: (width: Int, height: Int),
    _ body: (UnsafeBufferPointer<UInt8>, inout cwebp_target) -> Result
  ) throws(Failure) -> Result {
    if let failure { throw .notLoaded(reason: failure) }
    precondition(
      size.height * bytesPerRow <= pixels.count && size.width * 4 <= bytesPerRow,
      "rows must hold the whole image")
    return unsafe pixels.withUnsafeMutableBytes { pixels in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        var target = unsafe cwebp_target(
          pixels: pixels.bindMemory(to: UInt8.self).baseAddress,
          bytes_per_row: Int32(clamping: bytesPerRow), own_width: Int32(clamping: ownSize.width),
          own_height: Int32(clamping: ownSize.height), width: Int32(clamping: size.width),
          height: Int32(clamping: size.height))
        return unsafe body(bytes, &target)
      }
    }
  }
}
