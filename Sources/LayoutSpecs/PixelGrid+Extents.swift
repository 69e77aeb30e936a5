internal import GalleyGeometry

extension PixelGrid {
  /// Returns an extent rounded up to whole pixels, in points.
  ///
  /// Extents within arithmetic error of whole pixels count as whole: a third of a point at scale 3
  /// is one pixel, not two.
  func extent(holding extent: Double) -> Double {
    rounded(extent, .up)
  }

  /// Returns a distance rounded down to whole pixels, in points.
  func extent(within distance: Double) -> Double {
    rounded(distance, .down)
  }

  func size(holding size: Size) -> Size {
    Size(width: extent(holding: size.width), height: extent(holding: size.height))
  }

  func range(holding range: SizeRange) -> SizeRange {
    SizeRange(min: size(holding: range.min), max: size(holding: range.max))
  }

  private func rounded(_ extent: Double, _ rule: FloatingPointRoundingRule) -> Double {
    let pixels = extent * scale
    guard pixels.isFinite else { return extent }
    let nearest = pixels.rounded()
    let isWhole = abs(pixels - nearest) <= 1e-9 * max(1, abs(nearest))
    return (isWhole ? nearest : pixels.rounded(rule)) / scale
  }
}
