internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyTypesetting

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
    case .box, .block, .text, .label, .scroll, .control, .anchor: break
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
