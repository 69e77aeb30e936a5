internal import GalleyCImageCodecs

/// A binding of libwebp.
///
/// The decoder enforces no limits: the caller must have read the header.
package enum WebP {
  /// The reason for which the library cannot be loaded; `nil` if it is loaded.
  static let failure = unsafe loadFailure(cwebp_load())

  /// Loads the library, which decoding does on first use.
  package static func load() { _ = failure }

  /// Decodes an image as BGRA, not premultiplied.
  ///
  /// - Parameters:
  ///   - bytes: A file without animation, or the chunks of one frame of an animation.
  ///   - pixels: The destination rows, `bytesPerRow` apart.
  ///   - bytesPerRow: The distance between rows, in bytes.
  ///   - ownSize: The size stated in the header.
  ///   - size: The size to decode at, at most `ownSize`. The library's scaling mixes the colors of
  ///     transparent pixels with others, so only opaque images should be scaled.
  /// - Throws: `DecodingFailure`.
  package static func decode(
    _ bytes: Span<UInt8>, into pixels: inout MutableSpan<UInt8>, bytesPerRow: Int,
    ownSize: (width: Int, height: Int), size: (width: Int, height: Int)
  ) throws(DecodingFailure) {
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
  /// - Throws: `DecodingFailure.notLoaded`.
  package static func decodeBeginning(
    _ bytes: Span<UInt8>, into pixels: inout MutableSpan<UInt8>, bytesPerRow: Int,
    ownSize: (width: Int, height: Int)
  ) throws(DecodingFailure) -> Int {
    let rows = try unsafe withTarget(bytes, &pixels, bytesPerRow, ownSize, ownSize) {
      unsafe cwebp_decode_beginning($0.baseAddress, $0.count, &$1)
    }
    return max(0, min(Int(rows), ownSize.height))
  }

  private static func withTarget<Result>(
    _ bytes: Span<UInt8>, _ pixels: inout MutableSpan<UInt8>, _ bytesPerRow: Int,
    _ ownSize: (width: Int, height: Int), _ size: (width: Int, height: Int),
    _ body: (UnsafeBufferPointer<UInt8>, inout cwebp_target) -> Result
  ) throws(DecodingFailure) -> Result {
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
