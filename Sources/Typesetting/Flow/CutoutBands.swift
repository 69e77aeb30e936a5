import GalleyGeometry

/// The cutouts beside the lines of a flow, except those at the bottom.
struct CutoutBands {
  private let cutouts: [LayoutOptions.Cutout]
  private let lineHeight: LayoutOptions.LineHeight
  private let lineSpacing: LayoutOptions.LineSpacing
  /// The metrics of plain lines.
  private let metrics: LineMetrics

  init(_ options: LayoutOptions, metrics: LineMetrics) {
    cutouts = options.cutouts.filter { !$0.isAtBottom }
    lineHeight = options.lineHeight
    lineSpacing = options.lineSpacing
    self.metrics = metrics
  }

  /// Whether there are no cutouts.
  var isEmpty: Bool { cutouts.isEmpty }

  /// The lower edge of the cutouts, plus an allowance for line spacing, in points.
  var bottom: Double {
    let height = 4 * metrics.height
    return cutouts.reduce(-.infinity) { max($0, $1.top.offset + $1.size.height.distance + height) }
  }

  /// The maximum distance by which a line moves down, in points; no picture is taller.
  private static let greatestWay = 10_000.0

  /// Returns the least lower edge of the cutouts beside a line, in points, or `nil` if the line
  /// cannot move there.
  func end(at top: Double, _ height: Double) -> Double? {
    var end = Double.infinity
    for cutout in cutouts where cutout.size.width.distance > 0 {
      let (start, bottom) = (cutout.top.offset, cutout.top.offset + cutout.size.height.distance)
      if top < bottom, top + height > start { end = min(end, bottom) }
    }
    return end > top && end - top <= Self.greatestWay ? end : nil
  }

  /// Returns the free space that a line leaves at its sides to avoid cutouts, beyond the part that
  /// its block leaves free already; all in points.
  func bands(at top: Double, _ height: Double, beyond block: SideSpace?) -> SideSpace {
    var sides = SideSpace()
    guard !cutouts.isEmpty else { return sides }
    var (upper, lower) = (top, top + height)
    if lineHeight == .textNode {
      // TextNode extends the cutout by the spacing, and takes a line to reach a line's height above
      // and below its baseline.
      let spacing = lineSpacing.gap(after: height, .textNode)
      let baseline = top + metrics.baseline
      (upper, lower) = (baseline - height - spacing, baseline + height + spacing)
    }
    for cutout in cutouts {
      let (start, size) = (cutout.top.offset, cutout.size)
      guard upper < start + size.height.distance, lower > start else { continue }
      switch cutout.edge {
      case .left: sides.left = max(sides.left, size.width.distance)
      case .right: sides.right = max(sides.right, size.width.distance)
      }
    }
    if let block {
      sides.left = max(0, sides.left - block.left)
      sides.right = max(0, sides.right - block.right)
    }
    return sides
  }
}
