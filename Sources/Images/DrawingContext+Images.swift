public import GalleyGeometry
public import GalleyPixels

/// The fitting of an image in a rectangle of another aspect.
public enum ImageFitting: Hashable, Sendable, CaseIterable {
  /// Stretches the image to the rectangle.
  case stretch
  /// Scales the image to fit inside the rectangle, centered.
  case aspectFit
  /// Scales the image to cover the rectangle, centered and clipped.
  case aspectFill
  /// Keeps the image's own size, centered and clipped.
  case center
}

extension DrawingContext {
  /// The sampling of a scaled image.
  public enum ImageQuality: Hashable, Sendable {
    /// Each pixel is that of the image at its center.
    case nearest
    /// Each pixel is the mean of the area that it covers.
    case smooth
  }

  /// The options of drawing an image.
  public struct ImageOptions: Hashable, Sendable {
    /// The fitting of the image in its rectangle.
    public var fitting: ImageFitting
    /// The sampling.
    public var quality = ImageQuality.smooth
    /// The blend mode.
    public var mode = Bitmap.BlendMode.normal
    /// The color that replaces the image's own, keeping its opacity; `nil` for none.
    public var tint: Color?

    /// Creates drawing options.
    public init(
      _ fitting: ImageFitting = .stretch, quality: ImageQuality = .smooth,
      mode: Bitmap.BlendMode = .normal, tint: Color? = nil
    ) {
      self.fitting = fitting
      self.quality = quality
      self.mode = mode
      self.tint = tint
    }
  }
}

extension DrawingContext {
  /// Draws an image in a rectangle.
  ///
  /// - Parameters:
  ///   - image: The image; its size in points is that in pixels divided by its scale.
  ///   - rect: The rectangle, in points.
  ///   - drawing: The drawing options.
  /// - Throws: `BitmapError` if the scaled image cannot be allocated.
  /// - Complexity: O(*n* + *m*) for *n* pixels of the image and *m* pixels of the rectangle.
  public mutating func draw(
    _ image: Bitmap, in rect: Rect, _ drawing: ImageOptions = ImageOptions()
  ) throws(BitmapError) {
    let whole = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
    let density = image.scale > 0 && image.scale.isFinite ? image.scale : 1
    let size = Size(width: whole.size.width / density, height: whole.size.height / density)
    let place = drawing.fitting.rect(for: size, in: rect)
    let visible = place.intersection(rect)
    guard place.size.width > 0, place.size.height > 0, !visible.isEmpty else { return }
    let across = whole.size.width / place.size.width
    let down = whole.size.height / place.size.height
    let part = Rect(
      x: (visible.minX - place.minX) * across, y: (visible.minY - place.minY) * down,
      width: visible.size.width * across, height: visible.size.height * down)
    // A pixel covered in part by an edge is antialiased in normal mode. Other modes have no
    // meaningful partial coverage, so the edges are snapped to the grid.
    let grid = PixelGrid(scale: 1)
    let target =
      drawing.mode == .normal
      ? pixels(visible) : grid.snapped(pixels(visible)).rect(onGridOf: grid)
    if drawing.tint == nil, let from = PixelGrid.whole(part), let to = PixelGrid.whole(target),
      from.width == to.width, from.height == to.height
    {
      // No scaling: pixels are copied one to one.
      let source = PixelSource.bitmap(image, x: to.minX - from.minX, y: to.minY - from.minY)
      return draw(source, in: to.intersection(reach), through: nil, mode: drawing.mode)
    }
    let scaled = try image.scaled(
      part, to: target, clip: reach, filter: drawing.quality == .nearest ? .nearest : .smooth)
    guard let (bitmap, x, y) = scaled else { return }
    let area = bitmap.bounds.offset(x: x, y: y)
    guard let tint = drawing.tint else {
      return draw(.bitmap(bitmap, x: x, y: y), in: area, through: nil, mode: drawing.mode)
    }
    let mask = bitmap.opacityMask(x: x, y: y)
    draw(.color(PremultipliedPixel(tint)), in: area, through: mask, mode: drawing.mode)
  }

  /// Fills a rectangle with a linear gradient.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - corners: The corner radii.
  ///   - gradient: The gradient.
  ///   - mode: The blend mode.
  /// - Throws: `BitmapError` if the gradient cannot be allocated.
  public mutating func fill(
    _ rect: Rect, corners: CornerRadii = .zero, with gradient: LinearGradient,
    mode: Bitmap.BlendMode = .normal
  ) throws(BitmapError) {
    let coverage = CornerCoverage(pixels(rect), radii: corners.scaled(by: scale))
    let area = coverage.bounds.intersection(reach)
    guard !area.isEmpty, let colors = gradient.table else { return }
    func place(_ point: Point) -> Point {
      Point(x: point.x * scale - Double(area.minX), y: point.y * scale - Double(area.minY))
    }
    let image = try Bitmap(
      gradientOf: (area.width, area.height), from: place(gradient.start), to: place(gradient.end),
      colors: colors)
    let source = PixelSource.bitmap(image, x: area.minX, y: area.minY)
    let pieces = coverage.pieces(in: area)
    for area in pieces.whole { draw(source, in: area, through: nil, mode: mode) }
    for mask in pieces.partial { draw(source, in: mask.rect, through: mask, mode: mode) }
  }
}

extension ImageFitting {
  /// Returns the rectangle of an image, in points; it may extend beyond `rect`.
  public func rect(for size: Size, in rect: Rect) -> Rect {
    guard !size.isEmpty, !rect.isEmpty else { return .zero }
    let (across, down) = (rect.size.width / size.width, rect.size.height / size.height)
    let factor: Double
    switch self {
    case .stretch: return rect
    case .aspectFit: factor = min(across, down)
    case .aspectFill: factor = max(across, down)
    case .center: factor = 1
    }
    let (width, height) = (size.width * factor, size.height * factor)
    return Rect(
      x: rect.minX + (rect.size.width - width) / 2, y: rect.minY + (rect.size.height - height) / 2,
      width: width, height: height)
  }
}
