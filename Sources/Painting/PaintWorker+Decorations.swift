internal import GalleyGeometry
internal import GalleyHarfBuzz
internal import GalleyPixels
internal import GalleyTypesetting

// Lines under and through text. Those under it are below the glyphs, and those through it above;
// where a line has the color of its glyphs they are one shape, so that translucent ones show no seam.

extension PaintWorker {
  /// Draws the line whose runs were added, with what is under and through it.
  @inline(never) mutating func drawDecoratedLine(on canvas: inout Canvas) {
    Decoration.join(&decorations)
    let ink = canvas.isMeasuring ? nil : inkMask(on: canvas)
    addLines(\.underline, on: &canvas, ink: ink)
    var index = 0
    while index < runs.count {
      let color = runs[index].color
      let end = runs[index...].firstIndex { $0.color != color } ?? runs.count
      for run in index..<end {
        if !isApart(run, \.underline) { addMarks(of: run, \.underline, on: canvas, ink: ink) }
        if !isApart(run, \.strikethrough) { addMarks(of: run, \.strikethrough, on: canvas) }
      }
      for run in index..<end { addGlyphs(of: runs[run], to: &canvas) }
      canvas.draw(&batch, color: color)
      index = end
    }
    addLines(\.strikethrough, on: &canvas)
  }

  /// Adds all lines under and through the runs that were added, whatever their colors.
  mutating func addDecorationMarks(on canvas: borrowing Canvas) {
    guard hasDecorations else { return }
    Decoration.join(&decorations)
    let ink = canvas.isMeasuring ? nil : inkMask(on: canvas)
    for index in runs.indices {
      addMarks(of: index, \.underline, on: canvas, ink: ink)
      addMarks(of: index, \.strikethrough, on: canvas)
    }
  }

  /// Draws those of the line's strokes that cannot be one shape with the glyphs.
  private mutating func addLines(
    _ stroke: KeyPath<Decoration, Decoration.Stroke?>, on canvas: inout Canvas,
    ink: LooseMask? = nil
  ) {
    var pending = Color.clear
    for index in runs.indices where isApart(index, stroke) {
      guard let line = decorations[index][keyPath: stroke] else { continue }
      let color = color(of: line, in: runs[index])
      if color != pending { canvas.draw(&batch, color: pending) }
      pending = color
      addMarks(of: index, stroke, on: canvas, ink: ink)
    }
    canvas.draw(&batch, color: pending)
  }

  /// Whether a run's stroke is drawn by itself, since glyphs of other colors come between or beside.
  private func isApart(
    _ index: Int, _ stroke: KeyPath<Decoration, Decoration.Stroke?>
  ) -> Bool {
    guard let line = decorations[index][keyPath: stroke] else { return false }
    return decorations[index].isOfPictures || color(of: line, in: runs[index]) != runs[index].color
  }

  private func color(of stroke: Decoration.Stroke, in run: PixelRun) -> Color {
    stroke.line.color.map(palette.color) ?? run.color
  }

  /// Adds a run's line to the batch.
  private mutating func addMarks(
    of index: Int, _ stroke: KeyPath<Decoration, Decoration.Stroke?>,
    on canvas: borrowing Canvas, ink: LooseMask? = nil
  ) {
    guard let line = decorations[index][keyPath: stroke] else { return }
    var place = place(
      of: line, in: runs[index], on: canvas.grid, isThrough: stroke == \.strikethrough)
    place.patternStart = canvas.column(line.patternStart)
    if canvas.isMeasuring {
      let rows = DecorationMarks.rows(of: line.line.style, at: place)
      batch.add(
        PixelRect(
          minX: place.columns.lowerBound, minY: rows.lowerBound, maxX: place.columns.upperBound,
          maxY: rows.upperBound))
      return
    }
    // Beyond the bitmap as well: a mark that is cut off there is a whole one all the same.
    let margin = Self.inkMargin / 2
    place.columns = place.columns.clamped(
      to: canvas.bounds.minX - margin..<canvas.bounds.maxX + margin)
    guard !place.columns.isEmpty else { return }
    if let ink, line.line.skipsInk {
      place.ink = ink.columns(inRows: DecorationMarks.rows(of: line.line.style, at: place))
    }
    add(DecorationMarks(line.line.style, at: place))
  }

