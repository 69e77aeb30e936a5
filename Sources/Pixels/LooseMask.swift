package import GalleyGeometry

/// A mask that is drawn once and not cached.
package struct LooseMask: Sendable {
  /// The rectangle of the mask in the bitmap.
  package var rect: PixelRect
  /// The coverage, one byte per pixel, row by row from the top without padding.
  package var coverage: [UInt8]

  /// Creates a mask.
  package init(_ rect: PixelRect, coverage: [UInt8]) {
    precondition(
      coverage.count == rect.width * rect.height, "coverage must have one value per pixel")
    self.rect = rect
    self.coverage = coverage
  }

  /// Returns the mask, moved by an offset.
  package func offset(x: Int, y: Int) -> LooseMask {
    LooseMask(rect.offset(x: x, y: y), coverage: coverage)
  }

  /// The maximum standard deviation of a blur in pixels, beyond which nothing is visible.
  package static let deviationLimit = 64.0

  /// Returns the number of pixels that a blur extends beyond its source.
  package static func blurReach(deviation: Double) -> Int {
    let width = boxWidth(deviation)
    return width < 2 ? 0 : (3 * width + 1) / 2
  }

  /// Returns the mask with a Gaussian blur of a standard deviation in pixels, extended by
  /// `blurReach` on each side.
  ///
  /// - Complexity: O(*n*) in the number of pixels, regardless of the deviation.
  /// - SeeAlso: Filter Effects 1, section 9.18: three box blurs approximate the Gaussian.
  package func blurred(deviation: Double) -> LooseMask {
    let width = Self.boxWidth(deviation)
    let reach = Self.blurReach(deviation: deviation)
    guard width >= 2, !rect.isEmpty else { return self }
    let grown = rect.grown(by: reach)
    var pixels = [UInt8](repeating: 0, count: grown.width * grown.height)
    for y in 0..<rect.height {
      let target = (y + reach) * grown.width + reach
      for x in 0..<rect.width { pixels[target + x] = coverage[y * rect.width + x] }
    }
    // Boxes of even width are not centered: one leans left, one right, and the third is wider by
    // one.
    let boxes =
      width % 2 == 1
      ? [(width, width / 2), (width, width / 2), (width, width / 2)]
      : [(width, width / 2), (width, width / 2 - 1), (width + 1, width / 2)]
    var line = [UInt8](repeating: 0, count: max(grown.width, grown.height))
    for (size, before) in boxes {
      for y in 0..<grown.height {
        Self.blur(&pixels, start: y * grown.width, step: 1, count: grown.width, size, before, &line)
      }
      for x in 0..<grown.width {
        Self.blur(&pixels, start: x, step: grown.width, count: grown.height, size, before, &line)
      }
    }
    return LooseMask(grown, coverage: pixels)
  }

  private static func boxWidth(_ deviation: Double) -> Int {
    guard deviation > 0 else { return 0 }
    // 3/4 of the square root of 2π.
    return Int(min(deviation, deviationLimit) * 1.879_971_205_6 + 0.5)
  }

  /// Replaces each pixel of a row or column by the mean of `size` pixels, `before` of which precede
  /// it.
  private static func blur(
    _ pixels: inout [UInt8], start: Int, step: Int, count: Int, _ size: Int, _ before: Int,
    _ line: inout [UInt8]
  ) {
    for index in 0..<count { line[index] = pixels[start + index * step] }
    let after = size - 1 - before
    var sum = 0
    for index in 0..<min(after, count) { sum += Int(line[index]) }
    for index in 0..<count {
      if index + after < count { sum += Int(line[index + after]) }
      if index - before - 1 >= 0 { sum -= Int(line[index - before - 1]) }
      pixels[start + index * step] = UInt8((sum + size / 2) / size)
    }
  }
}
