import GalleyGeometry
import GalleyPixels
import TestSupport

/// Reference implementations of the kernels, one channel at a time.
enum Reference {
  /// Returns `value / 255`, rounded to nearest.
  static func divide(_ value: Int) -> Int { (2 * value + 255) / 510 }

  static func channels(_ pixel: UInt32) -> [Int] {
    [24, 16, 8, 0].map { Int(pixel >> UInt32($0) & 255) }
  }

  static func pixel(_ channels: [Int]) -> UInt32 { channels.reduce(0) { $0 << 8 | UInt32($1) } }

  /// Returns the premultiplied color.
  static func premultiplied(_ color: Color) -> UInt32 {
    let channels = channels(color.argb)
    return pixel([channels[0]] + channels[1...].map { divide($0 * channels[0]) })
  }

  /// Blends a premultiplied color with coverage over a pixel.
  static func cover(_ coverage: UInt8, _ color: UInt32, over below: UInt32) -> UInt32 {
    let (above, coverage) = (channels(color), Int(coverage))
    let rest = 255 - divide(above[0] * coverage)
    return pixel(zip(above, channels(below)).map { divide($0 * coverage + $1 * rest) })
  }
}

extension SplitMix64 {
  /// Returns a random premultiplied pixel, often transparent or opaque.
  mutating func pixel() -> UInt32 {
    let alpha = UInt8.random(in: 0...255, using: &self)
    let color = Color(argb: UInt32.random(in: 0...UInt32.max, using: &self))
    let opacity: UInt8 = [0, 255, alpha, alpha].randomElement(using: &self) ?? alpha
    return Reference.premultiplied(
      Color(red: color.red, green: color.green, blue: color.blue, alpha: opacity))
  }

  /// Returns a random color, often opaque.
  mutating func color() -> Color {
    let argb = UInt32.random(in: 0...UInt32.max, using: &self)
    return Color(argb: Bool.random(using: &self) ? argb | 0xFF00_0000 : argb)
  }

  /// Returns a bitmap of random pixels.
  mutating func bitmap(width: Int, height: Int) throws -> Bitmap {
    var bitmap = try Bitmap(width: width, height: height)
    let pixels = (0..<width * height).map { _ in pixel() }
    bitmap.withMutableBytes { bytes, bytesPerRow in
      for (index, pixel) in pixels.enumerated() {
        let offset = index / width * bytesPerRow + index % width * 4
        for byte in 0..<4 { bytes[offset + byte] = UInt8(pixel >> UInt32(byte * 8) & 255) }
      }
    }
    return bitmap
  }
}
