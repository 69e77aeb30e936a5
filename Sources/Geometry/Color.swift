/// An sRGB color with straight (not premultiplied) alpha, eight bits per channel.
public struct Color: Hashable, Sendable {
  /// The channels as `0xAARRGGBB`.
  public let argb: UInt32

  /// Creates a color from `0xAARRGGBB`.
  public init(argb: UInt32) { self.argb = argb }

  /// Creates a color from channels of 0...255.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    argb = UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// The red channel.
  public var red: UInt8 { UInt8(truncatingIfNeeded: argb >> 16) }
  /// The green channel.
  public var green: UInt8 { UInt8(truncatingIfNeeded: argb >> 8) }
  /// The blue channel.
  public var blue: UInt8 { UInt8(truncatingIfNeeded: argb) }
  /// The alpha channel; 255 is opaque.
  public var alpha: UInt8 { UInt8(truncatingIfNeeded: argb >> 24) }

  /// Opaque black.
  public static let black = Color(argb: 0xFF00_0000)
  /// Opaque white.
  public static let white = Color(argb: 0xFFFF_FFFF)
  /// Transparent black.
  public static let clear = Color(argb: 0)
}
