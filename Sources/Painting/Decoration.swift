internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyTypesetting

/// The lines drawn under and through a run of text.
struct Decoration {
  /// A line along the text.
  struct Stroke {
    /// How far its upper edge is below the baseline, in points.
    var top: Double
    /// How thick it is, in points.
    var thickness: Double
    /// What it is made of, and whether it makes way for ink.
    var line: DecorationLine
    /// The left edge of the first of the runs that the line goes through without a change.
    var patternStart = 0.0
    /// How far what the line goes by stands above the baseline of the text's line, in points: of runs
    /// beside each other the one that is nearest to it.
    var shift = 0.0
  }

  var underline: Stroke?
  var strikethrough: Stroke?
  /// Whether the font is one of pictures, which know nothing of lines under text.
  var isOfPictures = false

  /// No lines.
  init() {}

  /// The lines that a run's paint asks for, where its font wants them.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - start: Where patterns begin, in points.
  init(_ run: GlyphRun, start: Double) {
    guard run.paint.underline != nil || run.paint.strikethrough != nil else { return }
    isOfPictures = run.font.typeface.isColor
    let metrics = run.font.metrics
    let points = run.size / metrics.unitsPerEm
    if let line = run.paint.underline {
      // Where most fonts have it, for one of pictures that stands alone.
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

  /// Makes the lines of runs beside each other go on without a step, whatever the runs' fonts and
  /// colors: as low as the lowest of them, as thick as the thickest.
  static func join(_ decorations: inout [Decoration]) {
    join(&decorations, \.underline)
    join(&decorations, \.strikethrough)
  }

  private static func join(
    _ decorations: inout [Decoration], _ stroke: WritableKeyPath<Decoration, Stroke?>
  ) {
    var start = 0
    while start < decorations.count {
      let end =
        decorations[start...].firstIndex { $0[keyPath: stroke] == nil } ?? decorations.count
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

  /// Puts the lines of a group where they all go, and lets a pattern go on through runs of one style.
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
