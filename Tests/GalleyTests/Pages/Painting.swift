import GalleyText

func paint(_ layout: TextLayout, revealing spoilers: RevealedSpoilers) throws -> Bitmap {
  var painter = TextPainter()
  painter.palette = ChatTheme.dark.palette
  painter.revealed = spoilers
  var bitmap = try Bitmap(width: 640, height: 480)
  bitmap.fill(with: ChatTheme.dark.background)
  painter.paint(layout, at: Point(x: 8, y: 8), into: &bitmap, scale: 2)
  return bitmap
}
