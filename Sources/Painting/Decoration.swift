internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

/// The lines drawn with a run of text, as rows of pixels counted from the baseline, y down.
struct Decoration {
  /// The rows of the underline; empty if there is none.
  var underline: Range<Int> = 0..<0
  /// The rows of the line through the text; empty if there is none.
  var strikethrough: Range<Int> = 0..<0

  init(_ run: GlyphRun, on grid: PixelGrid) {
    guard run.paint.underline || run.paint.strikethrough else { return }
    let metrics = run.font.metrics
    let points = run.size / metrics.unitsPerEm
    func rows(_ top: Double, _ thickness: Double) -> Range<Int> {
      let thickness = grid.thickness(thickness * points)
      let top = grid.edge(top * points)
      return top..<(top + thickness)
    }
    if run.paint.underline {
      // Never touching the baseline, where it would grow together with the letters.
      let line = rows(metrics.underlinePosition, metrics.underlineThickness)
      let top = max(1, line.lowerBound)
      underline = top..<(top + line.count)
    }
    if run.paint.strikethrough {
      strikethrough = rows(-metrics.strikethroughPosition, metrics.strikethroughThickness)
    }
  }

  /// The rows of one line that serves two runs beside each other: below both, as thick as the
  /// thicker.
  static func joined(_ first: Range<Int>, _ second: Range<Int>) -> Range<Int> {
    if first.isEmpty || second.isEmpty { return first.isEmpty ? second : first }
    let top = max(first.lowerBound, second.lowerBound)
    return top..<(top + max(first.count, second.count))
  }
}

extension PaintWorker {
  /// Makes the lines of runs that follow each other one, whatever their fonts and colors.
  mutating func joinDecorations() {
    join(\.underline)
    join(\.strikethrough)
  }

  private mutating func join(_ line: WritableKeyPath<Decoration, Range<Int>>) {
    var start = 0
    while start < runs.count {
      guard !runs[start].decoration[keyPath: line].isEmpty else {
        start += 1
        continue
      }
      var (end, rows) = (start, 0..<0)
      while end < runs.count, !runs[end].decoration[keyPath: line].isEmpty {
        rows = Decoration.joined(rows, runs[end].decoration[keyPath: line])
        end += 1
      }
      for index in start..<end { runs[index].decoration[keyPath: line] = rows }
      start = end
    }
  }

  /// Adds the lines of some runs to the batch.
  mutating func addDecorations(of range: Range<Int>) {
    for index in range {
      let run = runs[index]
      for rows in [run.decoration.underline, run.decoration.strikethrough] where !rows.isEmpty {
        batch.add(
          PixelRect(
            minX: run.left, minY: run.baseline + rows.lowerBound, maxX: run.right,
            maxY: run.baseline + rows.upperBound))
      }
    }
  }
}
