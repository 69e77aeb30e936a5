import GalleyGeometry

extension TextFlow {
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
