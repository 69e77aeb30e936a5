internal import GalleyGeometry

/// The alignment of rectangles to pixels under a transform.
struct PixelAlignment {
  /// Whether the transform only scales and translates, without mirroring.
  let isUpright: Bool
  /// Whether the transform is upright and scales both axes equally.
  let isUniform: Bool
  private let transform: AffineTransform

  init(_ transform: AffineTransform) {
    self.transform = transform
    isUpright = transform.b == 0 && transform.c == 0 && transform.a > 0 && transform.d > 0
    isUniform = isUpright && abs(transform.a - transform.d) <= transform.a * 1e-9
  }

  /// Snaps a rectangle to the nearest position at which a bitmap maps one to one to pixels.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in points.
  ///   - size: The size of the bitmap in pixels, equal to the rectangle's rounded up.
  /// - Returns: The snapped rectangle in points; `nil` if the sizes do not match.
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

  /// Snaps the edges of a rectangle to the nearest pixel boundaries.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in points.
  ///   - scale: The required number of pixels per point.
  /// - Returns: The snapped rectangle in points; `nil` if the transform has another scale.
  func snapped(_ rect: Rect, from scale: Double) -> Rect? {
    guard isUniform, abs(transform.a - scale) <= scale * 1e-9 else { return nil }
    let pixels = PixelGrid(scale: 1).snapped(rect.applying(transform))
    return points(pixels.rect(onGridOf: PixelGrid(scale: 1)))
  }

  /// Converts a rectangle from pixels to points.
  private func points(_ pixels: Rect) -> Rect? {
    transform.inverse.map { pixels.applying($0) }
  }
}
