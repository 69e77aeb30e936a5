internal import GalleyBasics
internal import GalleyCairo
internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyHarfBuzz
internal import GalleyMath
internal import GalleyPixels
package import GalleySystem
internal import GalleyTypesetting

/// A trial of a font: all that text does with a font, for each of its glyphs and characters.
package enum FontTrial {
  /// The size of the em, in pixels.
  private static let size = 24
  /// The number of characters that are laid out together.
  private static let pieceLength = 64
  private static let bitmapSize = 512

  /// Serves a process that tries fonts (`FontHelpers`) instead of running the program, if its
  /// arguments ask for it.
  package static func serveIfRequested() {
    FontHelpers.serveIfRequested(preparing: loadLibraries) { file, index in
      run(file, index: index)
    }
  }

  /// Does with a face what text does.
  ///
  /// - Complexity: O(*n*) in the number of glyphs and of characters.
  package static func run(_ file: MappedFile, index: Int) {
    // What is refused here is refused by the process that asked, too.
    guard let fonts = try? FontCollection(untrusted: file, index: index),
      let face = try? GalleyHarfBuzz.Face(file, index: index)
    else { return }
    drawGlyphs(of: file, index, face)
    let engine = TextEngine(fonts: fonts, cacheLimit: 1 << 20)
    drawCharacters(of: face, engine)
    let formula = Formula("\\sqrt[3]{\\frac{x^2}{\\hat{y}_1}} \\left( \\sum_a^b \\int \\right)")
    _ = FormulaEngine(fonts: fonts)?.layout(of: formula, isDisplay: true)
  }

  private static func drawGlyphs(of file: MappedFile, _ index: Int, _ shaped: GalleyHarfBuzz.Face) {
    guard var face = try? GalleyFreeType.Face(file: file, index: index) else { return }
    let font = GalleyHarfBuzz.Font(shaped)
    let style = OutlineStyle(size: size * 64)
    let limit = Limits.Glyphs.side
    for glyph in 0..<UInt32(clamping: max(face.glyphCount, shaped.glyphCount)) {
      _ = font.extents(of: GlyphID(rawValue: glyph))
      _ = face.render(glyph, style: style, phase: 0, limit: limit)
      _ = face.strikeImage(of: glyph, size: style.size, limit: limit)
      _ = face.paint(of: glyph)
      _ = face.colorLayers(of: glyph)
    }
  }

  private static func drawCharacters(of face: GalleyHarfBuzz.Face, _ engine: TextEngine) {
    guard var bitmap = try? Bitmap(width: bitmapSize, height: bitmapSize) else { return }
    let painter = TextPainter(masks: GlyphCache(byteBudget: 1 << 20))
    var piece = String.UnicodeScalarView()
    func drawPiece() {
      draw(String(piece), engine, painter, &bitmap)
      piece.removeAll(keepingCapacity: true)
    }
    face.forEachCoveredScalars { scalars in
      for index in scalars.indices {
        if let scalar = Unicode.Scalar(scalars[index]) { piece.append(scalar) }
        if piece.count == pieceLength { drawPiece() }
      }
    }
    drawPiece()
  }

  private static func draw(
    _ text: String, _ engine: TextEngine, _ painter: TextPainter, _ bitmap: inout Bitmap
  ) {
    let style = TextStyle(font: FontDescription(size: Double(size)))
    let layout = engine.layout(
      AttributedText(text, style: style), options: LayoutOptions(width: Double(bitmapSize)))
    painter.paint(layout, into: &bitmap, scale: 1)
  }

  /// Loads what text needs, which a process without rights cannot.
  private static func loadLibraries() {
    guard var bitmap = try? Bitmap(width: bitmapSize, height: bitmapSize) else { return }
    let (engine, painter) = (TextEngine(fonts: .empty), TextPainter(masks: GlyphCache()))
    // Gradients load Cairo, right-to-left text FriBidi, and directional controls ICU's bidi.
    _ = try? Sketch(width: 1, height: 1)
    for text in ["a(é)1 कि ไทย\u{1F600}漢字\n", "a(אב) 1تس", "a\u{2067}אב\u{2069}"] {
      draw(text, engine, painter, &bitmap)
    }
  }
}
