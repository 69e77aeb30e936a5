package import GalleyGeometry

/// The coverage of pixels by a rounded rectangle.
///
/// If the rectangle is on the pixel grid, its corners are those of `CornerMask`.
package struct CornerCoverage: Hashable, Sendable {
  /// The rectangle, in pixels; it may be off the grid.
  package let rect: Rect
  /// The corner radii in pixels, reduced where two do not fit on a side.
  package let radii: CornerRadii

  /// Creates the coverage of a rectangle; a rectangle that is not finite covers nothing.
  package init(_ rect: Rect, radii: CornerRadii) {
    let numbers = [rect.minX, rect.minY, rect.size.width, rect.size.height]
    self.rect = numbers.allSatisfy(\.isFinite) && !rect.isEmpty ? rect : .zero
    self.radii = radii.isValid ? radii.fitted(to: self.rect.size) : .zero
  }

  /// The pixels that the rectangle touches.
  package var bounds: PixelRect {
    rect.isEmpty ? .empty : PixelGrid(scale: 1).pixelsTouched(by: rect)
  }

  /// Returns the coverage of each pixel of an area.
  ///
  /// - Complexity: O(*n*), where *n* is the number of pixels in the area.
  package func mask(in area: PixelRect) -> LooseMask {
    let area = area.isEmpty ? .empty : area
    guard !rect.isEmpty, !area.isEmpty else {
      return LooseMask(area, coverage: Array(repeating: 0, count: area.width * area.height))
    }
    guard isOnGrid else {
      var shape = ShapeRasterizer(area)
      addOutline(to: &shape)
      return shape.mask(bias: 0.5 + 1e-9)
    }
    let masks = CornerMask.Corner.allCases.map { CornerMask(radius: radii[$0], scale: 1) }
    let bounds = bounds
    var coverage: [UInt8] = []
    coverage.reserveCapacity(area.width * area.height)
    for y in area.minY..<area.maxY {
      let (top, bottom) = (y - bounds.minY, bounds.maxY - 1 - y)
      for x in area.minX..<area.maxX {
        let (left, right) = (x - bounds.minX, bounds.maxX - 1 - x)
        // Corners with fractional radii may share a pixel.
        let share = min(
          masks[0].coverage(x: left, y: top), masks[1].coverage(x: right, y: top),
          masks[2].coverage(x: left, y: bottom), masks[3].coverage(x: right, y: bottom))
        coverage.append(share)
      }
    }
    return LooseMask(area, coverage: coverage)
  }

  /// Whether the rectangle is on the pixel grid.
  private var isOnGrid: Bool {
    [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy { $0 == $0.rounded() }
  }

  /// Returns the fully covered pixels of an area, and the coverage of the partial ones.
  ///
  /// - Returns: Disjoint rectangles and masks; all other pixels are not covered.
  package func pieces(in area: PixelRect) -> (whole: [PixelRect], partial: [LooseMask]) {
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return ([], []) }
    guard let corners = cornerBlocks else { return ([], [mask(in: area)]) }
    var whole: [PixelRect] = []
    var y = bounds.minY
    // Bands of rows with the same corners.
    let edges = Set(corners.flatMap { [$0.minY, $0.maxY] } + [bounds.maxY]).sorted()
    for next in edges where next > y {
      var band = PixelRect(minX: bounds.minX, minY: y, maxX: bounds.maxX, maxY: next)
      for corner in corners where corner.minY <= y && corner.maxY >= next {
        if corner.minX == bounds.minX { band.minX = max(band.minX, corner.maxX) }
        if corner.maxX == bounds.maxX { band.maxX = min(band.maxX, corner.minX) }
      }
      let part = band.intersection(area)
      if !part.isEmpty { whole.append(part) }
      y = next
    }
    let partial = corners.map { $0.intersection(area) }.filter { !$0.isEmpty }
    return (whole, partial.map { mask(in: $0) })
  }

  /// The blocks of the rounded corners, or `nil` if other pixels are partial too or corners
  /// overlap.
  private var cornerBlocks: [PixelRect]? {
    guard isOnGrid else { return nil }
    let bounds = bounds
    func side(_ radius: Double) -> Int { Int(min(radius, 16_777_216).rounded(.up)) }
    let (topLeft, topRight) = (side(radii.topLeft), side(radii.topRight))
    let (bottomLeft, bottomRight) = (side(radii.bottomLeft), side(radii.bottomRight))
    guard max(topLeft + topRight, bottomLeft + bottomRight) <= bounds.width,
      max(topLeft + bottomLeft, topRight + bottomRight) <= bounds.height,
      topLeft + bottomRight <= max(bounds.width, bounds.height),
      topRight + bottomLeft <= max(bounds.width, bounds.height)
    else { return nil }
    let (minX, minY, maxX, maxY) = (bounds.minX, bounds.minY, bounds.maxX, bounds.maxY)
    return [
      PixelRect(minX: minX, minY: minY, maxX: minX + topLeft, maxY: minY + topLeft),
      PixelRect(minX: maxX - topRight, minY: minY, maxX: maxX, maxY: minY + topRight),
      PixelRect(minX: minX, minY: maxY - bottomLeft, maxX: minX + bottomLeft, maxY: maxY),
      PixelRect(minX: maxX - bottomRight, minY: maxY - bottomRight, maxX: maxX, maxY: maxY),
    ].filter { !$0.isEmpty }
  }

  /// Adds the clockwise outline of the rectangle.
  private func addOutline(to shape: inout ShapeRasterizer) {
    let arm = 1 - 0.552_284_749_830_793_4
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    var radius = radii.topLeft
    shape.move(to: SIMD2(left, top + radius))
    shape.curve(
      SIMD2(left, top + radius * arm), SIMD2(left + radius * arm, top),
      to: SIMD2(left + radius, top))
    radius = radii.topRight
    shape.line(to: SIMD2(right - radius, top))
    shape.curve(
      SIMD2(right - radius * arm, top), SIMD2(right, top + radius * arm),
      to: SIMD2(right, top + radius))
    radius = radii.bottomRight
    shape.line(to: SIMD2(right, bottom - radius))
    shape.curve(
      SIMD2(right, bottom - radius * arm), SIMD2(right - radius * arm, bottom),
      to: SIMD2(right - radius, bottom))
    radius = radii.bottomLeft
    shape.line(to: SIMD2(left + radius, bottom))
    shape.curve(
      SIMD2(left + radius * arm, bottom), SIMD2(left, bottom - radius * arm),
      to: SIMD2(left, bottom - radius))
    shape.close()
  }
}
