public import GalleyGeometry
public import GalleyPixels

/// A bitmap that is being drawn on, in points from its upper left corner.
///
/// A context has one owner, and so belongs to one thread at a time; it can be made on any. What is
/// drawn, however large, far away or not a number, is drawn as far as it is in the bitmap.
public struct DrawingContext: ~Copyable {
  /// The extent, in points.
  public let size: Size
  /// How many pixels stand for a point.
  public let scale: Double
  /// Whether the finished bitmap lets nothing shine through.
  public let isOpaque: Bool

  var bitmap: Bitmap
  /// What lies outside of all of these is not drawn on.
  private var clips: [LooseMask] = []

  /// Makes a context; it is transparent, or black if it is opaque.
  ///
  /// - Parameters:
  ///   - size: The extent in points; the bitmap has as many whole pixels as fit in it, and one at
  ///     least each way.
  ///   - scale: How many pixels stand for a point.
  ///   - isOpaque: Whether the finished bitmap lets nothing shine through.
  ///   - pool: Where the memory comes from and goes back to.
  /// - Throws: `BitmapError.empty` if the size is empty or, like the scale, no positive number;
  ///   other cases if there are too many pixels or there is no memory.
  public init(
    size: Size, scale: Double = 1, isOpaque: Bool = false, pool: BitmapPool = .shared
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

  /// Ends the drawing; the bitmap is handed over, not copied.
  public consuming func image() -> Bitmap {
    var bitmap = self.bitmap
    if isOpaque, !bitmap.isOpaque { bitmap.makeOpaque() }
    return bitmap
  }

  /// The color of the pixel at a point; clear outside of the context.
  public func color(at point: Point) -> Color {
    let (x, y) = (point.x * scale, point.y * scale)
    guard x >= 0, y >= 0, x < Double(bitmap.width), y < Double(bitmap.height) else { return .clear }
    return PremultipliedPixel(argb: bitmap.pixel(x: Int(x), y: Int(y))).color
  }

  /// Makes everything transparent, or black if the context is opaque; clips do not matter.
  public mutating func clear() {
    bitmap.clear()
    if isOpaque { bitmap.fill(with: .black) }
  }

  /// Fills a rectangle, with round corners if some are asked for.
  public mutating func fill(
    _ rect: Rect, corners: CornerRadii = .zero, with color: Color, mode: BlendMode = .normal
  ) {
    let coverage = CornerCoverage(pixels(rect), radii: corners.scaled(by: scale))
    let source = PixelSource.color(PremultipliedPixel(color))
    let pieces = coverage.pieces(in: bitmap.bounds)
    for area in pieces.whole { draw(source, in: area, through: nil, mode: mode) }
    for mask in pieces.partial { draw(source, in: mask.rect, through: mask, mode: mode) }
  }

  /// Fills the ellipse that touches the sides of a rectangle.
  public mutating func fillEllipse(in rect: Rect, with color: Color, mode: BlendMode = .normal) {
    let rect = pixels(rect)
    let area = PixelGrid(scale: 1).pixelsTouched(by: rect).intersection(bitmap.bounds)
    guard !rect.isEmpty, !area.isEmpty else { return }
    var shape = ShapeCoverage(area)
    shape.addEllipse(in: rect)
    draw(
      .color(PremultipliedPixel(color)), in: area, through: shape.mask(bias: halfUp), mode: mode)
  }

  /// Fills what is inside of a path.
  public mutating func fill(_ path: Path, with color: Color, mode: BlendMode = .normal) {
    guard let mask = mask(of: path, in: bitmap.bounds) else { return }
    draw(.color(PremultipliedPixel(color)), in: mask.rect, through: mask, mode: mode)
  }

  /// Draws only inside of a rectangle with round corners, and of clips around this one, for a while.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - corners: The radii of its corners.
  ///   - body: What draws.
  /// - Returns: What `body` gives.
  /// - Throws: What `body` throws.
  public mutating func withClip<Result, Failure>(
    to rect: Rect, corners: CornerRadii = .zero,
    _ body: (inout DrawingContext) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let coverage = CornerCoverage(pixels(rect), radii: corners.scaled(by: scale))
    clips.append(coverage.mask(in: coverage.bounds.intersection(bitmap.bounds)))
    defer { clips.removeLast() }
    return try body(&self)
  }

  /// The pixels that drawing can reach.
  var reach: PixelRect {
    clips.reduce(bitmap.bounds) { $0.intersection($1.rect) }
  }

  /// Draws on pixels, within the clips.
  mutating func draw(
    _ source: PixelSource, in area: PixelRect, through mask: LooseMask?, mode: BlendMode
  ) {
    bitmap.compose(source, in: area, through: mask.map { clips + [$0] } ?? clips, mode: mode)
  }

  /// A rectangle in pixels.
  func pixels(_ rect: Rect) -> Rect {
    Rect(
      x: rect.minX * scale, y: rect.minY * scale, width: rect.size.width * scale,
      height: rect.size.height * scale)
  }

  /// How much of each pixel a path takes; `nil` if it takes nothing of the area.
  func mask(of path: Path, in area: PixelRect) -> LooseMask? {
    let touched = PixelGrid(scale: 1).pixelsTouched(by: pixels(path.bounds))
    let area = touched.intersection(area)
    guard !area.isEmpty else { return nil }
    var shape = ShapeCoverage(area)
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

/// Halves of a level go up, whichever pixels are asked for.
private let halfUp = 0.5 + 1e-9
