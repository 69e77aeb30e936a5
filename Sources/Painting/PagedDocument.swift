internal import GalleyCairo
package import GalleyGeometry
package import GalleyPixels
package import GalleyRichTypesetting
package import GalleyTypesetting

/// A PDF file of several pages, with selectable text and links.
///
/// A page is written when the next one begins, so that memory is bounded by a page, the used glyphs
/// and a few bytes per page and link.
///
/// Positions are in points from the upper left corner of the current page.
package struct PagedDocument: ~Copyable {
  private var page: DocumentPainter

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - size: The size of the first page, in points.
  ///   - painter: The painter that holds the options.
  ///   - output: Receives the bytes of the file in pieces.
  /// - Throws: ``RenderingError`` if Cairo is not installed or memory runs out.
  package init(
    size: Size, painter: TextPainter, output: @escaping ([UInt8]) -> Void
  ) throws(RenderingError) {
    do throws(CairoError) {
      let document = try Document(
        .pdf, width: size.width, height: size.height, output: output)
      page = DocumentPainter(document, origin: .zero, painter: painter)
    } catch {
      throw .document(reason: error.description)
    }
  }

  /// Ends the page, and begins one of a size.
  package mutating func beginPage(_ size: Size) {
    page.document.endPage()
    resize(size)
  }

  /// Changes the size of the current page, on which nothing is drawn yet.
  package mutating func resize(_ size: Size) {
    page.document.setPageSize(width: size.width, height: size.height)
  }

  /// Paints a layout, or some of the lines of one without blocks.
  ///
  /// - Parameters:
  ///   - layout: The layout.
  ///   - place: The position of the layout's origin.
  ///   - lines: The lines; `nil` paints all.
  package mutating func paint(_ layout: TextLayout, at place: Point, lines: Range<Int>? = nil) {
    page.origin = place
    page.paint(layout, lines: lines)
  }

  /// Paints a rich message.
  package mutating func paint(_ layout: RichLayout, at place: Point) {
    page.origin = place
    page.paint(layout)
  }

  /// Paints a picture, scaled to a rectangle.
  package mutating func paint(_ bitmap: Bitmap, in frame: Rect) {
    guard let picture = bitmap.picture, bitmap.width > 0 else { return }
    page.document.show(
      picture, x: frame.minX, y: frame.minY, scale: frame.size.width / Double(bitmap.width))
  }

  /// Fills a rectangle.
  package mutating func fill(_ frame: Rect, with color: Color) {
    page.origin = .zero
    page.fill(frame, with: color)
  }

  /// Makes rectangles of the current page a link to an absolute address.
  package mutating func link(_ frames: [Rect], to address: String) {
    page.document.link(
      frames.map { SIMD4($0.minX, $0.minY, $0.size.width, $0.size.height) }, to: address)
  }

  /// Ends the document, of which the last bytes are written.
  ///
  /// - Throws: ``RenderingError`` if anything has failed.
  package consuming func finish() throws(RenderingError) {
    do throws(CairoError) { _ = try page.finish() } catch {
      throw .document(reason: error.description)
    }
  }
}
