internal import GalleyGeometry

extension PixelGrid {
  /// Returns an extent rounded up to whole pixels, in points.
  ///
  /// Extents within arithmetic error of whole pixels count as whole: a third of a point at scale 3
  /// is one pixel, not two.
  func roundedUp(_ extent: Double) -> Double { rounded(extent, .up) }

  /// Returns a distance rounded down to whole pixels, in points.
  func roundedDown(_ distance: Double) -> Double { rounded(distance, .down) }

  func roundedUp(_ size: Size) -> Size {
    Size(width: roundedUp(size.width), height: roundedUp(size.height))
  }

  func roundedUp(_ range: SizeRange) -> SizeRange {
    SizeRange(min: roundedUp(range.min), max: roundedUp(range.max))
  }

  private func rounded(_ extent: Double, _ rule: FloatingPointRoundingRule) -> Double {
    let pixels = extent * scale
    guard pixels.isFinite else { return extent }
    let nearest = pixels.rounded()
    let isWhole = abs(pixels - nearest) <= 1e-9 * max(1, abs(nearest))
    return (isWhole ? nearest : pixels.rounded(rule)) / scale
  }
}
