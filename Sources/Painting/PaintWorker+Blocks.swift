internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

extension PaintWorker {
  /// Paints all lines and their tokens, those of layers on separate layers.
  mutating func paintLines(
    of layout: TextLayout, _ layers: LineLayers, _ pass: BehindPass,
    on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    let (lines, filter) = (pass.lines, pass.filter)
    var next = lines.lowerBound
    for layer in layers.layers {
      let layerLines = layer.block.lines.clamped(to: lines)
      paintLines(
        next..<max(next, layerLines.lowerBound), of: layout, filter, on: &canvas, isStale: isStale)
      next = max(next, layerLines.upperBound)
      guard !layerLines.isEmpty, !isStale() else { continue }
      paint(layer, of: layout, pass, on: &canvas, isStale: isStale)
    }
    paintLines(
      next..<max(next, lines.upperBound), of: layout, filter, on: &canvas, isStale: isStale)
    for token in layers.tokens where !job.isPart && !isStale() {
      paintPart(token.layout, at: token.origin, on: &canvas)
    }
  }

  private mutating func paint(
    _ layer: LineLayer, of layout: TextLayout, _ pass: BehindPass,
    on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    let area = canvas.pixelsTouched(by: layer.area)
    let grid = PointGrid(canvas)
    drawFaded(in: area, on: &canvas) { x, y in
      UInt8(layer.opacity(at: grid.point(x: x, y: y)) * 255 + 0.5)
    } _: { worker, canvas in
      let origin = canvas.origin
      canvas.origin.x -= layer.scroll
      let all = layer.block.lines
      worker.paintBehind(layout, pass, among: [all], on: &canvas, isStale: isStale)
      for line in all.clamped(to: pass.lines) where !isStale() {
        worker.paint(layout, line: line, pass.filter, on: &canvas)
      }
      for token in layer.tokens { worker.paintPart(token.layout, at: token.origin, on: &canvas) }
      canvas.origin = origin
    }
  }

  /// Paints a nested layout at a position in another one.
  mutating func paintPart(_ part: TextLayout, at place: Point, on canvas: inout PaintCanvas) {
    let origin = canvas.origin
    canvas.origin = Point(x: origin.x + place.x, y: origin.y + place.y)
    let pass = BehindPass(needs: part.paintNeeds, lines: 0..<part.lineCount)
    paintBehind(part, pass, among: [pass.lines], on: &canvas) { false }
    for line in pass.lines { paint(part, line: line, RunFilter(), on: &canvas) }
    for token in part.placedTokens { paintPart(token.layout, at: token.origin, on: &canvas) }
    canvas.origin = origin
  }

  /// Paints the titles, icons and chevrons of blocks.
  mutating func paintOrnaments(
    of layout: TextLayout, on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    for block in layout.blocks where !isStale() {
      if let title = block.title, let frame = block.titleFrame {
        paintPart(title, at: frame.origin, on: &canvas)
      }
      canvas.paintOrnaments(of: block, layout.text.blocks[block.index].paint, palette: job.palette)
    }
  }
}

extension ShapeTarget where Self: ~Copyable {
  /// Paints the backgrounds and bars of blocks.
  mutating func paintGrounds(of layout: TextLayout, palette: Palette, isStale: () -> Bool) {
    for block in layout.blocks where !isStale() {
      paintGround(
        block.frame, layout.text.blocks[block.index].paint, isRightToLeft: block.isRightToLeft,
        palette: palette)
    }
  }

  /// Paints the background and the bar of a block.
  mutating func paintGround(
    _ frame: Rect, _ paint: TextBlock.Paint, isRightToLeft: Bool, palette: Palette
  ) {
    let frame = sharp(frame)
    let origin = isRightToLeft ? frame.maxX - BlockShapes.barWidth : frame.minX
    let width = sharp(Rect(x: origin, y: 0, width: BlockShapes.barWidth, height: 0)).size.width
    fill(frame, radius: BlockShapes.cornerRadius, with: palette.color(paint.fill))
    let bar = BlockShapes(
      barOf: frame, isRightToLeft: isRightToLeft, width: width, paint, palette: palette)
    for (path, color) in bar.shapes { fill(path, with: color) }
  }

  /// Paints the icon and the chevron of a block.
  mutating func paintOrnaments(
    of block: TextLayout.Block, _ paint: TextBlock.Paint, palette: Palette
  ) {
    let ornaments = BlockShapes(ornamentsOf: block, paint, palette: palette)
    for (path, color) in ornaments.shapes { fill(path, with: color) }
  }
}
