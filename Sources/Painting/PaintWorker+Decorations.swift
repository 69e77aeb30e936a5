internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyPixels
internal import GalleyTypesetting

// Decoration lines. Underlines are below the glyphs, strikethroughs above. A line in the color of
// its glyphs is drawn as one shape with them, so that translucent text shows no seam.

extension PaintWorker {
  /// Draws the runs of the current line, with their decoration lines.
  @inline(never) mutating func drawDecoratedLine(on canvas: inout PaintCanvas) {
    current.joinDecorations()
    var ink = UnderlineInk()
    addLines(\.underline, on: &canvas, ink: &ink)
    var index = 0
    while index < current.runs.count {
      let color = current.runs[index].color
      let end = current.runs[index...].firstIndex { $0.color != color } ?? current.runs.count
      for run in index..<end {
        if !isApart(run, \.underline) { addMarks(of: run, \.underline, on: canvas, ink: &ink) }
        if !isApart(run, \.strikethrough) {
          addMarks(of: run, \.strikethrough, on: canvas, ink: &ink)
        }
      }
      for run in index..<end { addGlyphs(of: current.runs[run], to: &canvas) }
      canvas.draw(&batch, color: color, contrast: job.palette.contrast)
      index = end
    }
    addLines(\.strikethrough, on: &canvas, ink: &ink)
  }

  /// Adds all decoration lines of the current runs, whatever their colors.
  mutating func addDecorationMarks(on canvas: borrowing PaintCanvas) {
    guard current.hasDecorations else { return }
    current.joinDecorations()
    var ink = UnderlineInk()
    for index in current.runs.indices {
      addMarks(of: index, \.underline, on: canvas, ink: &ink)
      addMarks(of: index, \.strikethrough, on: canvas, ink: &ink)
    }
  }

  /// Draws the strokes of the line that cannot be one shape with the glyphs.
  private mutating func addLines(
    _ stroke: KeyPath<Decoration, Decoration.Stroke?>, on canvas: inout PaintCanvas,
    ink: inout UnderlineInk
  ) {
    var pending = Color.clear
    for index in current.runs.indices where isApart(index, stroke) {
      guard let line = current.decorations[index][keyPath: stroke] else { continue }
      let color = color(of: line, in: current.runs[index])
      if color != pending { canvas.draw(&batch, color: pending) }
      pending = color
      addMarks(of: index, stroke, on: canvas, ink: &ink)
    }
    canvas.draw(&batch, color: pending)
  }

  /// Returns whether a run's stroke is drawn separately, because its color differs from that of the
  /// glyphs.
  private func isApart(_ index: Int, _ stroke: KeyPath<Decoration, Decoration.Stroke?>) -> Bool {
    guard let line = current.decorations[index][keyPath: stroke] else { return false }
    return current.decorations[index].isOfPictures
      || color(of: line, in: current.runs[index]) != current.runs[index].color
  }

  private func color(of stroke: Decoration.Stroke, in run: PixelRun) -> Color {
    stroke.line.color.map(job.palette.color) ?? run.color
  }

  /// Adds a run's decoration line to the batch.
  private mutating func addMarks(
    of index: Int, _ stroke: KeyPath<Decoration, Decoration.Stroke?>,
    on canvas: borrowing PaintCanvas, ink: inout UnderlineInk
  ) {
    guard let line = current.decorations[index][keyPath: stroke] else { return }
    var place = place(
      of: line, in: current.runs[index], on: canvas.grid, isThrough: stroke == \.strikethrough)
    place.patternStart = canvas.column(line.patternStart)
    if canvas.isMeasuring {
      let rows = DecorationMarks.rows(of: line.line.style, at: place)
      return batch.add(PixelRect(place.columns, rows))
    }
    // Marks extend beyond the bitmap, so that one that is cut off at its edge keeps its shape.
    let margin = Self.markMargin
    place.columns = place.columns.clamped(
      to: canvas.bounds.minX - margin..<canvas.bounds.maxX + margin)
    guard !place.columns.isEmpty else { return }
    if stroke == \.underline, line.line.skipsInk {
      let rows = DecorationMarks.rows(of: line.line.style, at: place)
      place.ink = ink.intervals(crossing: Range(rows), near: Range(place.columns)) { band in
        self.ink(in: band)
      }
    }
    add(DecorationMarks(line.line.style, at: place))
  }

