internal import GalleyCJPEG

/// libjpeg-turbo's decoder, which knows nothing of limits: whoever calls it has read the header.
package enum JPEG {
  /// Why there are no pixels.
  package enum Failure: Error, Hashable, Sendable {
    /// The library is not installed; `reason` is the loader's.
    case notLoaded(reason: String)
    /// The bytes are no image that the library can decode; `reason` is its own.
    case damaged(reason: String)
  }

  /// The parts of an image's sides, in eighths, that it can be decoded at for a fraction of the work.
  package static let eighths = [1, 2, 4, 8]

  /// How long a side is at some eighths of it.
  package static func length(_ side: Int, eighths: Int) -> Int { (side * eighths + 7) / 8 }

  /// Why the library cannot be loaded; `nil` if it is.
  private static let failure: String? = {
    guard let reason = unsafe cjpeg_load() else { return nil }
    return unsafe String(cString: reason)
  }()

  /// Decodes an image, as it is stored, to blue, green, red and 255.
  ///
  /// - Parameters:
  ///   - bytes: The image file.
  ///   - pixels: Where the rows go, `bytesPerRow` apart.
  ///   - bytesPerRow: The distance between rows.
  ///   - size: The size that the image has at `eighths`, by `length(_:eighths:)`.
  ///   - eighths: One of `eighths`.
  /// - Returns: Why the library had to make pixels up, in its words; `nil` if it did not.
  /// - Throws: `Failure`.
  package static func decode(
    _ bytes: Span<UInt8>, into pixels: inout MutableSpan<UInt8>, bytesPerRow: Int,
    size: (width: Int, height: Int), eighths: Int
  ) throws(Failure) -> String? {
    if let failure { throw .notLoaded(reason: failure) }
    precondition(
      size.height * bytesPerRow <= pixels.count && size.width * 4 <= bytesPerRow,
      "the rows have room for the image")
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

  /// Whether a warning says that pixels are missing.
  ///
  /// Others are about bytes that belong nowhere and parameters that do not matter, which many
  /// cameras write. Only the first warning of an image is told of.
  private static func isAboutPixels(_ warning: String) -> Bool {
    (warning.contains("Corrupt") || warning.contains("Premature"))
      && !warning.contains("extraneous")
  }
}
