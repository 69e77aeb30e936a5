import GalleyText

func stamp(_ image: Bitmap, on background: Color) throws -> [UInt8] {
  var bitmap = try Bitmap(width: image.width + 16, height: image.height + 16)
  bitmap.fill(with: background)
  bitmap.draw(image, x: 8, y: 8)
  return try bitmap.pngData()
}
