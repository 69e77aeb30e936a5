internal import GalleyGeometry
internal import GalleyTypesetting

/// The shapes of a block beside its text: its background, bar, icon and chevron.
///
/// Coordinates are in points, relative to the layout.
struct BlockShapes {
  /// The paths to fill, in order.
  private(set) var shapes: [(path: Path, color: Color)] = []

  /// The radius of a block's corners, and the width of its bar, in points.
  static let (cornerRadius, barWidth) = (4.0, 3.0)
  /// The distance between two stripes of the same color in a bar, in points.
  private static let stripePeriod = 18.0
  /// The opacities of a monochrome bar between its stripes, and of its second stripes.
  private static let (monochromeBar, monochromeSecondStripe) = (0.2, 0.4)

  private let palette: Palette

  /// Creates the bar of a block; its width and the frame of the block are aligned to pixels.
  init(
    barOf frame: Rect, isRightToLeft: Bool, width: Double, _ paint: TextBlock.Paint,
    palette: Palette
  ) {
    self.palette = palette
    let strip = BarStrip(frame: frame, width: width, isMirrored: isRightToLeft)
    let color = palette.color(paint.bar)
    let count = paint.secondStripe != nil ? 3 : paint.stripe != nil || paint.isMonochrome ? 2 : 1
    guard count > 1 else {
      add(strip.outline, color)
      return
    }
    add(strip.outline, paint.isMonochrome ? color.faded(Self.monochromeBar) : color)
    let length = Self.stripePeriod / Double(count)
    let stripe = paint.isMonochrome ? color : palette.color(paint.stripe ?? paint.bar)
    guard let second = paint.secondStripe else {
      add(
        strip.stripes(length, every: Self.stripePeriod, from: paint.isMonochrome ? -4 : 5), stripe)
      return
    }
    let phase = paint.isMonochrome ? -7.0 : 5
    add(strip.stripes(length, every: Self.stripePeriod, from: phase + length), stripe)
    add(
      strip.stripes(length, every: Self.stripePeriod, from: phase),
      paint.isMonochrome ? color.faded(Self.monochromeSecondStripe) : palette.color(second))
  }

  /// Creates the icon and the chevron of a block.
  init(ornamentsOf block: TextLayout.Block, _ paint: TextBlock.Paint, palette: Palette) {
    self.palette = palette
    let color = palette.color(paint.bar)
    if let frame = block.iconFrame {
      let icon = block.kind == .quote ? Path.quotationMark : .angleBrackets
      add(icon.placed(in: frame, isMirrored: block.isRightToLeft && block.kind == .quote), color)
    }
    if let frame = block.arrowFrame {
      let arrow = block.isCollapsed ? Path.chevronDown : .chevronUp
      add(arrow.placed(in: frame, isMirrored: false), color)
    }
  }

  private mutating func add(_ path: Path, _ color: Color) {
    if !path.isEmpty, color.alpha > 0 { shapes.append((path, color)) }
  }
}

extension Color {
  /// Returns the color with its opacity multiplied by a factor.
  func faded(_ part: Double) -> Color {
    Color(
      red: red, green: green, blue: blue, alpha: UInt8(Double(alpha) * min(1, max(0, part)) + 0.5))
  }
}

/// The strip at the side of a block, clipped to the block's rounded corners.
private struct BarStrip {
  private let frame: Rect
  private let width: Double
  private let isMirrored: Bool
  /// The corners of the strip, starting at the upper right one, for a bar on the left.
  private var corners: [SIMD2<Double>] = []

  init(frame: Rect, width: Double, isMirrored: Bool) {
    self.frame = frame
    self.width = min(width, frame.size.width)
    self.isMirrored = isMirrored
    let height = frame.size.height
    let radius = min(BlockShapes.cornerRadius, height / 2, frame.size.width / 2)
    let steps = 8
    let reach = min(self.width, radius)
    guard self.width > 0, height > 0 else { return }
    // The part of the corner's arc within the strip, from right to left.
    let arc = (0...steps).map { step -> SIMD2<Double> in
      let x = reach * Double(steps - step) / Double(steps)
      let y = radius - max(0, radius * radius - (radius - x) * (radius - x)).squareRoot()
      return SIMD2(x, y)
    }
    if self.width > reach { corners.append(SIMD2(self.width, 0)) }
    corners += arc
    corners += arc.reversed().map { SIMD2($0.x, height - $0.y) }
    if self.width > reach { corners.append(SIMD2(self.width, height)) }
  }

  /// The outline of the strip.
  var outline: Path { path([corners]) }

  /// Returns stripes that rise towards the middle of the block, clipped to the strip.
  func stripes(_ length: Double, every period: Double, from phase: Double) -> Path {
    let rise = width
    let height = frame.size.height
    guard height.isFinite, height < 1e7 else { return Path() }
    var polygons: [[SIMD2<Double>]] = []
    var top = phase - (phase / period).rounded(.up) * period - period
    while top < height {
      let stripe = [
        SIMD2(width, top), SIMD2(0, top + rise), SIMD2(0, top + rise + length),
        SIMD2(width, top + length),
      ]
      let part = clipped(stripe)
      if part.count > 2 { polygons.append(part) }
      top += period
    }
    return path(polygons)
  }

  /// Returns the part of a polygon inside the strip, which is convex.
  ///
  /// - SeeAlso: Sutherland and Hodgman, Reentrant polygon clipping.
  private func clipped(_ polygon: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var polygon = polygon
    for (index, start) in corners.enumerated() {
      let end = corners[(index + 1) % corners.count]
      let side = end - start
      guard side != .zero, let last = polygon.last else { continue }
      func distance(_ point: SIMD2<Double>) -> Double {
        let way = point - start
        return way.x * side.y - way.y * side.x
      }
      var result: [SIMD2<Double>] = []
      var previous = last
      for point in polygon {
        let (before, now) = (distance(previous), distance(point))
        if before >= 0 && now < 0 || before < 0 && now >= 0 {
          result.append(previous + (point - previous) * (before / (before - now)))
        }
        if now >= 0 { result.append(point) }
        previous = point
      }
      polygon = result
    }
    return polygon
  }

  /// Returns the polygons as a path in the layout's coordinates.
  private func path(_ polygons: [[SIMD2<Double>]]) -> Path {
    var path = Path()
    for polygon in polygons {
      for (index, corner) in polygon.enumerated() {
        let x = isMirrored ? frame.maxX - corner.x : frame.minX + corner.x
        let point = Point(x: x, y: frame.minY + corner.y)
        if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      path.close()
    }
    return path
  }
}
