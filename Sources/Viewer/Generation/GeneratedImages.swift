import GalleyGeometry
import GalleyImages
import GalleyPixels

/// The pictures of generated conversations, as image files in memory.
enum GeneratedImages {
  /// The sizes of the pictures, in pixels.
  static let sizes = [
    PixelSize(width: 640, height: 480), PixelSize(width: 480, height: 640),
    PixelSize(width: 800, height: 400), PixelSize(width: 512, height: 512),
  ]

  /// Returns the picture with a number, or `nil` if there is none.
  static func source(_ number: Int) -> ImageSource? {
    sources.indices.contains(number) ? sources[number] : nil
  }

  /// The pictures, drawn on first use.
  private static let sources = sizes.indices.map { draw($0) }

  private static func draw(_ number: Int) -> ImageSource? {
    let skies: [(UInt32, UInt32)] = [
      (0xFFF9_C58D, 0xFF6C_5CA8), (0xFF9A_D7F5, 0xFFF4_F7E8), (0xFF1B_2A49, 0xFF8E_5A8C),
      (0xFFD5_F0C0, 0xFF4C_9F88),
    ]
    let (pixels, sky) = (sizes[number], skies[number % skies.count])
    let size = Size(width: Double(pixels.width), height: Double(pixels.height))
    guard var context = try? DrawingContext(size: size, isOpaque: true) else { return nil }
    let gradient = LinearGradient(
      from: .zero, to: Point(x: 0, y: size.height),
      colors: [Color(argb: sky.0), Color(argb: sky.1)])
    try? context.fill(Rect(origin: .zero, size: size), with: gradient)
    let side = size.height / 4
    context.fillEllipse(
      in: Rect(x: size.width * 0.62, y: size.height * 0.18, width: side, height: side),
      with: Color(argb: 0xFFFF_F3C4))
    for hill in 0..<4 {
      let step = Double(hill)
      context.fillEllipse(
        in: Rect(
          x: size.width * (step / 4 - 0.35), y: size.height * (0.62 + 0.08 * step),
          width: size.width * 0.9, height: size.height * 0.8),
        with: Color(argb: 0xFF2B_5D4F + UInt32(hill) * 0x0C_100C))
    }
    return (try? context.image().pngData()).flatMap { try? ImageSource($0) }
  }
}
