/// A color of the sRGB space, with straight (not premultiplied) opacity, eight bits a channel.
public struct Color: Hashable, Sendable {
  /// The channels as `0xAARRGGBB`.
  public let argb: UInt32

  /// Makes a color from `0xAARRGGBB`.
  public init(argb: UInt32) {
    self.argb = argb
  }

  /// Makes a color from channels of 0 to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    argb = UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// How much red there is.
  public var red: UInt8 { UInt8(truncatingIfNeeded: argb >> 16) }
  /// How much green there is.
  public var green: UInt8 { UInt8(truncatingIfNeeded: argb >> 8) }
  /// How much blue there is.
  public var blue: UInt8 { UInt8(truncatingIfNeeded: argb) }
  /// How opaque the color is.
  public var alpha: UInt8 { UInt8(truncatingIfNeeded: argb >> 24) }

  /// Opaque black.
  public static let black = Color(argb: 0xFF00_0000)
  /// Opaque white.
  public static let white = Color(argb: 0xFFFF_FFFF)
  /// No color at all.
  public static let clear = Color(argb: 0)
}
