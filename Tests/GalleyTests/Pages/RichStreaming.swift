import GalleyText

/// Returns the picture of a message after each of its pieces.
func pictures(of pieces: [String], engine: TextEngine) throws -> [Bitmap] {
  var text = StreamingText(width: 320, engine: engine)
  var pictures: [Bitmap] = []
  for piece in pieces {
    text.append(piece)
    pictures.append(try RenderedImage(text.layout(), background: .white).bitmap)
  }
  text.finish()
  pictures.append(try RenderedImage(text.layout(), background: .white).bitmap)
  return pictures
}
