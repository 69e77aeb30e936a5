import GalleyGeometry

extension TextFlow {
  /// Returns the free space that a block leaves at its sides to avoid cutouts, in points; `padding`
  /// is the part of the measure that the block itself takes.
  ///
  /// If the remaining width is less than a line's height, the block moves below the cutouts.
  mutating func sidesOfBlock(padding: Double) -> SideSpace {
    let height = metrics.base.height
    let overhang = (BlockMeasures.topOverhang * height).rounded(.down)
    while true {
      let sides = cutoutSides(at: y - overhang, height + overhang)
      guard sides.left + sides.right > 0, options.lineHeight != .textNode else { return sides }
      let needed = outerWidth(of: height, padding: sides.left + sides.right + padding)
      guard options.measure < needed, let below = cutouts.end(at: y - overhang, height + overhang)
      else {
        if options.measure >= needed { widths.restrict(from: needed) }
        return sides
      }
      widths.restrict(to: needed)
      y = max(below + overhang, y + Self.leastWay)
    }
  }

  /// Returns the distance by which a line moves down if no character fits beside the cutouts, in
  /// points, or `nil` if the line stays where it is.
  ///
  /// `bands` is the part of the free space at its sides that is due to cutouts, and `span` the line
  /// as broken in the remaining width.
  mutating func wayBelowCutouts(
    from top: Double, _ metrics: LineMetrics, _ sides: SideSpace, bands: SideSpace, _ span: LineSpan
  ) -> Double? {
    guard bands.left + bands.right > 0, options.lineHeight != .textNode else { return nil }
    let needed = outerWidth(of: span.width, padding: unavailableWidth(sides))
    guard needed > options.measure else {
      widths.restrict(from: needed)
      return nil
    }
    guard let below = cutouts.end(at: top, metrics.height) else { return nil }
    widths.restrict(to: needed)
    return max(below - top, Self.leastWay)
  }

  /// The minimum distance by which a line moves down, in points, so that rounding cannot absorb it.
  private static let leastWay = 1e-6

  /// Returns the free space that a line leaves at its sides to avoid cutouts, beyond that of its
  /// block; all in points.
  func cutoutSides(at top: Double, _ height: Double) -> SideSpace {
    cutouts.bands(at: top, height, beyond: open.last.map { result.blocks[$0].bands })
  }
}
