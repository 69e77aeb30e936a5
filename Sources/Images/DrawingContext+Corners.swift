public import GalleyGeometry
internal import GalleyPixels

extension TailPicture {
  /// Returns the picture at a size in pixels.
  fileprivate func mask(
    of size: (width: Int, height: Int), isMirrored: Bool
  ) throws(BitmapError) -> Bitmap {
    var mask = bitmap
    if mask.width != size.width || mask.height != size.height {
      mask = try mask.scaled(width: size.width, height: size.height)
    }
    return isMirrored
      ? try mask.turned(swapsAxes: false, mirrorsX: true, mirrorsY: false) : mask
  }
}

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
    let area = box.rect(onGridOf: grid)
    if let left {
      if let picture = corners.bottomLeft.picture {
        grow(picture, box, left, isRight: false)
      } else {
        grow(Tail(area, round.bottomLeft, side: -1), box, left)
      }
    }
    if let right {
      if let picture = corners.bottomRight.picture {
        grow(picture, box, right, isRight: true)
      } else {
        grow(Tail(area, round.bottomRight, side: 1), box, right)
      }
    }
  }

  /// Extends an image beside its lower corner in one color, and keeps the opacity of a picture.
  private mutating func grow(
    _ picture: TailPicture, _ box: PixelRect, _ pixel: PremultipliedPixel, isRight: Bool
  ) {
    let grid = PixelGrid(scale: scale)
    let reach = grid.edge(picture.reach)
    let size = grid.size(holding: picture.size)
    let strip = PixelRect(
      minX: isRight ? box.maxX : box.minX - reach, minY: max(box.minY, box.maxY - size.height),
      maxX: isRight ? box.maxX + reach : box.minX, maxY: box.maxY)
    bitmap.compose(.color(pixel), in: strip, through: [], mode: .copy)
    let left = isRight ? box.maxX + reach - size.width : box.minX - reach
    let foot = PixelRect(
      minX: left, minY: box.maxY - size.height, maxX: left + size.width, maxY: box.maxY)
    let area = foot.intersection(bitmap.bounds)
    guard !area.isEmpty, let mask = try? picture.mask(of: size, isMirrored: isRight) else { return }
    let coverage = (area.minY..<area.maxY).flatMap { y in
      (area.minX..<area.maxX).map { x in
        UInt8(truncatingIfNeeded: mask.pixel(x: x - foot.minX, y: y - foot.minY) >> 24)
      }
    }
    keep(LooseMask(area, coverage: coverage), in: area)
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
