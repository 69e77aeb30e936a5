internal import GalleyGeometry
internal import GalleyPixels
internal import Synchronization

/// The coverage of a rounded rectangle's shadow.
///
/// A soft shadow of an upright layer is aligned to whole pixels, which the blur hides. Otherwise
/// the upright shadow is transformed along with the layer.
struct ShadowShape {
  /// The pixels that the shadow touches.
  let bounds: PixelRect
  private let kind: Kind

  private enum Kind {
    /// A shadow with a sharp edge.
    case hard(CoverageShape)
    /// A soft shadow aligned to pixels.
    case upright(SoftShadow)
    /// A soft shadow under a transform, given from surface pixels to shadow pixels.
    case turned(SoftShadow, AffineTransform)
  }

  /// Creates the shadow of a layer; fails if nothing of it is visible.
  init?(_ state: LayerState, transform: AffineTransform) {
    let offset = state.shadow.offset
    let rect = state.bounds.offset(x: offset.width, y: offset.height)
    let radii = state.cornerRadii.fitted(to: rect.size)
    let alignment = PixelAlignment(transform)
    let scale = alignment.isUniform ? transform.a : abs(transform.determinant).squareRoot()
    let deviation = min(state.shadow.radius * scale, LooseMask.deviationLimit)
    guard LooseMask.blurReach(deviation: deviation) > 0 else {
      guard let shape = CoverageShape(rect, radii: radii, transform: transform) else { return nil }
      kind = .hard(shape)
      bounds = shape.bounds
      return
    }
    if alignment.isUniform {
      let shadow = SoftShadow(
        PixelGrid(scale: 1).snapped(rect.applying(transform)), radii: radii.scaled(by: scale),
        deviation: deviation)
      guard let shadow else { return nil }
      kind = .upright(shadow)
      bounds = shadow.bounds
      return
    }
    let (width, height) = PixelGrid(scale: scale).size(holding: rect.size)
    let pixels = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    guard let inverse = transform.inverse,
      let shadow = SoftShadow(pixels, radii: radii.scaled(by: scale), deviation: deviation)
    else { return nil }
    let toPixels = AffineTransform(translationX: -rect.minX, y: -rect.minY)
      .concatenating(
        AffineTransform(
          scaleX: Double(width) / rect.size.width, y: Double(height) / rect.size.height))
    let toShadow = inverse.concatenating(toPixels)
    guard let back = toShadow.inverse else { return nil }
    kind = .turned(shadow, toShadow)
    bounds = PixelGrid(scale: 1).pixelsTouched(
      by: shadow.bounds.rect(onGridOf: PixelGrid(scale: 1)).applying(back))
  }

  /// Writes the coverage of columns in a row within the bounds, 0...255.
  func cover(row y: Int, columns: Range<Int>, into coverage: inout [UInt8]) {
    switch kind {
    case .hard(let shape):
      for x in columns { coverage[x - columns.lowerBound] = shape.coverage(x: x, y: y) }
    case .upright(let shadow):
      shadow.cover(row: y, columns: columns, into: &coverage)
    case .turned(let shadow, let toShadow):
      for x in columns {
        let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(toShadow)
        coverage[x - columns.lowerBound] = shadow.coverage(at: place)
      }
    }
  }
}

/// A blurred rounded rectangle, stored without its middle rows and columns, which are all alike.
private struct SoftShadow {
  let bounds: PixelRect
  private let mask: LooseMask

  init?(_ rect: PixelRect, radii: CornerRadii, deviation: Double) {
    guard !rect.isEmpty else { return nil }
    let reach = LooseMask.blurReach(deviation: deviation)
    let corner = PixelGrid(scale: 1).size(
      holding: Size(width: radii.largest, height: radii.largest))
    let least = 2 * (corner.width + 2 * reach) + 1
    bounds = PixelRect(
      minX: rect.minX - reach, minY: rect.minY - reach, maxX: rect.maxX + reach,
      maxY: rect.maxY + reach)
    guard
      let mask = ShadowMasks.shared.mask(
        ShadowMasks.Key(
          width: min(rect.width, least), height: min(rect.height, least), radii: radii,
          deviation: deviation))
    else { return nil }
    self.mask = mask
  }

