internal import GalleyGeometry
internal import GalleyPixels

extension Bitmap {
  /// The distance that a shadow reaches beyond its shape, and its shift downward, in points.
  private static let (shadowReach, shadowShift) = (8.0, 4.0)
  /// The opacity of the darkest part of a shadow.
  private static let shadowOpacity = 0.16

  /// Draws the soft shadow of a rounded rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in points.
  ///   - radius: The radius of its corners, in points.
  ///   - scale: The number of pixels per point.
  mutating func drawShadow(of rect: Rect, radius: Double, scale: Double) {
    let shape = rect.offset(x: 0, y: Self.shadowShift)
    let reach = Self.shadowReach
    let area = PixelGrid(scale: scale).pixelsTouched(
      by: Rect(
        x: shape.minX - reach, y: shape.minY - reach, width: shape.size.width + 2 * reach,
        height: shape.size.height + 2 * reach)
    ).intersection(bounds)
    guard !area.isEmpty else { return }
    let radius = min(radius, shape.size.width / 2, shape.size.height / 2)
    // Rows between the corners are alike.
    var straight: [UInt8]?
    for y in area.minY..<area.maxY {
      let center = (Double(y) + 0.5) / scale
      let isStraight = center > shape.minY + radius && center < shape.maxY - radius
      let coverage =
        (isStraight ? straight : nil)
        ?? (area.minX..<area.maxX).map { x in
          Self.shadow(
            at: Point(x: (Double(x) + 0.5) / scale, y: center), of: shape, radius: radius)
        }
      if isStraight { straight = coverage }
      fill(with: .black, PixelSpan(row: y, columns: area.minX..<area.maxX), coverage: coverage)
    }
  }

  /// Returns the opacity of a shadow at a point, out of 255.
  private static func shadow(at point: Point, of shape: Rect, radius: Double) -> UInt8 {
    let (centerX, centerY) = (
      (shape.minX + shape.maxX) / 2, (shape.minY + shape.maxY) / 2
    )
    let x = abs(point.x - centerX) - shape.size.width / 2 + radius
    let y = abs(point.y - centerY) - shape.size.height / 2 + radius
    let (outX, outY) = (max(x, 0), max(y, 0))
    let distance = (outX * outX + outY * outY).squareRoot() + min(max(x, y), 0) - radius
    let share = min(max(1 - distance / shadowReach, 0), 1)
    return UInt8((share * share * shadowOpacity * 255).rounded())
  }
}
