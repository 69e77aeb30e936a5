public import GalleyGeometry
public import GalleyPixels
public import GalleyRichTypesetting
internal import GalleyMath
internal import GalleyRichMessages
internal import GalleyTypesetting

extension TextPainter {
  /// Paints a rich message over the contents of a bitmap.
  ///
  /// - Parameters:
  ///   - layout: The message.
  ///   - origin: The position of the layout's origin, in points from the bitmap's upper left
  ///     corner.
  ///   - bitmap: The destination; anything beyond its bounds is clipped.
  ///   - scale: The number of pixels per point: above zero and at most ``scaleLimit``.
  ///   - isStale: Returns whether the result is no longer needed. Painting stops when it returns
  ///     `true`, with some blocks done.
  public func paint(
    _ layout: RichLayout, at origin: Point = .zero, into bitmap: inout Bitmap, scale: Double,
    isStale: () -> Bool = { false }
  ) {
    paint(at: CanvasPlacement(origin: origin, scale: scale), into: &bitmap) { worker, canvas in
      worker.paint(layout.root, as: self, on: &canvas, isStale: isStale)
    }
  }
}

extension PaintWorker {
  /// Paints a box of a rich message.
  mutating func paint(
    _ box: BlockBox, as painter: TextPainter, on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    let origin = canvas.origin
    func move(to place: Point, _ canvas: inout PaintCanvas) {
      canvas.origin = Point(x: origin.x + place.x, y: origin.y + place.y)
    }
    for item in box.items where !isStale() {
      switch item {
      case .box(let inner, let place):
        move(to: place, &canvas)
        if canvas.touches(Rect(origin: .zero, size: inner.size)) {
          paint(inner, as: painter, on: &canvas, isStale: isStale)
        }
      case .text(let layout, let composed, _, let place):
        move(to: place, &canvas)
        paint(layout, with: composed.objects, as: painter, on: &canvas, isStale: isStale)
      case .formula(let formula, let place, let size):
        paint(
          FormulaDrawing(formula, at: place, size: size, color: .role(.text)),
          palette: painter.palette, on: &canvas)
      case .label(let layout, let place):
        move(to: place, &canvas)
        paint(layout, as: painter, on: &canvas, isStale: isStale)
      case .scroll(let inner, let viewport, _):
        paint(inner, scrolledIn: viewport, as: painter, on: &canvas, isStale: isStale)
      default: canvas.paint(item, palette: painter.palette)
      }
      canvas.origin = origin
    }
  }

  /// Paints the visible part of a box that scrolls, with a fade at the end that continues.
  private mutating func paint(
    _ box: BlockBox, scrolledIn viewport: Rect, as painter: TextPainter,
    on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    let area = canvas.pixelsTouched(by: viewport)
    let fade = 12 * canvas.grid.scale
    drawFaded(in: area, on: &canvas) { x, _ in
      UInt8(255 * min(1, max(0, (Double(area.maxX - x) - 0.5) / fade)))
    } _: { worker, canvas in
      let origin = canvas.origin
      canvas.origin = Point(x: origin.x + viewport.minX, y: origin.y + viewport.minY)
      worker.paint(box, as: painter, on: &canvas, isStale: isStale)
      canvas.origin = origin
    }
  }
}

extension PaintWorker {
  /// Paints an object of a rich text in its frame.
  mutating func paint(
    _ object: ComposedObject, in frame: Rect, color: PaintColor, on canvas: inout PaintCanvas
  ) {
    switch object {
    case .formula(let formula, let segment, let size):
      let baseline = Point(x: frame.minX, y: frame.minY + segment.ascent * size)
      var drawing = FormulaDrawing(formula, at: baseline, size: size, color: color)
      drawing.select(segment)
      // A formula is painted as a layout of its own.
      let outer = job
      paint(drawing, palette: job.palette, on: &canvas)
      job = outer
    case .button(let button):
      canvas.fill(frame, radius: 6, with: job.palette.color(button.button.ground))
      let label = button.label
      let place = Point(
        x: frame.minX + (frame.size.width - label.size.width) / 2,
        y: frame.minY + (frame.size.height - label.size.height) / 2)
      paintPart(label, at: place, on: &canvas)
    }
  }
}

extension PaintCanvas {
  /// Returns whether a rectangle may have pixels on the canvas, with a margin for ink.
  fileprivate func touches(_ rect: Rect) -> Bool {
    isMeasuring || !pixelsTouched(by: rect.grown(by: 96)).intersection(bounds).isEmpty
  }
}

extension ShapeTarget where Self: ~Copyable {
  /// Paints a part of a rich message that is no text.
  mutating func paint(_ item: BlockBox.Item, palette: Palette) {
    switch item {
    case .fill(let rect, let radius, let color):
      if radius > 0 {
        fill(rect, radius: radius, with: palette.color(color))
      } else {
        fill(rect.leastOnePixel(in: self), with: palette.color(color))
      }
    case .outline(let rect, let radius, let width, let color):
      fill(Path(outlineOf: sharp(rect), radius: radius, width: width), with: palette.color(color))
    case .shape(let path, let color): fill(path, with: palette.color(color))
    case .quotation(let rect, let paint, let isRightToLeft):
      paintGround(rect, paint, isRightToLeft: isRightToLeft, palette: palette)
    case .picture(_, let frame, _):
      fill(frame, radius: 4, with: palette[.codeFill])
    case .box, .text, .label, .formula, .scroll, .control, .anchor: break
    }
  }
}

extension Rect {
  /// Returns the rectangle aligned to pixels, at least one pixel in both directions.
  fileprivate func leastOnePixel(in target: borrowing some ShapeTarget & ~Copyable) -> Rect {
    let sharp = target.sharp(self)
    guard sharp.size.width <= 0 || sharp.size.height <= 0 else { return sharp }
    return Rect(
      x: sharp.minX, y: sharp.minY, width: max(sharp.size.width, size.width),
      height: max(sharp.size.height, size.height))
  }
}

extension Path {
  /// Creates the outline of a rounded rectangle, inside its edges.
  fileprivate init(outlineOf rect: Rect, radius: Double, width: Double) {
    self.init(roundedRect: rect, radius: radius)
    let inner = rect.grown(by: -width)
    guard inner.size.width > 0, inner.size.height > 0 else { return }
    append(Path(roundedRect: inner, radius: max(radius - width, 0)).reversed)
  }

  /// The path in the opposite direction, for one closed subpath.
  private var reversed: Path {
    var points: [(end: Point, controls: (Point, Point)?)] = []
    for element in elements {
      switch element {
      case .move(let point), .line(let point): points.append((point, nil))
      case .curve(let point, let control1, let control2):
        points.append((point, (control1, control2)))
      case .close: break
      }
    }
    var path = Path()
    guard let last = points.last else { return path }
    path.move(to: last.end)
    for index in stride(from: points.count - 1, to: 0, by: -1) {
      let end = points[index - 1].end
      if let (control1, control2) = points[index].controls {
        path.addCurve(to: end, control1: control2, control2: control1)
      } else {
        path.addLine(to: end)
      }
    }
    path.close()
    return path
  }
}
