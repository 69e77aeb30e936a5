internal import GalleyGeometry
internal import GalleyPixels

/// The sampling positions of a bitmap for the pixels of the surface.
struct ContentsSampling {
  private let placement: ContentsPlacement
  private let toLocal: AffineTransform
  /// The bounds of sampling positions in the bitmap, in 1/256 pixel.
  private let low: SIMD2<Double>
  private let high: SIMD2<Double>

  init?(_ placement: ContentsPlacement, image: Bitmap, transform: AffineTransform) {
    guard let inverse = transform.inverse else { return nil }
    self.placement = placement
    toLocal = inverse
    // From the center of the first pixel shown to that of the last.
    let source = placement.source
    let (right, bottom) = (Double(image.width - 1), Double(image.height - 1))
    func bounded(_ value: Double, _ limit: Double) -> Double { min(max(value, 0), limit) }
    let left = bounded(source.minX, right) * 256
    let top = bounded(source.minY, bottom) * 256
    low = SIMD2(left, top)
    high = SIMD2(
      max(left, bounded(source.maxX - 1, right) * 256),
      max(top, bounded(source.maxY - 1, bottom) * 256))
  }

  /// Whether rows of the surface map to rows of the bitmap, and columns to columns.
  var isUpright: Bool { toLocal.b == 0 && toLocal.c == 0 }

  /// Whether all pixels of a surface row sample the same position.
  var hasOneColumn: Bool { isUpright && low.x == high.x }

  /// Returns the position that all pixels of a row sample, if ``hasOneColumn``.
  func position(row y: Int) -> SIMD2<Int32> { position(x: 0, y: y) }

  /// Writes the sampling positions of pixels in a row.
  func position(row y: Int, columns: Range<Int>, into positions: inout [SIMD2<Int32>]) {
    for x in columns { positions[x - columns.lowerBound] = position(x: x, y: y) }
  }

  /// Writes only the y coordinates of the sampling positions, for an upright sampling.
  func updateRows(row y: Int, columns: Range<Int>, into positions: inout [SIMD2<Int32>]) {
    let row = position(x: columns.lowerBound, y: y).y
    for index in 0..<columns.count { positions[index].y = row }
  }

  private func position(x: Int, y: Int) -> SIMD2<Int32> {
    let point = Point(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(toLocal)
    var position = SIMD2(
      placement.column(at: point.x - placement.rect.minX),
      placement.row(at: point.y - placement.rect.minY))
    position = (position - 0.5) * 256
    // Extreme transforms may produce NaN.
    position.replace(with: low, where: position .!= position)
    let bounded = pointwiseMin(pointwiseMax(position, low), high)
    // Per lane, because the vector conversion is an out-of-line call.
    return SIMD2(Int32(bounded.x.rounded()), Int32(bounded.y.rounded()))
  }
}

extension ContentsPlacement {
  /// Returns the offset of the bitmap on the surface if its pixels map one to one.
  func offset(of image: Bitmap, in transform: AffineTransform) -> (x: Int, y: Int)? {
    guard columns == nil, rows == nil, PixelAlignment(transform).isUpright,
      let target = PixelGrid.whole(rect.applying(transform)),
      let part = PixelGrid.whole(source),
      target.width == part.width, target.height == part.height
    else { return nil }
    return (target.minX - part.minX, target.minY - part.minY)
  }
}
