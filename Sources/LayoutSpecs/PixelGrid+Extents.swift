internal import GalleyGeometry

extension PixelGrid {
  /// The least whole number of pixels that holds an extent, in points.
  ///
  /// An extent that misses whole pixels by no more than arithmetic does, counts as whole: a third of
  /// a point at scale 3 is one pixel, not two.
  func extent(holding extent: Double) -> Double {
    rounded(extent, .up)
  }

  /// The greatest whole number of pixels within a distance, in points.
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
