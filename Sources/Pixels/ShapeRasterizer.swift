package import GalleyGeometry

/// A rasterizer of polygons with exact area coverage.
///
/// The coverage of a pixel is the area inside the shape, in steps of 1/255: each edge adds the area
/// between it and the right end of its row, and the running sum from the left is the coverage.
/// Overlapping outlines must have the same winding direction; a hole has the opposite one.
package struct ShapeRasterizer {
  private let area: PixelRect
  /// The change of coverage at each pixel, from left to right; each row has two extra elements.
  private var changes: [Double]
  private var first: SIMD2<Double>?
  private var last = SIMD2<Double>()

  /// Creates a rasterizer for the part of a shape inside `area`.
  package init(_ area: PixelRect) {
    self.area = area
    changes = [Double](repeating: 0, count: (area.width + 2) * area.height)
  }

  /// Starts a new outline, closing the current one.
  package mutating func move(to point: SIMD2<Double>) {
    close()
    first = local(point)
    last = local(point)
  }

  /// Adds a line.
  package mutating func line(to point: SIMD2<Double>) {
    let point = local(point)
    addSide(last, point)
    last = point
  }

  /// Adds a cubic curve.
  package mutating func curve(
    _ control1: SIMD2<Double>, _ control2: SIMD2<Double>, to end: SIMD2<Double>
  ) {
    let start = last + SIMD2(Double(area.minX), Double(area.minY))
    // Enough segments to approximate a quarter circle to 1/20 pixel.
    let reach = (control1 - start).length + (control2 - control1).length + (end - control2).length
    let count = reach < 4096 ? 2 + Int((reach * 4).squareRoot()) : 130
    for step in 1...count {
      let t = Double(step) / Double(count)
      let u = 1 - t
      let near = start * (u * u * u) + control1 * (3 * u * u * t)
      line(to: near + control2 * (3 * u * t * t) + end * (t * t * t))
    }
  }

  /// Closes the current outline.
  package mutating func close() {
    guard let first else { return }
    addSide(last, first)
    last = first
    self.first = nil
  }

  /// Adds an ellipse inscribed in a rectangle.
  package mutating func addEllipse(in rect: Rect) {
    let center = SIMD2(rect.minX + rect.size.width / 2, rect.minY + rect.size.height / 2)
    let (radiusX, radiusY) = (rect.size.width / 2, rect.size.height / 2)
    let arm = 0.552_284_75
    func point(_ x: Double, _ y: Double) -> SIMD2<Double> {
      center + SIMD2(x * radiusX, y * radiusY)
    }
    move(to: point(1, 0))
    curve(point(1, arm), point(arm, 1), to: point(0, 1))
    curve(point(-arm, 1), point(-1, arm), to: point(-1, 0))
    curve(point(-1, -arm), point(-arm, -1), to: point(0, -1))
    curve(point(arm, -1), point(1, -arm), to: point(1, 0))
    close()
  }

  /// Returns the coverage of the area; `bias` is added to a coverage of 0 to 255 before truncation.
  ///
  /// Slightly more than one half makes halves round up, regardless of the area that the sums depend
  /// on.
  package consuming func mask(bias: Double = 0.5) -> LooseMask {
    close()
    var coverage: [UInt8] = []
    coverage.reserveCapacity(area.width * area.height)
    for y in 0..<area.height {
      var sum = 0.0
      let row = y * (area.width + 2)
      for x in 0..<area.width {
        sum += changes[row + x]
        coverage.append(UInt8(min(1, abs(sum)) * 255 + bias))
      }
    }
    return LooseMask(area, coverage: coverage)
  }

  private func local(_ point: SIMD2<Double>) -> SIMD2<Double> {
    // NaN and coordinates beyond any bitmap would spoil every sum.
    func bounded(_ value: Double) -> Double {
      value.isNaN ? 0 : min(max(value, -Self.farthest), Self.farthest)
    }
    return SIMD2(bounded(point.x - Double(area.minX)), bounded(point.y - Double(area.minY)))
  }

  private static let farthest = Double(1 << 24)

  /// Adds an edge, row by row.
  private mutating func addSide(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
    guard from.y != to.y else { return }
    let (top, bottom) = from.y < to.y ? (from, to) : (to, from)
    let sign = from.y < to.y ? 1.0 : -1.0
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    let start = max(0, top.y)
    let end = min(Double(area.height), bottom.y)
    guard start < end else { return }
    var y = start
    var row = Int(start)
    while y < end {
      let next = min(Double(row + 1), end)
      addPiece(
        row, x: (top.x + (y - top.y) * slope, top.x + (next - top.y) * slope),
        height: (next - y) * sign)
      y = next
      row += 1
    }
  }

  /// Adds the part of an edge in one row, split where it leaves the area.
  private mutating func addPiece(_ row: Int, x: (Double, Double), height: Double) {
    let (left, right) = x.0 < x.1 ? x : (x.1, x.0)
    let width = Double(area.width)
    guard left < 0 || right > width else {
      return addInside(row, left, right, height: height)
    }
    if right <= 0 { return addInside(row, 0, 0, height: height) }
    guard left < width else { return }
    let part = height / (right - left)
    if left < 0 { addInside(row, 0, 0, height: -left * part) }
    let (start, end) = (max(0, left), min(width, right))
    addInside(row, start, end, height: (end - start) * part)
  }

  private mutating func addInside(_ row: Int, _ left: Double, _ right: Double, height: Double) {
    let base = row * (area.width + 2)
    let firstColumn = Int(left)
    let lastColumn = max(firstColumn, Int(right.rounded(.up)) - 1)
    if firstColumn == lastColumn {
      // The part of the pixel to the right of the edge.
      let share = 1 - ((left + right) / 2 - Double(firstColumn))
      changes[base + firstColumn] += height * share
      changes[base + firstColumn + 1] += height * (1 - share)
      return
    }
    let part = height / (right - left)
    var covered = 0.0
    for column in firstColumn...lastColumn {
      let (from, to) = (max(left, Double(column)), min(right, Double(column + 1)))
      // The area to the right of the edge at the end of the column, minus that of the previous
      // columns.
      let fresh = (to - from) * part * (1 - ((from + to) / 2 - Double(column)))
      let before = (from - left) * part
      changes[base + column] += before + fresh - covered
      covered = before + fresh
    }
    changes[base + lastColumn + 1] += height - covered
  }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}
