public import GalleyGeometry
public import GalleyPixels
public import GalleyTypesetting

/// The image source of attachments, such as custom emoji.
public struct AttachmentImages: Sendable {
  /// A request for the image of an attachment.
  public struct Request: Hashable, Sendable {
    /// The attachment.
    public var attachment: TextAttachment
    /// The width of its box, in pixels.
    public var width: Int
    /// The height of its box, in pixels.
    public var height: Int
    /// The color of the surrounding text.
    public var color: Color
  }

  /// Returns the image, or `nil` if it is not available yet.
  let image: @Sendable (Request) -> Bitmap?

  /// The channel that announces images; `nil` if none arrives later.
  package let updates: AttachmentUpdates?

  /// Creates an image source.
  ///
  /// - Parameter image: Returns the image for a request, or `nil` if it is not available yet; the
  ///   attachment's text is then drawn in the box. An image of another size is scaled to fit.
  ///   Called while painting, on any thread, so it should not do expensive work.
  public init(_ image: @escaping @Sendable (Request) -> Bitmap?) {
    (self.image, updates) = (image, nil)
  }

  /// Creates an image source whose images may arrive later.
  ///
  /// - Parameters:
  ///   - updates: The channel on which the source announces images that were not available.
  ///   - image: Returns the image for a request, as in ``init(_:)``.
  public init(_ updates: AttachmentUpdates, _ image: @escaping @Sendable (Request) -> Bitmap?) {
    (self.image, self.updates) = (image, updates)
  }

  /// Returns the image of an attachment, scaled to fit its box and tinted if requested, and its
  /// offset from the upper left corner of the box, in pixels.
  func picture(for request: Request) -> (bitmap: Bitmap, x: Int, y: Int)? {
    guard request.width > 0, request.height > 0, request.width <= Bitmap.sideLimit,
      request.height <= Bitmap.sideLimit, var bitmap = image(request)
    else { return nil }
    if request.attachment.isTinted { bitmap.tint(request.color) }
    if bitmap.width == request.width, bitmap.height == request.height { return (bitmap, 0, 0) }
    let factor = min(
      Double(request.width) / Double(bitmap.width), Double(request.height) / Double(bitmap.height))
    let (width, height) = (Double(bitmap.width) * factor, Double(bitmap.height) * factor)
    let place = Point(
      x: ((Double(request.width) - width) / 2).rounded(),
      y: ((Double(request.height) - height) / 2).rounded())
    let scaled = try? Bitmap.resampling(
      bitmap.compactBytes, size: (bitmap.width, bitmap.height), by: factor, at: place)
    return scaled.map { ($0.bitmap, $0.x, $0.y) }
  }
}

extension Bitmap {
  /// Replaces the color of all pixels, keeping their opacity.
  fileprivate mutating func tint(_ color: Color) {
    var batch = CoverageBatch()
    batch.add(opacityMask(x: 0, y: 0))
    clear()
    draw(&batch, color: color, isClear: true)
  }
}
