internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

/// The lines drawn under and through a run of text.
struct Decoration {
  /// A line along the text.
  struct Stroke {
    /// How far its upper edge is below the baseline, in points.
    var top: Double
    /// How thick it is, in points.
    var thickness: Double
  }

  var underline: Stroke?
  var strikethrough: Stroke?
  /// Whether the font is one of pictures, which know nothing of lines under text.
  var isOfPictures = false

  /// No lines.
  init() {}

  /// The lines that a run's paint asks for, where its font wants them.
  init(_ run: GlyphRun) {
    guard run.paint.underline != nil || run.paint.strikethrough != nil else { return }
    isOfPictures = run.font.typeface.isColor
    let metrics = run.font.metrics
    let points = run.size / metrics.unitsPerEm
    if run.paint.underline != nil {
      // Where most fonts have it, for one of pictures that stands alone.
      underline =
        isOfPictures
        ? Stroke(top: run.size / 10, thickness: run.size / 20)
        : Stroke(
          top: metrics.underlinePosition * points, thickness: metrics.underlineThickness * points)
    }
    if run.paint.strikethrough != nil {
      strikethrough =
        isOfPictures
        ? Stroke(top: -run.size * 0.3, thickness: run.size / 20)
        : Stroke(
          top: -metrics.strikethroughPosition * points,
          thickness: metrics.strikethroughThickness * points)
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
        let joined = strokes.reduce(first) {
          Stroke(top: max($0.top, $1.top), thickness: max($0.thickness, $1.thickness))
        }
        for index in start..<end { decorations[index][keyPath: stroke] = joined }
      }
      start = end + 1
    }
  }
}

extension PaintWorker {
  /// Adds the lines of some runs to the batch.
  mutating func addDecorations(of range: Range<Int>, on grid: PixelGrid) {
    for index in range {
      let run = runs[index]
      if let stroke = decorations[index].underline {
        let rows = grid.rows(ofStrokeAt: stroke.top, thickness: stroke.thickness)
        // Never touching the baseline, where it would grow together with the letters.
        add(rows, below: max(0, 1 - rows.lowerBound), of: run)
      }
      if let stroke = decorations[index].strikethrough {
        add(grid.rows(ofStrokeAt: stroke.top, thickness: stroke.thickness), of: run)
      }
    }
  }

  private mutating func add(_ rows: Range<Int>, below shift: Int = 0, of run: PixelRun) {
    let top = run.baseline + rows.lowerBound + shift
    batch.add(PixelRect(minX: run.left, minY: top, maxX: run.right, maxY: top + rows.count))
  }
}
