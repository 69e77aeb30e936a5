internal import GalleyCCairo
package import GalleyFreeType

/// Pages of text and shapes that are written to a file; an SVG file has one.
///
/// Coordinates are points, y down, with the origin at the top left. Cairo keeps the first error
/// while drawing, ignores all further drawing, and `finish` throws the error.
@safe package struct Document: ~Copyable {
  /// The file formats.
  package enum Format: Hashable, Sendable {
    /// Scalable Vector Graphics, with glyphs as shapes.
    case svg
    /// Portable Document Format, with embedded fonts and selectable, searchable text.
    case pdf
  }

  private let format: Format
  let page: Page

  /// Creates a document of one page.
  ///
  /// - Parameters:
  ///   - format: The file format.
  ///   - width: The width of the page, in points.
  ///   - height: The height of the page, in points.
  ///   - output: Receives the bytes of a PDF file as pages are finished; `nil` keeps them.
  /// - Throws: `CairoError` if memory runs out or Cairo is not installed.
  package init(
    _ format: Format, width: Double, height: Double, output: (([UInt8]) -> Void)? = nil
  ) throws(CairoError) {
    precondition(output == nil || format == .pdf, "an SVG file is changed when it is complete")
    let page = try Page(format, width: width, height: height, output: output)
    try page.check()
    if format == .pdf {
      // The current date would make two files of the same text differ.
      unsafe cairo.pdf_surface_set_metadata(
        page.surface, CCAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
    }
    self.format = format
    self.page = page
  }

  /// Fills a rectangle with a color.
  package mutating func fill(x: Double, y: Double, width: Double, height: Double, color: UInt32) {
    setColor(color)
    unsafe cairo.rectangle(page.context, x, y, width, height)
    unsafe cairo.fill(page.context)
  }

  /// Fills a path with a color, by the nonzero winding rule.
  package mutating func fill(_ path: [PathElement], color: UInt32) {
    setColor(color)
    unsafe trace(path, on: page.context)
    unsafe cairo.fill(page.context)
  }

  /// Fills a path by the nonzero winding rule with a repeated tile; `origin` is the upper left
  /// corner of one of them.
  package mutating func fill(_ path: [PathElement], with tile: Tile, at origin: SIMD2<Double>) {
    unsafe cairo.save(page.context)
    unsafe cairo.translate(page.context, origin.x, origin.y)
    unsafe cairo.set_source(page.context, tile.pattern)
    unsafe cairo.translate(page.context, -origin.x, -origin.y)
    unsafe trace(path, on: page.context)
    unsafe cairo.fill(page.context)
    unsafe cairo.restore(page.context)
  }

  /// Strokes a path with a line width in points.
  package mutating func stroke(
    _ path: [PathElement], width: Double, color: UInt32, dashes: LineDashes? = nil
  ) {
    setColor(color)
    unsafe cairo.save(page.context)
    if let dashes {
      let cap = dashes.isDotted ? CCAIRO_LINE_CAP_ROUND : CCAIRO_LINE_CAP_BUTT
      unsafe cairo.set_line_cap(page.context, cap)
      unsafe cairo.set_dash(
        page.context, dashes.lengths, Int32(dashes.lengths.count), dashes.offset)
    }
    unsafe cairo.set_line_width(page.context, width)
    unsafe trace(path, on: page.context)
    unsafe cairo.stroke(page.context)
    unsafe cairo.restore(page.context)
  }

  /// Begins a group that is composited through a mask.
  package mutating func beginGroup() { unsafe cairo.push_group(page.context) }

  /// Ends the last group, multiplied by the opacity of a mask, which is 0 outside of its bounds;
  /// `scale` is the size of its pixels, in points.
  package mutating func endGroup(through mask: DocumentImage, x: Double, y: Double, scale: Double) {
    unsafe cairo.pop_group_to_source(page.context)
    unsafe cairo.save(page.context)
    unsafe cairo.translate(page.context, x, y)
    unsafe cairo.scale(page.context, scale, scale)
    unsafe cairo.mask_surface(page.context, mask.handle, 0, 0)
    unsafe cairo.restore(page.context)
  }

  /// Strokes the outlines of glyphs of one font, with round joins and a line width in points.
  package mutating func stroke(_ text: DocumentText, width: Double) {
    guard !text.glyphs.isEmpty, text.size > 0, text.size.isFinite, width > 0 else { return }
    let glyphs = begin(text)
    unsafe cairo.new_path(page.context)
    unsafe cairo.glyph_path(page.context, glyphs, Int32(glyphs.count))
    unsafe cairo.set_line_join(page.context, CCAIRO_LINE_JOIN_ROUND)
    unsafe cairo.set_line_width(page.context, width)
    unsafe cairo.stroke(page.context)
  }

  /// Draws the glyphs of one font.
  package mutating func show(_ text: DocumentText) {
    guard !text.glyphs.isEmpty, text.size > 0, text.size.isFinite else { return }
    let alpha = Double(text.color >> 24) / 255
    guard text.embolden > 0, alpha < 1 else { return draw(text) }
    // The strokes overlap the glyphs: both are drawn opaque, and made translucent as a group.
    var opaque = text
    opaque.color |= 0xFF00_0000
    unsafe cairo.push_group(page.context)
    draw(opaque)
    unsafe cairo.pop_group_to_source(page.context)
    unsafe cairo.paint_with_alpha(page.context, alpha)
  }

  /// Draws glyphs, and their outlines for synthetic bold.
  private func draw(_ text: DocumentText) {
    let glyphs = begin(text)
    show(glyphs, as: text)
    guard text.embolden > 0 else { return }
    // Selectable text has no stroke of its own, so the outlines are drawn in addition.
    unsafe cairo.glyph_path(page.context, glyphs, Int32(glyphs.count))
    unsafe cairo.set_line_width(page.context, text.embolden * text.size)
    unsafe cairo.stroke(page.context)
  }

  /// Sets the color and the font.
  private func begin(_ text: DocumentText) -> [ccairo_glyph_t] {
    setColor(text.color)
    unsafe cairo.set_font_face(page.context, text.font.handle)
    var matrix = ccairo_matrix_t(
      xx: text.size, yx: 0, xy: -text.slant * text.size, yy: text.size, x0: 0, y0: 0)
    unsafe cairo.set_font_matrix(page.context, &matrix)
    return text.glyphs.map { ccairo_glyph_t(index: UInt($0.id), x: $0.x, y: $0.y) }
  }

  private func show(_ glyphs: [ccairo_glyph_t], as text: DocumentText) {
    guard !text.clusters.isEmpty else {
      unsafe cairo.show_glyphs(page.context, glyphs, Int32(glyphs.count))
      return
    }
    let clusters = text.clusters.map {
      ccairo_text_cluster_t(num_bytes: Int32($0.bytes), num_glyphs: Int32($0.glyphs))
    }
    unsafe text.text.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe cairo.show_text_glyphs(
          page.context, characters.baseAddress, Int32(characters.count), glyphs,
          Int32(glyphs.count), clusters, Int32(clusters.count),
          text.isBackward ? CCAIRO_TEXT_CLUSTER_FLAG_BACKWARD : galley_cairo_forward)
      }
    }
  }

  /// Draws a picture whose upper left corner is at a point; `scale` is the size of its pixels, in
  /// points.
  package mutating func show(_ picture: DocumentImage, x: Double, y: Double, scale: Double) {
    guard scale > 0, scale.isFinite else { return }
    unsafe cairo.save(page.context)
    unsafe cairo.translate(page.context, x, y)
    unsafe cairo.scale(page.context, scale, scale)
    unsafe cairo.set_source_surface(page.context, picture.handle, 0, 0)
    unsafe cairo.paint(page.context)
    unsafe cairo.restore(page.context)
  }

  /// Finishes the page and returns the file; nothing if the output was received in pieces.
  ///
  /// Equal documents give equal bytes.
  ///
  /// - Throws: `CairoError` if anything has failed since the document was created.
  package consuming func finish() throws(CairoError) -> [UInt8] {
    try page.finish()
    page.sink.flush()
    return format == .svg ? renumbered(page.sink.bytes) : page.sink.bytes
  }

  private func setColor(_ argb: UInt32) {
    func channel(_ shift: UInt32) -> Double { Double(argb >> shift & 255) / 255 }
    unsafe cairo.set_source_rgba(page.context, channel(16), channel(8), channel(0), channel(24))
  }
}

