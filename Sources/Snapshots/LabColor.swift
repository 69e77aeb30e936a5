internal import Glibc

/// A color of CIELAB under the illuminant D65, the white of sRGB.
package struct LabColor: Hashable, Sendable {
  /// The lightness, from 0 to 100.
  package var lightness: Double
  /// The position between green and red.
  package var a: Double
  /// The position between blue and yellow.
  package var b: Double

  /// Creates a color from its coordinates.
  package init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  /// Creates a color from the channels of sRGB, from 0 to 1.
  ///
  /// - SeeAlso: IEC 61966-2-1 for the curve and the primaries, and CIE 15 for CIELAB.
  init(red: Double, green: Double, blue: Double) {
    let (red, green, blue) = (Self.linear(red), Self.linear(green), Self.linear(blue))
    let x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
    let y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    let z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
    // The tristimulus values of white.
    let (fx, fy, fz) = (Self.root(x / 0.9504700), Self.root(y), Self.root(z / 1.0888300))
    self.init(lightness: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz))
  }

  private static func linear(_ channel: Double) -> Double {
    channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
  }

  private static func root(_ value: Double) -> Double {
    value > 216.0 / 24_389 ? cbrt(value) : (24_389.0 / 27 * value + 16) / 116
  }

  /// Returns the color difference ΔE00, in which 1 is about the smallest that is seen.
  ///
  /// - SeeAlso: CIEDE2000 in ISO/CIE 11664-6; Sharma, Wu, Dalal: *The CIEDE2000 Color-Difference
  ///   Formula: Implementation Notes, Supplementary Test Data, and Mathematical Observations*
  ///   (2005).
  package func difference(from other: LabColor) -> Double {
    let gain = 1.5 - 0.5 * Self.saturation((hypot(a, b) + hypot(other.a, other.b)) / 2)
    let (one, two) = (Hue(gain * a, b), Hue(gain * other.a, other.b))
    let isGray = one.chroma * two.chroma == 0
    var turn = isGray ? 0 : two.angle - one.angle
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let chroma = (one.chroma + two.chroma) / 2
    let angle = isGray ? one.angle + two.angle : one.angle + turn / 2

    let weight =
      1 - 0.17 * Self.cosine(angle - 30) + 0.24 * Self.cosine(2 * angle)
      + 0.32 * Self.cosine(3 * angle + 6) - 0.20 * Self.cosine(4 * angle - 63)
    let middle = (lightness + other.lightness) / 2 - 50
    let lightnessScale = 1 + 0.015 * middle * middle / (20 + middle * middle).squareRoot()
    let byLightness = (other.lightness - lightness) / lightnessScale
    let byChroma = (two.chroma - one.chroma) / (1 + 0.045 * chroma)
    let byHue =
      2 * (one.chroma * two.chroma).squareRoot() * Self.sine(turn / 2)
      / (1 + 0.015 * chroma * weight)
    // Blue hues turn with chroma. The angle is in the range of the formula, from 0 to 360.
    let blue = ((angle < 0 ? angle + 360 : angle) - 275) / 25
    let rotation = -2 * Self.saturation(chroma) * Self.sine(60 * exp(-blue * blue))
    let sum =
      byLightness * byLightness + byChroma * byChroma + byHue * byHue
      + rotation * byChroma * byHue
    return max(0, sum).squareRoot()
  }

  /// A hue with its chroma.
  private struct Hue {
    let chroma: Double
    /// The angle, from 0 to 360 degrees.
    let angle: Double

    init(_ a: Double, _ b: Double) {
      chroma = hypot(a, b)
      let degrees = atan2(b, a) * 180 / .pi
      angle = degrees < 0 ? degrees + 360 : degrees
    }
  }

  /// Returns the share, up to 1, that corrections for saturated colors have at a chroma.
  private static func saturation(_ chroma: Double) -> Double {
    let power = pow(chroma, 7)
    return (power / (power + 6_103_515_625)).squareRoot()
  }

  private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }

  private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
}

extension LabColor {
  /// Returns the color difference ΔE00 of two pixels, premultiplied `0xAARRGGBB`.
  ///
  /// Transparent pixels are compared over black and over white, and the greater difference counts.
  package static func difference(_ old: UInt32, _ new: UInt32) -> Double {
    let isOpaque = old >> 24 == 255 && new >> 24 == 255
    return (isOpaque ? [0] : [0, 1]).map { ground in
      LabColor(old, over: ground).difference(from: LabColor(new, over: ground))
    }.max() ?? 0
  }

  /// Creates the color of a premultiplied pixel over black (0) or white (1).
  private init(_ pixel: UInt32, over ground: Double) {
    func channel(_ shift: UInt32) -> Double { Double(pixel >> shift & 255) / 255 }
    let rest = ground * (1 - channel(24))
    self.init(
      red: min(1, channel(16) + rest), green: min(1, channel(8) + rest),
      blue: min(1, channel(0) + rest))
  }
}
