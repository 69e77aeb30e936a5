package import GalleyGeometry
package import GalleyPixels

/// The output of a case.
package enum CaseOutput: Sendable {
  case text(String)
  case picture(Bitmap)
}

/// The comparison of a case's output with its expectation.
package enum CaseOutcome: Sendable {
  /// The output is as expected.
  case passed
  /// The case was skipped, with the reason.
  case skipped(String)
  /// The case has no approved expectation.
  case missing(CaseOutput)
  /// The texts differ.
  case textDiffers(expected: String, actual: String)
  /// The pictures differ.
  case pictureDiffers(PictureDifference)
  /// The case could not be run, or its expectation could not be read.
  case failed(String)

  /// Whether the case needs no attention.
  package var isFine: Bool {
    switch self {
    case .passed, .skipped: true
    case .missing, .textDiffers, .pictureDiffers, .failed: false
    }
  }

  /// The current output, if it differs from the expectation.
  package var output: CaseOutput? {
    switch self {
    case .passed, .skipped, .failed: nil
    case .missing(let output): output
    case .textDiffers(_, let actual): .text(actual)
    case .pictureDiffers(let difference): .picture(difference.actual)
    }
  }

  /// A one-line description of the outcome.
  package var summary: String {
    switch self {
    case .passed: "as expected"
    case .skipped(let reason): "skipped: \(reason)"
    case .missing: "not approved yet"
    case .textDiffers(let expected, let actual): Self.firstDifference(expected, actual)
    case .pictureDiffers(let difference): difference.summary
    case .failed(let reason): reason
    }
  }

  /// Returns the differences between the expected and the current output in words; `text` is that
  /// of the case.
  func changes(in text: String) -> [String] {
    switch self {
    case .passed, .skipped, .missing, .failed: []
    case .textDiffers(let expected, let actual):
      DumpChanges.words(from: expected, to: actual, text: text)
    case .pictureDiffers(let difference): difference.changes
    }
  }

  private static func firstDifference(_ expected: String, _ actual: String) -> String {
    let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let actualLines = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(expectedLines, actualLines).prefix { $0 == $1 }.count
    let line = { (lines: [Substring]) in same < lines.count ? "\(lines[same])" : "no such line" }
    return "line \(same + 1) differs\n  - \(line(expectedLines))\n  + \(line(actualLines))"
  }
}

/// A difference of two pictures.
package struct PictureDifference: Sendable {
  /// The approved picture.
  package var expected: Bitmap
  /// The current picture.
  package var actual: Bitmap

  /// Compares two pictures, or returns `nil` if they are equal.
  package init?(expected: Bitmap, actual: Bitmap) {
    guard expected != actual else { return nil }
    self.expected = expected
    self.actual = actual
  }

  /// The pixels that differ in the common area of two pictures.
  package struct Extent {
    /// The number of the pixels.
    package var count = 0
    /// The greatest difference of a channel, from 0 to 255.
    package var greatest = 0
    /// The smallest rectangle around the pixels.
    package var bounds = PixelRect.empty

    /// Creates the extent of equal pictures.
    package init() {}
  }

  /// Returns the extent of the difference.
  ///
  /// - Parameters:
  ///   - limit: The greatest difference of a channel that does not count.
  ///   - counts: Whether a difference of two pixels counts.
  /// - Returns: The number of differing pixels, their greatest difference, and their bounds.
  package func extent(
    ignoring limit: Int = 0, where counts: (_ old: UInt32, _ new: UInt32) -> Bool = { _, _ in true }
  ) -> Extent {
    var extent = Extent()
    forEachDifference { x, y, distance in
      guard distance > limit, counts(expected.pixel(x: x, y: y), actual.pixel(x: x, y: y)) else {
        return
      }
      let old = extent.bounds
      extent.bounds =
        extent.count == 0
        ? PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
        : PixelRect(
          minX: min(old.minX, x), minY: old.minY, maxX: max(old.maxX, x + 1), maxY: y + 1)
      extent.count += 1
      extent.greatest = max(extent.greatest, distance)
    }
    return extent
  }

  /// The number of differing pixels in the common area.
  package var count: Int { extent().count }

  /// A one-line description of the difference.
  package var summary: String {
    guard expected.width == actual.width, expected.height == actual.height else {
      return "\(actual.width) × \(actual.height) pixels instead of "
        + "\(expected.width) × \(expected.height)"
    }
    let extent = extent()
    return "\(extent.count) pixels differ, by up to \(extent.greatest) of 255"
  }

  /// The differences in words.
  package var changes: [String] {
    let extent = extent()
    let bounds = extent.bounds
    var result: [String] = []
    if expected.width != actual.width {
      result.append("the picture is \(actual.width) pixels wide, not \(expected.width)")
    }
    if expected.height != actual.height {
      result.append("the picture is \(actual.height) pixels high, not \(expected.height)")
    }
    if extent.count > 0 {
      let noun = extent.count == 1 ? "pixel differs" : "pixels differ"
      result.append(
        "\(extent.count) \(noun) by up to \(extent.greatest) of 255, within "
          + "\(bounds.maxX - bounds.minX) × \(bounds.maxY - bounds.minY) pixels at "
          + "\(bounds.minX), \(bounds.minY)")
    }
    return result
  }

  /// Returns a picture that marks the differing pixels in color over a faint copy of the rest.
  package func picture() throws(BitmapError) -> Bitmap {
    var result = try Bitmap(
      width: max(expected.width, actual.width), height: max(expected.height, actual.height),
      color: .white)
    result.withMutableBytes { bytes, bytesPerRow in
      for y in 0..<actual.height {
        for x in 0..<actual.width {
          let pixel = actual.pixel(x: x, y: y)
          for channel in 0..<3 {
            let value = pixel >> (8 * UInt32(channel)) & 255
            bytes[y * bytesPerRow + 4 * x + channel] = UInt8(192 + value / 4)
          }
        }
      }
      forEachDifference { x, y, distance in
        let start = y * bytesPerRow + 4 * x
        bytes[start] = 0
        bytes[start + 1] = UInt8(160 - min(distance, 160))
        bytes[start + 2] = 255
      }
    }
    return result
  }

  /// Visits the differing pixels, with the greatest difference among their channels.
  private func forEachDifference(_ body: (_ x: Int, _ y: Int, _ distance: Int) -> Void) {
    for y in 0..<min(expected.height, actual.height) {
      for x in 0..<min(expected.width, actual.width) {
        let (old, new) = (expected.pixel(x: x, y: y), actual.pixel(x: x, y: y))
        guard old != new else { continue }
        var distance = 0
        for shift: UInt32 in [0, 8, 16, 24] {
          let (before, now) = (Int(old >> shift & 255), Int(new >> shift & 255))
          distance = max(distance, abs(before - now))
        }
        body(x, y, distance)
      }
    }
  }
}
