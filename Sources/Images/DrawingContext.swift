public import GalleyGeometry
public import GalleyPixels

/// A drawing context backed by a bitmap, with coordinates in points from its upper left corner.
///
/// A context has one owner, so only one thread uses it at a time; it can be created on any thread.
/// Drawing is clipped to the bitmap, for coordinates of any size, including infinite ones and NaN.
public struct DrawingContext: ~Copyable {
  /// The size, in points.
  public let size: Size
  /// The number of pixels per point.
  public let scale: Double
  /// Whether the finished bitmap is opaque.
  public let isOpaque: Bool

  var bitmap: Bitmap
  /// The clip masks; drawing affects only pixels inside all of them.
  private var clips: [LooseMask] = []

  /// Creates a context that is transparent, or black if it is opaque.
  ///
  /// - Parameters:
  ///   - size: The size in points; the bitmap has the number of whole pixels that fit, and at least
  ///     one in each direction.
  ///   - scale: The number of pixels per point.
  ///   - isOpaque: Whether the finished bitmap is opaque.
  ///   - pool: The pool that provides the memory.
  /// - Throws: `BitmapError.empty` if the size or the scale is not a positive number; other cases
  ///   if the bitmap is too large or cannot be allocated.
  public init(
    size: Size, scale: Double = 1, isOpaque: Bool = false, pool: Bitmap.Pool = .shared
  ) throws(BitmapError) {
    guard size.width > 0, size.height > 0, scale > 0, scale.isFinite else {
      throw .empty(width: 0, height: 0)
    }
    func pixels(_ length: Double) -> Int { Int(max(1, min(length * scale, 1e9))) }
    bitmap = try Bitmap(width: pixels(size.width), height: pixels(size.height), pool: pool)
    if isOpaque { bitmap.fill(with: .black) }
    bitmap.scale = scale
    self.size = size
    self.scale = scale
    self.isOpaque = isOpaque
  }

  /// Finishes drawing and returns the bitmap without copying it.
  public consuming func image() -> Bitmap {
    var bitmap = self.bitmap
    if isOpaque, !bitmap.isOpaque { bitmap.makeOpaque() }
    return bitmap
  }

  /// Returns the color of the pixel at a point; clear outside of the context.
  public func color(at point: Point) -> Color {
    let (x, y) = (point.x * scale, point.y * scale)
    guard x >= 0, y >= 0, x < Double(bitmap.width), y < Double(bitmap.height) else { return .clear }
    return PremultipliedPixel(argb: bitmap.pixel(x: Int(x), y: Int(y))).color
  }

  /// Clears the context to transparent, or to black if it is opaque; clips are ignored.
  public mutating func clear() {
    bitmap.clear()
    if isOpaque { bitmap.fill(with: .black) }
  }

  /// Fills a rectangle with optional rounded corners.
  public mutating func fill(
    _ rect: Rect, corners: CornerRadii = .zero, with color: Color, mode: Bitmap.BlendMode = .normal
  ) {
    let coverage = CornerCoverage(pixels(rect), radii: corners.scaled(by: scale))
    let source = PixelSource.color(PremultipliedPixel(color))
    let pieces = coverage.pieces(in: bitmap.bounds)
    for area in pieces.whole { draw(source, in: area, through: nil, mode: mode) }
    for mask in pieces.partial { draw(source, in: mask.rect, through: mask, mode: mode) }
  }

  /// Fills an ellipse inscribed in a rectangle.
  public mutating func fillEllipse(
    in rect: Rect, with color: Color, mode: Bitmap.BlendMode = .normal
  ) {
    let rect = pixels(rect)
    let area = PixelGrid(scale: 1).pixelsTouched(by: rect).intersection(bitmap.bounds)
    guard !rect.isEmpty, !area.isEmpty else { return }
    var shape = ShapeRasterizer(area)
    shape.addEllipse(in: rect)
    draw(.color(PremultipliedPixel(color)), in: area, through: shape.mask(bias: halfUp), mode: mode)
  }

  /// Fills a path.
  public mutating func fill(_ path: Path, with color: Color, mode: Bitmap.BlendMode = .normal) {
    guard let mask = mask(of: path, in: bitmap.bounds) else { return }
    draw(.color(PremultipliedPixel(color)), in: mask.rect, through: mask, mode: mode)
  }

  /// Calls a closure with an additional clip to a rounded rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - corners: The corner radii.
  ///   - body: The closure that draws.
  /// - Returns: The result of `body`.
  /// - Throws: The error thrown by `body`.
  public mutating func withClip<Result, Failure>(
    to rect: Rect, corners: CornerRadii = .zero,
    _ body: (inout DrawingContext) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let coverage = CornerCoverage(pixels(rect), radii: corners.scaled(by: scale))
    clips.append(coverage.mask(in: coverage.bounds.intersection(bitmap.bounds)))
    defer { clips.removeLast() }
    return try body(&self)
  }

  /// The pixels inside the bounds of all clips.
  var reach: PixelRect {
    clips.reduce(bitmap.bounds) { $0.intersection($1.rect) }
  }

  /// Composites a source within the clips.
  mutating func draw(
    _ source: PixelSource, in area: PixelRect, through mask: LooseMask?, mode: Bitmap.BlendMode
  ) {
    bitmap.compose(source, in: area, through: mask.map { clips + [$0] } ?? clips, mode: mode)
  }

  /// Returns a rectangle in pixels.
  func pixels(_ rect: Rect) -> Rect {
    Rect(
      x: rect.minX * scale, y: rect.minY * scale, width: rect.size.width * scale,
      height: rect.size.height * scale)
  }

  /// Returns the coverage mask of a path, or `nil` if it does not intersect the area.
  func mask(of path: Path, in area: PixelRect) -> LooseMask? {
    let touched = PixelGrid(scale: 1).pixelsTouched(by: pixels(path.bounds))
    let area = touched.intersection(area)
    guard !area.isEmpty else { return nil }
    var shape = ShapeRasterizer(area)
    func place(_ point: Point) -> SIMD2<Double> { SIMD2(point.x, point.y) * scale }
    for element in path.elements {
      switch element {
      case .move(let point): shape.move(to: place(point))
      case .line(let point): shape.line(to: place(point))
      case .curve(let point, let control1, let control2):
        shape.curve(place(control1), place(control2), to: place(point))
      case .close: shape.close()
      }
    }
    return shape.mask(bias: halfUp)
  }
}

/// Slightly more than one half, so that halves round up regardless of the requested area.
private let halfUp = 0.5 + 1e-9
