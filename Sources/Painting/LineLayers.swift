internal import GalleyBasics
internal import GalleyGeometry
internal import GalleyTypesetting

/// A group of lines drawn on a separate layer: those of a collapsed block, which fade out at the
/// bottom and around the chevron, or those of scrolling code, which are clipped to their block.
struct LineLayer {
  /// The block.
  let block: TextLayout.Block
  /// The horizontal scroll offset of the lines, in points.
  let scroll: Double
  /// The tokens on the lines.
  fileprivate(set) var tokens: [TextLayout.Token] = []

  /// The height of the fade at the bottom, and of its transparent part, in points.
  private static let (bottomHeight, bottomClear) = (8.0, 3.2)
  /// The distance of the center of the hole around the chevron from the lower corner, and its
  /// radius, in points; the inner half is transparent.
  private static let (holeInset, holeRadius) = (20.0, 34.0)

  /// The visible area of the lines, in points.
  var area: Rect {
    if block.isCollapsed {
      // Ink may overhang at the top and at the sides.
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

  /// Returns whether a point is within the vertical extent of the block.
  func holds(_ point: Point) -> Bool {
    point.y >= block.frame.minY && point.y < block.frame.maxY
  }

  /// Returns the opacity of the lines at a point, 0 to 1.
  func opacity(at point: Point) -> Double {
    guard block.isCollapsed else { return 1 }
    let frame = block.frame
    let above = frame.maxY - point.y
    let bottom = (above - Self.bottomClear) / (Self.bottomHeight - Self.bottomClear)
    let x =
      block.isRightToLeft
      ? point.x - frame.minX - Self.holeInset : frame.maxX - Self.holeInset - point.x
    let distance = (x * x + above * above).squareRoot()
    let hole = (distance - Self.holeRadius / 2) / (Self.holeRadius / 2)
    return max(0, min(1, bottom, hole))
  }
}

/// The layers of a layout, from top to bottom, with disjoint lines.
struct LineLayers {
  private(set) var layers: [LineLayer] = []
  /// The tokens on all other lines.
  private(set) var tokens: [TextLayout.Token] = []

  /// Creates an empty set of layers.
  init() {}

  /// Collects the layers of a layout; the horizontal scroll offsets are by block index.
  init(_ layout: TextLayout, scrolls: [Int: Double]) {
    var end = 0
    for block in layout.blocks where block.lines.lowerBound >= end {
      let isScrolling = block.contentWidth > block.contentFrame.size.width
      guard block.isCollapsed || isScrolling else { continue }
      // Clamped to the end of the longest line.
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

  /// Returns the layer whose block contains the coordinate `y`, if any.
  func layer(at y: Double) -> LineLayer? {
    let next = layers.partitioningIndex { $0.block.frame.maxY > y }
    return next < layers.count && layers[next].block.frame.minY <= y ? layers[next] : nil
  }

  /// Returns the ranges of lines on no layer, out of `count` lines.
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
