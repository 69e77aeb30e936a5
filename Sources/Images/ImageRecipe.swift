public import GalleyGeometry
public import GalleyPixels

/// The parameters by which an image becomes a bitmap for display.
///
/// Equal recipes produce the same bitmap from the same image, so a view is redrawn only if its
/// recipe changes. All sizes are in pixels.
public struct ImageRecipe: Hashable, Sendable {
  /// The size of the view, in pixels.
  public var bounds: Size
  /// The fitting of the image; `nil` keeps the image's own size, to be stretched at display time.
  public var fitting: ImageFitting?
  /// Additional options of the bitmap's size.
  public var options = BackingOptions()
  /// Whether the bitmap is opaque.
  public var isOpaque = false
  /// The color behind the image; `nil` for none.
  public var backgroundColor: Color?
  /// Whether a truncated file is accepted.
  public var allowsPartial = false
  /// The colors that the image is shown in.
  public var rendering = Rendering.original
  /// A modification of the finished bitmap; `nil` for none.
  public var modification: Modification?

  /// Creates a recipe.
  public init(bounds: Size, fitting: ImageFitting?) {
    self.bounds = bounds
    self.fitting = fitting
  }

  /// Returns the bitmap size of an image and its position in the bitmap, or `nil` if it is empty.
  package func backing(for header: ImageHeader) -> Backing? {
    let own = Size(width: Double(header.width), height: Double(header.height))
    guard let fitting else { return Backing(image: own, bounds: own, fitting: .stretch) }
    return Backing(image: own, bounds: bounds, fitting: fitting, options: options)
  }

  /// Returns the key by which the bitmap of an image is shared, or `nil` if it is empty.
  package func key(for source: ImageSource) -> Key? {
    backing(for: source.header).map { backing in
      Key(
        source: source, backing: backing, isOpaque: isOpaque, backgroundColor: backgroundColor,
        rendering: rendering, modification: modification)
    }
  }

  /// Creates the bitmap, on any thread.
  ///
  /// - Parameters:
  ///   - source: The image.
  ///   - pool: The pool that provides the memory.
  ///   - isStale: Returns whether the bitmap is no longer needed; called before each step.
  /// - Returns: The bitmap, or `nil` if it is empty or no longer needed.
  /// - Throws: ``ImageError``.
  public func bitmap(
    of source: ImageSource, pool: Bitmap.Pool = .shared, isStale: () -> Bool = { false }
  ) throws(ImageError) -> Bitmap? {
    try image(of: source, pool: pool, isStale: isStale)?.bitmap
  }

  /// Creates the bitmap like ``bitmap(of:pool:isStale:)``, and reports whether it is complete.
  package func image(
    of source: ImageSource, pool: Bitmap.Pool = .shared, isStale: () -> Bool = { false }
  ) throws(ImageError) -> ImageSource.DecodedImage? {
    guard let backing = backing(for: source.header), !isStale() else { return nil }
    let place = backing.drawRect
    let wanted = PixelSize(
      width: Int(place.size.width.rounded(.up)), height: Int(place.size.height.rounded(.up)))
    let request = ImageSource.Request(size: wanted, mode: .atLeast, allowsPartial: allowsPartial)
    let image = try source.decode(request, pool: pool)
    return try finish(image, backing, pool: pool, isStale: isStale)
  }

  /// Creates the bitmap of a decoded frame, on any thread.
  ///
  /// - Parameters:
  ///   - frame: The frame, as large as the canvas.
  ///   - source: The file of the animation.
  ///   - pool: The pool that provides the memory.
  ///   - isStale: Returns whether the bitmap is no longer needed.
  /// - Returns: The bitmap, or `nil` if it is empty or no longer needed.
  /// - Throws: ``ImageError``.
  package func bitmap(
    of frame: Bitmap, from source: ImageSource, pool: Bitmap.Pool, isStale: () -> Bool
  ) throws(ImageError) -> Bitmap? {
    guard let backing = backing(for: source.header) else { return nil }
    let image = ImageSource.DecodedImage(bitmap: frame, isOpaque: false, isComplete: true)
    return try finish(image, backing, pool: pool, isStale: isStale)?.bitmap
  }

  /// Draws a decoded image in its place, and modifies it.
  private func finish(
    _ image: ImageSource.DecodedImage, _ backing: Backing, pool: Bitmap.Pool, isStale: () -> Bool
  ) throws(ImageError) -> ImageSource.DecodedImage? {
    guard !isStale() else { return nil }
    do throws(BitmapError) {
      let drawn = try draw(image, backing, pool: pool)
      let changed = modification.map { isStale() ? nil : $0.body(drawn) } ?? drawn
      guard let bitmap = changed, !isStale() else { return nil }
      return ImageSource.DecodedImage(
        bitmap: bitmap, isOpaque: isOpaque, isComplete: image.isComplete)
    } catch {
      throw .bitmap(error)
    }
  }

  private func draw(
    _ image: ImageSource.DecodedImage, _ backing: Backing, pool: Bitmap.Pool
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
    try context.draw(image.bitmap, in: backing.drawRect, .init(tint: rendering.tint))
    return context.image()
  }
}

extension ImageRecipe {
  /// The colors that an image is shown in.
  public enum Rendering: Hashable, Sendable {
    /// The image's own colors, regardless of the tint.
    case original
    /// The tint color with the image's opacity; the image's own colors if the tint is `nil`.
    case template(Color?)

    /// The color that replaces the image's own; `nil` for none.
    var tint: Color? {
      if case .template(let tint) = self { tint } else { nil }
    }
  }
}

extension Bitmap {
  /// Returns the image scaled to its backing, or `nil` if it does not cover all of it.
  fileprivate func filling(
    _ backing: ImageRecipe.Backing, pool: Pool
  ) throws(BitmapError) -> Bitmap? {
    let rect = backing.drawRect
    let place = Rect(
      x: 0, y: 0, width: Double(backing.size.width), height: Double(backing.size.height))
    // Less than half of the smallest of the 255 coverage steps.
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
    let clip = PixelRect(minX: 0, minY: 0, maxX: backing.size.width, maxY: backing.size.height)
    return try scaled(part, to: place, clip: clip, pool: pool)?.bitmap
  }
}
