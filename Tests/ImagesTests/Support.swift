import GalleySystem
import GalleyGeometry
import GalleyImages
import GalleyPixels
import Testing

/// The images that the tests decode; `Fixtures/generate.py` writes them.
enum Fixture {
  static let folder =
    (#filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined())
    + "/Fixtures/"

  static func bytes(_ name: String) throws -> [UInt8] { try FileSystem.bytes(of: folder + name) }

  /// Returns the pixels decoded by PIL, premultiplied as in `Bitmap`.
  static func pixels(_ name: String) throws -> (width: Int, height: Int, pixels: [UInt32]) {
    let bytes = try FileSystem.bytes(of: folder + name + ".bgra")
    let (width, height) = (Int(bytes[0]) + Int(bytes[1]) << 8, Int(bytes[2]) + Int(bytes[3]) << 8)
    let pixels = (0..<width * height).map { index in
      let channels = bytes[(4 + index * 4)..<(8 + index * 4)].map(UInt32.init)
      let alpha = channels[3]
      let color = channels[0..<3].map { ($0 * alpha * 2 + 255) / 510 }
      return alpha << 24 | color[2] << 16 | color[1] << 8 | color[0]
    }
    return (width, height, pixels)
  }
}

/// Returns the maximum difference of a channel between two images.
func difference(_ left: [UInt32], _ right: [UInt32]) -> Int {
  guard left.count == right.count else { return .max }
  var worst = 0
  for (first, second) in zip(left, right) where first != second {
    for shift: UInt32 in [0, 8, 16, 24] {
      let (one, other) = (Int(first >> shift & 255), Int(second >> shift & 255))
      worst = max(worst, abs(one - other))
    }
  }
  return worst
}
