internal import GalleyCairo
internal import GalleyGeometry
internal import GalleyMath
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyTypesetting

extension DocumentPainter {
  /// Paints a rich message.
  mutating func paint(_ layout: RichLayout) {
    let pass = RichPass(
      painter: painter, offsets: layout.scrollOffsets,
      isRightToLeft: layout.document.message.isRightToLeft)
    paint(layout.root, at: .zero, in: pass)
  }

  /// Paints a box of a rich message.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - place: The position of the box, in the message's coordinates.
  ///   - pass: The options.
  private mutating func paint(_ box: BlockBox, at place: Point, in pass: RichPass) {
    let start = origin
    func moved(by step: Point) -> Point { Point(x: place.x + step.x, y: place.y + step.y) }
    for item in box.items {
      switch item {
      case .box(let inner, let step):
        origin = Point(x: start.x + step.x, y: start.y + step.y)
        paint(inner, at: moved(by: step), in: pass)
      case .text(let layout, let text, _, let step):
        origin = Point(x: start.x + step.x, y: start.y + step.y)
        let outer = painter
        painter = painter.painter(of: text, at: moved(by: step), size: layout.size)
        objects = text.objects
        paint(layout)
        (painter, objects) = (outer, [:])
      case .label(let layout, let step):
        origin = Point(x: start.x + step.x, y: start.y + step.y)
        paint(layout)
      case .scroll(let inner, let frame, let path):
        let area = pass.area(inner, in: frame.offset(x: place.x, y: place.y), of: path)
        paint(inner, in: area, at: place, in: pass)
      default: paint(item, palette: palette)
      }
      origin = start
    }
  }

  /// Paints the visible part of a box that scrolls, with fades at the sides that continue.
  private mutating func paint(
    _ box: BlockBox, in area: RichLayout.ScrollArea, at place: Point, in pass: RichPass
  ) {
    let start = origin
    let viewport = area.viewport.offset(x: -place.x, y: -place.y)
    let fade = ScrollFade(area)
    guard let mask = LayerMask(viewport, opacity: { fade.opacity(at: $0.x - viewport.minX) })
    else { return }
    document.beginGroup()
    origin = Point(x: start.x + area.contentX - place.x, y: start.y + viewport.minY)
    paint(box, at: Point(x: area.contentX, y: area.viewport.minY), in: pass)
    origin = start
    endGroup(through: mask)
  }

  /// Paints an object of a rich text in its frame.
  mutating func paint(_ object: ComposedObject, in frame: Rect, color: PaintColor) {
    switch object {
    case .formula(let formula, let segment, let size):
      let baseline = Point(x: frame.minX, y: frame.minY + segment.ascent * size)
      var drawing = FormulaDrawing(formula, at: baseline, size: size, color: color)
      drawing.select(segment)
      paint(drawing)
    case .button(let button):
      fill(frame, radius: 6, with: palette.color(button.button.ground))
      let label = button.label
      paintPart(
        label,
        at: Point(
          x: frame.minX + (frame.size.width - label.size.width) / 2,
          y: frame.minY + (frame.size.height - label.size.height) / 2))
    }
  }
}
