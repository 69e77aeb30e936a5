package import GalleyGeometry
internal import GalleyPainting
package import GalleyPixels
package import GalleyRichStreaming
package import GalleyTypesetting

/// The file format of a picture.
package enum PictureFormat: String, CaseIterable, Sendable {
  case png, webp, svg, pdf

  /// Whether pictures consist of pixels.
  package var isRaster: Bool { self == .png || self == .webp }

  /// Creates the format of a path's extension; `nil` if it is unknown.
  package init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    self.init(rawValue: path[path.index(after: dot)...].lowercased())
  }
}

/// The settings for drawing a layout as a picture.
package struct PictureSettings: Sendable {
  /// The number of pixels per point, for formats of pixels only.
  package var scale: Double
  /// The margin around the layout, in points.
  package var padding: Double
  /// The color behind the text.
  package var background: Color
  /// The palette of the text.
  package var palette: Palette
  /// The revealed spoilers.
  package var revealed: RevealedSpoilers
  /// Whether the outlines of lines, glyphs, links and blocks are drawn over the text.
  package var showsStructure: Bool
  /// Returns whether pictures are no longer needed, so that their drawing stops.
  package var isStale: @Sendable () -> Bool = { false }

  /// The valid scales, in pixels per point.
  package static let scales = 0.1...16.0
  /// The valid margins, in points.
  package static let paddings = 0.0...1000.0

  /// Creates settings, by default for opaque pictures without a margin.
  package init(
    scale: Double = 1, padding: Double = 0, background: Color = .white, palette: Palette = .plain,
    revealed: RevealedSpoilers = .none, showsStructure: Bool = false
  ) {
    self.scale = scale
    self.padding = padding
    self.background = background
    self.palette = palette
    self.revealed = revealed
    self.showsStructure = showsStructure
  }

  /// Returns a file with the drawing of a layout.
  ///
  /// - Throws: `PictureError`, without naming a file.
  package func data(
    of layout: some DocumentLayout, as format: PictureFormat
  ) throws(PictureError) -> [UInt8] {
    if format.isRaster { return try Self.data(bitmap(of: layout), as: format) }
    do throws(RenderingError) {
      return format == .svg
        ? try layout.svgData(padding: padding, background: background, painter: painter)
        : try layout.pdfData(padding: padding, background: background, painter: painter)
    } catch { throw PictureError(error) }
  }

  /// Returns a bitmap with the drawing of a layout.
  ///
  /// - Throws: `PictureError` if it is too large.
  package func bitmap(of layout: some RasterLayout) throws(PictureError) -> Bitmap {
    do throws(RenderingError) {
      return try layout.image(
        scale: scale, padding: padding, background: background, painter: painter,
        isStale: isStale
      ).bitmap
    } catch { throw PictureError(error) }
  }

  /// Returns a bitmap of a size in points, with a message that grows at a place.
  package func bitmap(
    of layout: StreamingLayout, at origin: Point, size: Size
  ) throws(PictureError) -> Bitmap {
    let (width, height) = PixelGrid(scale: scale).size(holding: size)
    guard var bitmap = try? Bitmap(width: max(width, 1), height: max(height, 1)) else {
      throw .tooLarge("a frame of \(width) × \(height) pixels is too large; use a smaller scale")
    }
    bitmap.scale = scale
    bitmap.fill(with: background)
    painter.paint(layout, at: origin, into: &bitmap, scale: scale)
    return bitmap
  }

  private var painter: TextPainter {
    var painter = TextPainter()
    painter.palette = palette
    painter.revealed = revealed
    painter.showsStructure = showsStructure
    return painter
  }

  /// Returns the bytes of a file in a format of pixels.
  package static func data(_ bitmap: Bitmap, as format: PictureFormat) throws(PictureError)
    -> [UInt8]
  {
    guard format == .webp else { return try png(bitmap) }
    do throws(Bitmap.WebPError) { return try bitmap.webpData() } catch {
      if case .tooLarge = error { throw .tooLarge(error.description) }
      throw .unwritable(error.description)
    }
  }

  /// Returns the bytes of a PNG file.
  package static func png(_ bitmap: Bitmap) throws(PictureError) -> [UInt8] {
    do { return try bitmap.pngData() } catch {
      throw .unwritable("the PNG could not be encoded: \(error)")
    }
  }
}
