/// How what is drawn is combined with what is there.
///
/// What of a pixel is not covered by what is drawn stays as it is, in every mode.
public enum BlendMode: Hashable, Sendable, CaseIterable {
  /// What is drawn lies over what is there.
  case normal
  /// What is drawn takes the place of what is there, transparency and all.
  case copy
  /// What is there stays as far as what is drawn is opaque; its color does not matter.
  case destinationIn
  /// What is there goes; what is drawn does not matter.
  case clear
}

/// Where the color of each pixel comes from.
package enum PixelSource: Sendable {
  /// One color.
  case color(PremultipliedPixel)
  /// A bitmap, with its top left pixel in a column and a row.
  case bitmap(Bitmap, x: Int, y: Int)
}

/// A color as a pixel: `0xAARRGGBB`, premultiplied.
package struct PremultipliedPixel: Hashable, Sendable {
  /// The channels.
  package let argb: UInt32

  /// Makes a pixel of channels that are premultiplied.
  package init(argb: UInt32) { self.argb = argb }
}
