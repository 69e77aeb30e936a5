internal import GalleyGeometry
internal import GalleyImages
internal import GalleyPixels
internal import GalleyScheduling

/// A drawing of an image for a node, on any thread.
struct ImageDrawer: Sendable {
  /// The pixels to draw.
  enum Picture: Sendable {
    case file(ImageFile)
    case frame(AnimationFrames, index: Int)
  }

  let picture: Picture
  let appearance: ImageAppearance
  /// The bitmaps that nodes share.
  let shared: SharedBitmaps<ImageBitmapKey>

  /// Captures the parameters to draw an image for a node.
  @MainActor init(_ picture: Picture, _ appearance: ImageAppearance, for node: DisplayNode) {
    self.picture = picture
    var appearance = appearance
    if appearance.dependsOnTint { appearance.rendering = .template(node.inheritedTint) }
    self.appearance = appearance
    shared = node.environment.sharedImages
  }

  /// Returns the bitmap of the image, drawing it unless another node already has.
  ///
  /// - Returns: The image; `nil` if the request has no pixels or is stale.
  /// - Throws: `ImageError`.
  private func sharedImage(
    for request: NodeImage.Request, storing doubt: OperationResult<ImageError>
  ) throws(ImageError) -> NodeImage? {
    let source = try picture.source()
    guard let key = key(for: source, request) else { return nil }
    var failure: ImageError?
    let token = shared.token(for: key) {
      do throws(ImageError) {
        return try bitmap(of: source, for: request, storing: doubt)
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    return token.map { token in
      let center = appearance.fitting == nil ? appearance.stretch : .unit
      return NodeImage(token.bitmap, scale: request.scale, center: center, token: token)
    }
  }

  /// Returns the bitmap of the image; `nil` if there is none, in which case any error is stored.
  func image(
    for request: NodeImage.Request, storing failure: OperationResult<ImageError>
  ) -> NodeImage? {
    do throws(ImageError) {
      return try sharedImage(for: request, storing: failure)
    } catch {
      failure.store(error)
      return nil
    }
  }

  private var hasCorners: Bool { appearance.fitting != nil && !appearance.corners.isEmpty }

  private func key(for source: ImageSource, _ request: NodeImage.Request) -> ImageBitmapKey? {
    guard let image = recipe(for: request).key(for: source) else { return nil }
    guard hasCorners else {
      return ImageBitmapKey(
        image: image, frame: picture.frame, corners: ImageCorners(), bounds: .zero, scale: 0)
    }
    return ImageBitmapKey(
      image: image, frame: picture.frame, corners: appearance.corners, bounds: request.bounds.size,
      scale: request.scale)
  }

  private func bitmap(
    of source: ImageSource, for request: NodeImage.Request,
    storing doubt: OperationResult<ImageError>
  ) throws(ImageError) -> Bitmap? {
    let recipe = recipe(for: request)
    let image =
      switch picture {
      case .file:
        try recipe.bitmap(of: source, storing: doubt, for: request)
      case .frame(let frames, let index):
        try recipe.bitmap(
          of: frames.bitmap(at: index), from: source, pool: request.pool
        ) { request.ticket.isStale }
      }
    guard let image, hasCorners else { return image }
    do throws(BitmapError) {
      var context = try DrawingContext(of: request)
      let box = box(in: request)
      try context.draw(image, in: box)
      context.apply(appearance.corners, to: box)
      return context.image()
    } catch {
      throw .bitmap(error)
    }
  }

  /// Returns the rectangle of the image, in points from the top left corner of the bounds.
  private func box(in request: NodeImage.Request) -> Rect {
    let size = request.bounds.size
    guard hasCorners else { return Rect(origin: .zero, size: size) }
    let edges = appearance.corners.extendedEdges
    return Rect(
      x: edges.left, y: edges.top, width: max(0, size.width - edges.left - edges.right),
      height: max(0, size.height - edges.top - edges.bottom))
  }

  private func recipe(for request: NodeImage.Request) -> ImageRecipe {
    let size = box(in: request).size
    let pixels = Size(width: size.width * request.scale, height: size.height * request.scale)
    var recipe = ImageRecipe(bounds: pixels, fitting: appearance.fitting)
    recipe.options = appearance.options
    // A centered image at its own size is smaller than the bounds, and the bitmap covers all of
    // them.
    if appearance.fitting == .center, recipe.options.forcedSize == nil {
      recipe.options.forcedSize = PixelSize(rounding: pixels, limit: Bitmap.sideLimit)
    }
    recipe.isOpaque = appearance.isOpaque
    recipe.allowsPartial = appearance.allowsPartial
    recipe.backgroundColor = appearance.backgroundColor
    recipe.rendering = appearance.rendering
    recipe.modification = appearance.modification
    return recipe
  }
}

extension ImageRecipe {
  /// Creates the bitmap of a file, and stores an error if it is shown only in part.
  fileprivate func bitmap(
    of source: ImageSource, storing doubt: OperationResult<ImageError>,
    for request: NodeImage.Request
  ) throws(ImageError) -> Bitmap? {
    let image = try image(of: source, pool: request.pool) { request.ticket.isStale }
    if let image, !image.isComplete { doubt.store(.truncated(source.header.format)) }
    return image?.bitmap
  }
}

extension ImageDrawer.Picture {
  /// The number of the frame; 0 for a still image.
  fileprivate var frame: Int {
    if case .frame(_, let index) = self { index } else { 0 }
  }

  /// Returns the source of the pixels, reading the file if necessary.
  fileprivate func source() throws(ImageError) -> ImageSource {
    switch self {
    case .file(let file): try file.source()
    case .frame(let frames, _): frames.image.source
    }
  }
}

extension DrawingContext {
  /// Creates a context that covers the bounds of a request, with its origin at their top left
  /// corner.
  init(of request: NodeImage.Request) throws(BitmapError) {
    guard !request.bounds.isEmpty else { throw .empty(width: 0, height: 0) }
    let pixels = PixelGrid(scale: request.scale).size(holding: request.bounds.size)
    // A quarter of a pixel more, so that rounding loses no pixel.
    let size = Size(
      width: (Double(pixels.width) + 0.25) / request.scale,
      height: (Double(pixels.height) + 0.25) / request.scale)
    try self.init(size: size, scale: request.scale, pool: request.pool)
  }
}
