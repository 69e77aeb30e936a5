package import GalleyFonts
package import GalleyGeometry
package import GalleyHarfBuzz
import GalleyShaping

/// A glyph and where its pen stands.
package struct PositionedGlyph: Hashable, Sendable {
  /// The glyph in its font.
  package var id: UInt32
  /// How far to the right of the run's origin the glyph is drawn, in points.
  package var x: Float
  /// How far below the run's origin the glyph is drawn, in points.
  package var y: Float
  /// The UTF-8 offset of the cluster that the glyph stands for.
  package var cluster: Int32

  /// Makes a positioned glyph.
  package init(id: UInt32, x: Float, y: Float, cluster: Int32 = 0) {
    self.id = id
    self.x = x
    self.y = y
    self.cluster = cluster
  }
}

/// What the glyphs of one font, size and paint that stand together on a line have in common.
package struct GlyphRun: Sendable {
  /// The font.
  package var font: FontInstance
  /// The size in points.
  package var size: Double
  /// The left end of the baseline, in the layout's coordinates.
  package var origin: Point
  /// How far the pen goes to the right, in points.
  package var width: Double
  /// How the glyphs are drawn.
  package var paint: TextPaint
  /// The bytes that the glyphs stand for.
  package var text: Range<Int>
  /// Whether the bytes go from right to left.
  package var isRightToLeft: Bool
  /// The ISO 15924 tag of the run's script.
  package var script: Tag = "Zyyy"
  /// How far the run stands above the baseline of its line, in points.
  package var baselineShift = 0.0
  /// Whether the run may not be seen.
  package var isHidden = false

  /// Makes a run.
  package init(
    font: FontInstance, size: Double, origin: Point, width: Double, paint: TextPaint,
    text: Range<Int>, isRightToLeft: Bool
  ) {
    self.font = font
    self.size = size
    self.origin = origin
    self.width = width
    self.paint = paint
    self.text = text
    self.isRightToLeft = isRightToLeft
  }
}

/// Memory that placing works in; kept from one line to the next, it need not be asked for again.
package struct PlacementScratch {
  var glyphs: [Glyph] = []
  var pieces: [LinePiece] = []
  var positioned: [PositionedGlyph] = []
  /// How far the left end of the line's token is from the line's, in points, if it has one.
  var tokenX = 0.0
  /// Where reading the glyphs of a run stopped at the end of a line.
  var bookmark: GlyphBookmark?

  /// Makes a scratch without memory.
  package init() {}
}

/// The part of one run that stands on one line.
struct LinePiece {
  var run: Int
  /// The bytes of the piece.
  var range: Range<Int>
  /// The glyphs in the scratch, in logical order.
  var glyphs: Range<Int>
  /// How far the pen goes, in points.
  var width: Double
  /// What of the width is behind the last character, because the line is stretched there, in points.
  var gap = 0.0
  /// How far the piece's left end is from the line's, in points.
  var x = 0.0
  var level: UInt8
  var pointsPerUnit: Double
}
