internal import GalleyBasics
internal import GalleyGeometry
internal import GalleyPixels

/// The dust over a rectangle of hidden text.
///
/// The rectangle is divided into cells of one dot each. A dot depends only on its cell and the
/// time, so every tile of a picture has the same dust as the whole.
struct DustCloud {
  /// The rectangle, in points.
  let rect: Rect
  /// The seed that makes the dust of each rectangle different.
  let seed: UInt64

  /// The number of still and of drifting dots per square point.
  private static let (stillDensity, driftingDensity) = (0.25, 0.35)
  /// The maximum distance that a drifting dot travels, in points.
  static let drift = 10.0
  /// The number of opacity levels of still dots.
  private static let levels = 3

  /// A dot.
  struct Dot {
    /// The middle, in points.
    var x: Double
    var y: Double
    /// The opacity, 0 to 1.
    var opacity: Double
  }

  /// Visits the still dots in an area; dots beyond it may be visited as well.
  func visitStill(in area: Rect, _ body: (Dot) -> Void) {
    visitCells(side: (1 / Self.stillDensity).squareRoot(), in: area) { cell, side, hash in
      var random = SplitMix64(seed: hash)
      let dot = Dot(
        x: cell.x + random.fraction() * side, y: cell.y + random.fraction() * side,
        opacity: 0.4 + 0.6 * (random.fraction() * Double(Self.levels)).rounded(.down)
          / Double(Self.levels - 1))
      if contains(dot) { body(dot) }
    }
  }

  /// Visits the drifting dots at a time.
  ///
  /// A dot lives for one second: it fades in, drifts, and fades out; then another one replaces it.
  func visitDrifting(at time: Double, in area: Rect, _ body: (Dot) -> Void) {
    let time = time.bounded(1e9)
    let grown = area.grown(by: Self.drift)
    visitCells(side: (1 / Self.driftingDensity).squareRoot(), in: grown) { cell, side, hash in
      var random = SplitMix64(seed: hash)
      let age = time + random.fraction()
      let life = age.rounded(.down)
      let u = age - life
      random = SplitMix64(seed: hash ^ UInt64(bitPattern: Int64(life)) &* 0x9E37_79B9_7F4A_7C15)
      _ = random.fraction()
      let start = Dot(
        x: cell.x + random.fraction() * side, y: cell.y + random.fraction() * side, opacity: 0)
      guard contains(start) else { return }
      // The cube makes most dots slow, so that words keep their shape.
      let (dx, dy) = (random.fraction() * 2 - 1, random.fraction() * 2 - 1)
      let opacity = min(1, 4 * u, 2 * (1 - u)) * (0.4 + 0.6 * random.fraction())
      body(
        Dot(
          x: start.x + dx * dx * dx * u * Self.drift, y: start.y + dy * dy * dy * u * Self.drift,
          opacity: opacity))
    }
  }

  private func contains(_ dot: Dot) -> Bool {
    dot.x >= rect.minX && dot.x < rect.maxX && dot.y >= rect.minY && dot.y < rect.maxY
  }

  private func visitCells(
    side: Double, in area: Rect, _ body: (_ corner: Point, _ side: Double, _ hash: UInt64) -> Void
  ) {
    func cells(_ start: Double, _ length: Double, _ low: Double, _ high: Double) -> Range<Int> {
      let first = max(0, ((low - start) / side).bounded(1e7).rounded(.down))
      let end = min(
        (length / side).bounded(1e7).rounded(.up), ((high - start) / side).bounded(1e7).rounded(.up)
      )
      return Int(first)..<max(Int(first), Int(end))
    }
    let columns = cells(rect.minX, rect.size.width, area.minX, area.maxX)
    let rows = cells(rect.minY, rect.size.height, area.minY, area.maxY)
    for row in rows {
      for column in columns {
        let corner = Point(x: rect.minX + Double(column) * side, y: rect.minY + Double(row) * side)
        let place =
          UInt64(UInt32(truncatingIfNeeded: row)) << 32 | UInt64(UInt32(truncatingIfNeeded: column))
        var mixer = SplitMix64(seed: seed ^ place &* 0xBF58_476D_1CE4_E5B9)
        body(corner, side, mixer.next())
      }
    }
  }
}

extension SplitMix64 {
  /// Returns a number from 0 up to, but not including, 1.
  fileprivate mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
