internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyPixels
internal import GalleyScheduling

/// A bubble with its tail and its shadow, drawn as a small bitmap that is stretched in the middle.
struct BubbleContent: NodeContent {
  static let drawing = DisplayNode.DrawingModes.image

  /// The margins of the bitmap around the bubble, for the tail and the shadow, in points.
  static let overhang = Insets(top: 2, left: 8, bottom: 3, right: 8)
  /// The bitmaps in use; bubbles of equal shape and scale share one.
  private static let shared = SharedBitmaps<Key>()

  /// The properties that determine the pixels of a bubble.
  private struct Key: Hashable {
    let shape: BubbleShape
    let scale: Double
  }

  /// The length of the straight part between a corner and the stretched middle, in points.
  private static let straight = 2.0

  let shape: BubbleShape

  @MainActor func parameters(for node: DisplayNode) -> BubbleShape { shape }

  static func image(_ shape: BubbleShape, for request: NodeImage.Request) -> NodeImage? {
    let radius = ChatMetrics.radius
    // The two points in the middle are stretched. The points next to them are straight as well, so
    // that every stretched pixel equals its neighbors.
    let side = 2 * radius + 2 + 2 * straight
    let body = Rect(x: overhang.left, y: overhang.top, width: side, height: side)
    let size = Size(
      width: side + overhang.left + overhang.right, height: side + overhang.top + overhang.bottom)
    let token = shared.token(for: Key(shape: shape, scale: request.scale)) {
      bitmap(of: shape, in: body, size: size, scale: request.scale)
    }
    let center = Rect(
      x: (overhang.left + radius + straight) / size.width,
      y: (overhang.top + radius + straight) / size.height,
      width: 2 / size.width, height: 2 / size.height)
    return token.map {
      NodeImage($0.bitmap, scale: request.scale, center: center, token: $0)
    }
  }

  private static func bitmap(
    of shape: BubbleShape, in rect: Rect, size: Size, scale: Double
  ) -> Bitmap? {
    guard var context = try? DrawingContext(size: size, scale: scale) else { return nil }
    let shade = Color(argb: shape.isDark ? 0x2E00_0000 : 0x2430_4030)
    if shape.corners.hasPictures {
      context.draw(shape, in: rect.offset(x: 0, y: 1), with: shade)
      context.draw(shape, in: rect, with: shape.color)
      return context.image()
    }
    let outline = shape.corners.outline(of: rect)
    context.fill(outline.offset(x: 0, y: 1), with: shade)
    context.fill(outline, with: shape.color)
    return context.image()
  }
}

extension DrawingContext {
  /// Draws a bubble whose tail is a picture, which has no outline.
  fileprivate mutating func draw(_ shape: BubbleShape, in rect: Rect, with color: Color) {
    guard var bubble = try? DrawingContext(size: size, scale: scale) else { return }
    bubble.fill(rect, with: color)
    bubble.apply(shape.corners, to: rect)
    try? draw(bubble.image(), in: Rect(origin: .zero, size: size))
  }
}

extension BubbleShape {
  /// The corners of the bubble: smaller on the sender's side within a group, with a tail at its
  /// end.
  var corners: ImageCorners {
    let (radius, small) = (ChatMetrics.radius, ChatMetrics.smallRadius)
    let top = isFirst ? radius : small
    let bottom: ImageCorners.Corner =
      isLast ? tail.map { .pictureTail(radius, $0) } ?? .tail(radius) : .round(small)
    return isOutgoing
      ? ImageCorners(
        topLeft: .round(radius), topRight: .round(top), bottomLeft: .round(radius),
        bottomRight: bottom)
      : ImageCorners(
        topLeft: .round(top), topRight: .round(radius), bottomLeft: bottom,
        bottomRight: .round(radius))
  }
}

/// A linear gradient, from top to bottom or diagonal.
struct GradientContent: NodeContent {
  static let drawing = DisplayNode.DrawingModes.image

  let colors: [Color]
  /// Whether a single column of pixels is drawn, and stretched horizontally.
  var isColumn = false

