internal import GalleyCImageCodecs

/// A binding of libjpeg-turbo's decoder, which enforces no limits: the caller must have read the
/// header.
package enum JPEG {
  /// The scales, in eighths, at which an image can be decoded with less work.
  package static let eighths = [1, 2, 4, 8]

  /// Returns the length of a side when it is scaled to eighths.
  package static func length(_ side: Int, eighths: Int) -> Int { (side * eighths + 7) / 8 }

  /// The reason for which the library cannot be loaded; `nil` if it is loaded.
  private static let failure = unsafe loadFailure(cjpeg_load())

  /// Loads the library, which decoding does on first use.
  package static func load() { _ = failure }

  /// Decodes an image in its stored orientation, as BGRA with an alpha of 255.
  ///
  /// - Parameters:
  ///   - bytes: The image file.
  ///   - pixels: The destination rows, `bytesPerRow` apart.
  ///   - bytesPerRow: The distance between rows, in bytes.
  ///   - size: The scaled size of the image, from `length(_:eighths:)`.
  ///   - eighths: The scale, one of `eighths`.
  /// - Returns: The library's warning if it had to make pixels up; `nil` if it did not.
  /// - Throws: `DecodingFailure`.
  package static func decode(
    _ bytes: Span<UInt8>, into pixels: inout MutableSpan<UInt8>, bytesPerRow: Int,
    size: (width: Int, height: Int), eighths: Int
  ) throws(DecodingFailure) -> String? {
    if let failure { throw .notLoaded(reason: failure) }
    precondition(
      size.height * bytesPerRow <= pixels.count && size.width * 4 <= bytesPerRow,
      "rows must hold the whole image")
    var outcome = CJPEG_FAILED
    let reason = unsafe pixels.withUnsafeMutableBytes { pixels in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        var target = unsafe cjpeg_target(
          pixels: pixels.bindMemory(to: UInt8.self).baseAddress,
          bytes_per_row: Int32(clamping: bytesPerRow), width: Int32(clamping: size.width),
          height: Int32(clamping: size.height), eighths: Int32(clamping: eighths))
        return unsafe withUnsafeTemporaryAllocation(
          of: CChar.self, capacity: CJPEG_REASON_SIZE
        ) { reason in
          unsafe reason.initialize(repeating: 0)
          unsafe outcome = cjpeg_decode(bytes.baseAddress, bytes.count, &target, reason.baseAddress)
          guard let text = reason.baseAddress else { return "" }
          return unsafe String(cString: text)
        }
      }
    }
    switch outcome {
    case CJPEG_DECODED: return nil
    case CJPEG_DOUBTFUL: return isAboutPixels(reason) ? reason : nil
    default: throw .damaged(reason: reason)
    }
  }

  /// Returns whether a warning means that pixels are missing.
  ///
  /// Other warnings concern extraneous bytes and irrelevant parameters, which many cameras write.
  /// Only the first warning of an image is reported.
  private static func isAboutPixels(_ warning: String) -> Bool {
    (warning.contains("Corrupt") || warning.contains("Premature"))
      && !warning.contains("extraneous")
  }
}
