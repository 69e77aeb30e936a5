internal import GalleyGeometry
internal import GalleyPixels
internal import Glibc

/// The antialiased coverage of a transformed rounded rectangle.
///
/// The coverage of a pixel does not depend on the requested area.
struct CoverageShape {
  /// The pixels that the shape touches.
  let bounds: PixelRect
  /// A block of fully covered pixels, of full width if the edges are on pixel boundaries.
  let solid: PixelRect
  /// Fully covered pixels between the left and the right corners.
  private let inside: PixelRect
  private let rect: Rect
  private let radii: CornerRadii
  private let toLocal: AffineTransform
  /// The size of a point in pixels, measured perpendicular to the sides of the rectangle.
  private let reach: Size
  /// The greatest number of points that a pixel measures in any direction.
  private let pixelReach: Double
  /// The corner masks, if the edges are on pixel boundaries; empty for square corners.
  private let masks: [CornerMask]?

  /// Creates a shape.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in points.
  ///   - radii: The corner radii in points, which fit the sides.
  ///   - transform: The transform from points to pixels.
  init?(_ rect: Rect, radii: CornerRadii, transform: AffineTransform) {
    guard !rect.isEmpty, let inverse = transform.inverse else { return nil }
    self.rect = rect
    self.radii = radii
    toLocal = inverse
    reach = Size(width: 1 / hypot(inverse.a, inverse.c), height: 1 / hypot(inverse.b, inverse.d))
    pixelReach = hypot(inverse.a, inverse.b) + hypot(inverse.c, inverse.d)
    let outer = rect.applying(transform)
    let alignment = PixelAlignment(transform)
    if let snapped = alignment.isUpright ? PixelGrid.whole(outer) : nil,
      radii.isZero || alignment.isUniform
    {
      bounds = snapped
      let masks =
        radii.isZero
        ? nil : CornerMask.Corner.allCases.map { CornerMask(radius: radii[$0], scale: transform.a) }
      self.masks = masks ?? []
      inside = .empty
      solid = Self.solid(
        snapped, top: (masks?[0].side ?? 0, masks?[1].side ?? 0),
        bottom: (masks?[2].side ?? 0, masks?[3].side ?? 0))
      return
    }
    masks = nil
    bounds = PixelGrid(scale: 1).pixelsTouched(by: outer)
    guard alignment.isUpright else {
      (solid, inside) = (.empty, .empty)
      return
    }
    // Pixels at least one pixel away from the edges, and outside the corner squares, are fully
    // covered.
    let inner = PixelRect(
      minX: PixelGrid.nearest(outer.minX + 1.5), minY: PixelGrid.nearest(outer.minY + 1.5),
      maxX: PixelGrid.nearest(outer.maxX - 1.5), maxY: PixelGrid.nearest(outer.maxY - 1.5))
    func room(_ radius: Double, _ scale: Double) -> Int {
      radius > 0 ? PixelGrid.nearest(radius * scale + 1) : 0
    }
    let (across, down) = (transform.a, transform.d)
    solid = Self.solid(
      inner, top: (room(radii.topLeft, down), room(radii.topRight, down)),
      bottom: (room(radii.bottomLeft, down), room(radii.bottomRight, down)))
    let between = PixelRect(
      minX: inner.minX + room(max(radii.topLeft, radii.bottomLeft), across), minY: inner.minY,
      maxX: inner.maxX - room(max(radii.topRight, radii.bottomRight), across),
      maxY: inner.maxY)
    inside = between.isEmpty ? .empty : between
  }

  /// Returns the rows of a rectangle that intersect no corner.
  private static func solid(_ rect: PixelRect, top: (Int, Int), bottom: (Int, Int)) -> PixelRect {
    let solid = PixelRect(
      minX: rect.minX, minY: rect.minY + max(top.0, top.1), maxX: rect.maxX,
      maxY: rect.maxY - max(bottom.0, bottom.1))
    return solid.isEmpty ? .empty : solid
  }

  /// The pixels of the bounds outside ``solid``, as disjoint rectangles.
  var edges: [PixelRect] {
    guard !solid.isEmpty else { return [bounds] }
    return [
      PixelRect(minX: bounds.minX, minY: bounds.minY, maxX: bounds.maxX, maxY: solid.minY),
      PixelRect(minX: bounds.minX, minY: solid.maxY, maxX: bounds.maxX, maxY: bounds.maxY),
      PixelRect(minX: bounds.minX, minY: solid.minY, maxX: solid.minX, maxY: solid.maxY),
      PixelRect(minX: solid.maxX, minY: solid.minY, maxX: bounds.maxX, maxY: solid.maxY),
    ].filter { !$0.isEmpty }
  }

