internal import GalleyGeometry
package import GalleyPixels

extension PictureDifference {
  /// The distance between pictures side by side, in pixels.
  private static let gap = 12
  /// The color between them.
  private static let ground = Color(argb: 0xFF80_8890)

  /// Returns a picture with the expected and the actual picture and the heat map of their
  /// difference, side by side.
  package func sheet() throws(BitmapError) -> Bitmap {
    try Self.sheet(of: [expected, actual, try picture()])
  }

  /// Returns a picture with other ones side by side.
  package static func sheet(of pictures: [Bitmap]) throws(BitmapError) -> Bitmap {
    let height = pictures.map(\.height).max() ?? 1
    let width = pictures.reduce(-gap) { $0 + $1.width + gap }
    var result = try Bitmap(width: width, height: height, color: ground)
    var x = 0
    for picture in pictures {
      // White, as the ground of transparent pictures.
      result.fill(
        PixelRect(minX: x, minY: 0, maxX: x + picture.width, maxY: picture.height), with: .white)
      result.draw(picture, x: x, y: 0)
      x += picture.width + gap
    }
    return result
  }
}
