public import GalleyGeometry
public import GalleyPixels

/// Whose colors an image is shown in.
public enum ImageRendering: Hashable, Sendable {
  /// Its own, whatever the tint around it is.
  case original
  /// Those of a tint, as far as the image is opaque; its own if there is no tint.
  case template(Color?)

  /// What becomes of an image under a tint.
  public init(isTemplate: Bool, tint: Color?) {
    self = isTemplate ? .template(tint) : .original
  }

  /// The color that the image has instead of its own; `nil` for its own.
  var tint: Color? {
    if case .template(let tint) = self { tint } else { nil }
  }
}

/// How an image becomes the bitmap of a place on the screen.
///
/// Recipes that are equal make the same bitmap of the same image, so a place is drawn again only if
/// its recipe changes. All of it is in pixels.
public struct ImageRecipe: Hashable, Sendable {
  /// The size of the place, in pixels.
  public var bounds: Size
  /// How the image stands in the place; `nil` keeps the image in its own size, for whoever shows it
  /// to stretch.
  public var fitting: ImageFitting?
  /// What else is wanted of the bitmap's size.
  public var options = ImageBackingOptions()
  /// Whether the bitmap lets nothing shine through.
  public var isOpaque = false
  /// The color below the image; `nil` for none.
  public var backgroundColor: Color?
  /// Whether it is no error that pixels are missing at the end of the file.
  public var allowsPartial = false
  /// Whose colors the image is shown in.
  public var rendering = ImageRendering.original
  /// What is done to the finished bitmap; `nil` for nothing.
  public var modification: ImageModification?

  /// Makes a recipe.
  public init(bounds: Size, fitting: ImageFitting?) {
    self.bounds = bounds
    self.fitting = fitting
  }

  /// In how many pixels an image is kept, and where it stands in them; `nil` if there are none.
  public func backing(for header: ImageHeader) -> ImageBacking? {
    let own = Size(width: Double(header.width), height: Double(header.height))
    guard let fitting else { return ImageBacking(image: own, bounds: own, fitting: .stretch) }
    return ImageBacking(image: own, bounds: bounds, fitting: fitting, options: options)
  }

  /// What the bitmap of an image is shared by; `nil` if there is none.
  public func key(for source: ImageSource) -> SharedImageKey? {
    guard let backing = backing(for: source.header) else { return nil }
    var key = SharedImageKey(source, backing)
    key.isOpaque = isOpaque
    key.backgroundColor = backgroundColor
    key.rendering = rendering
    key.modification = modification
    return key
  }

  /// Makes the bitmap, on any thread.
  ///
  /// - Parameters:
  ///   - source: The image.
  ///   - pool: Where the memory comes from and goes back to.
  ///   - isStale: Whether the bitmap is not wanted any more; asked before each step.
  /// - Returns: The bitmap; `nil` if there are no pixels, or it is not wanted.
  /// - Throws: ``ImageError``.
  public func bitmap(
    of source: ImageSource, pool: BitmapPool = .shared, isStale: () -> Bool = { false }
  ) throws(ImageError) -> Bitmap? {
    try image(of: source, pool: pool, isStale: isStale)?.bitmap
  }

  /// Makes the bitmap, as ``bitmap(of:pool:isStale:)`` does, and says whether it is complete.
  package func image(
    of source: ImageSource, pool: BitmapPool = .shared, isStale: () -> Bool = { false }
  ) throws(ImageError) -> DecodedImage? {
    guard let backing = backing(for: source.header), !isStale() else { return nil }
    let place = backing.drawRect
    let wanted = PixelSize(
      width: Int(place.size.width.rounded(.up)), height: Int(place.size.height.rounded(.up)))
    let request = ImageRequest(size: wanted, mode: .atLeast, allowsPartial: allowsPartial)
    let image = try source.decode(request, pool: pool)
    guard !isStale() else { return nil }
    do throws(BitmapError) {
      let drawn = try draw(image, backing, pool: pool)
      let changed = modification.map { isStale() ? nil : $0.body(drawn) } ?? drawn
      guard let bitmap = changed, !isStale() else { return nil }
      return DecodedImage(bitmap: bitmap, isOpaque: isOpaque, isComplete: image.isComplete)
    } catch {
      throw .bitmap(error)
    }
  }

  private func draw(
    _ image: DecodedImage, _ backing: ImageBacking, pool: BitmapPool
  ) throws(BitmapError) -> Bitmap {
    let isBare = image.isOpaque || !isOpaque && backgroundColor == nil
    if isBare, rendering.tint == nil, let bitmap = try image.bitmap.filling(backing, pool: pool) {
      return bitmap
    }
    let size = Size(width: Double(backing.size.width), height: Double(backing.size.height))
    var context = try DrawingContext(size: size, isOpaque: isOpaque, pool: pool)
    if let backgroundColor {
      context.fill(Rect(origin: .zero, size: size), with: backgroundColor)
    }
    try context.draw(image.bitmap, in: backing.drawRect, ImageDrawing(tint: rendering.tint))
    return context.image()
  }
}

extension Bitmap {
  /// The image as a place shows it; `nil` if it does not cover all of the place.
  fileprivate func filling(
    _ backing: ImageBacking, pool: BitmapPool
  ) throws(BitmapError) -> Bitmap? {
    let rect = backing.drawRect
    let place = Rect(
      x: 0, y: 0, width: Double(backing.size.width), height: Double(backing.size.height))
    // Less than can be told in the last of its 255 steps.
    let slack = 1e-4
    guard rect.minX <= slack, rect.minY <= slack, rect.maxX >= place.maxX - slack,
      rect.maxY >= place.maxY - slack
    else { return nil }
    let across = Double(width) / rect.size.width
    let down = Double(height) / rect.size.height
    let part = Rect(
      x: -rect.minX * across, y: -rect.minY * down, width: place.size.width * across,
      height: place.size.height * down)
    if let whole = PixelGrid.whole(part), whole.width == backing.size.width,
      whole.height == backing.size.height, whole.intersection(bounds) == whole
    {
      return whole == bounds ? self : try copy(of: whole)
    }
    let clip = PixelRect(
      minX: 0, minY: 0, maxX: backing.size.width, maxY: backing.size.height)
    return try scaled(part, to: place, clip: clip, pool: pool)?.bitmap
  }
}
