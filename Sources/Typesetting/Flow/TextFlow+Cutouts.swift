import GalleyGeometry

extension TextFlow {
  /// What a block leaves free at its sides to make way for cutouts; where that leaves less room than
  /// a line is high, the block moves down, below the cutouts.
  ///
  /// - Parameter padding: What the block itself takes of the measure, in points.
  /// - Returns: The room in points.
  mutating func sidesOfBlock(padding: Double) -> Sides {
    let height = metrics.base.height
    let overhang = (BlockMeasures.topOverhang * height).rounded(.down)
    while true {
      let sides = bandSides(at: y - overhang, height + overhang)
      guard sides.left + sides.right > 0, options.lineHeight != .textNode else { return sides }
      let needed = outerWidth(of: height, padding: sides.left + sides.right + padding)
      guard options.measure < needed, let below = endOfCutouts(at: y - overhang, height + overhang)
      else {
        if options.measure >= needed { leastWidth = max(leastWidth, needed) }
        return sides
      }
      widthLimit = min(widthLimit, needed)
      y = max(below + overhang, y + Self.leastWay)
    }
  }

  /// How far down a line goes that finds no room for a character beside cutouts.
  ///
  /// - Parameters:
  ///   - top: The line's upper edge, in points.
  ///   - metrics: The line's height.
  ///   - sides: What is left free beside it.
  ///   - bands: What of that is for cutouts.
  ///   - span: The line, as it was broken in the room that is left.
  /// - Returns: The distance in points; `nil` if the line stays where it is.
  mutating func wayBelowCutouts(
    from top: Double, _ metrics: LineMetrics, _ sides: Sides, bands: Sides, _ span: LineSpan
  ) -> Double? {
    guard bands.left + bands.right > 0, options.lineHeight != .textNode else { return nil }
    let needed = outerWidth(of: span.width, padding: takenWidth(sides))
    guard needed > options.measure else {
      leastWidth = max(leastWidth, needed)
      return nil
    }
    guard let below = endOfCutouts(at: top, metrics.height) else { return nil }
    widthLimit = min(widthLimit, needed)
    return max(below - top, Self.leastWay)
  }

  /// By so much at least, in points, a line that goes down goes, which sums of coordinates can tell.
  private static let leastWay = 1e-6

  /// No line moves down by more than this, in points; what is higher is no picture.
  private static let greatestWay = 10_000.0

  /// Where the first of the cutouts ends that a line makes way for, in points; `nil` if that is not
  /// further down, as far as numbers can tell, or too far.
  private func endOfCutouts(at top: Double, _ height: Double) -> Double? {
    var end = Double.infinity
    for cutout in options.cutouts where !cutout.isAtBottom && cutout.size.width.distance > 0 {
      let (start, bottom) = (
        cutout.top.offset, cutout.top.offset + cutout.size.height.distance
      )
      if top < bottom, top + height > start { end = min(end, bottom) }
    }
    return end > top && end - top <= Self.greatestWay ? end : nil
  }

  /// What a line leaves free at its sides, beside what its block does, to make way for cutouts.
  ///
  /// - Parameters:
  ///   - top: The line's upper edge, in points.
  ///   - height: The line's height, in points.
  /// - Returns: The room in points.
  func bandSides(at top: Double, _ height: Double) -> Sides {
    var sides = Sides()
    guard hasCutouts else { return sides }
    var (upper, lower) = (top, top + height)
    if options.lineHeight == .textNode {
      // TextNode grows the cutout by the spacing, and takes a line to be a line's height above and
      // below its baseline.
      let spacing = options.lineSpacing.gap(after: height, .textNode)
      let baseline = top + metrics.base.baseline
      (upper, lower) = (baseline - height - spacing, baseline + height + spacing)
    }
    for cutout in options.cutouts where !cutout.isAtBottom {
      let (start, size) = (cutout.top.offset, cutout.size)
      guard upper < start + size.height.distance, lower > start else { continue }
      switch cutout.edge {
      case .left: sides.left = max(sides.left, size.width.distance)
      case .right: sides.right = max(sides.right, size.width.distance)
      }
    }
    if let block = open.last {
      sides.left = max(0, sides.left - result.blocks[block].bands.left)
      sides.right = max(0, sides.right - result.blocks[block].bands.right)
    }
    return sides
  }
}
