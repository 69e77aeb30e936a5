internal import GalleyGeometry

/// A premultiplied color, laid out for the blending kernels.
///
/// A kernel processes four pixels at a time, as eight lanes of 16 bits: either all blue and red
/// channels, or all green and alpha channels. A product of two bytes fits into a lane, and no bytes
/// need to be shuffled.
struct PremultipliedColor: Equatable {
  /// The color as `0xAARRGGBB`.
  let argb: UInt32
  /// Blue, red, blue, red, and so on.
  let blueRed: SIMD8<UInt16>
  /// Green, alpha, green, alpha, and so on.
  let greenAlpha: SIMD8<UInt16>
  /// The opacity, 0 to 255.
  let alpha: UInt16

  init(_ color: Color) {
    let alpha = UInt32(color.alpha)
    let blue = divideBy255(UInt32(color.blue) * alpha)
    let green = divideBy255(UInt32(color.green) * alpha)
    let red = divideBy255(UInt32(color.red) * alpha)
    self.init(argb: alpha << 24 | red << 16 | green << 8 | blue)
  }

  init(argb: UInt32) {
    self.argb = argb
    alpha = UInt16(argb >> 24)
    let (red, green, blue) = (argb >> 16 & 255, argb >> 8 & 255, argb & 255)
    blueRed = unsafe unsafeBitCast(
      SIMD4<UInt32>(repeating: red << 16 | blue), to: SIMD8<UInt16>.self)
    greenAlpha = unsafe unsafeBitCast(
      SIMD4<UInt32>(repeating: UInt32(alpha) << 16 | green), to: SIMD8<UInt16>.self)
  }

  var isOpaque: Bool { alpha == 255 }
}

/// Returns `value / 255`, rounded to nearest; exact up to 255 × 255.
@inline(__always) func divideBy255(_ value: UInt32) -> UInt32 {
  let biased = value + 128
  return (biased + biased >> 8) >> 8
}
