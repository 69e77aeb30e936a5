import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting

extension TextPainter {
  /// Returns a bitmap with a layout.
  func bitmap(
    of layout: TextLayout, width: Int, height: Int, at origin: Point = .zero, scale: Double = 1
  ) throws -> Bitmap {
    var bitmap = try Bitmap(width: width, height: height)
    paint(layout, at: origin, into: &bitmap, scale: scale)
    return bitmap
  }
}
