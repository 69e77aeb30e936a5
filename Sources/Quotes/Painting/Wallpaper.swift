internal import GalleyBasics
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyPixels

/// A background with a gradient and a pattern of small shapes, derived from the color of bubbles.
struct Wallpaper {
  let background: QuoteBackground

  /// The side of a tile of the pattern, in points.
  private static let tile = 56.0

  /// Returns a picture of the wallpaper.
  ///
  /// - Parameters:
  ///   - size: The size, in pixels.
  ///   - scale: The number of pixels per point of the pattern.
  /// - Returns: An opaque bitmap.
  /// - Throws: `BitmapError`.
  func bitmap(_ size: PixelBox, scale: Double) throws(BitmapError) -> Bitmap {
    var context = try DrawingContext(size: size, scale: scale)
    let whole = Rect(origin: .zero, size: size.inPoints(at: scale))
    // A bubble of any opacity has an opaque wallpaper.
    let base = background.first.mixed(with: background.last, 0.5).faded(to: 1)
    let tint = background.isDark ? Color.white : .black
    let (light, dark) = (base.mixed(with: tint, 0.22), base.mixed(with: tint, 0.10))
    try context.fill(
      whole,
      with: LinearGradient(
        from: .zero, to: Point(x: whole.maxX, y: whole.maxY), colors: [light, dark, light]))
    let color = tint.faded(to: 0.07)
    let columns = Int((whole.size.width / Self.tile).rounded(.up))
    let rows = Int((whole.size.height / Self.tile).rounded(.up))
    for row in 0..<rows {
      for column in 0...columns {
        var random = SplitMix64(mixing: UInt64(row), UInt64(column))
        let x = (Double(column) - (row.isMultiple(of: 2) ? 0 : 0.5)) * Self.tile
        let jitter = Double(random.next() % 12)
        let shape = Self.shapes[Int(random.next() % UInt64(Self.shapes.count))]
        context.fill(
          shape.offset(x: x + 10 + jitter, y: Double(row) * Self.tile + 8 + jitter), with: color)
      }
    }
    return context.image()
  }

  /// The shapes, in squares with a side of 24 points.
  private static let shapes: [Path] = [
    Path(roundedRect: Rect(x: 4, y: 4, width: 16, height: 16), radius: 8),
    stroke([(12, 2), (12, 22)], [(2, 12), (22, 12)]),
    stroke([(3, 19), (12, 4), (21, 19), (3, 19)]),
    stroke([(2, 15), (7, 8), (12, 15), (17, 8), (22, 15)]),
    Path(roundedRect: Rect(x: 2, y: 6, width: 20, height: 12), radius: 6),
    stroke([(12, 2), (22, 12), (12, 22), (2, 12), (12, 2)]),
  ]

  private static func stroke(_ lines: [(Double, Double)]...) -> Path {
    var path = Path()
    for line in lines {
      path.append(Path(stroking: line.map { Point(x: $0.0, y: $0.1) }, width: 3))
    }
    return path
  }
}
