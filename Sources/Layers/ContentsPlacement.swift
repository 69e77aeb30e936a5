internal import GalleyGeometry
internal import GalleyPixels

/// Where a bitmap stands in a layer, and which part of it.
///
/// What has as many pixels as its place needs stands on whole pixels of the surface, as does what is
/// stretched between ends that keep their size: a text between pixels would be blurred.
struct ContentsPlacement {
  /// Where what is shown stands, in the layer's points.
  let rect: Rect
  /// The part of the bitmap that is shown, in its pixels.
  let source: Rect
  /// How columns are spread, if some are stretched and others are not.
  let columns: Stretch?
  /// How rows are spread, likewise.
  let rows: Stretch?

  init(_ contents: Bitmap, scale: Double, in state: LayerState, transform: AffineTransform) {
    let unit = state.contentsRect
    let (width, height) = (Double(contents.width), Double(contents.height))
    // A part that reaches out of the bitmap is cut, so that there is something everywhere.
    let left = min(max(unit.minX, 0), 1) * width
    let top = min(max(unit.minY, 0), 1) * height
    let source = Rect(
      x: left, y: top, width: min(max(unit.maxX, 0), 1) * width - left,
      height: min(max(unit.maxY, 0), 1) * height - top)
    self.source = source
    let size = Size(width: source.size.width / scale, height: source.size.height / scale)
    let center = state.contentsCenter
    let isStretched = state.contentsGravity == .resize && center != .unit
    let place = state.contentsGravity.place(
      size, in: state.bounds.extended(by: state.contentsOutsets))
    let pixels = PixelPlacement(transform)
    rect =
      (isStretched
        ? pixels.snapped(place, from: scale) : pixels.snapped(place, holding: source.size)) ?? place
    columns =
      isStretched
      ? Stretch(source.minX, source.size.width, (center.minX, center.maxX), scale, rect.size.width)
      : nil
    rows =
      isStretched
      ? Stretch(
        source.minY, source.size.height, (center.minY, center.maxY), scale, rect.size.height)
      : nil
  }

  /// The column of the bitmap at a distance from the left edge of `rect`, in pixels.
  func column(at x: Double) -> Double {
    columns?.place(at: x) ?? source.minX + x / rect.size.width * source.size.width
  }

  /// The row of the bitmap at a distance from the upper edge of `rect`, in pixels.
  func row(at y: Double) -> Double {
    rows?.place(at: y) ?? source.minY + y / rect.size.height * source.size.height
  }
}

/// How a bitmap is spread along an axis when its ends keep their size and its middle is stretched.
struct Stretch {
  /// Where the parts begin and end in the bitmap, in pixels.
  private var source: [Double]
  /// Where they begin and end in the layer, in points.
  private var target: [Double]

  /// - Parameters:
  ///   - start: The first pixel that is shown.
  ///   - count: How many are shown.
  ///   - center: The part of them that is stretched, 0 to 1.
  ///   - scale: The pixels to a point of what is not.
  ///   - length: The length of it all in points.
  init(
    _ start: Double, _ count: Double, _ center: (Double, Double), _ scale: Double,
    _ length: Double
  ) {
    let low = min(max(center.0, 0), 1)
    let high = max(low, min(max(center.1, 0), 1))
    var (head, tail) = (low * count / scale, (1 - high) * count / scale)
    if head + tail > length, head + tail > 0 {
      let factor = length / (head + tail)
      head *= factor
      tail *= factor
    }
    source = [start, start + low * count, start + high * count, start + count]
    target = [0, head, length - tail, length]
  }

  /// Where the parts begin and end in the bitmap, in pixels, and in the layer, in points.
  var edges: (source: [Double], target: [Double]) { (source, target) }

  /// The place in the bitmap for one in the layer, counted from its start.
  func place(at distance: Double) -> Double {
    let part = distance < target[1] ? 0 : distance < target[2] ? 1 : 2
    let length = target[part + 1] - target[part]
    guard length > 0 else { return source[part] }
    let share = (distance - target[part]) / length
    return source[part] + share * (source[part + 1] - source[part])
  }
}

extension ContentsGravity {
  /// Where something of a size stands in a rectangle.
  func place(_ size: Size, in bounds: Rect) -> Rect {
    var size = size
    switch self {
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      guard !size.isEmpty else { return Rect(origin: bounds.origin, size: .zero) }
      let (across, down) = (bounds.size.width / size.width, bounds.size.height / size.height)
      let factor = self == .resizeAspect ? min(across, down) : max(across, down)
      size = Size(width: size.width * factor, height: size.height * factor)
    default: break
    }
    let place = unitPlace
    return Rect(
      x: bounds.minX + (bounds.size.width - size.width) * place.x,
      y: bounds.minY + (bounds.size.height - size.height) * place.y,
      width: size.width, height: size.height)
  }

  /// The point that the contents and the bounds share, as parts of the width and height of both.
  private var unitPlace: Point {
    switch self {
    case .resize, .resizeAspect, .resizeAspectFill, .center: Point(x: 0.5, y: 0.5)
    case .top: Point(x: 0.5, y: 0)
    case .bottom: Point(x: 0.5, y: 1)
    case .left: Point(x: 0, y: 0.5)
    case .right: Point(x: 1, y: 0.5)
    case .topLeft: Point(x: 0, y: 0)
    case .topRight: Point(x: 1, y: 0)
    case .bottomLeft: Point(x: 0, y: 1)
    case .bottomRight: Point(x: 1, y: 1)
    }
  }
}
