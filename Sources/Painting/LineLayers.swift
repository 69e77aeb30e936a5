internal import GalleyGeometry
internal import GalleyTypesetting

/// Lines that are drawn on a layer of their own: those of a block that is collapsed, which fade out
/// below and beside the arrow, and those of code that scrolls, which end where the block does.
struct LineLayer {
  /// The block.
  let block: LayoutBlock
  /// How far the lines are moved to the left, in points.
  let scroll: Double
  /// The tokens on the lines.
  fileprivate(set) var tokens: [PlacedToken] = []

  /// How high the fade at the bottom is, and how much of that is clear, in points.
  private static let (bottomHeight, bottomClear) = (8.0, 3.2)
  /// Where the hole beside the arrow has its middle, from the lower corner, and how large it is, in
  /// points; the inner half is clear.
  private static let (holeInset, holeRadius) = (20.0, 34.0)

  /// Where the lines are seen, in points.
  var area: Rect {
    if block.isCollapsed {
      // Ink may stick out above and at the sides.
      return Rect(
        x: block.frame.minX - Self.holeInset, y: block.frame.minY - Self.holeInset,
        width: block.frame.size.width + 2 * Self.holeInset,
        height: block.frame.size.height + Self.holeInset)
    }
    let content = block.contentFrame
    return Rect(
      x: content.minX, y: block.frame.minY, width: content.size.width,
      height: block.frame.size.height)
  }

  /// Whether a point is as low as the block is.
  func holds(_ point: Point) -> Bool {
    point.y >= block.frame.minY && point.y < block.frame.maxY
  }

  /// How much of the lines is seen at a point, 0 to 1.
  func opacity(at point: Point) -> Double {
    guard block.isCollapsed else { return 1 }
    let frame = block.frame
    let above = frame.maxY - point.y
    let bottom = (above - Self.bottomClear) / (Self.bottomHeight - Self.bottomClear)
    let x =
      block.isRightToLeft
      ? point.x - frame.minX - Self.holeInset
      : frame.maxX - Self.holeInset - point.x
    let distance = (x * x + above * above).squareRoot()
    let hole = (distance - Self.holeRadius / 2) / (Self.holeRadius / 2)
    return max(0, min(1, bottom, hole))
  }
}

/// The layers of a layout, from the top down; no line is in two of them.
struct LineLayers {
  private(set) var layers: [LineLayer] = []
  /// The tokens on other lines.
  private(set) var tokens: [PlacedToken] = []

  /// No layers.
  init() {}

  /// Gathers the layers.
  ///
  /// - Parameters:
  ///   - layout: The layout.
  ///   - scrolls: How far the lines of blocks are moved to the left, by the blocks' numbers.
  init(_ layout: TextLayout, scrolls: [Int: Double]) {
    var end = 0
    for block in layout.blocks where block.lines.lowerBound >= end {
      let isScrolling = block.contentWidth > block.contentFrame.size.width
      guard block.isCollapsed || isScrolling else { continue }
      // No farther than to the end of the longest line.
      let farthest = max(0, block.contentWidth - block.contentFrame.size.width)
      let scroll = max(0, min(scrolls[block.index] ?? 0, farthest))
      layers.append(LineLayer(block: block, scroll: scroll))
      end = block.lines.upperBound
    }
    var next = 0
    for token in layout.placedTokens.sorted(by: { $0.frame.minY < $1.frame.minY }) {
      let middle = token.frame.minY + token.frame.size.height / 2
      while next < layers.count, layers[next].block.frame.maxY <= middle { next += 1 }
      if next < layers.count, layers[next].block.frame.minY <= middle {
        layers[next].tokens.append(token)
      } else {
        tokens.append(token)
      }
    }
  }

  /// The layer whose block is as low as `y`, if there is one.
  func layer(at y: Double) -> LineLayer? {
    var (low, high) = (0, layers.count)
    while low < high {
      let middle = (low + high) / 2
      if layers[middle].block.frame.maxY > y { high = middle } else { low = middle + 1 }
    }
    return low < layers.count && layers[low].block.frame.minY <= y ? layers[low] : nil
  }

  /// The lines that are on no layer, of `count`.
  func otherLines(of count: Int) -> [Range<Int>] {
    var others: [Range<Int>] = []
    var start = 0
    for layer in layers {
      let lines = layer.block.lines
      if start < lines.lowerBound { others.append(start..<min(count, lines.lowerBound)) }
      start = max(start, lines.upperBound)
    }
    if start < count { others.append(start..<count) }
    return others
  }
}