  @MainActor func parameters(for node: DisplayNode) -> GradientContent { self }

  static func image(_ content: GradientContent, for request: NodeImage.Request) -> NodeImage? {
    var size = request.bounds.size
    if content.isColumn { size.width = 1 / request.scale }
    let rect = Rect(origin: .zero, size: size)
    guard
      var context = try? DrawingContext(size: size, scale: request.scale, isOpaque: true),
      (try? context.fill(
        rect,
        with: LinearGradient(
          from: .zero, to: Point(x: 0, y: size.height), colors: content.colors))) != nil
    else { return nil }
    return NodeImage(context.image(), scale: request.scale)
  }
}

/// A delivery mark: ticks, a clock or an exclamation mark.
struct MarkContent: NodeContent {
  static let drawing = DisplayNode.DrawingModes.image

  let mark: MessageLayout.Mark

  @MainActor func parameters(for node: DisplayNode) -> MessageLayout.Mark { mark }

  static func image(_ mark: MessageLayout.Mark, for request: NodeImage.Request) -> NodeImage? {
    guard var context = try? DrawingContext(size: mark.frame.size, scale: request.scale) else {
      return nil
    }
    let color = mark.color
    switch mark.status {
    case .sent:
      context.stroke(
        [Point(x: 4.5, y: 5.8), Point(x: 7.4, y: 8.8), Point(x: 13, y: 2.4)], with: color)
    case .read:
      context.stroke(
        [Point(x: 0.9, y: 5.8), Point(x: 3.8, y: 8.8), Point(x: 9.4, y: 2.4)], with: color)
      context.stroke(
        [Point(x: 7.3, y: 8.1), Point(x: 8, y: 8.8), Point(x: 13.6, y: 2.4)], with: color)
    case .sending:
      context.fill(Path.ring(in: Rect(x: 4, y: 0.5, width: 10, height: 10), 1.2), with: color)
      context.stroke([Point(x: 9, y: 2.9), Point(x: 9, y: 5.6), Point(x: 11, y: 6.4)], with: color)
    case .failed:
      context.fillEllipse(in: Rect(x: 4, y: 0, width: 11, height: 11), with: color)
      context.stroke([Point(x: 9.5, y: 2.4), Point(x: 9.5, y: 5.9)], with: .white)
      context.fillEllipse(in: Rect(x: 8.75, y: 7.4, width: 1.5, height: 1.5), with: .white)
    }
    return NodeImage(context.image(), scale: request.scale)
  }
}

extension DrawingContext {
  /// Strokes a polyline 1.5 points thick.
  fileprivate mutating func stroke(_ points: [Point], with color: Color) {
    fill(Path(stroking: points, width: 1.5), with: color)
  }
}

extension Path {
  /// Returns the ring between a circle and a concentric smaller one.
  fileprivate static func ring(in rect: Rect, _ thickness: Double) -> Path {
    var path = Path(roundedRect: rect, radius: rect.size.width / 2)
    let inner = Rect(
      x: rect.minX + thickness, y: rect.minY + thickness,
      width: rect.size.width - 2 * thickness, height: rect.size.height - 2 * thickness)
    // Reversed, so that the inner circle is cut out.
    path.append(Path(roundedRect: inner, radius: inner.size.width / 2).reversed)
    return path
  }

  /// The outline in reverse direction; the path must be a single subpath.
  private var reversed: Path {
    var ends: [Point] = []
    for element in elements {
      switch element {
      case .move(let point), .line(let point): ends.append(point)
      case .curve(let point, _, _): ends.append(point)
      case .close: break
      }
    }
    var path = Path()
    guard let last = ends.last else { return path }
    path.move(to: last)
    for (index, element) in elements.enumerated().reversed() {
      switch element {
      case .move, .close: break
      case .line: path.addLine(to: ends[index - 1])
      case .curve(_, let control1, let control2):
        path.addCurve(to: ends[index - 1], control1: control2, control2: control1)
      }
    }
    path.close()
    return path
  }
}
