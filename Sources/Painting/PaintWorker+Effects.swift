internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

// Shadows and strokes of glyphs: the same masks at an offset, or masks of stroked outlines.

/// The changes to a run drawn as a shadow or a stroke.
struct GlyphEffect {
  /// The horizontal offset, in points.
  var x = 0.0
  /// The vertical offset, in points; rounded to whole pixels, so that it is the same for all lines.
  var y = 0.0
  /// The width of a line drawn along outlines instead of filling them, in points; 0 for filled
  /// outlines.
  var stroke = 0.0
}

extension PaintWorker {
  /// The maximum extent of a shadow or a stroke, in points; beyond, nothing is visible.
  private static let effectLimit = 4_096.0

  /// Draws the shadows of a line.
  mutating func paintShadows(
    of layout: TextLayout, line: Int, _ filter: RunFilter, on canvas: inout PaintCanvas
  ) {
    var shadow: TextPaint.Shadow?
    visit(layout, line: line, filter) { worker, run, glyphs in
      guard let own = run.paint.shadow else { return }
      if own != shadow { worker.finishShadow(shadow, on: &canvas) }
      shadow = own
      worker.appendRun(
        run, glyphs, on: canvas,
        as: GlyphEffect(
          x: own.offset.x.bounded(Self.effectLimit), y: own.offset.y.bounded(Self.effectLimit)))
    }
    finishShadow(shadow, on: &canvas)
    guard layout.hasAttachments else { return }
    for placed in attachments(of: layout, line: line, filter) {
      guard let own = layout.text.style(at: placed.range.lowerBound).paint.shadow else { continue }
      addShape(of: placed, in: layout, casting: own, on: canvas)
      drawShadow(own, on: &canvas)
    }
  }

  /// Draws the shadow of the current runs, and resets the line.
  private mutating func finishShadow(_ shadow: TextPaint.Shadow?, on canvas: inout PaintCanvas) {
    defer { current.reset() }
    guard let shadow, !current.runs.isEmpty else { return }
    addDecorationMarks(on: canvas)
    for run in current.runs { addShapes(of: run, on: canvas) }
    drawShadow(shadow, on: &canvas)
  }

  /// Adds the shape of an attachment, offset for its shadow.
  private mutating func addShape(
    of placed: TextLayout.Attachment, in layout: TextLayout, casting shadow: TextPaint.Shadow,
    on canvas: borrowing PaintCanvas
  ) {
    let scale = canvas.grid.scale
    let x = PixelGrid.nearest(shadow.offset.x.bounded(Self.effectLimit) * scale)
    let y = PixelGrid.nearest(shadow.offset.y.bounded(Self.effectLimit) * scale)
    let box = canvas.pixels(of: placed)
    if canvas.isMeasuring { return batch.add(box.offset(x: x, y: y)) }
    let deviation = shadow.blur.bounded(Self.effectLimit) / 2 * scale
    let seen = canvas.bounds.grown(by: LooseMask.blurReach(deviation: deviation))
    let area = box.intersection(seen.offset(x: -x, y: -y))
    guard var layer = canvas.layer(of: area) else { return }
    paint(placed, of: layout, on: &layer)
    guard let drawn = layer.finish() else { return }
    batch.add(
      LooseMask(
        area.offset(x: x, y: y), coverage: drawn.pixels.map { UInt8(truncatingIfNeeded: $0 >> 24) })
    )
  }

  /// Draws the pending shapes as a shadow.
  private mutating func drawShadow(_ shadow: TextPaint.Shadow, on canvas: inout PaintCanvas) {
    let deviation = shadow.blur.bounded(Self.effectLimit) / 2 * canvas.grid.scale
    let reach = LooseMask.blurReach(deviation: deviation)
    if reach > 0 {
      let bounds = canvas.isMeasuring ? .empty : canvas.bounds.grown(by: reach)
      let area = batch.bounds.grown(by: reach)
      let mask = batch.takeMask(in: bounds)
      if canvas.isMeasuring {
        batch.add(area)
      } else {
        batch.add(mask.blurred(deviation: deviation))
      }
    }
    canvas.draw(&batch, color: job.palette.color(shadow.color))
  }

  /// Draws the glyph strokes of a line.
  mutating func paintStrokes(
    of layout: TextLayout, line: Int, _ filter: RunFilter, on canvas: inout PaintCanvas
  ) {
    var color = Color.clear
    visit(layout, line: line, filter) { worker, run, glyphs in
      guard let stroke = run.paint.stroke, stroke.width > 0, !run.font.typeface.isColor else {
        return
      }
      let own = worker.job.palette.color(stroke.color)
      if own != color { worker.finishStrokes(color, on: &canvas) }
      color = own
      worker.appendRun(
        run, glyphs, on: canvas, as: GlyphEffect(stroke: stroke.width.bounded(Self.effectLimit)))
    }
    finishStrokes(color, on: &canvas)
  }

  private mutating func finishStrokes(_ color: Color, on canvas: inout PaintCanvas) {
    for run in current.runs { addMasks(of: run, on: canvas) }
    current.reset()
    canvas.draw(&batch, color: color)
  }

  /// Visits the visible runs of a line, passing the worker.
  @inline(__always) mutating func visit(
    _ layout: TextLayout, line: Int, _ filter: RunFilter,
    _ body: (inout PaintWorker, GlyphRun, Span<PositionedGlyph>) -> Void
  ) {
    var scratch = PlacementScratch()
    swap(&scratch, &self.scratch)
    layout.visitGlyphRuns(ofLine: line, scratch: &scratch, hidden: filter.ranges) { run, glyphs in
      if filter.shows(run) { body(&self, run, glyphs) }
    }
    swap(&scratch, &self.scratch)
  }
}

extension Double {
  /// Returns the number clamped to `-limit...limit`; 0 for NaN.
  func bounded(_ limit: Double) -> Double {
    isNaN ? 0 : Swift.min(Swift.max(self, -limit), limit)
  }
}

extension Rect {
  /// Returns the rectangle extended by a distance on every side.
  func grown(by distance: Double) -> Rect {
    Rect(
      x: minX - distance, y: minY - distance, width: size.width + 2 * distance,
      height: size.height + 2 * distance)
  }
}
