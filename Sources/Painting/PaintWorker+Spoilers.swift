internal import GalleyBasics
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

extension PaintWorker {
  /// Draws content in an area through a mask of opacities, 0 to 255; pixels outside of the area are
  /// cleared.
  mutating func drawFaded(
    in area: PixelRect, on canvas: inout PaintCanvas, share: (_ x: Int, _ y: Int) -> UInt8,
    _ body: (inout PaintWorker, inout PaintCanvas) -> Void
  ) {
    if canvas.isMeasuring { return body(&self, &canvas) }
    let area = area.intersection(canvas.bounds)
    guard var layer = canvas.layer(of: area) else { return }
    body(&self, &layer)
    guard var drawn = layer.finish() else { return }
    drawn.fade(drawn.bounds) { x, y in share(x + area.minX, y + area.minY) }
    canvas.draw(drawn, x: area.minX, y: area.minY)
  }

  /// Draws the text of spoilers in transition, with its current opacity.
  mutating func paintChanging(
    _ layout: TextLayout, _ pass: BehindPass, _ cover: SpoilerCover, _ layers: LineLayers,
    on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    guard let transition = cover.transition, !cover.changing.isEmpty else { return }
    let others = layers.otherLines(of: layout.lineCount)
    paintChanging(layout, pass, cover, transition, (others, nil), on: &canvas, isStale: isStale)
    for layer in layers.layers where !isStale() {
      let lines = [layer.block.lines]
      paintChanging(layout, pass, cover, transition, (lines, layer), on: &canvas, isStale: isStale)
    }
  }

  /// Draws the text of spoilers in transition on one layer, or on the lines without a layer.
  private mutating func paintChanging(
    _ layout: TextLayout, _ pass: BehindPass, _ cover: SpoilerCover,
    _ transition: SpoilerTransition, _ part: (lines: [Range<Int>], layer: LineLayer?),
    on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    let touched = part.lines.map { $0.clamped(to: pass.lines) }.joined().filter {
      cover.changing.overlap(layout.line(at: $0).range)
    }
    guard !touched.isEmpty else { return }
    let layer = part.layer
    var area = PixelRect.empty
    for line in touched {
      var frame = layout.line(at: line).frame
      frame.origin.x -= layer?.scroll ?? 0
      // Ink may overhang its line.
      area = area.union(canvas.pixelsTouched(by: frame.grown(by: frame.size.height / 2)))
    }
    if let layer { area = area.intersection(canvas.pixelsTouched(by: layer.area)) }
    let (size, grid) = (layout.size, PointGrid(canvas))
    drawFaded(in: area, on: &canvas) { x, y in
      let point = grid.point(x: x, y: y)
      var opacity = transition.opacity(at: point, in: size)
      if let layer, layer.holds(point) { opacity *= layer.opacity(at: point) }
      return UInt8(opacity * 255 + 0.5)
    } _: { worker, canvas in
      canvas.origin.x -= layer?.scroll ?? 0
      worker.paintBehind(layout, pass, among: part.lines, on: &canvas, isStale: isStale)
      for line in touched where !isStale() {
        worker.paint(layout, line: line, pass.filter, on: &canvas)
      }
    }
  }

  /// Draws the dust over hidden text.
  mutating func paintDust(
    of layout: TextLayout, _ dust: TextPainter.SpoilerDust, _ cover: SpoilerCover,
    _ layers: LineLayers, on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    guard dust != .none, !cover.dusty.isEmpty else { return }
    let color = job.palette[.secondaryText]
    for spoiler in layout.spoilers(cover.dusty) {
      var moving: SpoilerTransition?
      if let transition = cover.transition, transition.spoilers.contains(spoiler.index) {
        moving = transition
      }
      for cloud in dust.clouds(over: spoiler, on: layers) {
        guard !isStale() else { return }
        add(cloud, fading: moving, size: layout.size, on: canvas)
        canvas.draw(&batch, color: color)
      }
    }
  }

  /// Adds dust to the batch.
  private mutating func add(
    _ placed: PlacedDust, fading transition: SpoilerTransition?, size: Size,
    on canvas: borrowing PaintCanvas
  ) {
    let cloud = placed.cloud
    let reach = placed.time == nil ? 1 : DustCloud.drift + 1
    var touched = canvas.pixelsTouched(by: cloud.rect.grown(by: reach))
    if let layer = placed.layer {
      touched = touched.intersection(canvas.pixelsTouched(by: layer.area))
    }
    guard !touched.isEmpty else { return }
    if canvas.isMeasuring { return batch.add(touched) }
    let area = touched.intersection(canvas.bounds)
    guard !area.isEmpty else { return }
    var pixels = DotMask(area, grid: PointGrid(canvas))
    func opacity(_ dot: DustCloud.Dot) -> Double {
      let point = Point(x: dot.x, y: dot.y)
      let opacity = dot.opacity * placed.share(at: point)
      guard let transition else { return opacity }
      return opacity * (1 - transition.opacity(at: point, in: size))
    }
    let wanted = pixels.rect(grownBy: 2)
    if let time = placed.time {
      cloud.visitDrifting(at: time, in: wanted) { pixels.addSoft($0, opacity: opacity($0)) }
    } else {
      cloud.visitStill(in: wanted) { pixels.addSharp($0, opacity: opacity($0)) }
    }
    batch.add(LooseMask(area, coverage: pixels.coverage))
  }
}

