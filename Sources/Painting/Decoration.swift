internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyTypesetting

/// The underline and strikethrough of a run of text.
struct Decoration {
  /// A decoration line.
  struct Stroke {
    /// The distance from the baseline down to the upper edge, in points.
    var top: Double
    /// The thickness, in points.
    var thickness: Double
    /// The style of the line, and whether it skips ink.
    var line: TextPaint.DecorationLine
    /// The left edge of the first of the adjacent runs that share an unchanged line.
    var patternStart = 0.0
    /// The distance of the decorating baseline above the line's baseline, in points; among adjacent
    /// runs, the one nearest to the line's baseline.
    var shift = 0.0
  }

  var underline: Stroke?
  var strikethrough: Stroke?
  /// Whether the font is a color font, whose underline metrics are meaningless.
  var isOfPictures = false

  /// Creates a decoration without lines.
  init() {}

  /// Creates the lines that a run's paint requests, at the positions that its font requests;
  /// patterns begin at `start`, in points.
  init(_ run: GlyphRun, start: Double) {
    guard run.paint.underline != nil || run.paint.strikethrough != nil else { return }
    isOfPictures = run.font.typeface.isColor
    let metrics = run.font.metrics
    let points = run.size / metrics.unitsPerEm
    if let line = run.paint.underline {
      // A color font on its own uses the position of most text fonts.
      let (top, thickness) =
        isOfPictures
        ? (run.size / 10, run.size / 20)
        : (metrics.underlinePosition * points, metrics.underlineThickness * points)
      underline = Stroke(
        top: top, thickness: thickness, line: line, patternStart: start, shift: run.baselineShift)
    }
    if let line = run.paint.strikethrough {
      let (top, thickness) =
        isOfPictures
        ? (-run.size * 0.3, run.size / 20)
        : (-metrics.strikethroughPosition * points, metrics.strikethroughThickness * points)
      strikethrough = Stroke(
        top: top, thickness: thickness, line: line, patternStart: start, shift: run.baselineShift)
    }
  }

  /// Aligns the lines of adjacent runs, regardless of their fonts and colors, to the lowest
  /// position and the largest thickness among them.
  static func join(_ decorations: inout [Decoration]) {
    join(&decorations, \.underline)
    join(&decorations, \.strikethrough)
  }

  private static func join(
    _ decorations: inout [Decoration], _ stroke: WritableKeyPath<Decoration, Stroke?>
  ) {
    var start = 0
    while start < decorations.count {
      let end = decorations[start...].firstIndex { $0[keyPath: stroke] == nil } ?? decorations.count
      let group = decorations[start..<end]
      let text = group.filter { !$0.isOfPictures }
      let strokes = (text.isEmpty ? Array(group) : text).compactMap { $0[keyPath: stroke] }
      if let first = strokes.first {
        var joined = first
        for other in strokes.dropFirst() {
          joined.top = max(joined.top, other.top)
          joined.thickness = max(joined.thickness, other.thickness)
          if abs(other.shift) < abs(joined.shift) { joined.shift = other.shift }
        }
        place(joined, in: start..<end, of: &decorations, stroke)
      }
      start = end + 1
    }
  }

  /// Moves the lines of a group to their common position, and continues a pattern through runs of
  /// the same style.
  private static func place(
    _ joined: Stroke, in range: Range<Int>, of decorations: inout [Decoration],
    _ stroke: WritableKeyPath<Decoration, Stroke?>
  ) {
    var previous: Stroke?
    for index in range {
      guard var own = decorations[index][keyPath: stroke] else { continue }
      (own.top, own.thickness, own.shift) = (joined.top, joined.thickness, joined.shift)
      if let previous, previous.line.style == own.line.style {
        own.patternStart = previous.patternStart
      }
      decorations[index][keyPath: stroke] = own
      previous = own
    }
  }
}
