internal import GalleyCairo
public import GalleyGeometry
internal import GalleyPixels
public import GalleyRichTypesetting
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
    let ink = { painter.inkBounds(of: self, scale: $0) }
    let page = try DocumentPage(
      size: size, padding: padding, background: background, painter: painter, ink: ink)
    return try page.data(format) { $0.paint(self) }
  }
}

extension RichLayout {
  /// Returns the message as an SVG file, with glyphs as shapes.
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

  /// Returns the message as a PDF file of one page, with selectable and searchable text.
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
    let ink = { scale in
      painter.inkBounds(at: CanvasPlacement(scale: scale)) { worker, canvas in
        worker.paint(self, as: painter, on: &canvas) { false }
      }
    }
    let page = try DocumentPage(
      size: size, padding: padding, background: background, painter: painter, ink: ink)
    return try page.data(format) { $0.paint(self) }
  }
}

/// The page of a document that shows a layout.
private struct DocumentPage {
  /// The layout's box with its padding, extended to include overhanging ink, in points.
  let frame: Rect
  let background: Color?
  let painter: TextPainter

  /// Creates the page of a layout of a size.
  ///
  /// - Parameters:
  ///   - size: The size of the layout, in points.
  ///   - padding: The space around it, in points.
  ///   - background: The background color; `nil` for none.
  ///   - painter: The painter.
  ///   - ink: Returns the pixels that painting touches, by the number of pixels per point.
  /// - Throws: ``RenderingError/padding(_:)``.
  init(
    size: Size, padding: Double, background: Color?, painter: TextPainter,
    ink: (Double) -> PixelRect
  ) throws(RenderingError) {
    guard padding >= 0, padding <= 16_384 else { throw .padding(padding) }
    let box = Rect(
      x: -padding, y: -padding, width: max(1, size.width + 2 * padding),
      height: max(1, size.height + 2 * padding))
    let grid = PixelGrid(scale: 2)
    let touched = ink(grid.scale)
    frame = touched.isEmpty ? box : box.union(touched.rect(onGridOf: grid))
    self.background = background
    self.painter = painter
  }

  /// Returns the file with a drawing.
  func data(
    _ format: Document.Format, _ draw: (inout DocumentPainter) -> Void
  ) throws(RenderingError) -> [UInt8] {
    do throws(CairoError) {
      let document = try Document(format, width: frame.size.width, height: frame.size.height)
      let origin = Point(x: -frame.minX, y: -frame.minY)
      var page = DocumentPainter(document, origin: origin, painter: painter)
      if let background { page.fill(frame, with: background) }
      draw(&page)
      return try page.finish()
    } catch {
      throw .document(reason: error.description)
    }
  }
}
