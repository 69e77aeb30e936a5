internal import GalleyBasics
internal import GalleyCairo
internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

// A document has no pixels. Decoration lines are laid out as on bitmaps, on a grid fine enough to
// be invisible.

extension DocumentPainter {
  private static let grid = PixelGrid(scale: 64)
  /// The number of pixels per point at which ink is measured for underlines that skip it.
  private static let inkScale = 8.0

  /// Draws a decoration line of a run.
  mutating func paint(
    _ stroke: Decoration.Stroke?, of run: GlyphRun, ink: ArraySlice<ClosedRange<Double>> = [],
    isThrough: Bool = false
  ) {
    guard let stroke else { return }
    var place = Self.place(of: stroke, in: run, isThrough: isThrough)
    place.ink = ink
    let color = stroke.line.color.map(palette.color) ?? color(of: run)
    draw(DecorationMarks(stroke.line.style, at: place), color: color)
  }

  private static func place(
    of stroke: Decoration.Stroke, in run: GlyphRun, isThrough: Bool
  ) -> DecorationPlace {
    let rows = grid.rows(ofStrokeAt: stroke.top, thickness: stroke.thickness)
    let left = grid.edge(run.origin.x)
    return DecorationPlace(
      columns: left..<max(left, grid.edge(run.origin.x + run.width)),
      patternStart: grid.edge(stroke.patternStart),
      top: grid.edge(run.origin.y + run.baselineShift - stroke.shift) + rows.lowerBound,
      thickness: rows.count, isThrough: isThrough)
  }

  private mutating func draw(_ marks: DecorationMarks, color: Color) {
    for bar in marks.bars { fill(bar, with: color) }
    for dashes in marks.dashes { draw(dashes, color: color) }
    for wave in marks.waves {
      // One half period takes as much space in a file as four rectangles. A wave over budget
      // becomes a straight line.
      let swings = (wave.columns.upperBound - wave.columns.lowerBound) / Double(wave.half)
      if budget.charge(items: 4 * Int(swings.rounded(.up))) {
        document.stroke(path(wave.middleLine), width: points(wave.thickness), color: color.argb)
      } else {
        let top = (wave.rows.lowerBound + wave.rows.upperBound - wave.thickness) / 2
        fill(DecorationBar(columns: wave.columns, rows: top..<top + wave.thickness), with: color)
      }
    }
  }

  private mutating func fill(_ bar: DecorationBar, with color: Color) {
    let scale = Self.grid.scale
    fill(
      Rect(
        x: bar.columns.lowerBound / scale, y: Double(bar.rows.lowerBound) / scale,
        width: (bar.columns.upperBound - bar.columns.lowerBound) / scale,
        height: Double(bar.rows.count) / scale), with: color)
  }

  /// Draws dashes as a single dashed line.
  private mutating func draw(_ dashes: DecorationDashes, color: Color) {
    let y = Double(dashes.rows.lowerBound + dashes.rows.upperBound) / 2
    let (columns, period) = (dashes.columns, Double(dashes.period))
    var pattern = LineDashes(
      lengths: [points(dashes.length), points(dashes.period - dashes.length)], offset: 0,
      isDotted: dashes.isDotted)
    var (start, end) = (columns.lowerBound, columns.upperBound)
    if dashes.isDotted {
      // From the center of the first dot to that of the last.
      let first = Double(dashes.start) + Double(dashes.length) / 2
      start = first + ((start - first) / period).rounded(.up) * period
      guard start < end else { return }
      pattern.lengths = [0, points(dashes.period)]
    } else {
      let distance = start - Double(dashes.start)
      pattern.offset = (distance - (distance / period).rounded(.down) * period) / Self.grid.scale
    }
    document.stroke(
      path([.move(SIMD2(start, y)), .line(SIMD2(end, y))]), width: points(dashes.rows.count),
      color: color.argb, dashes: pattern)
  }

  private func points(_ count: Int) -> Double { Double(count) / Self.grid.scale }

  /// Converts a path from grid to page coordinates.
  private func path(_ elements: [PathElement]) -> [PathElement] {
    func point(_ place: SIMD2<Double>) -> SIMD2<Double> {
      place / Self.grid.scale + SIMD2(origin.x, origin.y)
    }
    return elements.map { element in
      switch element {
      case .move(let to): .move(point(to))
      case .line(let to): .line(point(to))
      case .curve(let first, let second, let to): .curve(point(first), point(second), to: point(to))
      }
    }
  }

  /// Returns the ink that the underlines of a line's runs skip.
  func inkBelow(
    _ runs: [(GlyphRun, [PositionedGlyph])], _ decorations: [Decoration]
  ) -> [ArraySlice<ClosedRange<Double>>] {
    var found = [ArraySlice<ClosedRange<Double>>](repeating: [], count: runs.count)
    guard decorations.contains(where: { $0.underline?.line.skipsInk == true }) else { return found }
    let factor = Self.grid.scale / Self.inkScale
    masks.withWorker { worker in
      let canvas = PaintCanvas(
        nil, place: CanvasPlacement(scale: Self.inkScale), isHinted: false, cache: masks)
      for (run, glyphs) in runs { worker.appendRun(run, glyphs.span, on: canvas) }
      var ink = UnderlineInk()
      for (index, decoration) in decorations.enumerated() {
        guard let stroke = decoration.underline, stroke.line.skipsInk else { continue }
        let place = Self.place(of: stroke, in: runs[index].0, isThrough: false)
        found[index] = ink.intervals(
          crossing: Range(DecorationMarks.rows(of: stroke.line.style, at: place)),
          near: Range(place.columns)
        ) { band in
          worker.ink(in: band.lowerBound / factor..<band.upperBound / factor).map {
            $0.lowerBound * factor...$0.upperBound * factor
          }
        }
      }
      worker.current.reset()
    }
    return found
  }
}

extension DecorationWave {
  /// The center line of the wave, with one curve per half period.
  fileprivate var middleLine: [PathElement] {
    var from = columns.lowerBound
    var elements = [PathElement.move(SIMD2(from, middle - place(from).height))]
    while from < columns.upperBound {
      let swing = ((from - Double(start)) / Double(half)).rounded(.down)
      let to = min(Double(start) + (swing + 1) * Double(half), columns.upperBound)
      // The tangents at the ends of a parabola meet halfway between them.
      let first = place(from, inSwing: swing)
      let last = place(to, inSwing: swing)
      let tip = SIMD2((from + to) / 2, middle - first.height - first.slope * (to - from) / 2)
      let (start, end) = (SIMD2(from, middle - first.height), SIMD2(to, middle - last.height))
      elements.append(.curve((start + 2 * tip) / 3, (end + 2 * tip) / 3, to: end))
      from = to
    }
    return elements
  }
}

extension [PathElement] {
  /// Returns an ellipse inscribed in a rectangle.
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
