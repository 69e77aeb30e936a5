internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyTypesetting

extension BlockLayouter {
  /// Returns the dots at the bottom of a slideshow, of which the first one is lit.
  func dots(_ count: Int, in frame: Rect) -> [BlockBox.Item] {
    let (side, pitch) = (metrics.slideDot, metrics.slideDotPitch)
    // More dots than fit are left out.
    let shown = min(count, max(Int((frame.size.width - pitch) / pitch), 1))
    let start = frame.middle.x - (Double(shown - 1) * pitch + side) / 2
    return (0..<shown).map { index in
      let dot = Rect(
        x: start + (isRightToLeft ? Double(shown - 1 - index) : Double(index)) * pitch,
        y: frame.maxY - 2 * side, width: side, height: side)
      let alpha: UInt8 = index == 0 ? 0xFF : 0x80
      return .fill(
        dot, radius: side / 2,
        .fixed(Color(red: 0xFF, green: 0xFF, blue: 0xFF, alpha: alpha)))
    }
  }
}

extension Rect {
  /// The center of the rectangle.
  var middle: Point { Point(x: minX + size.width / 2, y: minY + size.height / 2) }
}

extension Path {
  /// Returns a pin of a map, 28 points high, whose tip is at a point.
  static func pin(at tip: Point) -> Path {
    let radius = 9.0
    let head = Point(x: tip.x, y: tip.y - 28 + radius)
    var path = Path(
      roundedRect: Rect(
        x: head.x - radius, y: head.y - radius, width: 2 * radius, height: 2 * radius),
      radius: radius)
    path.add(
      polygon: [
        SIMD2(head.x - 0.87 * radius, head.y + 0.5 * radius),
        SIMD2(head.x + 0.87 * radius, head.y + 0.5 * radius), SIMD2(tip.x, tip.y),
      ])
    return path
  }

  /// Returns the sign of a file in a square: a triangle for sound, or a sheet.
  static func sign(of kind: RichBlock.Media.Kind, in rect: Rect) -> Path {
    func point(_ x: Double, _ y: Double) -> SIMD2<Double> {
      SIMD2(rect.minX + x * rect.size.width, rect.minY + y * rect.size.height)
    }
    var path = Path()
    switch kind {
    case .audio, .voiceNote:
      path.add(polygon: [point(0.39, 0.29), point(0.73, 0.5), point(0.39, 0.71)])
    default:
      path.add(
        polygon: [
          point(0.34, 0.26), point(0.54, 0.26), point(0.66, 0.38), point(0.66, 0.74),
          point(0.34, 0.74),
        ])
    }
    return path
  }
}
