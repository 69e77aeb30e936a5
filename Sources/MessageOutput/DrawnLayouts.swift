package import GalleyGeometry
package import GalleyPainting
package import GalleyRichStreaming
package import GalleyRichTypesetting
package import GalleyTypesetting

/// A layout that can be drawn as pixels.
package protocol RasterLayout {
  /// Returns a picture of the layout.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels per point.
  ///   - padding: The margin, in points.
  ///   - background: The color behind the text; `nil` for none.
  ///   - painter: The painter.
  ///   - isStale: Returns whether the picture is no longer needed.
  /// - Returns: The picture, large enough for all ink.
  /// - Throws: `RenderingError`.
  func image(
    scale: Double, padding: Double, background: Color?, painter: TextPainter, isStale: () -> Bool
  ) throws(RenderingError) -> RenderedImage
}

/// A layout that can be drawn as pixels and as a document.
package protocol DocumentLayout: RasterLayout {
  /// Returns an SVG file.
  func svgData(
    padding: Double, background: Color?, painter: TextPainter
  ) throws(RenderingError) -> [UInt8]

  /// Returns a PDF file.
  func pdfData(
    padding: Double, background: Color?, painter: TextPainter
  ) throws(RenderingError) -> [UInt8]
}

extension TextLayout: DocumentLayout {
  package func image(
    scale: Double, padding: Double, background: Color?, painter: TextPainter, isStale: () -> Bool
  ) throws(RenderingError) -> RenderedImage {
    try RenderedImage(
      self, scale: scale, padding: padding, background: background, painter: painter,
      isStale: isStale)
  }
}

extension RichLayout: DocumentLayout {
  package func image(
    scale: Double, padding: Double, background: Color?, painter: TextPainter, isStale: () -> Bool
  ) throws(RenderingError) -> RenderedImage {
    try RenderedImage(
      self, scale: scale, padding: padding, background: background, painter: painter,
      isStale: isStale)
  }
}

extension StreamingLayout: RasterLayout {
  package func image(
    scale: Double, padding: Double, background: Color?, painter: TextPainter, isStale: () -> Bool
  ) throws(RenderingError) -> RenderedImage {
    try RenderedImage(
      self, scale: scale, padding: padding, background: background, painter: painter,
      isStale: isStale)
  }
}
