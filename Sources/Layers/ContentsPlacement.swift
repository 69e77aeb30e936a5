internal import GalleyGeometry
internal import GalleyPixels

/// The placement of a bitmap in a layer, and the part of it that is shown.
///
/// Contents at their native resolution are aligned to whole pixels of the surface, as are contents
/// with a stretchable center: text between pixels would be blurred.
struct ContentsPlacement {
  /// The destination rectangle, in the layer's points.
  let rect: Rect
  /// The source rectangle, in pixels of the bitmap.
  let source: Rect
  /// The horizontal stretching, if only the center is stretched.
  let columns: Stretch?
  /// The vertical stretching, if only the center is stretched.
  let rows: Stretch?

  init(_ contents: Bitmap, scale: Double, in state: LayerState, transform: AffineTransform) {
    let unit = state.contentsRect
    let (width, height) = (Double(contents.width), Double(contents.height))
    // Clamped to the bitmap, so that every sample exists.
    let left = min(max(unit.minX, 0), 1) * width
    let top = min(max(unit.minY, 0), 1) * height
    let source = Rect(
      x: left, y: top, width: min(max(unit.maxX, 0), 1) * width - left,
      height: min(max(unit.maxY, 0), 1) * height - top)
    self.source = source
    let size = Size(width: source.size.width / scale, height: source.size.height / scale)
    let center = state.contentsCenter
    let isStretched = state.contentsGravity == .resize && center != .unit
    let frame = state.contentsGravity.frame(
      of: size, in: state.bounds.extended(by: state.contentsOutsets))
    let alignment = PixelAlignment(transform)
    rect =
      (isStretched
        ? alignment.snapped(frame, from: scale) : alignment.snapped(frame, holding: source.size))
      ?? frame
    guard isStretched else {
      (columns, rows) = (nil, nil)
      return
    }
    columns = Stretch(
      source.minX, source.size.width, (center.minX, center.maxX), scale, rect.size.width)
    rows = Stretch(
      source.minY, source.size.height, (center.minY, center.maxY), scale, rect.size.height)
  }

  /// Returns the column of the bitmap at a distance from the left edge of `rect` in points.
  func column(at x: Double) -> Double {
    columns?.sourcePosition(at: x) ?? source.minX + x / rect.size.width * source.size.width
  }

  /// Returns the row of the bitmap at a distance from the top edge of `rect` in points.
  func row(at y: Double) -> Double {
    rows?.sourcePosition(at: y) ?? source.minY + y / rect.size.height * source.size.height
  }
}

/// The mapping along one axis of a bitmap whose ends keep their size while its center is stretched.
struct Stretch {
  /// The boundaries of the three parts in the bitmap, in pixels.
  let source: [Double]
  /// The boundaries of the three parts in the layer, in points.
  let target: [Double]

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - start: The first pixel shown.
  ///   - count: The number of pixels shown.
  ///   - center: The stretchable part of them, 0...1.
  ///   - scale: The pixels per point of the ends.
  ///   - length: The total length in points.
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

  /// Returns the position in the bitmap for a distance from the start in the layer.
  func sourcePosition(at distance: Double) -> Double {
    let part = distance < target[1] ? 0 : distance < target[2] ? 1 : 2
    let length = target[part + 1] - target[part]
    guard length > 0 else { return source[part] }
    let share = (distance - target[part]) / length
    return source[part] + share * (source[part + 1] - source[part])
  }
}

extension Layer.ContentsGravity {
  /// Returns the frame of contents of a size in the bounds.
  func frame(of size: Size, in bounds: Rect) -> Rect {
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
    let point = alignmentPoint
    return Rect(
      x: bounds.minX + (bounds.size.width - size.width) * point.x,
      y: bounds.minY + (bounds.size.height - size.height) * point.y,
      width: size.width, height: size.height)
  }

  /// The alignment point of contents and bounds, in unit coordinates of both.
  private var alignmentPoint: Point {
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
