public import GalleyGeometry
public import GalleyPixels

/// Something done to an image's bitmap before it is shown, off the main thread.
///
/// Two modifications are equal if they are the same object.
public final class ImageModification: Sendable {
  /// Does it; gives `nil` if there is then nothing to show.
  public let body: @Sendable (Bitmap) -> Bitmap?

  /// Makes a modification.
  public init(_ body: @escaping @Sendable (Bitmap) -> Bitmap?) {
    self.body = body
  }

  /// Colors whatever is opaque.
  public static func tint(_ color: Color) -> ImageModification {
    ImageModification { bitmap in
      drawing(on: bitmap) { context, rect throws(BitmapError) in
        try context.draw(bitmap, in: rect, ImageDrawing(tint: color))
      }
    }
  }

  /// Cuts the largest ellipse out of the bitmap, and draws a line along its edge.
  ///
  /// - Parameters:
  ///   - width: How thick the line is, inward from the edge, in the bitmap's points.
  ///   - color: The color of the line.
  /// - Returns: The modification.
  public static func roundBorder(width: Double, color: Color) -> ImageModification {
    ImageModification { bitmap in
      drawing(on: bitmap) { context, rect throws(BitmapError) in
        context.fillEllipse(in: rect, with: color)
        let inner = Rect(
          x: width, y: width, width: rect.size.width - 2 * width,
          height: rect.size.height - 2 * width)
        guard width > 0 else { return try context.drawRound(bitmap, in: rect, within: rect) }
        try context.drawRound(bitmap, in: rect, within: inner)
      }
    }
  }

  /// A bitmap of the same size with something drawn on it; `nil` if there is no memory.
  private static func drawing(
    on bitmap: Bitmap, _ body: (inout DrawingContext, Rect) throws(BitmapError) -> Void
  ) -> Bitmap? {
    let scale = bitmap.scale > 0 && bitmap.scale.isFinite ? bitmap.scale : 1
    let size = Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
    do {
      var context = try DrawingContext(size: size, scale: scale)
      try body(&context, Rect(origin: .zero, size: size))
      return context.image()
    } catch {
      return nil
    }
  }
}

extension ImageModification: Hashable {
  /// Whether both are one object.
  public static func == (left: ImageModification, right: ImageModification) -> Bool {
    left === right
  }

  /// Feeds the object's identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension DrawingContext {
  /// Draws an image as far as it is in an ellipse.
  fileprivate mutating func drawRound(
    _ image: Bitmap, in rect: Rect, within ellipse: Rect
  ) throws(BitmapError) {
    guard !ellipse.isEmpty else { return }
    var round = try DrawingContext(size: size, scale: scale)
    try round.draw(image, in: rect)
    var mask = try DrawingContext(size: size, scale: scale)
    mask.fillEllipse(in: ellipse, with: .black)
    try round.draw(mask.image(), in: rect, ImageDrawing(mode: .destinationIn))
    try draw(round.image(), in: rect)
  }
}
