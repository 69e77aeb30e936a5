internal import GalleyGeometry
internal import GalleyMath
internal import GalleyPixels
internal import GalleyTypesetting

/// A formula to paint: its layout with a size, a color and the part to show.
struct FormulaDrawing {
  let layout: FormulaLayout
  /// The left end of the baseline, in points.
  var baseline: Point
  /// The font size, in points.
  var size: Double
  /// The color of the formula.
  var color: PaintColor
  /// The runs to paint.
  var runs: Range<Int>
  /// The shapes to paint.
  var shapes: Range<Int>

  init(_ layout: FormulaLayout, at baseline: Point, size: Double, color: PaintColor) {
    self.layout = layout
    self.baseline = baseline
    self.size = size
    self.color = color
    runs = layout.runs.indices
    shapes = layout.shapes.indices
  }

  /// Shows only a part between two breaks, whose left edge is moved to the origin.
  mutating func select(_ segment: FormulaLayout.Segment) {
    baseline.x -= segment.start * size
    runs = segment.runs
    shapes = segment.shapes
  }

  /// Returns a color of the formula.
  func color(_ color: FormulaColor) -> PaintColor {
    switch color {
    case .text: self.color
    case .secondary: .role(.secondaryText)
    case .fixed(let argb): .fixed(Color(argb: argb))
    }
  }

  /// Returns a run in points.
  func glyphRun(_ run: FormulaLayout.Run) -> GlyphRun {
    GlyphRun(
      font: run.font, size: run.scale * size, origin: baseline,
      paint: TextPaint(color: color(run.color)))
  }

  /// Returns the glyphs of a run, in points relative to the baseline.
  func glyphs(of run: FormulaLayout.Run) -> [PositionedGlyph] {
    layout.glyphs[run.glyphs].map { glyph in
      PositionedGlyph(id: glyph.id, x: Float(glyph.x * size), y: Float(glyph.y * size))
    }
  }

  /// Returns the rectangle of a shape, in points.
  func rect(_ shape: FormulaLayout.Shape) -> Rect {
    Rect(
      x: baseline.x + shape.rect.minX * size, y: baseline.y + shape.rect.minY * size,
      width: shape.rect.size.width * size, height: shape.rect.size.height * size)
  }

  /// Returns the outline of a slanted line, in points.
  func path(_ shape: FormulaLayout.Shape) -> Path {
    let rect = rect(shape)
    let isRising = shape.kind == .rising
    let start = Point(x: rect.minX, y: isRising ? rect.maxY : rect.minY)
    let end = Point(x: rect.maxX, y: isRising ? rect.minY : rect.maxY)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return Path() }
    let half = shape.thickness * size / 2 / length
    let (nx, ny) = (-dy * half, dx * half)
    var path = Path()
    path.move(to: Point(x: start.x - nx, y: start.y - ny))
    path.addLine(to: Point(x: end.x - nx, y: end.y - ny))
    path.addLine(to: Point(x: end.x + nx, y: end.y + ny))
    path.addLine(to: Point(x: start.x + nx, y: start.y + ny))
    path.close()
    return path
  }
}

extension PaintWorker {
  /// Paints a formula: grounds, then rules and glyphs, then slanted lines.
  mutating func paint(
    _ drawing: FormulaDrawing, palette: Palette, on canvas: inout PaintCanvas
  ) {
    var settings = PaintJob()
    settings.palette = palette
    job = settings
    defer { job = PaintJob() }
    let shapes = drawing.layout.shapes[drawing.shapes]
    for shape in shapes where shape.kind == .ground {
      canvas.fill(drawing.rect(shape), with: palette.color(drawing.color(shape.color)))
    }
    for shape in shapes where shape.kind == .rule {
      canvas.fill(
        canvas.pixels(of: shape, in: drawing), with: palette.color(drawing.color(shape.color)))
    }
    for run in drawing.layout.runs[drawing.runs] {
      let glyphs = drawing.glyphs(of: run)
      appendRun(drawing.glyphRun(run), glyphs.span, on: canvas)
    }
    flushLine(&canvas)
    for shape in shapes where shape.kind == .rising || shape.kind == .falling {
      canvas.fill(drawing.path(shape), with: palette.color(drawing.color(shape.color)))
    }
  }
}

extension PaintCanvas {
  /// Returns the pixels of a rule, at least one in each direction.
  ///
  /// A rule that continues a glyph, such as that of a root, is rounded with the glyph's baseline.
  fileprivate func pixels(
    of shape: FormulaLayout.Shape, in drawing: FormulaDrawing
  ) -> PixelRect {
    let rect = drawing.rect(shape)
    let scale = grid.scale
    let columns = stroke(
      from: pixels(rect.origin).x, thickness: rect.size.width * scale)
    let rows: Range<Int>
    if let anchor = shape.anchor {
      let glyph = row(drawing.baseline.y) + PixelGrid.nearest(anchor * drawing.size * scale)
      let offset = (shape.rect.minY - anchor) * drawing.size * scale
      rows = stroke(from: Double(glyph) + offset, thickness: rect.size.height * scale)
    } else {
      rows = stroke(from: pixels(rect.origin).y, thickness: rect.size.height * scale)
    }
    return PixelRect(
      minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound,
      maxY: rows.upperBound)
  }

  /// Returns the pixels of a stroke: thin ones keep their thickness, and others their edges.
  private func stroke(from start: Double, thickness: Double) -> Range<Int> {
    let end = start + thickness
    if thickness < 4 {
      let count = max(1, PixelGrid.nearest(thickness))
      let first = PixelGrid.nearest((start + end - Double(count)) / 2)
      return first..<(first + count)
    }
    let first = PixelGrid.nearest(start)
    return first..<max(first + 1, PixelGrid.nearest(end))
  }
}