  /// The distance beyond the bitmap within which marks are drawn, in pixels.
  private static let markMargin = 256

  /// Returns the placement of a run's decoration line on the grid.
  private func place(
    of stroke: Decoration.Stroke, in run: PixelRun, on grid: PixelGrid, isThrough: Bool
  ) -> DecorationPlace {
    let rows = grid.rows(ofStrokeAt: stroke.top, thickness: stroke.thickness)
    // An underline keeps a pixel's distance from the baseline, to stay separate from the letters.
    let clearance = isThrough ? 0 : max(0, 1 - rows.lowerBound)
    let baseline = run.lineBaseline - PixelGrid.nearest(stroke.shift * grid.scale)
    return DecorationPlace(
      columns: run.left..<max(run.left, run.right), patternStart: run.left,
      top: baseline + rows.lowerBound + clearance, thickness: rows.count, isThrough: isThrough)
  }

  private mutating func add(_ marks: DecorationMarks) {
    for bar in marks.bars { add(bar) }
    for dashes in marks.dashes {
      dashes.visit { columns in
        // Dots of up to two pixels have no corners to round.
        if dashes.isDotted, dashes.rows.count >= 3 {
          addDot(Int(columns.lowerBound)..<Int(columns.upperBound), dashes.rows)
        } else {
          add(DecorationBar(columns: columns, rows: dashes.rows))
        }
      }
    }
    for wave in marks.waves {
      let columns = wave.columns.columns
      let rect = PixelRect(columns, wave.rows.lowerBound - 1..<wave.rows.upperBound + 1)
      var coverage: [UInt8] = []
      coverage.reserveCapacity(rect.width * rect.height)
      for y in rect.minY..<rect.maxY {
        for x in columns { coverage.append(UInt8(wave.coverage(x: x, y: y) * 255 + 0.5)) }
      }
      batch.add(LooseMask(rect, coverage: coverage))
    }
  }

  /// Adds a round dot inscribed in a square.
  private mutating func addDot(_ columns: Range<Int>, _ rows: Range<Int>) {
    let square = PixelRect(columns, rows)
    var shape = ShapeRasterizer(square)
    shape.addEllipse(in: square.rect(onGridOf: PixelGrid(scale: 1)))
    batch.add(shape.mask())
  }

  /// Adds a bar, whose end columns may be covered in part.
  private mutating func add(_ bar: DecorationBar) {
    let start = Int(bar.columns.lowerBound.rounded(.up))
    let inner = start..<max(start, Int(bar.columns.upperBound.rounded(.down)))
    batch.add(PixelRect(inner, bar.rows))
    for x in bar.columns.columns where !inner.contains(x) {
      let share = UInt8(bar.columns.share(ofColumn: x) * 255 + 0.5)
      let coverage = [UInt8](repeating: share, count: bar.rows.count)
      batch.add(LooseMask(PixelRect(x..<x + 1, bar.rows), coverage: coverage))
    }
  }
}

extension PixelRect {
  fileprivate init(_ columns: Range<Int>, _ rows: Range<Int>) {
    self.init(
      minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound,
      maxY: rows.upperBound)
  }
}

extension FontTag {
  /// Whether the script fills squares that extend below the baseline; an underline that skipped
  /// them would vanish.
  ///
  /// - SeeAlso: CSS Text Decoration 4, section 2.6.4, on ideographs.
  var isIdeographic: Bool {
    switch self {
    case "Hani", "Hira", "Kana", "Bopo", "Hang", "Yiii", "Tang", "Nshu", "Kits": true
    default: false
    }
  }
}
