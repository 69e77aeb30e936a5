package import GalleyGeometry

extension PremultipliedPixel {
  /// Creates a pixel of a color.
  package init(_ color: Color) { self.init(argb: PremultipliedColor(color).argb) }

  /// The color of the pixel, at the precision of its channels.
  package var color: Color {
    let alpha = argb >> 24
    if alpha == 255 { return Color(argb: argb) }
    if alpha == 0 { return .clear }
    func channel(_ shift: UInt32) -> UInt8 {
      UInt8(min(255, ((argb >> shift & 255) * 255 + alpha / 2) / alpha))
    }
    return Color(red: channel(16), green: channel(8), blue: channel(0), alpha: UInt8(alpha))
  }
}

extension Bitmap {
  /// Composites a source through masks.
  ///
  /// - Parameters:
  ///   - source: The source; pixels outside of its bitmap are left unchanged in all modes.
  ///   - area: The destination pixels, clipped to the bitmap.
  ///   - masks: The masks, which are multiplied; each is 0 outside of its rectangle.
  ///   - mode: The blend mode.
  package mutating func compose(
    _ source: PixelSource, in area: PixelRect, through masks: [LooseMask], mode: BlendMode
  ) {
    var area = area.intersection(bounds)
    for mask in masks { area = area.intersection(mask.rect) }
    if case .bitmap(let image, let x, let y) = source {
      area = area.intersection(image.bounds.offset(x: x, y: y))
    }
    guard !area.isEmpty else { return }
    if masks.isEmpty, mode == .normal {
      switch source {
      case .color(let pixel): return draw(pixel.argb, over: area)
      case .bitmap(let image, let x, let y):
        return draw(image, at: (x, y), within: area, opacity: 255)
      }
    }
    guard let base = unsafe mutableBase() else { return }
    for y in area.minY..<area.maxY {
      let row = unsafe base + (y * bytesPerRow)
      switch source {
      case .color(let pixel):
        unsafe Self.compose(row, y, area.minX..<area.maxX, masks, mode) { _ in pixel.argb }
      case .bitmap(let image, let left, let top):
        let pixels = unsafe image.row(y - top)
        unsafe Self.compose(row, y, area.minX..<area.maxX, masks, mode) { x in
          unsafe pixels.load(fromByteOffset: (x - left) * 4, as: UInt32.self)
        }
      }
    }
    withExtendedLifetime(source) {}
  }

  @inline(__always) private static func compose(
    _ row: UnsafeMutableRawPointer, _ y: Int, _ columns: Range<Int>, _ masks: [LooseMask],
    _ mode: BlendMode, _ source: (Int) -> UInt32
  ) {
    for x in columns {
      var coverage: UInt32 = 255
      for mask in masks {
        let place = (y - mask.rect.minY) * mask.rect.width + x - mask.rect.minX
        coverage = divideBy255(coverage * UInt32(mask.coverage[place]))
      }
      guard coverage > 0 else { continue }
      let pixel = source(x)
      let (share, rest) = shares(of: pixel >> 24, coverage, mode)
      let below = unsafe row.load(fromByteOffset: x * 4, as: UInt32.self)
      unsafe row.storeBytes(
        of: mix(pixel, share, below, rest), toByteOffset: x * 4, as: UInt32.self)
    }
  }

  /// Returns the weights of the source and the destination pixel, out of 255 each.
  @inline(__always) private static func shares(
    of alpha: UInt32, _ coverage: UInt32, _ mode: BlendMode
  ) -> (drawn: UInt32, there: UInt32) {
    switch mode {
    case .normal: (coverage, 255 - divideBy255(coverage * alpha))
    case .copy: (coverage, 255 - coverage)
    case .destinationIn: (0, 255 - coverage + divideBy255(coverage * alpha))
    case .clear: (0, 255 - coverage)
    }
  }

  /// Returns the weighted sum of two pixels, rounded to nearest in each channel.
  @inline(__always) private static func mix(
    _ first: UInt32, _ share: UInt32, _ second: UInt32, _ rest: UInt32
  ) -> UInt32 {
    func lanes(_ shift: UInt32) -> UInt32 {
      let sum =
        (first >> shift & 0x00FF_00FF) &* share &+ (second >> shift & 0x00FF_00FF) &* rest
        &+ 0x0080_0080
      return (sum &+ sum >> 8 & 0x00FF_00FF) >> 8 & 0x00FF_00FF
    }
    return lanes(0) | lanes(8) << 8
  }

  /// Creates a bitmap of a linear gradient.
  ///
  /// - Parameters:
  ///   - size: The size in pixels.
  ///   - start: The position of the first color, in pixels from the top left corner.
  ///   - end: The position of the last color.
  ///   - colors: At least one color, evenly spaced from start to end, premultiplied.
  ///   - pool: The pool that provides the memory.
  /// - Throws: `BitmapError`.
  package init(
    gradientOf size: (width: Int, height: Int), from start: Point, to end: Point,
    colors: [PremultipliedPixel], pool: Pool = .shared
  ) throws(BitmapError) {
    try self.init(uncleared: size, pool: pool)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = dx * dx + dy * dy
    let last = Double(colors.count - 1)
    // All pixels are after a line of zero length.
    let (stepX, stepY) = length > 0 ? (dx / length * last, dy / length * last) : (0, 0)
    let base = unsafe try uniqueBase()
    for y in 0..<height {
      let row = unsafe base + y * bytesPerRow
      for x in 0..<width {
        let place =
          length > 0
          ? (Double(x) + 0.5 - start.x) * stepX + (Double(y) + 0.5 - start.y) * stepY : last
        let index = place > 0 ? Int(min(place, last) + 0.5) : 0
        unsafe row.storeBytes(of: colors[index].argb, toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }

  /// Makes every pixel opaque, as if over black.
  package mutating func makeOpaque() {
    guard let base = unsafe mutableBase() else { return }
    for y in 0..<height {
      for x in 0..<width {
        unsafe base.storeBytes(of: 255, toByteOffset: y * bytesPerRow + x * 4 + 3, as: UInt8.self)
      }
    }
  }
}
