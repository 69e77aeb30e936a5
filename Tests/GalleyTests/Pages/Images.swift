import Galley

func thumbnail(ofFile path: String) throws -> Bitmap {
  let source = try ImageSource(path: path, limits: ImageLimits())
  print(source.header.format, source.header.width, source.header.height)
  let size = PixelSize(width: 128, height: 128)
  return try source.decode(ImageSource.Request(size: size)).bitmap
}
