internal import GalleyGeometry

/// How a transform puts points on pixels.
struct PixelPlacement {
  /// Whether what is upright stays upright, and is not mirrored.
  let isUpright: Bool
  /// Whether what is upright is stretched as much across as down.
  let isUniform: Bool
  private let transform: AffineTransform

  init(_ transform: AffineTransform) {
    self.transform = transform
    isUpright = transform.b == 0 && transform.c == 0 && transform.a > 0 && transform.d > 0
    isUniform = isUpright && abs(transform.a - transform.d) <= transform.a * 1e-9
  }

  /// The place nearest to a rectangle where so many pixels stand on pixels of the surface.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in points.
  ///   - size: How many pixels there are, which the rectangle is as large as, rounded up.
  /// - Returns: The place in points; `nil` if the pixels are others there.
  func snapped(_ rect: Rect, holding size: Size) -> Rect? {
    func holds(_ length: Double, _ count: Double) -> Bool {
      count == count.rounded() && length <= count + PixelGrid.tolerance && length > count - 1
    }
    let outer = rect.applying(transform)
    guard isUpright, holds(outer.size.width, size.width), holds(outer.size.height, size.height)
    else { return nil }
    return points(
      Rect(
        x: Double(PixelGrid.nearest(outer.minX)), y: Double(PixelGrid.nearest(outer.minY)),
        width: size.width, height: size.height))
  }

  /// The rectangle between the edges of pixels that are nearest to those of another.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in points.
  ///   - scale: How many pixels a point must be.
  /// - Returns: The place in points; `nil` if a point is more or fewer pixels.
  func snapped(_ rect: Rect, from scale: Double) -> Rect? {
    guard isUniform, abs(transform.a - scale) <= scale * 1e-9 else { return nil }
    let pixels = PixelGrid(scale: 1).snapped(rect.applying(transform))
    return points(pixels.rect(onGridOf: PixelGrid(scale: 1)))
  }

  /// Takes a rectangle of pixels to points.
  private func points(_ pixels: Rect) -> Rect? {
    transform.inverse.map { pixels.applying($0) }
  }
}
