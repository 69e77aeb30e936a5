internal import GalleyGeometry
internal import GalleyPixels

/// One of the nine parts of a bitmap with a stretchable center.
struct StretchedPart {
  /// The source rectangle, in pixels of the bitmap.
  var source: PixelRect
  /// The destination rectangle, in pixels of the surface.
  var target: PixelRect

  /// Whether the part keeps its width, or its height.
  var keepsWidth: Bool { source.width == target.width }
  var keepsHeight: Bool { source.height == target.height }
}

extension ContentsPlacement {
  /// Returns the nine parts of a bitmap with a stretchable center.
  ///
  /// Returns `nil` unless all their edges fall on pixel boundaries of the surface.
  func parts(in transform: AffineTransform) -> [StretchedPart]? {
    guard let columns, let rows, PixelAlignment(transform).isUpright,
      let across = columns.cuts(from: transform.a * rect.minX + transform.tx, transform.a),
      let down = rows.cuts(from: transform.d * rect.minY + transform.ty, transform.d)
    else { return nil }
    var parts: [StretchedPart] = []
    for (source, target) in down {
      for (column, place) in across where !place.isEmpty && !target.isEmpty {
        parts.append(
          StretchedPart(
            source: PixelRect(
              minX: column.lowerBound, minY: source.lowerBound, maxX: column.upperBound,
              maxY: source.upperBound),
            target: PixelRect(
              minX: place.lowerBound, minY: target.lowerBound, maxX: place.upperBound,
              maxY: target.upperBound)))
      }
    }
    return parts
  }
}

extension Stretch {
  /// Returns the three parts along an axis, if their boundaries are whole pixels.
  fileprivate func cuts(
    from start: Double, _ factor: Double
  ) -> [(source: Range<Int>, target: Range<Int>)]? {
    func whole(_ value: Double) -> Int? {
      let rounded = value.rounded()
      return abs(value - rounded) <= PixelGrid.tolerance && abs(rounded) < 1e9
        ? Int(rounded) : nil
    }
    let from = source.compactMap(whole)
    let to = target.compactMap { whole(start + $0 * factor) }
    guard from.count == 4, to.count == 4 else { return nil }
    for part in [0, 2] where from[part + 1] - from[part] != to[part + 1] - to[part] { return nil }
    return (0..<3).map {
      (from[$0]..<max(from[$0], from[$0 + 1]), to[$0]..<max(to[$0], to[$0 + 1]))
    }
  }
}

extension LayerPainter {
  /// Draws a bitmap with a stretchable center whose parts are aligned to pixels.
  ///
  /// Unstretched parts are copied; stretched parts of uniform rows or columns are filled from one
  /// of them. Other parts are left to sampling, so the result equals sampling everything.
  ///
  /// - Returns: The areas left to sample; `nil` if nothing was drawn.
  mutating func drawStretched(
    _ image: Bitmap, _ placement: ContentsPlacement, in transform: AffineTransform,
    within area: PixelRect
  ) -> [PixelRect]? {
    guard let parts = placement.parts(in: transform) else { return nil }
    var rest: [PixelRect] = []
    for part in parts {
      let place = part.target.intersection(area)
      guard !place.isEmpty else { continue }
      if !draw(part, of: image, within: place) { rest.append(place) }
    }
    return rest
  }

  private mutating func draw(
    _ part: StretchedPart, of image: Bitmap, within place: PixelRect
  ) -> Bool {
    let (source, target) = (part.source, part.target)
    switch (part.keepsWidth, part.keepsHeight) {
    case (true, true):
      surface.draw(
        image, at: (target.minX - source.minX, target.minY - source.minY), within: place,
        opacity: 255)
      return true
    case (true, false):
      guard image.rowsAreAlike(in: source) else { return false }
      for y in place.minY..<place.maxY {
        surface.draw(
          image, at: (target.minX - source.minX, y - source.minY),
          within: PixelRect(minX: place.minX, minY: y, maxX: place.maxX, maxY: y + 1),
          opacity: 255)
      }
      return true
    case (false, true):
      guard image.columnsAreAlike(in: source) else { return false }
      for y in place.minY..<place.maxY {
        surface.draw(
          image.pixel(x: source.minX, y: y - target.minY + source.minY),
          over: PixelRect(minX: place.minX, minY: y, maxX: place.maxX, maxY: y + 1))
      }
      return true
    case (false, false):
      guard image.rowsAreAlike(in: source), image.columnsAreAlike(in: source) else { return false }
      surface.draw(image.pixel(x: source.minX, y: source.minY), over: place)
      return true
    }
  }
}
