import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport

extension TextEngine {
  /// Returns the number of pixels in which the ink of two lines overlaps.
  func collidingPixels(
    of text: AttributedText, _ options: LayoutOptions, scale: Double = 2
  ) throws -> Int {
    let lines = layout(text, options: options).lines
    let parts = try [0, 1].map { parity in
      var part = text
      for (index, line) in lines.enumerated() where index % 2 == parity {
        part.annotate(line.range, as: .spoiler)
      }
      return try picture(of: layout(part, options: options), scale: scale)
    }
    // Two edges may share a partially covered pixel.
    var count = 0
    for (index, pixel) in parts[0].enumerated() where pixel != 0 {
      let (first, second) = (pixel >> 24, parts[1][index] >> 24)
      if second > 0, first + second > 0xFF { count += 1 }
    }
    return count
  }

  /// Returns the pixels of a layout without its spoilers.
  private func picture(of layout: TextLayout, scale: Double) throws -> [UInt32] {
    var painter = TextPainter()
    painter.cover = .omitted
    painter.hinting = .never
    let room = 16.0
    let size = PixelGrid(scale: scale).size(holding: layout.size)
    let margin = Int(2 * room * scale)
    var bitmap = try Bitmap(width: size.width + margin, height: size.height + margin)
    painter.paint(layout, at: Point(x: room, y: room), into: &bitmap, scale: scale)
    return bitmap.pixels
  }
}
