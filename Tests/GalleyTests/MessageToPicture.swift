import GalleyText

func picture(of markdown: String, with engine: TextEngine) throws -> [UInt8] {
  let message = try Message(markdown: markdown)
  var options = LayoutOptions(width: 280)
  options.maximumLines = 12
  let layout = engine.layout(message.attributedText(), options: options)
  var painter = TextPainter()
  painter.palette = ChatTheme.dark.palette
  let image = try RenderedImage(
    layout, scale: 2, padding: 12, background: ChatTheme.dark.background, painter: painter)
  return try image.bitmap.pngData()
}
