internal import GalleyGeometry

/// The icon on the circle of a voice message or a file.
enum DiscIcon {
  case play, document, note

  /// The outlines, in a square with a side of 44 points; overlapping ones have one direction.
  fileprivate var paths: [Path] {
    switch self {
    case .play: [Self.polygon([(17, 13), (33, 22), (17, 31)])]
    case .document:
      [
        Self.polygon([(15, 11), (24, 11), (24, 18), (30, 18), (30, 33), (15, 33)]),
        Self.polygon([(25.5, 11), (30, 16.5), (25.5, 16.5)]),
      ]
    case .note:
      [
        Path(roundedRect: Rect(x: 13, y: 26, width: 9, height: 7), radius: 3.5),
        Path(roundedRect: Rect(x: 23, y: 24, width: 9, height: 7), radius: 3.5),
        Self.polygon([(19.5, 14), (22, 13.5), (22, 29), (19.5, 29)]),
        Self.polygon([(29.5, 12), (32, 11.5), (32, 27), (29.5, 27)]),
        Self.polygon([(19.5, 14), (32, 11.5), (32, 15.5), (19.5, 18)]),
      ]
    }
  }

  private static func polygon(_ corners: [(Double, Double)]) -> Path {
    var path = Path()
    for (index, corner) in corners.enumerated() {
      let point = Point(x: corner.0, y: corner.1)
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.close()
    return path
  }
}

extension QuoteDrawing {
  /// Adds a circle with an icon at the origin.
  mutating func addDisc(_ icon: DiscIcon, color: Color) {
    let side = QuoteMetrics.disc
    add(.fill(Rect(x: 0, y: 0, width: side, height: side), CornerRadii(side / 2), color))
    for path in icon.paths { add(.path(path, .white)) }
  }
}
