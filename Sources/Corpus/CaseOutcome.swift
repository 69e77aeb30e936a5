internal import GalleyGeometry
package import GalleyPixels

/// What running a case gives.
package enum CaseOutput: Sendable {
  case text(String)
  case picture(Bitmap)
}

/// How what a case gives compares with what is expected.
package enum CaseOutcome: Sendable {
  /// They are the same.
  case passed
  /// The case was not run, for a reason.
  case skipped(String)
  /// Nothing has been approved yet.
  case missing(CaseOutput)
  /// The texts differ.
  case textDiffers(expected: String, actual: String)
  /// The pictures differ.
  case pictureDiffers(PictureDifference)
  /// The case could not be run, or its expectation not be read.
  case failed(String)

  /// Whether there is nothing to do about the case.
  package var isFine: Bool {
    switch self {
    case .passed, .skipped: true
    case .missing, .textDiffers, .pictureDiffers, .failed: false
    }
  }

  /// The outcome in a line, for people.
  package var summary: String {
    switch self {
    case .passed: "as expected"
    case .skipped(let reason): "skipped: \(reason)"
    case .missing: "nothing has been approved"
    case .textDiffers(let expected, let actual): Self.firstDifference(expected, actual)
    case .pictureDiffers(let difference): difference.summary
    case .failed(let reason): reason
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

/// What sets two pictures apart.
package struct PictureDifference: Sendable {
  /// The picture that was approved.
  package var expected: Bitmap
  /// The picture that there is now.
  package var actual: Bitmap

  /// Compares two pictures; `nil` if every pixel is the same.
  package init?(expected: Bitmap, actual: Bitmap) {
    guard expected != actual else { return nil }
    self.expected = expected
    self.actual = actual
  }

  /// How many pixels differ, not counting those that only one picture has.
  package var count: Int {
    var count = 0
    forEachDifference { _, _, _ in count += 1 }
    return count
  }

  /// The difference in a line, for people.
  package var summary: String {
    guard expected.width == actual.width, expected.height == actual.height else {
      return "\(actual.width) × \(actual.height) pixels instead of "
        + "\(expected.width) × \(expected.height)"
    }
    var (count, most) = (0, 0)
    forEachDifference { _, _, distance in
      count += 1
      most = max(most, distance)
    }
    return "\(count) pixels differ, by up to \(most) of 255"
  }

  /// A picture that has a color where the two differ, and a faint copy of them where they do not.
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

  /// Visits the pixels that differ, with the greatest difference among their channels.
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
