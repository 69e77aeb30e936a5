internal import GalleyCorpus
package import GalleyPixels

/// The content of a snapshot.
package enum SnapshotContent: Sendable {
  case text(String)
  case picture(Bitmap)

  /// The extension of the file.
  var fileExtension: String {
    switch self {
    case .text: "txt"
    case .picture: "png"
    }
  }

  /// Returns the contents of the file.
  func bytes() throws(PNGError) -> [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .picture(let bitmap): try bitmap.pngData()
    }
  }

  /// Compares the contents of two files with snapshots of this kind.
  ///
  /// - Returns: The difference, or `nil` if it is within the tolerance.
  /// - Throws: `PNGError` if a picture cannot be read.
  func difference(
    from expected: [UInt8], to actual: [UInt8], tolerance: SnapshotTolerance
  ) throws(PNGError) -> SnapshotDifference? {
    guard expected != actual else { return nil }
    switch self {
    case .text:
      return .text(
        TextDifference(
          expected: String(decoding: expected, as: UTF8.self),
          actual: String(decoding: actual, as: UTF8.self)))
    case .picture:
      // The current picture is read from its file too: pixels that are almost transparent change
      // in files, whose colors are not premultiplied.
      let difference = PixelDifference(
        expected: try Bitmap(png: expected), actual: try Bitmap(png: actual),
        tolerance: tolerance)
      return difference.isAccepted ? nil : .picture(difference)
    }
  }
}

/// The difference of a snapshot and its file.
enum SnapshotDifference {
  case text(TextDifference)
  case picture(PixelDifference)

  /// The difference in words.
  var summary: String {
    switch self {
    case .text(let difference): difference.summary
    case .picture(let difference): difference.summary
    }
  }
}
