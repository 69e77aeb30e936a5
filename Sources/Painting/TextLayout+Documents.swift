internal import GalleyCairo
public import GalleyGeometry
public import GalleyTypesetting

extension TextLayout {
  /// Returns the layout as an SVG file, with glyphs as shapes.
  ///
  /// - Parameters:
  ///   - padding: The space around the layout's box, in points.
  ///   - background: The background color; `nil` for none.
  ///   - painter: The painter; its hinting is ignored, and a transition is shown at its end.
  /// - Returns: The file; equal layouts give equal files.
  /// - Throws: ``RenderingError``.
  public func svgData(
    padding: Double = 0, background: Color? = nil, painter: TextPainter = TextPainter()
  ) throws(RenderingError) -> [UInt8] {
    try document(.svg, padding: padding, background: background, painter: painter)
  }

  /// Returns the layout as a PDF file of one page, with selectable and searchable text.
  ///
  /// Color glyphs are images, whose text is not.
  ///
  /// - Parameters:
  ///   - padding: The space around the layout's box, in points.
  ///   - background: The background color; `nil` for none.
  ///   - painter: The painter; its hinting is ignored, and a transition is shown at its end.
  /// - Returns: The file; equal layouts give equal files.
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

  /// Returns the layout's box with its padding, extended to include overhanging ink, in points.
  private func documentFrame(padding: Double, painter: TextPainter) -> Rect {
    let box = Rect(
      x: -padding, y: -padding, width: max(1, size.width + 2 * padding),
      height: max(1, size.height + 2 * padding))
    let grid = PixelGrid(scale: 2)
    let ink = painter.inkBounds(of: self, scale: grid.scale)
    return ink.isEmpty ? box : box.union(ink.rect(onGridOf: grid))
  }
}
