/// Stacks the lines of a segment from the top down.
struct LineStack {
  /// The upper edge of the first line, in points.
  let top: Double
  private let lineHeight: LayoutOptions.LineHeight
  private let spacing: LayoutOptions.LineSpacing
  private var count = 0
  /// The accumulated paragraph spacing; for lines of different heights, also their heights.
  private var offset = 0.0
  /// The height as InteractiveTextNode counts it, which includes the spacing of the first line.
  private var counted = 0.0
  private var pitch = 0.0
  private var gap = 0.0

  init(top: Double, _ options: LayoutOptions) {
    self.top = top
    lineHeight = options.lineHeight
    spacing = options.lineSpacing
  }

  /// Returns the upper edge that ``append(_:space:)`` would give to the next line.
  func place(_ height: Double, space: Double) -> Double {
    var next = self
    return next.append(height, space: space)
  }

  /// Appends a line below some paragraph spacing, and returns its upper edge; all in points.
  mutating func append(_ height: Double, space: Double) -> Double {
    gap = spacing.gap(after: height, lineHeight)
    defer { count += 1 }
    let space = count == 0 ? 0 : space
    switch lineHeight {
    case .uniform, .absolute, .textNode:
      // A product rather than a sum, so that lines without a spacing keep their exact positions.
      pitch = height + gap
      offset += space
      return top + Double(count) * pitch + offset
    case .perLine, .interactiveTextNode:
      if count > 0 { offset += gap + space }
      let place = top + offset
      offset += height
      counted += height + gap + space
      return place
    }
  }

  /// Inserts space above the next line, in points.
  mutating func skip(_ distance: Double) {
    offset += distance
    counted += distance
  }

  /// The lower edge of the lines, in points.
  var bottom: Double {
    guard count > 0 else { return top }
    return switch lineHeight {
    case .uniform, .absolute:
      gap == 0 ? top + Double(count) * pitch + offset : top + Double(count) * pitch + offset - gap
    case .textNode: top + Double(count) * pitch + offset
    case .perLine: top + offset
    case .interactiveTextNode: top + counted.rounded(.up)
    }
  }
}

extension LayoutOptions.LineSpacing {
  /// Returns the spacing below a line of a given height, in points; negative spacing overlaps
  /// lines.
  func gap(after height: Double, _ lineHeight: LayoutOptions.LineHeight) -> Double {
    let gap =
      switch self {
      case .factor(let factor): (height * factor.offset).offset
      case .points(let points): points.offset
      }
    return max(-height, lineHeight == .textNode ? gap.rounded(.down) : gap)
  }
}
