internal import GalleyCorpus
internal import GalleyGeometry
internal import GalleyPixels

/// The difference of two pictures.
struct PixelDifference {
  /// The picture of the file.
  let expected: Bitmap
  /// The current picture.
  let actual: Bitmap
  /// The number of pixels in the common area that differ.
  let count: Int
  /// The greatest difference of a channel, from 0 to 255.
  let greatest: Int
  /// The smallest rectangle around the pixels that differ.
  let bounds: PixelRect

  /// Compares two pictures.
  ///
  /// - Parameters:
  ///   - expected: The picture of the file.
  ///   - actual: The current picture.
  ///   - limit: The greatest difference of a channel that does not count.
  init(expected: Bitmap, actual: Bitmap, ignoring limit: Int = 0) {
    (self.expected, self.actual) = (expected, actual)
    let width = min(expected.width, actual.width)
    let (old, new) = (expected.pixels, actual.pixels)
    var (count, greatest) = (0, 0)
    var bounds: PixelRect?
    for y in 0..<min(expected.height, actual.height) {
      for x in 0..<width {
        let (before, after) = (old[y * expected.width + x], new[y * actual.width + x])
        guard before != after else { continue }
        let distance = Self.distance(before, after)
        guard distance > limit else { continue }
        count += 1
        greatest = max(greatest, distance)
        let around = bounds ?? PixelRect(minX: x, minY: y, maxX: x, maxY: y)
        bounds = PixelRect(
          minX: min(around.minX, x), minY: around.minY, maxX: max(around.maxX, x + 1), maxY: y + 1)
      }
    }
    (self.count, self.greatest, self.bounds) = (count, greatest, bounds ?? .empty)
  }

  /// Whether the pictures have the same size.
  private var isOfOneSize: Bool {
    expected.width == actual.width && expected.height == actual.height
  }

  /// Returns whether the difference is accepted; a difference of the size never is.
  func isWithin(_ tolerance: SnapshotTolerance) -> Bool {
    isOfOneSize
      && Double(count) <= tolerance.pixelShare * Double(expected.width * expected.height)
  }

  /// The difference in words.
  var summary: String {
    guard isOfOneSize else {
      return "the picture has \(actual.width) × \(actual.height) pixels instead of "
        + "\(expected.width) × \(expected.height)"
    }
    return "\(count) of \(expected.width * expected.height) pixels differ, by up to \(greatest) of "
      + "255, in columns \(bounds.minX)..<\(bounds.maxX), rows \(bounds.minY)..<\(bounds.maxY)"
  }

  /// Returns a picture that marks the pixels that differ, or `nil` if there is no memory for it.
  func picture() -> Bitmap? {
    try? PictureDifference(expected: expected, actual: actual)?.picture()
  }

  /// Returns the greatest difference of a channel.
  private static func distance(_ first: UInt32, _ second: UInt32) -> Int {
    var result = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      result = max(result, abs(Int(first >> shift & 255) - Int(second >> shift & 255)))
    }
    return result
  }
}
