internal import GalleyGeometry

/// The position of a picture in a view, which fits at first and can be enlarged and moved.
struct PictureZoom: Equatable {
  /// The size of the view, in points.
  var viewport: Size
  /// The size of the picture, in points.
  let picture: Size
  /// The enlargement of the fitted picture, at least 1.
  private(set) var factor = 1.0
  /// The distance of the picture's center from that of the view, in points.
  private(set) var center = Point.zero

  /// The distances between the fitted picture and the edges of the view, and the greatest
  /// enlargements of a picture that is smaller than the view, and of the fitted one.
  private static let (margins, upscaling, limit) = (Size(width: 24, height: 56), 3.0, 8.0)

  init(viewport: Size, picture: Size) { (self.viewport, self.picture) = (viewport, picture) }

  /// The size of the fitted picture.
  private var fitted: Size {
    let room = Size(
      width: max(1, viewport.width - 2 * Self.margins.width),
      height: max(1, viewport.height - 2 * Self.margins.height))
    let scale = min(
      room.width / max(1, picture.width), room.height / max(1, picture.height), Self.upscaling)
    return Size(width: picture.width * scale, height: picture.height * scale)
  }

  /// The frame of the picture in the view, in points.
  var frame: Rect {
    let size = Size(width: fitted.width * factor, height: fitted.height * factor)
    return Rect(
      x: (viewport.width / 2 + center.x - size.width / 2).rounded(),
      y: (viewport.height / 2 + center.y - size.height / 2).rounded(),
      width: size.width.rounded(), height: size.height.rounded())
  }

  /// Multiplies the enlargement, keeping the part of the picture at a point.
  mutating func zoom(by ratio: Double, at point: Point) {
    guard ratio.isFinite, ratio > 0 else { return }
    let new = min(max(factor * ratio, 1), Self.limit)
    let change = new / factor
    let (x, y) = (point.x - viewport.width / 2, point.y - viewport.height / 2)
    factor = new
    center = Point(x: x + (center.x - x) * change, y: y + (center.y - y) * change)
    clamp()
  }

  /// Moves the picture.
  mutating func move(by distance: Size) {
    center = Point(x: center.x + distance.width, y: center.y + distance.height)
    clamp()
  }

  /// Fits the picture.
  mutating func reset() { (factor, center) = (1, .zero) }

  /// Adapts the picture to another size of the view.
  mutating func resize(to size: Size) {
    viewport = size
    clamp()
  }

  /// Keeps an enlarged picture over the middle of the view.
  private mutating func clamp() {
    func limit(_ value: Double, _ length: Double, _ room: Double) -> Double {
      let way = max(0, (length - room) / 2)
      return min(max(value, -way), way)
    }
    center = Point(
      x: limit(center.x, fitted.width * factor, viewport.width),
      y: limit(center.y, fitted.height * factor, viewport.height))
  }
}
