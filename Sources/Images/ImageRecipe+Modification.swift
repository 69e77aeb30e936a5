public import GalleyGeometry
public import GalleyPixels

extension ImageRecipe {
  /// A modification of an image's bitmap before display, performed off the main thread.
  ///
  /// Modifications are compared by identity.
  public final class Modification: Sendable {
    /// Returns the modified bitmap, or `nil` if nothing is to be shown.
    public let body: @Sendable (Bitmap) -> Bitmap?

    /// Creates a modification.
    public init(_ body: @escaping @Sendable (Bitmap) -> Bitmap?) {
      self.body = body
    }

    /// Returns a modification that replaces the color of all pixels, keeping their opacity.
    public static func tint(_ color: Color) -> Modification {
      Modification { bitmap in
        drawing(on: bitmap) { context, rect throws(BitmapError) in
          try context.draw(bitmap, in: rect, .init(tint: color))
        }
      }
    }

    /// Returns a modification that clips the bitmap to its inscribed ellipse, and strokes the edge.
    ///
    /// - Parameters:
    ///   - width: The width of the stroke, inside the edge, in the bitmap's points.
    ///   - color: The color of the stroke.
    /// - Returns: The modification.
    public static func roundBorder(width: Double, color: Color) -> Modification {
      Modification { bitmap in
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

    /// A modification that blurs a tiny image, to be shown at many times its size.
    ///
    /// The image is halved, which averages its pixels, and then doubled until a side has at least
    /// 128 pixels. Doubling with linear interpolation approaches a quadratic spline: no edge of a
    /// pixel remains.
    package static let softened = Modification { bitmap in
      guard max(bitmap.width, bitmap.height) <= 512 else { return bitmap }
      var (width, height) = (max(1, bitmap.width / 2), max(1, bitmap.height / 2))
      guard var soft = try? bitmap.scaled(width: width, height: height) else { return nil }
      while max(width, height) < 128 {
        (width, height) = (2 * width, 2 * height)
        guard let larger = try? soft.scaled(width: width, height: height) else { return nil }
        soft = larger
      }
      return soft
    }

    /// Returns a bitmap of the same size with a drawing on it, or `nil` if memory runs out.
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
}

extension ImageRecipe.Modification: Hashable {
  /// Returns whether both are the same object.
  public static func == (left: ImageRecipe.Modification, right: ImageRecipe.Modification) -> Bool {
    left === right
  }

  /// Feeds the object's identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension DrawingContext {
  /// Draws an image clipped to an ellipse.
  fileprivate mutating func drawRound(
    _ image: Bitmap, in rect: Rect, within ellipse: Rect
  ) throws(BitmapError) {
    guard !ellipse.isEmpty else { return }
    var round = try DrawingContext(size: size, scale: scale)
    try round.draw(image, in: rect)
    var mask = try DrawingContext(size: size, scale: scale)
    mask.fillEllipse(in: ellipse, with: .black)
    try round.draw(mask.image(), in: rect, .init(mode: .destinationIn))
    try draw(round.image(), in: rect)
  }
}
