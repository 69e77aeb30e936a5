internal import GalleyBasics
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyRichTypesetting
internal import GalleyTypesetting

extension PaintWorker {
  /// Paints a layout: backgrounds, text, and overlays.
  mutating func paint(
    _ layout: TextLayout, with objects: [Int: ComposedObject] = [:], as painter: TextPainter,
    isPart: Bool = false, on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    job = PaintJob(layout, as: painter)
    job.objects = objects
    job.isPart = isPart
    defer { job = PaintJob() }
    let needs = layout.paintNeeds
    let cover = SpoilerCover(layout, revealed: painter.revealed, transition: painter.transition)
    let lines = lines(of: layout, needs, near: canvas)
    let layers = layout.isFlowed ? LineLayers(layout, scrolls: painter.scrollOffsets) : LineLayers()
    if painter.cover != .only {
      let pass = BehindPass(needs: needs, filter: RunFilter(ranges: cover.covered), lines: lines)
      let key = layers.layers.isEmpty ? beginPlacing(layout, pass, on: canvas) : nil
      paintText(of: layout, as: painter, layers, pass, on: &canvas, isStale: isStale)
      endPlacing(layout, as: key, in: canvas.cache)
    }
    if !cover.isEmpty, painter.cover != .omitted {
      let changing = BehindPass(
        needs: needs, filter: RunFilter(ranges: cover.changing, isInside: true), lines: lines)
      paintChanging(layout, changing, cover, layers, on: &canvas, isStale: isStale)
      if job.parts.contains(.text) {
        paintDust(of: layout, painter.dust, cover, layers, on: &canvas, isStale: isStale)
      }
    }
    if painter.showsStructure, painter.cover != .only, !isStale() {
      let overlay = DebugOverlay(
        layout, lines: lines, revealed: painter.revealed, scratch: &scratch)
      canvas.paint(overlay, thickness: 1 / canvas.grid.scale)
    }
  }

  /// Paints the visible text with its backgrounds.
  private mutating func paintText(
    of layout: TextLayout, as painter: TextPainter, _ layers: LineLayers, _ pass: BehindPass,
    on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    let hasText = job.parts.contains(.text)
    if layout.isFlowed, hasText, !job.isPart {
      canvas.paintGrounds(of: layout, palette: job.palette, isStale: isStale)
    }
    for underlay in painter.underlays where hasText && !isStale() {
      canvas.fill(underlay.path, with: job.palette.color(underlay.color))
    }
    // All backgrounds come first: they must not cover ink that overhangs from the line above.
    if !pass.needs.isEmpty {
      let others = layers.otherLines(of: layout.lineCount)
      paintBehind(layout, pass, among: others, on: &canvas, isStale: isStale)
    }
    if layout.isFlowed {
      paintLines(of: layout, layers, pass, on: &canvas, isStale: isStale)
      if hasText { paintOrnaments(of: layout, on: &canvas, isStale: isStale) }
    } else {
      paintLines(pass.lines, of: layout, pass.filter, on: &canvas, isStale: isStale)
    }
  }

  /// Returns the lines that may have ink on the canvas.
  private func lines(
    of layout: TextLayout, _ needs: PaintNeeds, near canvas: borrowing PaintCanvas
  ) -> Range<Int> {
    let count = layout.lineCount
    guard !canvas.isMeasuring, count > 0 else { return 0..<count }
    // Most layouts are painted whole and need no search.
    let (top, bottom) = (canvas.bounds.minY, canvas.bounds.maxY)
    if top <= canvas.row(0), bottom >= canvas.row(layout.size.height) { return 0..<count }
    let reach = layout.inkReach(needs)
    guard reach.isFinite else { return 0..<count }
    let lines = 0..<count
    let start = lines.partitioningIndex { index in
      let line = layout.line(at: index)
      return canvas.row(line.y + line.height + reach) > top
    }
    let end = lines.partitioningIndex { canvas.row(layout.line(at: $0).y - reach) >= bottom }
    return start..<max(start, end)
  }

  /// Paints the visible glyphs of a line with their decoration lines.
  mutating func paint(
    _ layout: TextLayout, line: Int, _ filter: RunFilter, on canvas: inout PaintCanvas
  ) {
    append(layout, line: line, filter, on: canvas)
    flushLine(line, of: layout, filter, on: &canvas)
  }

  /// Adds the visible runs of a line.
  mutating func append(
    _ layout: TextLayout, line: Int, _ filter: RunFilter, on canvas: borrowing PaintCanvas
  ) {
    visit(layout, line: line, filter) { worker, run, glyphs in
      worker.appendRun(run, glyphs, on: canvas)
    }
  }

  /// Draws the current line, and its attachments.
  mutating func flushLine(
    _ line: Int, of layout: TextLayout, _ filter: RunFilter, on canvas: inout PaintCanvas
  ) {
    flushLine(&canvas)
    if layout.hasAttachments, job.parts.contains(.emoji) {
      paintAttachments(of: layout, line: line, filter, on: &canvas)
    }
  }

  /// Paints the backgrounds of lines; shapes that span several lines are made of all lines in
  /// `ranges`, including those off the canvas.
  mutating func paintBehind(
    _ layout: TextLayout, _ pass: BehindPass, among ranges: [Range<Int>],
    on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    guard job.parts.contains(.text) else { return }
    let (needs, filter) = (pass.needs, pass.filter)
    let lines = ranges.map { $0.clamped(to: pass.lines) }.joined()
    if needs.contains(.backgrounds) {
      for line in lines where !isStale() {
        paintBackgrounds(of: layout, line: line, filter, on: &canvas)
      }
    }
    if needs.contains(.highlights), !isStale() {
      let highlights = HighlightShapes(
        layout, filter, lines: ranges, scratch: &scratch, sharp: { canvas.sharp($0) })
      for (path, color) in highlights.shapes { canvas.fill(path, with: job.palette.color(color)) }
    }
    if needs.contains(.shadows) {
      for line in lines where !isStale() {
        paintShadows(of: layout, line: line, filter, on: &canvas)
      }
    }
    if needs.contains(.strokes) {
      for line in lines where !isStale() {
        paintStrokes(of: layout, line: line, filter, on: &canvas)
      }
    }
  }

  /// Fills the background colors of a line.
  private mutating func paintBackgrounds(
    of layout: TextLayout, line: Int, _ filter: RunFilter, on canvas: inout PaintCanvas
  ) {
    let box = layout.line(at: line)
    layout.visitGlyphRuns(ofLine: line, scratch: &scratch, hidden: filter.ranges) { run, _ in
      guard filter.shows(run), let background = run.paint.background else { return }
      let area = Rect(x: run.origin.x, y: box.y, width: run.width, height: box.height)
      canvas.fill(area, with: job.palette.color(background))
    }
  }
}

/// The pass that paints the backgrounds of a layout.
struct BehindPass {
  /// The kinds of backgrounds to paint.
  var needs: PaintNeeds
  /// The filter of the runs.
  var filter = RunFilter()
  /// The lines near enough to be visible.
  var lines: Range<Int>
}
