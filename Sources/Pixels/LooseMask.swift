package import GalleyGeometry

/// A mask that is drawn once and not kept.
package struct LooseMask: Sendable {
  /// Where it is in the bitmap.
  package var rect: PixelRect
  /// The rows from the top, a byte a pixel, without gaps.
  package var coverage: [UInt8]

  /// Makes a mask.
  package init(_ rect: PixelRect, coverage: [UInt8]) {
    precondition(coverage.count == rect.width * rect.height, "a mask has all its rows")
    self.rect = rect
    self.coverage = coverage
  }

  /// The same mask, moved.
  package func offset(x: Int, y: Int) -> LooseMask {
    LooseMask(rect.offset(x: x, y: y), coverage: coverage)
  }

  /// The most pixels by which a blur may deviate: beyond, nothing is left to be seen.
  package static let deviationLimit = 64.0

  /// How many pixels a blur reaches beyond what it blurs.
  package static func blurReach(deviation: Double) -> Int {
    let width = boxWidth(deviation)
    return width < 2 ? 0 : (3 * width + 1) / 2
  }

  /// The mask, softened as by a Gaussian.
  ///
  /// - Parameter deviation: The Gaussian's standard deviation in pixels.
  /// - Returns: A mask larger by `blurReach` on each side.
  /// - Complexity: O(*n*), where *n* is the number of pixels, whatever the deviation.
  /// - SeeAlso: Filter Effects 1, section 9.18: three boxes stand for the Gaussian.
  package func blurred(deviation: Double) -> LooseMask {
    let width = Self.boxWidth(deviation)
    let reach = Self.blurReach(deviation: deviation)
    guard width >= 2, !rect.isEmpty else { return self }
    let grown = PixelRect(
      minX: rect.minX - reach, minY: rect.minY - reach, maxX: rect.maxX + reach,
      maxY: rect.maxY + reach)
    var pixels = [UInt8](repeating: 0, count: grown.width * grown.height)
    for y in 0..<rect.height {
      let target = (y + reach) * grown.width + reach
      for x in 0..<rect.width { pixels[target + x] = coverage[y * rect.width + x] }
    }
    // Of an even width no box is centered: one leans left, one right, and the third is one wider.
    let boxes =
      width % 2 == 1
      ? [(width, width / 2), (width, width / 2), (width, width / 2)]
      : [(width, width / 2), (width, width / 2 - 1), (width + 1, width / 2)]
    var line = [UInt8](repeating: 0, count: max(grown.width, grown.height))
    for (size, before) in boxes {
      for y in 0..<grown.height {
        Self.blur(
          &pixels, start: y * grown.width, step: 1, count: grown.width, size, before, &line)
      }
      for x in 0..<grown.width {
        Self.blur(
          &pixels, start: x, step: grown.width, count: grown.height, size, before, &line)
      }
    }
    return LooseMask(grown, coverage: pixels)
  }

  private static func boxWidth(_ deviation: Double) -> Int {
    guard deviation > 0 else { return 0 }
    // 3/4 of the square root of two pi.
    return Int(min(deviation, deviationLimit) * 1.879_971_205_6 + 0.5)
  }

  /// Gives each pixel of a row or column the mean of `size` of them, of which `before` come first.
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
