internal import GalleyCairo
internal import GalleyGeometry
package import GalleyMath
internal import GalleyTypesetting

extension DocumentPainter {
  /// Paints a formula; its source is the text of its first glyphs.
  mutating func paint(_ drawing: FormulaDrawing) {
    let shapes = drawing.layout.shapes[drawing.shapes]
    for shape in shapes where shape.kind == .ground || shape.kind == .rule {
      fill(drawing.rect(shape), with: palette.color(drawing.color(shape.color)))
    }
    for (index, run) in drawing.layout.runs[drawing.runs].enumerated() {
      let placed = drawing.glyphRun(run)
      let color = palette.color(drawing.color(run.color))
      guard var shown = shown(placed, drawing.glyphs(of: run), color: color) else { continue }
      if index == 0 {
        shown.text = Array(drawing.layout.source.utf8)
        shown.clusters = [DocumentText.Cluster(bytes: shown.text.count, glyphs: run.glyphs.count)]
      }
      document.show(shown)
    }
    for shape in shapes where shape.kind == .rising || shape.kind == .falling {
      fill(drawing.path(shape), with: palette.color(drawing.color(shape.color)))
    }
  }
}

extension FormulaLayout {
  /// Returns the formula as an SVG file, with glyphs as shapes.
  ///
  /// - Parameters:
  ///   - size: The font size, in points.
  ///   - padding: The space around the formula's box, in points.
  ///   - painter: The painter; its hinting is ignored.
  /// - Returns: The file.
  /// - Throws: ``RenderingError``.
  package func svgData(
    size: Double, padding: Double = 0, painter: TextPainter = TextPainter()
  ) throws(RenderingError) -> [UInt8] {
    try document(.svg, size: size, padding: padding, painter: painter)
  }

  /// Returns the formula as a PDF file of one page.
  ///
  /// - Parameters:
  ///   - size: The font size, in points.
  ///   - padding: The space around the formula's box, in points.
  ///   - painter: The painter; its hinting is ignored.
  /// - Returns: The file.
  /// - Throws: ``RenderingError``.
  package func pdfData(
    size: Double, padding: Double = 0, painter: TextPainter = TextPainter()
  ) throws(RenderingError) -> [UInt8] {
    try document(.pdf, size: size, padding: padding, painter: painter)
  }

  private func document(
    _ format: Document.Format, size: Double, padding: Double, painter: TextPainter
  ) throws(RenderingError) -> [UInt8] {
    guard padding >= 0, padding <= 16_384 else { throw .padding(padding) }
    let (width, height) = (self.width * size, (ascent + descent) * size)
    do throws(CairoError) {
      let document = try Document(
        format, width: max(1, width + 2 * padding), height: max(1, height + 2 * padding))
      let origin = Point(x: padding, y: padding + ascent * size)
      var page = DocumentPainter(document, origin: origin, painter: painter)
      page.paint(FormulaDrawing(self, at: .zero, size: size, color: .role(.text)))
      return try page.finish()
    } catch {
      throw .document(reason: error.description)
    }
  }
}
