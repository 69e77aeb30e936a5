internal import GalleyCairo
public import GalleyGeometry
public import GalleyTypesetting

extension TextLayout {
  /// The layout as an SVG file, with glyphs as shapes.
  ///
  /// - Parameters:
  ///   - padding: The room around the layout's box, in points.
  ///   - background: The color behind everything; `nil` for none.
  ///   - painter: What says how it looks; its hinting says nothing here, and of a transition the end
  ///     is shown.
  /// - Returns: The file, the same for the same layout.
  /// - Throws: ``RenderingError``.
  public func svgData(
    padding: Double = 0, background: Color? = nil, painter: TextPainter = TextPainter()
  ) throws(RenderingError) -> [UInt8] {
    try document(.svg, padding: padding, background: background, painter: painter)
  }

  /// The layout as a PDF file of one page, whose text can be selected and searched.
  ///
  /// Glyphs with colors of their own are pictures, and cannot.
  ///
  /// - Parameters:
  ///   - padding: The room around the layout's box, in points.
  ///   - background: The color behind everything; `nil` for none.
  ///   - painter: What says how it looks; its hinting says nothing here, and of a transition the end
  ///     is shown.
  /// - Returns: The file, the same for the same layout.
  /// - Throws: ``RenderingError``.
  public func pdfData(
    padding: Double = 0, background: Color? = nil, painter: TextPainter = TextPainter()
  ) throws(RenderingError) -> [UInt8] {
    try document(.pdf, padding: padding, background: background, painter: painter)
  }

  private func document(
    _ format: Document.Format, padding: Double, background: Color?, painter: TextPainter
  ) throws(RenderingError) -> [UInt8] {
    guard padding >= 0, padding <= 16_384 else { throw .padding(padding) }
    let frame = documentFrame(padding: padding, painter: painter)
    do throws(CairoError) {
      let document = try Document(format, width: frame.size.width, height: frame.size.height)
      let origin = Point(x: -frame.minX, y: -frame.minY)
      var page = DocumentPainter(document, origin: origin, painter: painter)
      if let background { page.fill(frame, with: background) }
      page.paint(self)
      return try page.finish()
    } catch {
      throw .document(reason: error.description)
    }
  }

  /// The layout's box with the room around it and the ink that finds none there, in points.
  private func documentFrame(padding: Double, painter: TextPainter) -> Rect {
    let box = Rect(
      x: -padding, y: -padding, width: max(1, size.width + 2 * padding),
      height: max(1, size.height + 2 * padding))
    let grid = PixelGrid(scale: 2)
    let ink = painter.inkBounds(of: self, scale: grid.scale)
    return ink.isEmpty ? box : box.union(ink.rect(onGridOf: grid))
  }
}