/// Dust, with the layer of the lines that it covers.
struct PlacedDust {
  let cloud: DustCloud
  /// The time of drifting dust; `nil` if it is still.
  let time: Double?
  /// The layer of the lines, if they have one.
  let layer: LineLayer?

  /// Returns the opacity of the dust at a point, 0 to 1.
  func share(at point: Point) -> Double {
    guard let layer, layer.holds(point) else { return 1 }
    return layer.opacity(at: point)
  }
}

extension TextPainter.SpoilerDust {
  /// Returns the dust over a spoiler.
  func clouds(over spoiler: TextLayout.Spoiler, on layers: LineLayers) -> [PlacedDust] {
    var time: Double?
    if case .drifting(let moment) = self { time = moment }
    return (time == nil ? spoiler.rects : spoiler.wordRects).enumerated().map { place, rect in
      let layer = layers.layer(at: rect.minY + rect.size.height / 2)
      // Slightly smaller than the lines, as text is.
      let (dx, dy) = (min(1, rect.size.width / 4), min(1, rect.size.height / 4))
      let inner = Rect(
        x: rect.minX + dx - (layer?.scroll ?? 0), y: rect.minY + dy,
        width: rect.size.width - 2 * dx, height: rect.size.height - 2 * dy)
      let cloud = DustCloud(rect: inner, seed: UInt64(spoiler.index) << 32 | UInt64(place))
      return PlacedDust(cloud: cloud, time: time, layer: layer)
    }
  }
}

/// A conversion between pixels and points.
struct PointGrid {
  private let offset: SIMD2<Double>
  let scale: Double

  init(_ canvas: borrowing PaintCanvas) {
    offset = canvas.pixels(.zero)
    scale = canvas.grid.scale
  }

  /// Returns the center of a pixel, in the layout's coordinates.
  func point(x: Int, y: Int) -> Point {
    Point(x: (Double(x) + 0.5 - offset.x) / scale, y: (Double(y) + 0.5 - offset.y) / scale)
  }

  /// Returns the position of a point, in pixels.
  func pixels(x: Double, y: Double) -> SIMD2<Double> { SIMD2(x, y) * scale + offset }
}

/// A coverage mask of dots.
private struct DotMask {
  let area: PixelRect
  let grid: PointGrid
  var coverage: [UInt8]

  init(_ area: PixelRect, grid: PointGrid) {
    self.area = area
    self.grid = grid
    coverage = [UInt8](repeating: 0, count: area.width * area.height)
  }

  /// Returns the area in points, extended on every side.
  func rect(grownBy count: Double) -> Rect {
    let low = grid.point(x: area.minX, y: area.minY)
    let high = grid.point(x: area.maxX, y: area.maxY)
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
      .grown(by: count)
  }

  /// Adds a dot one point wide, aligned to pixels if the scale is a whole number.
  mutating func addSharp(_ dot: DustCloud.Dot, opacity: Double) {
    let side = max(1, PixelGrid.nearest(grid.scale))
    guard grid.scale < 1 || Double(side) == grid.scale else {
      return addSoft(dot, opacity: opacity)
    }
    let place = grid.pixels(x: dot.x, y: dot.y)
    let (x, y) = (PixelGrid.nearest(place.x - 0.5), PixelGrid.nearest(place.y - 0.5))
    for row in y..<y + side {
      for column in x..<x + side { raise(column, row, to: opacity) }
    }
  }

  /// Adds an antialiased dot one point wide, at a subpixel position.
  mutating func addSoft(_ dot: DustCloud.Dot, opacity: Double) {
    let middle = grid.pixels(x: dot.x, y: dot.y)
    let reach = max(1, grid.scale) / 2
    let (left, top) = (
      PixelGrid.nearest(middle.x - reach - 0.5), PixelGrid.nearest(middle.y - reach - 0.5)
    )
    let side = Int((2 * reach).rounded(.up)) + 1
    for row in top..<top + side {
      let high = min(middle.y + reach, Double(row + 1)) - max(middle.y - reach, Double(row))
      guard high > 0 else { continue }
      for column in left..<left + side {
        let wide = min(middle.x + reach, Double(column + 1)) - max(middle.x - reach, Double(column))
        if wide > 0 { raise(column, row, to: opacity * high * wide) }
      }
    }
  }

  private mutating func raise(_ x: Int, _ y: Int, to opacity: Double) {
    guard x >= area.minX, x < area.maxX, y >= area.minY, y < area.maxY else { return }
    let index = (y - area.minY) * area.width + x - area.minX
    coverage[index] = max(coverage[index], UInt8(min(1, max(0, opacity)) * 255 + 0.5))
  }
}
