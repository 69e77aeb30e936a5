internal import GalleyGeometry
internal import GalleyPixels

/// A surface that shapes are filled on: a bitmap or the page of a document.
///
/// Coordinates are in points, relative to the layout.
protocol ShapeTarget: ~Copyable {
  /// Returns the nearest rectangle aligned to pixels.
  func sharp(_ rect: Rect) -> Rect

  /// Fills a rectangle aligned to pixels.
  mutating func fill(_ rect: Rect, with color: Color)

  /// Fills a path.
  mutating func fill(_ path: Path, with color: Color)

  /// Fills a rounded rectangle aligned to pixels.
  mutating func fill(_ rect: Rect, radius: Double, with color: Color)
}

extension ShapeTarget where Self: ~Copyable {
  mutating func fill(_ rect: Rect, radius: Double, with color: Color) {
    fill(Path(roundedRect: rect, radius: radius), with: color)
  }
}

extension PaintCanvas: ShapeTarget {
  func sharp(_ rect: Rect) -> Rect {
    let (left, top) = (place(column: column(rect.minX)), place(row: row(rect.minY)))
    return Rect(
      x: left, y: top, width: place(column: column(rect.maxX)) - left,
      height: place(row: row(rect.maxY)) - top)
  }

  /// Returns the x coordinate of a column's left edge, in points relative to the layout.
  private func place(column: Int) -> Double { Double(column - shiftX) / grid.scale - origin.x }

  /// Returns the y coordinate of a row's top edge, in points relative to the layout.
  private func place(row: Int) -> Double { Double(row - shiftY) / grid.scale - origin.y }

  /// Returns the position of a point on the bitmap, in pixels.
  func pixels(_ point: Point) -> SIMD2<Double> {
    SIMD2(
      (point.x + origin.x) * grid.scale + Double(shiftX),
      (point.y + origin.y) * grid.scale + Double(shiftY))
  }

  /// Returns the pixels that a rectangle touches.
  func pixelsTouched(by rect: Rect) -> PixelRect {
    let (low, high) = (pixels(rect.origin), pixels(Point(x: rect.maxX, y: rect.maxY)))
    return PixelGrid(scale: 1).pixelsTouched(
      by: Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y))
  }

  /// Returns the pixels whose edges are nearest to those of a rectangle.
  private func pixels(nearest rect: Rect) -> PixelRect {
    PixelRect(
      minX: column(rect.minX), minY: row(rect.minY), maxX: column(rect.maxX), maxY: row(rect.maxY))
  }

  mutating func fill(_ rect: Rect, with color: Color) { fill(pixels(nearest: rect), with: color) }

  mutating func fill(_ path: Path, with color: Color) {
    guard !path.isEmpty, color.alpha > 0 else { return }
    var batch = CoverageBatch()
    add(path, to: &batch)
    draw(&batch, color: color)
  }

  mutating func fill(_ rect: Rect, radius: Double, with color: Color) {
    let corner = (min(radius, rect.size.width / 2, rect.size.height / 2) * grid.scale).rounded(.up)
    let area = pixels(nearest: rect)
    guard color.alpha > 0, !area.isEmpty else { return }
    guard !isMeasuring, corner >= 1, 2 * Int(corner) < min(area.width, area.height) else {
      return fill(Path(roundedRect: rect, radius: radius), with: color)
    }
    // Most of the area is a cross of rectangles; only the corners are curves.
    let side = Int(corner)
    var batch = CoverageBatch()
    batch.add(
      PixelRect(minX: area.minX + side, minY: area.minY, maxX: area.maxX - side, maxY: area.maxY))
    batch.add(
      PixelRect(minX: area.minX, minY: area.minY + side, maxX: area.maxX, maxY: area.maxY - side))
    let path = Path(roundedRect: rect, radius: radius)
    for x in [area.minX, area.maxX - side] {
      for y in [area.minY, area.maxY - side] {
        add(path, to: &batch, within: PixelRect(minX: x, minY: y, maxX: x + side, maxY: y + side))
      }
    }
    draw(&batch, color: color)
  }

  /// Adds the inside of a path to a batch, within some pixels or everywhere.
  func add(_ path: Path, to batch: inout CoverageBatch, within limits: PixelRect? = nil) {
    let touched = pixelsTouched(by: path.bounds)
    if isMeasuring { return batch.add(touched) }
    let area = touched.intersection(limits ?? bounds).intersection(bounds)
    guard !area.isEmpty else { return }
    var shape = ShapeRasterizer(area)
    for element in path.elements {
      switch element {
      case .move(let point): shape.move(to: pixels(point))
      case .line(let point): shape.line(to: pixels(point))
      case .curve(let point, let control1, let control2):
        shape.curve(pixels(control1), pixels(control2), to: pixels(point))
      case .close: shape.close()
      }
    }
    batch.add(shape.mask())
  }
}