/// The dash pattern of a line.
package struct LineDashes {
  /// The alternating lengths of dashes and gaps, in points; not all of them zero.
  package var lengths: [Double]
  /// The distance from the start of the pattern to the start of the line, in points.
  package var offset: Double
  /// Whether dashes have round caps.
  package var isDotted: Bool

  /// Creates a pattern.
  package init(lengths: [Double], offset: Double, isDotted: Bool) {
    self.lengths = lengths
    self.offset = offset
    self.isDotted = isDotted
  }
}

/// Glyphs of one font, with the text that they represent.
package struct DocumentText {
  /// A glyph with its pen position.
  package struct Glyph {
    var id: UInt32
    var x: Double
    var y: Double

    /// Creates a glyph.
    package init(id: UInt32, x: Double, y: Double) {
      (self.id, self.x, self.y) = (id, x, y)
    }
  }

  /// A cluster: the number of bytes of text and of the glyphs that represent it.
  package struct Cluster {
    var bytes: Int
    var glyphs: Int

    /// Creates a cluster.
    package init(bytes: Int, glyphs: Int) {
      (self.bytes, self.glyphs) = (bytes, glyphs)
    }
  }

  /// The font.
  package var font: FontFace
  /// The size in points.
  package var size: Double
  /// The color as `0xAARRGGBB`, not premultiplied.
  package var color: UInt32
  /// The glyphs, from left to right.
  package var glyphs: [Glyph] = []
  /// The text, as UTF-8.
  package var text: [UInt8] = []
  /// The clusters, in the order of the text; empty to omit the mapping.
  package var clusters: [Cluster] = []
  /// Whether the first cluster maps to the last glyphs.
  package var isBackward = false
  /// The tangent of the synthetic slant angle, positive to the right.
  package var slant = 0.0
  /// The stroke width added by synthetic bold, in ems.
  package var embolden = 0.0

  /// Creates text without glyphs.
  package init(font: FontFace, size: Double, color: UInt32) {
    self.font = font
    self.size = size
    self.color = color
  }
}
