internal import GalleyPixels

/// The darkness of a line's picture, for comparisons that ignore shifts by a pixel.
///
/// Engines round baselines and glyphs to different fractions of a pixel. The picture has two pixels
/// per point; it is shifted by up to a pixel in each direction and then halved, and the shift with
/// the least difference counts.
struct LineInk {
  private static let shifts = [-1, 0, 1]

  /// The size of the halved picture.
  private let width: Int
  private let height: Int
  /// The halved picture at each shift, from 0 to 255 times 4.
  private let shifted: [[Int16]]

  /// Creates the ink of a line.
  ///
  /// - Parameters:
  ///   - darkness: The darkness of the whole picture.
  ///   - line: The line.
  ///   - size: The size of the text, in points.
  ///   - width: The width to compare, in points.
  init(_ darkness: Darkness, of line: EngineAnswer.Line, size: Double, width: Double) {
    let (scale, margin) = (PictureFrame.scale, PictureFrame.margin)
    self.width = Int(width.rounded(.up)) + 4
    height = Int((size * 1.7).rounded(.up))
    let left = Int(((margin + line.x - 2) * scale).rounded())
    let top = Int(((margin + line.baseline - size * 1.2) * scale).rounded())
    var shifted: [[Int16]] = []
    for dy in Self.shifts {
      for dx in Self.shifts {
        var half = [Int16](repeating: 0, count: self.width * height)
        for y in 0..<height {
          for x in 0..<self.width {
            half[y * self.width + x] = darkness.sum(x: left + 2 * x + dx, y: top + 2 * y + dy)
          }
        }
        shifted.append(half)
      }
    }
    self.shifted = shifted
  }

  /// Returns the share of the ink that differs from that of another engine, from 0 to 2.
  func difference(from other: LineInk) -> Double {
    guard width == other.width, height == other.height else { return 2 }
    let own = shifted[shifted.count / 2]
    let ink = own.reduce(0) { $0 + Int($1) }
    var least = Double.infinity
    for theirs in other.shifted {
      var (difference, total) = (0, 0)
      for index in own.indices {
        difference += Int(abs(own[index] - theirs[index]))
        total += Int(theirs[index])
      }
      least = min(least, Double(difference) / Double(max(1, ink, total)))
    }
    return least
  }
}

/// The darkness of a picture on white, from 0 to 255.
struct Darkness {
  private let width: Int
  private let height: Int
  private var values: [UInt8]

  init(_ picture: Bitmap) {
    width = picture.width
    height = picture.height
    values = picture.pixels.map { pixel in
      let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
      // Transparent pixels are on white; the luminance is that of Rec. 601.
      let white = 255 - (pixel >> 24)
      return UInt8(255 - min(255, white + (299 * red + 587 * green + 114 * blue) / 1000))
    }
  }

  /// Returns the sum of four pixels; those outside the picture are white.
  func sum(x: Int, y: Int) -> Int16 {
    guard x >= 0, y >= 0, x + 1 < width, y + 1 < height else { return 0 }
    let first = y * width + x
    return Int16(values[first]) + Int16(values[first + 1]) + Int16(values[first + width])
      + Int16(values[first + width + 1])
  }
}