  /// Returns the columns of a row whose pixels are known to be fully covered.
  func wholeColumns(row y: Int) -> Range<Int> {
    if y >= solid.minY && y < solid.maxY { return solid.minX..<solid.maxX }
    if y >= inside.minY && y < inside.maxY { return inside.minX..<inside.maxX }
    guard let masks, masks.count == 4, y >= bounds.minY, y < bounds.maxY else {
      return bounds.minX..<bounds.minX
    }
    let (top, bottom) = (y - bounds.minY, bounds.maxY - 1 - y)
    let left =
      bounds.minX + max(masks[0].firstWhole(inRow: top), masks[2].firstWhole(inRow: bottom))
    let right =
      bounds.maxX - max(masks[1].firstWhole(inRow: top), masks[3].firstWhole(inRow: bottom))
    return left < right ? left..<right : bounds.minX..<bounds.minX
  }

  /// Returns the coverage of a pixel, 0...255.
  func coverage(x: Int, y: Int) -> UInt8 {
    guard let masks else { return UInt8(partOf255: share(x: x, y: y)) }
    guard x >= bounds.minX, x < bounds.maxX, y >= bounds.minY, y < bounds.maxY else { return 0 }
    guard !masks.isEmpty else { return 255 }
    let (left, right) = (x - bounds.minX, bounds.maxX - 1 - x)
    let (top, bottom) = (y - bounds.minY, bounds.maxY - 1 - y)
    // Corners may share a pixel if their radii are fractional.
    return min(
      min(masks[0].coverage(x: left, y: top), masks[1].coverage(x: right, y: top)),
      min(masks[2].coverage(x: left, y: bottom), masks[3].coverage(x: right, y: bottom)))
  }

  /// Writes the coverage of pixels in a row.
  ///
  /// - Parameters:
  ///   - y: The row.
  ///   - columns: The columns.
  ///   - coverage: Receives the coverage from its beginning; it may be longer.
  func cover(row y: Int, columns: Range<Int>, into coverage: inout [UInt8]) {
    let whole = wholeColumns(row: y).clamped(to: columns)
    // Between the corners, all pixels of a row are as far from the upper and lower edge.
    let alike = whole.isEmpty ? (inside.minX..<inside.maxX).clamped(to: columns) : whole
    for x in columns.lowerBound..<alike.lowerBound {
      coverage[x - columns.lowerBound] = self.coverage(x: x, y: y)
    }
    if !alike.isEmpty {
      let share = whole.isEmpty ? self.coverage(x: alike.lowerBound, y: y) : 255
      for x in alike { coverage[x - columns.lowerBound] = share }
    }
    for x in alike.upperBound..<columns.upperBound {
      coverage[x - columns.lowerBound] = self.coverage(x: x, y: y)
    }
  }

  /// Returns the coverage of a pixel from the distances of its center to the edges, 0...1.
  private func share(x: Int, y: Int) -> Double {
    let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(toLocal)
    let (left, right) = (place.x - rect.minX, rect.maxX - place.x)
    let (top, bottom) = (place.y - rect.minY, rect.maxY - place.y)
    if !radii.isZero {
      let corner =
        top < bottom
        ? (left < right ? radii.topLeft : radii.topRight)
        : (left < right ? radii.bottomLeft : radii.bottomRight)
      let (dx, dy) = (corner - min(left, right), corner - min(top, bottom))
      if dx > 0, dy > 0 { return cornerShare(dx, dy, radius: corner, left < right, top < bottom) }
    }
    return overlap(left * reach.width, right * reach.width)
      * overlap(top * reach.height, bottom * reach.height)
  }

  /// Returns the coverage of a pixel between two parallel edges, from its center's signed distances
  /// inside them.
  private func overlap(_ first: Double, _ second: Double) -> Double {
    max(0, min(1, first + 0.5) + min(1, second + 0.5) - 1)
  }

  /// Returns the coverage of a pixel in a corner, from its center's offset to the center of the
  /// arc.
  private func cornerShare(
    _ dx: Double, _ dy: Double, radius: Double, _ isLeft: Bool, _ isTop: Bool
  ) -> Double {
    let square = dx * dx + dy * dy
    // Most pixels are clearly inside or outside, which saves roots and divisions.
    let (inner, outer) = (radius - 0.51 * pixelReach, radius + 0.51 * pixelReach)
    if inner > 0, square < inner * inner { return 1 }
    if square > outer * outer { return 0 }
    let distance = square.squareRoot()
    guard distance > 0 else { return 1 }
    // The gradient of the distance, per pixel.
    let normal = Point(x: (isLeft ? -dx : dx) / distance, y: (isTop ? -dy : dy) / distance)
    let across = normal.x * toLocal.a + normal.y * toLocal.b
    let down = normal.x * toLocal.c + normal.y * toLocal.d
    let slope = (across * across + down * down).squareRoot()
    return min(max((radius - distance) / slope + 0.5, 0), 1)
  }
}

extension UInt8 {
  /// Creates a coverage from a fraction, clamped to 0...1; NaN becomes 0.
  init(partOf255 part: Double) {
    self = part > 0 ? UInt8(Swift.min(part, 1) * 255 + 0.5) : 0
  }
}
