import GalleyGeometry
import GalleyPainting
package import GalleyPixels
import GalleyRichStreaming
import GalleyRichTypesetting
import GalleyTypesetting

/// The file format of a picture.
package enum PictureFormat: String, CaseIterable, Sendable {
  case png, webp, svg, pdf

  /// Whether pictures consist of pixels.
  var isRaster: Bool { self == .png || self == .webp }

  /// Creates the format of a path's extension; `nil` if it is unknown.
  package init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    self.init(rawValue: path[path.index(after: dot)...].lowercased())
  }
}

/// The settings for drawing a layout as a picture.
package struct PictureSettings: Sendable {
  /// The number of pixels per point, for formats of pixels only.
  var scale = 1.0
  /// The margin around the layout, in points.
  var padding = 0.0
  /// The color behind the text.
  var background = Color.white
  /// The palette of the text.
  var palette = Palette.plain
  /// The revealed spoilers.
  var revealed = RevealedSpoilers.none
  /// Whether the outlines of lines, glyphs, links and blocks are drawn over the text.
  var showsStructure = false

  /// Returns a file with the drawing of a layout.
  ///
  /// - Throws: `Failure` if the picture is too large, without naming a file.
  func data(
    of layout: TextLayout, as format: PictureFormat
  ) throws(Failure) -> [UInt8] {
    if format.isRaster { return try Self.data(bitmap(of: layout), as: format) }
    do throws(RenderingError) {
      return format == .svg
        ? try layout.svgData(padding: padding, background: background, painter: painter)
        : try layout.pdfData(padding: padding, background: background, painter: painter)
    } catch { throw Failure(error) }
  }

  /// Returns a file with the drawing of a rich message.
  ///
  /// - Throws: `Failure` if the picture is too large, without naming a file.
  func data(
    of layout: RichLayout, as format: PictureFormat
  ) throws(Failure) -> [UInt8] {
    if format.isRaster { return try Self.data(bitmap(of: layout), as: format) }
    do throws(RenderingError) {
      return format == .svg
        ? try layout.svgData(padding: padding, background: background, painter: painter)
        : try layout.pdfData(padding: padding, background: background, painter: painter)
    } catch { throw Failure(error) }
  }

  /// Returns a bitmap with the drawing of a layout.
  func bitmap(of layout: TextLayout) throws(Failure) -> Bitmap {
    try bitmap { () throws(RenderingError) in
      try RenderedImage(
        layout, scale: scale, padding: padding, background: background, painter: painter)
    }
  }

  /// Returns a bitmap with the drawing of a rich message.
  func bitmap(of layout: RichLayout) throws(Failure) -> Bitmap {
    try bitmap { () throws(RenderingError) in
      try RenderedImage(
        layout, scale: scale, padding: padding, background: background, painter: painter)
    }
  }

  /// Returns a bitmap with the drawing of a message that grows.
  func bitmap(of layout: StreamingLayout) throws(Failure) -> Bitmap {
    try bitmap { () throws(RenderingError) in
      try RenderedImage(
        layout, scale: scale, padding: padding, background: background, painter: painter)
    }
  }

  /// Returns the bitmap of a drawing, or reports that it is too large.
  private func bitmap(
    _ render: () throws(RenderingError) -> RenderedImage
  ) throws(Failure) -> Bitmap {
    do { return try render().bitmap } catch {
      throw Failure("\(error); use a smaller --width, --size or --scale")
    }
  }

  /// Returns a bitmap of a size in points, with a message that grows at a place.
  func bitmap(
    of layout: StreamingLayout, at origin: Point, size: Size
  ) throws(Failure) -> Bitmap {
    let (width, height) = PixelGrid(scale: scale).size(holding: size)
    guard var bitmap = try? Bitmap(width: max(width, 1), height: max(height, 1)) else {
      throw Failure("a frame of \(width) × \(height) pixels is too large; use a smaller --scale")
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
  static func data(_ bitmap: Bitmap, as format: PictureFormat) throws(Failure) -> [UInt8] {
    guard format == .webp else { return try png(bitmap) }
    do { return try bitmap.webpData() } catch { throw Failure("\(error)") }
  }

  /// Returns the bytes of a PNG file.
  package static func png(_ bitmap: Bitmap) throws(Failure) -> [UInt8] {
    do { return try bitmap.pngData() } catch {
      throw Failure("the PNG could not be encoded: \(error)")
    }
  }
}
