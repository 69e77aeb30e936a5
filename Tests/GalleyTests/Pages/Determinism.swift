import GalleyText

/// Returns a picture that is the same on every machine: bytes to compare, to cache and to sign.
func reproduciblePicture(
  of message: Message, manifest: String, reader: DateFormatting
) throws -> [UInt8] {
  let engine = TextEngine(fonts: try FontCollection(manifest: manifest))
  let layout = engine.layout(
    message.attributedText(dates: reader), options: LayoutOptions(width: 280))
  return try RenderedImage(layout, scale: 2, background: .white).bitmap.pngData()
}
