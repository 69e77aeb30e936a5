internal import GalleyCImageCodecs

extension WebP {
  /// The maximum width and height of an image, in pixels.
  package static var maximumSide: Int { Int(cwebp_maximum_side()) }

  /// Encodes an image without loss, except for the colors of transparent pixels.
  ///
  /// - Parameters:
  ///   - pixels: Rows of BGRA pixels that are not premultiplied, one behind the other.
  ///   - width: The width of the image, in pixels.
  ///   - height: The height of the image, in pixels.
  ///   - level: The effort put into a small file, from 0 to 9; `nil` is the library's choice.
  /// - Returns: A file, or `nil` if memory runs out or a side exceeds ``maximumSide``.
  /// - Throws: `DecodingFailure.notLoaded`.
  package static func encode(
    _ pixels: Span<UInt8>, width: Int, height: Int, level: Int?
  ) throws(DecodingFailure) -> [UInt8]? {
    if let failure { throw .notLoaded(reason: failure) }
    precondition(width * height * 4 <= pixels.count, "rows must hold the whole image")
    return unsafe pixels.withUnsafeBufferPointer { pixels in
      var bytes: UnsafeMutablePointer<UInt8>?
      let count = unsafe cwebp_encode(
        pixels.baseAddress, Int32(clamping: width), Int32(clamping: height),
        Int32(clamping: width * 4), Int32(clamping: level ?? -1), &bytes)
      guard count > 0, let bytes = unsafe bytes else { return nil }
      defer { unsafe cwebp_release(bytes) }
      return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }
  }
}
