extension Bitmap {
  /// The combination of a source with the pixels of a destination.
  ///
  /// Parts of a pixel that the source does not cover are unchanged in all modes.
  public enum BlendMode: Hashable, Sendable, CaseIterable {
    /// The source is composited over the destination.
    case normal
    /// The source replaces the destination, including its transparency.
    case copy
    /// The destination is multiplied by the source's opacity; the source's color is ignored.
    case destinationIn
    /// The destination is cleared; the source's pixels are ignored.
    case clear
  }
}

/// The source of pixel colors.
package enum PixelSource: Sendable {
  /// A solid color.
  case color(PremultipliedPixel)
  /// A bitmap, with its top left pixel at a position.
  case bitmap(Bitmap, x: Int, y: Int)
}

/// A color as a pixel: `0xAARRGGBB`, premultiplied.
package struct PremultipliedPixel: Hashable, Sendable {
  /// The channels.
  package let argb: UInt32

  /// Creates a pixel from premultiplied channels.
  package init(argb: UInt32) { self.argb = argb }
}
