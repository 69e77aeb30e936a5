internal import GalleyCFreeType

extension Face {
  /// Returns the interval between the outermost crossings of a glyph's ink with a horizontal band.
  ///
  /// Everything between the crossings counts as ink, such as the loop of a g.
  ///
  /// - Parameters:
  ///   - glyph: The glyph.
  ///   - style: The size and shape; of a stroked outline, only the outline itself counts.
  ///   - band: The edges of the band relative to the baseline, in 64ths of a pixel, y down.
  /// - Returns: The interval relative to the pen, in 64ths of a pixel, or `nil` if there is no ink.
  package mutating func crossing(
    of glyph: UInt32, style: OutlineStyle, band: Range<Double>
  ) -> ClosedRange<Double>? {
    guard let slot = unsafe loadOutline(glyph, style: style) else { return nil }
    // Most glyphs do not extend down to an underline.
    var box = FT_BBox()
    unsafe FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    guard Double(box.yMin) < -band.lowerBound, Double(box.yMax) > -band.upperBound else {
      return nil
    }
    var crossing = BandCrossing(low: -band.upperBound, high: -band.lowerBound)
    for element in unsafe Self.elements(of: &slot.pointee.outline) { crossing.add(element) }
    return crossing.interval
  }
}

/// The horizontal interval that an outline covers within a band, y upward.
private struct BandCrossing {
  private let low: Double
  private let high: Double
  private(set) var interval: ClosedRange<Double>?
  private var end = SIMD2<Double>()

  /// The number of chords per curve, which deviate from it by less than a hundredth of its length.
  private static let chords = 16

  init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  mutating func add(_ element: PathElement) {
    switch element {
    case .move(let to): end = to
    case .line(let to): addLine(to)
    case .curve(let first, let second, let to):
      let start = end
      for step in 1...Self.chords {
        let t = Double(step) / Double(Self.chords)
        let u = 1 - t
        let ends = u * u * u * start + t * t * t * to
        addLine(ends + 3 * u * u * t * first + 3 * u * t * t * second)
      }
    }
  }

  private mutating func addLine(_ to: SIMD2<Double>) {
    let from = end
    end = to
    let (bottom, top) = from.y < to.y ? (from, to) : (to, from)
    guard bottom.y < high, top.y > low else { return }
    let rise = top.y - bottom.y
    func x(at y: Double) -> Double {
      rise > 0 ? bottom.x + (top.x - bottom.x) * ((y - bottom.y) / rise) : bottom.x
    }
    let (first, last) = (bottom.y < low ? x(at: low) : bottom.x, top.y > high ? x(at: high) : top.x)
    let (left, right) = (min(first, last), max(first, last))
    let known = interval ?? left...right
    interval = min(known.lowerBound, left)...max(known.upperBound, right)
  }
}
