internal import GalleyCorpus
internal import GalleyGeometry
internal import GalleyPixels

/// The difference of two pictures.
struct PixelDifference {
  /// The picture of the file.
  let expected: Bitmap
  /// The current picture.
  let actual: Bitmap
  /// The pixels that differ.
  let extent: PictureDifference.Extent

  /// Compares two pictures.
  ///
  /// - Parameters:
  ///   - expected: The picture of the file.
  ///   - actual: The current picture.
  ///   - limit: The greatest difference of a channel that does not count.
  init(expected: Bitmap, actual: Bitmap, ignoring limit: Int = 0) {
    (self.expected, self.actual) = (expected, actual)
    let difference = PictureDifference(expected: expected, actual: actual)
    extent = difference?.extent(ignoring: limit) ?? PictureDifference.Extent()
  }

  /// Whether the pictures have the same size.
  private var isOfOneSize: Bool {
    expected.width == actual.width && expected.height == actual.height
  }

  /// Returns whether the difference is accepted; a difference of the size never is.
  func isWithin(_ tolerance: SnapshotTolerance) -> Bool {
    isOfOneSize
      && Double(extent.count) <= tolerance.pixelShare * Double(expected.width * expected.height)
  }

  /// The difference in words.
  var summary: String {
    guard isOfOneSize else {
      return "the picture has \(actual.width) × \(actual.height) pixels instead of "
        + "\(expected.width) × \(expected.height)"
    }
    let bounds = extent.bounds
    return
      "\(extent.count) of \(expected.width * expected.height) pixels differ, by up to \(extent.greatest) of "
      + "255, in columns \(bounds.minX)..<\(bounds.maxX), rows \(bounds.minY)..<\(bounds.maxY)"
  }

  /// Returns a picture that marks the pixels that differ, or `nil` if there is no memory for it.
  func picture() -> Bitmap? {
    try? PictureDifference(expected: expected, actual: actual)?.picture()
  }
}
