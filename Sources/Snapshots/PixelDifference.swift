internal import GalleyCorpus
internal import GalleyGeometry
internal import GalleyPixels

/// The difference of two pictures.
struct PixelDifference {
  /// The picture of the file.
  let expected: Bitmap
  /// The current picture.
  let actual: Bitmap
  /// The accepted differences.
  let tolerance: SnapshotTolerance
  /// The pixels that differ.
  let extent: PictureDifference.Extent
  /// The greatest color difference of these pixels, in units of CIEDE2000; 0 if it is not compared.
  let greatestColorDifference: Double

  /// Compares two pictures.
  ///
  /// - Parameters:
  ///   - expected: The picture of the file.
  ///   - actual: The current picture.
  ///   - tolerance: The accepted differences.
  init(expected: Bitmap, actual: Bitmap, tolerance: SnapshotTolerance) {
    (self.expected, self.actual, self.tolerance) = (expected, actual, tolerance)
    let difference = PictureDifference(expected: expected, actual: actual)
    var greatest = 0.0
    let extent = difference?.extent(ignoring: tolerance.channelDifference) { old, new in
      guard tolerance.colorDifference > 0 else { return true }
      let distance = LabColor.difference(old, new)
      guard distance > tolerance.colorDifference else { return false }
      greatest = max(greatest, distance)
      return true
    }
    self.extent = extent ?? PictureDifference.Extent()
    greatestColorDifference = greatest
  }

  /// Whether the pictures have the same size.
  private var isOfOneSize: Bool {
    expected.width == actual.width && expected.height == actual.height
  }

  /// Whether the difference is accepted; a difference of the size never is.
  var isAccepted: Bool {
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
    let tenths = Int((greatestColorDifference * 10).rounded())
    let color = tenths > 0 ? " (color difference up to \(tenths / 10).\(tenths % 10))" : ""
    return "\(extent.count) of \(expected.width * expected.height) pixels differ, by up to "
      + "\(extent.greatest) of 255\(color), in columns \(bounds.minX)..<\(bounds.maxX), rows \(bounds.minY)..<\(bounds.maxY)"
  }

  /// Returns a picture that marks the pixels that differ, or `nil` if there is no memory for it.
  func picture() -> Bitmap? {
    try? PictureDifference(expected: expected, actual: actual)?.picture()
  }
}
