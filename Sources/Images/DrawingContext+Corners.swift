public import GalleyGeometry
internal import GalleyPixels

extension DrawingContext {
  /// Clips a drawn image to its corners, and adds its tails.
  ///
  /// A tail has the color of the image at its corner. Clipped pixels become transparent with
  /// premultiplied color, so they leave no fringe on any background. Clips of the context are
  /// ignored.
  ///
  /// - Parameters:
  ///   - corners: The corners.
  ///   - rect: The image without its tails, in points; snapped to the pixel grid.
  public mutating func apply(_ corners: ImageCorners, to rect: Rect) {
    let grid = PixelGrid(scale: scale)
    let box = grid.snapped(rect)
    guard !corners.isEmpty, !box.isEmpty else { return }
    // Read before anything is clipped.
    let left = corners.bottomLeft.hasTail ? pixel(x: box.minX, y: box.maxY - 1) : nil
    let right = corners.bottomRight.hasTail ? pixel(x: box.maxX - 1, y: box.maxY - 1) : nil
    let round = corners.radii.fitted(to: box.rect(onGridOf: grid).size)
    var radii = round
    if corners.bottomLeft.hasTail { radii.bottomLeft = 0 }
    if corners.bottomRight.hasTail { radii.bottomRight = 0 }
    let coverage = CornerCoverage(
      box.rect(onGridOf: PixelGrid(scale: 1)), radii: radii.scaled(by: scale))
    for mask in coverage.pieces(in: bitmap.bounds).partial { keep(mask, in: mask.rect) }
    if let left { grow(Tail(box.rect(onGridOf: grid), round.bottomLeft, side: -1), box, left) }
    if let right { grow(Tail(box.rect(onGridOf: grid), round.bottomRight, side: 1), box, right) }
  }

  private func pixel(x: Int, y: Int) -> PremultipliedPixel {
    let bounds = bitmap.bounds
    guard (bounds.minX..<bounds.maxX).contains(x), (bounds.minY..<bounds.maxY).contains(y) else {
      return PremultipliedPixel(argb: 0)
    }
    return PremultipliedPixel(argb: bitmap.pixel(x: x, y: y))
  }

  /// Extends an image beside its lower corner in one color, and clips it to the shape of a tail.
  private mutating func grow(_ tail: Tail, _ box: PixelRect, _ pixel: PremultipliedPixel) {
    let grid = PixelGrid(scale: scale)
    let reach = grid.edge(ImageCorners.Corner.tailReach)
    let (near, far) = tail.isRight ? (box.maxX, box.maxX + reach) : (box.minX - reach, box.minX)
    let strip = PixelRect(minX: near, minY: box.minY, maxX: far, maxY: box.maxY)
    let top = max(box.minY, box.maxY - grid.size(holding: tail.extent).height)
    let width = min(box.width, grid.size(holding: tail.extent).width)
    let foot = PixelRect(
      minX: tail.isRight ? box.maxX - width : strip.minX, minY: top,
      maxX: tail.isRight ? strip.maxX : box.minX + width, maxY: box.maxY)
    bitmap.compose(.color(pixel), in: strip, through: [], mode: .copy)
    let above = PixelRect(minX: strip.minX, minY: strip.minY, maxX: strip.maxX, maxY: top)
    bitmap.compose(.color(PremultipliedPixel(argb: 0)), in: above, through: [], mode: .clear)
    let area = foot.intersection(bitmap.bounds)
    guard !area.isEmpty else { return }
    keep(mask(of: tail.shape, in: area), in: area)
  }

  /// Multiplies the pixels of an area by a mask; pixels outside the mask are cleared.
  private mutating func keep(_ mask: LooseMask?, in area: PixelRect) {
    var rest = [UInt8](repeating: 255, count: area.width * area.height)
    if let mask {
      for y in 0..<mask.rect.height {
        let start = (mask.rect.minY + y - area.minY) * area.width + mask.rect.minX - area.minX
        for x in 0..<mask.rect.width {
          rest[start + x] = 255 - mask.coverage[y * mask.rect.width + x]
        }
      }
    }
    bitmap.compose(
      .color(PremultipliedPixel(argb: 0)), in: area, through: [LooseMask(area, coverage: rest)],
      mode: .clear)
  }
}
