internal import GalleyCairo
public import GalleyGeometry
public import GalleyTypesetting

extension TextLayout {
  /// The layout as an SVG file, with glyphs as shapes.
  ///
  /// - Parameters:
  ///   - padding: The room around the layout's box, in points.
  ///   - background: The color behind everything; `nil` for none.
  ///   - palette: The colors of roles.
  /// - Returns: The file, the same for the same layout.
  /// - Throws: ``RenderingError``.
  public func svgData(
    padding: Double = 0, background: Color? = nil, palette: Palette = .plain
  ) throws(RenderingError) -> [UInt8] {
    try document(.svg, padding: padding, background: background, palette: palette)
  }

  /// The layout as a PDF file of one page, whose text can be selected and searched.
  ///
  /// Glyphs with colors of their own are pictures, and cannot.
  ///
  /// - Parameters:
  ///   - padding: The room around the layout's box, in points.
  ///   - background: The color behind everything; `nil` for none.
  ///   - palette: The colors of roles.
  /// - Returns: The file, the same for the same layout.
  /// - Throws: ``RenderingError``.
  public func pdfData(
    padding: Double = 0, background: Color? = nil, palette: Palette = .plain
  ) throws(RenderingError) -> [UInt8] {
    try document(.pdf, padding: padding, background: background, palette: palette)
  }

  private func document(
    _ format: Document.Format, padding: Double, background: Color?, palette: Palette
  ) throws(RenderingError) -> [UInt8] {
    guard padding >= 0, padding <= 16_384 else { throw .padding(padding) }
    let frame = documentFrame(padding: padding)
    do throws(CairoError) {
      let document = try Document(format, width: frame.size.width, height: frame.size.height)
      let origin = Point(x: -frame.minX, y: -frame.minY)
      var painter = DocumentPainter(document, origin: origin, palette: palette)
      if let background {
        painter.fill(frame, with: background)
      }
      painter.paint(self)
      return try painter.finish()
    } catch {
      throw .document(reason: error.description)
    }
  }

  /// The layout's box with the room around it and the ink that finds none there, in points.
  private func documentFrame(padding: Double) -> Rect {
    let box = Rect(
      x: -padding, y: -padding, width: max(1, size.width + 2 * padding),
      height: max(1, size.height + 2 * padding))
    let grid = PixelGrid(scale: 2)
    let ink = TextPainter().inkBounds(of: self, scale: grid.scale)
    return ink.isEmpty ? box : box.union(ink.rect(onGridOf: grid))
  }
}