  func cover(row y: Int, columns: Range<Int>, into coverage: inout [UInt8]) {
    let width = mask.rect.width
    let start = row(y - bounds.minY) * width
    let (half, offset) = (width / 2, bounds.minX - columns.lowerBound)
    let wanted = columns.lowerBound - bounds.minX..<columns.upperBound - bounds.minX
    let middle = (half..<max(half, bounds.width - half)).clamped(to: wanted)
    for column in wanted.lowerBound..<middle.lowerBound {
      coverage[column + offset] = mask.coverage[start + column]
    }
    let value = mask.coverage[start + half]
    for column in middle { coverage[column + offset] = value }
    // Counted from the right end.
    let end = start + width - bounds.width
    for column in middle.upperBound..<wanted.upperBound {
      coverage[column + offset] = mask.coverage[end + column]
    }
  }

  /// Returns the coverage at a point in pixels, relative to the top left corner of the casting
  /// rectangle.
  func coverage(at place: Point) -> UInt8 {
    // Bilinear between the centers of four pixels.
    let (x, y) = (place.x - 0.5 - Double(bounds.minX), place.y - 0.5 - Double(bounds.minY))
    guard x > -1, y > -1, x < Double(bounds.width), y < Double(bounds.height) else { return 0 }
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    func value(_ dx: Int, _ dy: Int) -> Double {
      let (column, row) = (Int(left) + dx, Int(top) + dy)
      guard column >= 0, row >= 0, column < bounds.width, row < bounds.height else { return 0 }
      return Double(mask.coverage[self.row(row) * mask.rect.width + self.column(column)])
    }
    let (across, down) = (x - left, y - top)
    let upper = value(0, 0) + (value(1, 0) - value(0, 0)) * across
    let lower = value(0, 1) + (value(1, 1) - value(0, 1)) * across
    return UInt8(min(max(upper + (lower - upper) * down, 0), 255) + 0.5)
  }

  private func column(_ index: Int) -> Int { Self.squeeze(index, bounds.width, mask.rect.width) }

  private func row(_ index: Int) -> Int { Self.squeeze(index, bounds.height, mask.rect.height) }

  /// Maps an index to the stored ones, collapsing the equal middle.
  private static func squeeze(_ index: Int, _ count: Int, _ kept: Int) -> Int {
    let half = kept / 2
    return index < half ? index : index >= count - half ? kept - (count - index) : half
  }
}

/// A cache of the masks of soft shadows.
private final class ShadowMasks: Sendable {
  struct Key: Hashable {
    let width: Int
    let height: Int
    let radii: CornerRadii
    let deviation: Double
  }

  static let shared = ShadowMasks()

  private let masks = Mutex<[Key: LooseMask]>([:])
  private static let limit = 64
  /// The maximum number of pixels of a mask; larger shadows are not drawn.
  private static let pixelLimit = 1 << 24

  func mask(_ key: Key) -> LooseMask? {
    if let mask = masks.withLock({ $0[key] }) { return mask }
    let rect = PixelRect(minX: 0, minY: 0, maxX: key.width, maxY: key.height)
    let size = Size(width: Double(key.width), height: Double(key.height))
    guard key.width <= Self.pixelLimit / max(1, key.height),
      let shape = CoverageShape(
        Rect(origin: .zero, size: size), radii: key.radii.fitted(to: size), transform: .identity)
    else { return nil }
    var coverage: [UInt8] = []
    coverage.reserveCapacity(key.width * key.height)
    for y in 0..<key.height {
      for x in 0..<key.width { coverage.append(shape.coverage(x: x, y: y)) }
    }
    let mask = LooseMask(rect, coverage: coverage).blurred(deviation: key.deviation)
    masks.withLock { masks in
      if masks.count >= Self.limit { masks.removeAll() }
      masks[key] = mask
    }
    return mask
  }
}
