public import GalleyGeometry
public import GalleyPixels
public import GalleyTypesetting

/// Where the pictures of attachments come from: custom emoji, and whatever else stands in text.
public struct AttachmentImages: Sendable {
  /// What is wanted of an attachment.
  public struct Request: Hashable, Sendable {
    /// The attachment.
    public var attachment: TextAttachment
    /// How many columns its box has.
    public var width: Int
    /// How many rows its box has.
    public var height: Int
    /// The color of the text that it stands in.
    public var color: Color
  }

  /// Gives the picture, or `nil` where there is none yet.
  let image: @Sendable (Request) -> Bitmap?

  /// Makes a source of pictures.
  ///
  /// - Parameter image: Gives the picture for a request, or `nil` where there is none yet: the
  ///   attachment's text is then drawn in the box. A picture of another size is scaled to fit. Called
  ///   while painting, on whichever thread that is, so what takes time should be done before.
  public init(_ image: @escaping @Sendable (Request) -> Bitmap?) {
    self.image = image
  }

  /// The picture of an attachment, as large as its box at the most, and in the color of the text if
  /// it is to be; and how far it is from the upper left corner of the box, in pixels.
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
  /// Gives all pixels one color, with the opacity that they have.
  fileprivate mutating func tint(_ color: Color) {
    var batch = CoverageBatch()
    batch.add(opacityMask(x: 0, y: 0))
    clear()
    draw(&batch, color: color, isClear: true)
  }
}
