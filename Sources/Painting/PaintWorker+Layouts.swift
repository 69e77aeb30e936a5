internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

extension PaintWorker {
  /// Paints a layout: what is behind the text, the text, and what is over it.
  mutating func paint(
    _ layout: TextLayout, as painter: TextPainter, on canvas: inout Canvas, isStale: () -> Bool
  ) {
    palette = painter.palette
    parts = painter.parts
    defer { parts = .all }
    attachmentImages = painter.attachmentImages
    defer { attachmentImages = nil }
    self.layout = layout
    ledger = painter.allowance?.ledger
    defer { (self.layout, ledger) = (nil, nil) }
    let needs = layout.paintNeeds
    let veil = SpoilerVeil(
      layout.text, revealed: painter.revealed, transition: painter.transition)
    let lines = lines(of: layout, needs, near: canvas)
    let layers =
      layout.isFlowed ? LineLayers(layout, scrolls: painter.scrollOffsets) : LineLayers()
    if painter.veil != .only {
      let pass = BehindPass(needs: needs, filter: RunFilter(ranges: veil.veiled), lines: lines)
      paintText(of: layout, as: painter, layers, pass, on: &canvas, isStale: isStale)
    }
    if !veil.isEmpty, painter.veil != .omitted {
      let changing = BehindPass(
        needs: needs, filter: RunFilter(ranges: veil.changing, isInside: true), lines: lines)
      paintChanging(layout, changing, veil, layers, on: &canvas, isStale: isStale)
      if parts.contains(.text) {
        paintDust(of: layout, painter.dust, veil, layers, on: &canvas, isStale: isStale)
      }
    }
    if painter.showsStructure, painter.veil != .only, !isStale() {
      let overlay = DebugOverlay(
        layout, lines: lines, revealed: painter.revealed, scratch: &scratch)
      canvas.paint(overlay, thickness: 1 / canvas.grid.scale)
    }
  }

  /// Paints what may be seen of a text, with what is behind it.
  private mutating func paintText(
    of layout: TextLayout, as painter: TextPainter, _ layers: LineLayers, _ pass: BehindPass,
    on canvas: inout Canvas, isStale: () -> Bool
  ) {
    let hasText = parts.contains(.text)
    if layout.isFlowed, hasText {
      canvas.paintGrounds(of: layout, palette: palette, isStale: isStale)
    }
    for underlay in painter.underlays where hasText && !isStale() {
      canvas.fill(underlay.path, with: palette.color(underlay.color))
    }
    // All of it first: what is behind a line must not cover what hangs into it from above.
    if !pass.needs.isEmpty {
      let others = layers.otherLines(of: layout.lineCount)
      paintBehind(layout, pass, among: others, on: &canvas, isStale: isStale)
    }
    if layout.isFlowed {
      paintLines(of: layout, layers, pass, on: &canvas, isStale: isStale)
      if hasText { paintOrnaments(of: layout, on: &canvas, isStale: isStale) }
    } else {
      for line in pass.lines {
        guard !isStale() else { return }
        paint(layout, line: line, pass.filter, on: &canvas)
      }
    }
  }

  /// The lines that may have ink on the canvas.
  private func lines(
    of layout: TextLayout, _ needs: PaintNeeds, near canvas: borrowing Canvas
  ) -> Range<Int> {
    let count = layout.lineCount
    guard !canvas.isMeasuring, count > 0 else { return 0..<count }
    // Most layouts are painted whole, and then there is nothing to look for.
    let (top, bottom) = (canvas.bounds.minY, canvas.bounds.maxY)
    if top <= canvas.row(0), bottom >= canvas.row(layout.size.height) { return 0..<count }
    let reach = layout.inkReach(needs)
    guard reach.isFinite else { return 0..<count }
    func firstLine(_ isPast: (LineBox) -> Bool) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if isPast(layout.line(at: middle)) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let start = firstLine { canvas.row($0.y + $0.height + reach) > top }
    let end = firstLine { canvas.row($0.y - reach) >= bottom }
    return start..<max(start, end)
  }

  /// Paints the glyphs of a line that are shown, and the lines under and through them.
  mutating func paint(
    _ layout: TextLayout, line: Int, _ filter: RunFilter, on canvas: inout Canvas
  ) {
    var scratch = PlacementScratch()
    swap(&scratch, &self.scratch)
    layout.visitGlyphRuns(ofLine: line, scratch: &scratch, hidden: filter.ranges) { run, glyphs in
      if filter.shows(run) { add(run, glyphs, on: canvas) }
    }
    swap(&scratch, &self.scratch)
    finishLine(&canvas)
    if layout.hasAttachments, parts.contains(.emoji) {
      paintAttachments(of: layout, line: line, filter, on: &canvas)
    }
  }

  /// Paints what is behind the text of some lines.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - pass: What is painted.
  ///   - ranges: The lines; shapes that go over several of them are made of all, near or far.
  ///   - canvas: What to paint on.
  ///   - isStale: Whether the result is no longer wanted.
  mutating func paintBehind(
    _ layout: TextLayout, _ pass: BehindPass, among ranges: [Range<Int>],
    on canvas: inout Canvas, isStale: () -> Bool
  ) {
    guard parts.contains(.text) else { return }
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
      for (path, color) in highlights.shapes { canvas.fill(path, with: palette.color(color)) }
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

  /// Fills the colors behind a line's text.
  private mutating func paintBackgrounds(
    of layout: TextLayout, line: Int, _ filter: RunFilter, on canvas: inout Canvas
  ) {
    let box = layout.line(at: line)
    layout.visitGlyphRuns(ofLine: line, scratch: &scratch, hidden: filter.ranges) { run, _ in
      guard filter.shows(run), let background = run.paint.background else { return }
      let area = Rect(x: run.origin.x, y: box.y, width: run.width, height: box.height)
      canvas.fill(area, with: palette.color(background))
    }
  }
}

/// What of a layout is painted behind its text.
struct BehindPass {
  /// What there is to be painted.
  var needs: PaintNeeds
  /// Whose it is.
  var filter = RunFilter()
  /// The lines that are near enough to be seen.
  var lines: Range<Int>
}
