public import GalleyGeometry
public import GalleyPixels

/// How an image stands in a rectangle of another aspect.
public enum ImageFitting: Hashable, Sendable, CaseIterable {
  /// Stretched to the rectangle.
  case stretch
  /// As large as fits, in the middle.
  case aspectFit
  /// As small as covers the rectangle, in the middle, and cut off at its edges.
  case aspectFill
  /// In its own size, in the middle, and cut off at the rectangle's edges.
  case center
}

/// How an image's pixels become those of a context.
public enum ImageQuality: Hashable, Sendable {
  /// Each pixel is the image's at its middle.
  case nearest
  /// Each pixel is the mean of what it shows of the image.
  case smooth
}

/// How an image is drawn.
public struct ImageDrawing: Hashable, Sendable {
  /// How the image stands in its rectangle.
  public var fitting: ImageFitting
  /// How its pixels become those of the context.
  public var quality = ImageQuality.smooth
  /// How they are combined with what is there.
  public var mode = BlendMode.normal
  /// The color that the image has instead of its own, as far as it is opaque; `nil` for its own.
  public var tint: Color?

  /// Says how an image is drawn.
  public init(
    _ fitting: ImageFitting = .stretch, quality: ImageQuality = .smooth,
    mode: BlendMode = .normal, tint: Color? = nil
  ) {
    self.fitting = fitting
    self.quality = quality
    self.mode = mode
    self.tint = tint
  }
}

extension DrawingContext {
  /// Draws an image in a rectangle.
  ///
  /// - Parameters:
  ///   - image: The image; its own size is that of its pixels over its scale.
  ///   - rect: Where it is drawn, in points.
  ///   - drawing: How it is drawn.
  /// - Throws: `BitmapError` if there is no memory for the image at its new size.
  /// - Complexity: O(*n* + *m*) for *n* pixels of the image and *m* of the rectangle.
  public mutating func draw(
    _ image: Bitmap, in rect: Rect, _ drawing: ImageDrawing = ImageDrawing()
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
    // Pixels that an edge covers in part have only a part of the image, which is right on top of
    // others; in place of others there is no right, so there are none.
    let grid = PixelGrid(scale: 1)
    let target =
      drawing.mode == .normal
      ? pixels(visible) : grid.snapped(pixels(visible)).rect(onGridOf: grid)
    if drawing.tint == nil, let from = PixelGrid.whole(part), let to = PixelGrid.whole(target),
      from.width == to.width, from.height == to.height
    {
      // Each pixel stays as it is.
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

  /// Fills a rectangle with colors that change along a line.
  ///
  /// - Parameters:
  ///   - rect: What is filled.
  ///   - corners: The radii of its corners.
  ///   - gradient: The colors.
  ///   - mode: How they are combined with what is there.
  /// - Throws: `BitmapError` if there is no memory for them.
  public mutating func fill(
    _ rect: Rect, corners: CornerRadii = .zero, with gradient: LinearGradient,
    mode: BlendMode = .normal
  ) throws(BitmapError) {
    let coverage = CornerCoverage(pixels(rect), radii: corners.scaled(by: scale))
    let area = coverage.bounds.intersection(reach)
    guard !area.isEmpty, let colors = gradient.table else { return }
    func place(_ point: Point) -> Point {
      Point(x: point.x * scale - Double(area.minX), y: point.y * scale - Double(area.minY))
    }
    let picture = try Bitmap(
      gradientOf: (area.width, area.height), from: place(gradient.start), to: place(gradient.end),
      colors: colors)
    let source = PixelSource.bitmap(picture, x: area.minX, y: area.minY)
    let pieces = coverage.pieces(in: area)
    for area in pieces.whole { draw(source, in: area, through: nil, mode: mode) }
    for mask in pieces.partial { draw(source, in: mask.rect, through: mask, mode: mode) }
  }
}

extension ImageFitting {
  /// Where an image of a size stands, in points; it may reach out of the rectangle.
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
