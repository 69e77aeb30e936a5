internal import GalleyCairo
internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

// A document has no pixels. Lines under and through text are laid out as they are on bitmaps, on a
// grid so fine that nobody sees it.

extension DocumentPainter {
  private static let grid = PixelGrid(scale: 64)
  /// How fine ink is looked at that underlines make way for.
  private static let inkScale = 8
  /// Lines of text longer than this many pixels of ink do not look for any.
  private static let inkLimit = 1 << 16

  /// Draws a line under or through a run.
  mutating func paint(
    _ stroke: Decoration.Stroke?, of run: GlyphRun, ink: LooseMask? = nil, isThrough: Bool = false
  ) {
    guard let stroke else { return }
    let grid = Self.grid
    let rows = grid.rows(ofStrokeAt: stroke.top, thickness: stroke.thickness)
    let left = grid.edge(run.origin.x)
    var place = DecorationPlace(
      columns: left..<max(left, grid.edge(run.origin.x + run.width)),
      patternStart: grid.edge(stroke.patternStart),
      top: grid.edge(run.origin.y + run.baselineShift - stroke.shift) + rows.lowerBound, thickness: rows.count,
      isThrough: isThrough)
    if let ink, stroke.line.skipsInk {
      let factor = Int(grid.scale) / Self.inkScale
      let rows = DecorationMarks.rows(of: stroke.line.style, at: place)
      place.ink = ink.columns(
        inRows: rows.lowerBound / factor..<(rows.upperBound + factor - 1) / factor
      ).map { $0.lowerBound * factor..<$0.upperBound * factor }
    }
    let color = stroke.line.color.map(palette.color) ?? color(of: run)
    draw(DecorationMarks(stroke.line.style, at: place), color: color)
  }

  private mutating func draw(_ marks: DecorationMarks, color: Color) {
    let grid = Self.grid
    for bar in marks.bars { fill(bar.rect(onGridOf: grid), with: color) }
    for dot in marks.dots {
      let square = dot.rect(onGridOf: grid).offset(x: origin.x, y: origin.y)
      document.fill([PathElement].ellipse(in: square), color: color.argb)
    }
    for wave in marks.waves {
      let path = wave.outline.map { point in
        SIMD2(point.x / grid.scale + origin.x, point.y / grid.scale + origin.y)
      }
      guard let first = path.first else { continue }
      document.fill(
        [.move(first)] + path.dropFirst().map { .line($0) }, color: color.argb)
    }
  }

  /// The ink of a line of text that its underline makes way for.
  func inkBelow(
    _ runs: [(GlyphRun, [PositionedGlyph])], _ decorations: [Decoration]
  ) -> LooseMask? {
    guard decorations.contains(where: { $0.underline?.line.skipsInk == true }) else { return nil }
    return masks.withWorker { worker in
      let canvas = Canvas(
        nil, place: CanvasPlace(scale: Double(Self.inkScale)), isHinted: false, cache: masks)
      return worker.ink(of: runs, on: canvas, limit: Self.inkLimit)
    }
  }
}

extension PaintWorker {
  /// The ink of some runs, as far as underlines make way for it; `nil` if it goes too far.
  fileprivate mutating func ink(
    of runs: [(GlyphRun, [PositionedGlyph])], on canvas: borrowing Canvas, limit: Int
  ) -> LooseMask? {
    for (run, glyphs) in runs { add(run, glyphs.span, on: canvas) }
    for run in self.runs where !run.script.isIdeographic { addMasks(of: run, on: canvas) }
    forgetLine()
    let area = batch.bounds
    let isBounded = area.width <= limit && area.height <= limit / 16
    let mask = batch.takeMask(in: isBounded ? area : .empty)
    return mask.rect.isEmpty ? nil : mask
  }
}

extension DecorationWave {
  /// The outline, as points on the grid that are close to each other.
  fileprivate var outline: [SIMD2<Double>] {
    let step = max(1, half / 12)
    var upper: [SIMD2<Double>] = []
    var lower: [SIMD2<Double>] = []
    for x in stride(from: columns.lowerBound, to: columns.upperBound + step, by: step) {
      let x = Double(min(x, columns.upperBound))
      let (height, slope) = place(x)
      let reach = Double(thickness) / 2 * (1 + slope * slope).squareRoot()
      upper.append(SIMD2(x, middle - height - reach))
      lower.append(SIMD2(x, middle - height + reach))
    }
    return upper + lower.reversed()
  }
}

extension [PathElement] {
  /// An ellipse that touches the sides of a rectangle.
  static func ellipse(in rect: Rect) -> [PathElement] {
    let center = SIMD2(rect.minX + rect.size.width / 2, rect.minY + rect.size.height / 2)
    let radius = SIMD2(rect.size.width / 2, rect.size.height / 2)
    let arm = 0.552_284_75
    func point(_ x: Double, _ y: Double) -> SIMD2<Double> { center + SIMD2(x, y) * radius }
    return [
      .move(point(1, 0)), .curve(point(1, arm), point(arm, 1), to: point(0, 1)),
      .curve(point(-arm, 1), point(-1, arm), to: point(-1, 0)),
      .curve(point(-1, -arm), point(-arm, -1), to: point(0, -1)),
      .curve(point(arm, -1), point(1, -arm), to: point(1, 0)),
    ]
  }
}
