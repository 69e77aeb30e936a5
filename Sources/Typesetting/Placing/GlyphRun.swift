package import GalleyFonts
package import GalleyGeometry
package import GalleyHarfBuzz
import GalleyShaping

/// A glyph and its pen position.
package struct PositionedGlyph: Hashable, Sendable {
  /// The glyph ID in its font.
  package var id: UInt32
  /// The horizontal offset from the run's origin, in points.
  package var x: Float
  /// The vertical offset from the run's origin, downward, in points.
  package var y: Float
  /// The UTF-8 offset of the glyph's cluster.
  package var cluster: Int32

  /// Creates a glyph at a position.
  package init(id: UInt32, x: Float, y: Float, cluster: Int32 = 0) {
    self.id = id
    self.x = x
    self.y = y
    self.cluster = cluster
  }
}

/// Adjacent glyphs on a line with the same font, size and paint.
package struct GlyphRun: Sendable {
  /// The font.
  package var font: FontInstance
  /// The font size in points.
  package var size: Double
  /// The left end of the baseline, in the layout's coordinates.
  package var origin: Point
  /// The advance of the run, in points.
  package var width: Double
  /// The paint of the glyphs.
  package var paint: TextPaint
  /// The byte range of the run's text.
  package var text: Range<Int>
  /// Whether the run is right-to-left.
  package var isRightToLeft: Bool
  /// The ISO 15924 tag of the run's script.
  package var script: FontTag
  /// The upward shift of the run from the line's baseline, in points.
  package var baselineShift: Double
  /// Whether the run is hidden.
  package var isHidden = false
}

extension GlyphRun {
  /// Creates a run of glyphs that are not text of a layout, such as those of a formula.
  package init(font: FontInstance, size: Double, origin: Point, paint: TextPaint) {
    self.init(
      font: font, size: size, origin: origin, width: 0, paint: paint, text: 0..<0,
      isRightToLeft: false, script: .common, baselineShift: 0)
  }
}

/// Buffers for placing lines, reused from one line to the next.
package struct PlacementScratch {
  var glyphs: [Glyph] = []
  var pieces: [LinePiece] = []
  var positioned: [PositionedGlyph] = []
  /// The distance from the left end of the line to that of its token, in points.
  var tokenX = 0.0
  /// The position in the run's glyphs at which the previous line ended.
  var bookmark: GlyphBookmark?

  /// Creates empty buffers.
  package init() {}
}

/// The part of a run on one line.
struct LinePiece {
  var run: Int
  /// The bytes of the piece.
  var range: Range<Int>
  /// The glyphs in the scratch, in logical order.
  var glyphs: Range<Int>
  /// The advance of the piece, in points.
  var width: Double
  /// The part of the width that justification adds after the last character, in points.
  var gap = 0.0
  /// The distance from the left end of the line to that of the piece, in points.
  var x = 0.0
  var level: UInt8
  var pointsPerUnit: Double
}
