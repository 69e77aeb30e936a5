internal import GalleyGeometry
internal import GalleyImages
internal import GalleyPixels
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// The shapes and texts of a picture, in points.
struct QuoteDrawing: Sendable {
  /// A shape; shapes are drawn in order, before all texts.
  enum Shape: Sendable {
    case shadow(Rect, radius: Double)
    case fill(Rect, CornerRadii, Color)
    case gradient(Rect, CornerRadii, LinearGradient)
    case path(Path, Color)
    case picture(Bitmap, Rect, CornerRadii)
  }

  /// A text.
  struct Label: Sendable {
    enum Words: Sendable {
      case text(TextLayout)
      case rich(RichLayout)
    }

    var words: Words
    var origin: Point
    /// The width after which the text fades out; `nil` shows all of it.
    var fadingWidth: Double?
  }

  private(set) var shapes: [Shape] = []
  private(set) var labels: [Label] = []

  mutating func add(_ shape: Shape) { shapes.append(shape) }

  mutating func add(_ layout: TextLayout, at origin: Point, fadingWidth: Double? = nil) {
    labels.append(Label(words: .text(layout), origin: origin, fadingWidth: fadingWidth))
  }

  mutating func add(_ layout: RichLayout, at origin: Point) {
    labels.append(Label(words: .rich(layout), origin: origin))
  }

  /// Adds the shapes and texts of another drawing, moved by a distance.
  mutating func add(_ other: QuoteDrawing, x: Double, y: Double) {
    shapes += other.shapes.map { $0.offset(x: x, y: y) }
    labels += other.labels.map { label in
      var label = label
      label.origin = Point(x: label.origin.x + x, y: label.origin.y + y)
      return label
    }
  }
}

extension QuoteDrawing.Shape {
  /// Returns the shape at another place.
  fileprivate func offset(x: Double, y: Double) -> Self {
    switch self {
    case .shadow(let rect, let radius): .shadow(rect.offset(x: x, y: y), radius: radius)
    case .fill(let rect, let corners, let color): .fill(rect.offset(x: x, y: y), corners, color)
    case .gradient(let rect, let corners, let gradient):
      .gradient(
        rect.offset(x: x, y: y), corners,
        LinearGradient(
          from: Point(x: gradient.start.x + x, y: gradient.start.y + y),
          to: Point(x: gradient.end.x + x, y: gradient.end.y + y), stops: gradient.stops))
    case .path(let path, let color): .path(path.offset(x: x, y: y), color)
    case .picture(let bitmap, let rect, let corners):
      .picture(bitmap, rect.offset(x: x, y: y), corners)
    }
  }
}