  /// Where a line of a run is on the grid.
  private func place(
    of stroke: Decoration.Stroke, in run: PixelRun, on grid: PixelGrid, isThrough: Bool
  ) -> DecorationPlace {
    let rows = grid.rows(ofStrokeAt: stroke.top, thickness: stroke.thickness)
    // Never touching the baseline, where it would grow together with the letters.
    let clearance = isThrough ? 0 : max(0, 1 - rows.lowerBound)
    let baseline = run.lineBaseline - PixelGrid.nearest(stroke.shift * grid.scale)
    return DecorationPlace(
      columns: run.left..<max(run.left, run.right), patternStart: run.left,
      top: baseline + rows.lowerBound + clearance, thickness: rows.count,
      isThrough: isThrough)
  }

  private mutating func add(_ marks: DecorationMarks) {
    for bar in marks.bars { batch.add(bar) }
    for dot in marks.dots {
      var shape = ShapeCoverage(dot)
      shape.addEllipse(
        in: Rect(
          x: Double(dot.minX), y: Double(dot.minY), width: Double(dot.width),
          height: Double(dot.height)))
      batch.add(shape.mask())
    }
    for wave in marks.waves {
      let rect = PixelRect(
        minX: wave.columns.lowerBound, minY: wave.rows.lowerBound - 1,
        maxX: wave.columns.upperBound, maxY: wave.rows.upperBound + 1)
      var coverage: [UInt8] = []
      coverage.reserveCapacity(rect.width * rect.height)
      for y in rect.minY..<rect.maxY {
        for x in wave.columns { coverage.append(UInt8(wave.coverage(x: x, y: y) * 255 + 0.5)) }
      }
      batch.add(LooseMask(rect, coverage: coverage))
    }
  }

  /// The ink of the line in the rows of those underlines that make way for it.
  private mutating func inkMask(on canvas: borrowing Canvas) -> LooseMask? {
    var (top, bottom) = (Int.max, Int.min)
    for index in runs.indices {
      guard let line = decorations[index].underline, line.line.skipsInk else { continue }
      let place = place(of: line, in: runs[index], on: canvas.grid, isThrough: false)
      let rows = DecorationMarks.rows(of: line.line.style, at: place)
      (top, bottom) = (min(top, rows.lowerBound), max(bottom, rows.upperBound))
    }
    guard top < bottom else { return nil }
    for (run, decoration) in zip(runs, decorations)
    where !decoration.isOfPictures && !run.script.isIdeographic {
      addMasks(of: run, on: canvas)
    }
    let area = PixelRect(
      minX: canvas.bounds.minX - Self.inkMargin, minY: top,
      maxX: canvas.bounds.maxX + Self.inkMargin, maxY: bottom)
    let mask = batch.takeMask(in: area)
    return mask.rect.isEmpty ? nil : mask
  }

  /// How far outside of the bitmap ink is looked for that a line makes way for.
  private static let inkMargin = 512
}

extension LooseMask {
  /// The columns that hold ink in some rows, in order and apart.
  ///
  /// - Complexity: O(*n*), where *n* is the number of pixels in the rows.
  func columns(inRows rows: Range<Int>) -> [Range<Int>] {
    // What is fainter is the edge of a stroke beside the rows.
    let faintest: UInt8 = 48
    var columns: [Range<Int>] = []
    let rows = rows.clamped(to: rect.minY..<max(rect.minY, rect.maxY))
    for x in 0..<rect.width {
      let hasInk = rows.contains { y in
        coverage[(y - rect.minY) * rect.width + x] >= faintest
      }
      guard hasInk else { continue }
      if let last = columns.last, last.upperBound == rect.minX + x {
        columns[columns.count - 1] = last.lowerBound..<last.upperBound + 1
      } else {
        columns.append(rect.minX + x..<rect.minX + x + 1)
      }
    }
    return columns
  }
}

extension Tag {
  /// Whether the script fills squares that reach below the baseline: a line that made way for them
  /// would be nowhere.
  ///
  /// - SeeAlso: CSS Text Decoration 4, section 2.6.4, on ideographs.
  var isIdeographic: Bool {
    switch self {
    case "Hani", "Hira", "Kana", "Bopo", "Hang", "Yiii", "Tang", "Nshu", "Kits": true
    default: false
    }
  }
}
