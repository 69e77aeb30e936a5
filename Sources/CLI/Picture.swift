import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting

/// What a picture is made as.
enum PictureFormat: String, CaseIterable, Sendable {
  case png, svg, pdf

  /// The format that the name of a file ends in, or `nil`.
  init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    self.init(rawValue: path[path.index(after: dot)...].lowercased())
  }
}

/// How text becomes a picture.
struct Picture: Sendable {
  /// How many pixels stand for a point; for PNG only.
  var scale = 1.0
  /// The room on each side of the layout, in points.
  var padding = 0.0
  /// What is behind the text.
  var background = Color.white
  /// The colors of the text's parts.
  var palette = Palette.plain
  /// The spoilers that are seen.
  var revealed = RevealedSpoilers.none
  /// Whether the edges of lines, letters, links and blocks are drawn over the text.
  var showsStructure = false

  /// Draws a layout into the bytes of a file.
  ///
  /// - Throws: `Failure`, which does not name a file, if the picture is too large.
  func data(
    of layout: TextLayout, as format: PictureFormat
  ) throws(Failure) -> [UInt8] {
    if format == .png { return try Self.png(bitmap(of: layout)) }
    do throws(RenderingError) {
      return format == .svg
        ? try layout.svgData(padding: padding, background: background, painter: painter)
        : try layout.pdfData(padding: padding, background: background, painter: painter)
    } catch { throw Failure(error) }
  }

  /// Draws a layout.
  func bitmap(of layout: TextLayout) throws(Failure) -> Bitmap {
    do {
      return try RenderedImage(
        layout, scale: scale, padding: padding, background: background, painter: painter
      ).bitmap
    } catch {
      throw Failure("\(error); use a smaller --width, --size or --scale")
    }
  }

  private var painter: TextPainter {
    var painter = TextPainter()
    painter.palette = palette
    painter.revealed = revealed
    painter.showsStructure = showsStructure
    return painter
  }

  /// The bytes of a PNG file.
  static func png(_ bitmap: Bitmap) throws(Failure) -> [UInt8] {
    do { return try bitmap.pngData() } catch { throw Failure("no PNG was made: \(error)") }
  }
}
