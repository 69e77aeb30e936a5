/// Stacks the lines of a segment from the top down: where each stands, and where the next thing may.
struct LineStack {
  /// The upper edge of the first line, in points.
  let top: Double
  private let lineHeight: LineHeight
  private let spacing: LineSpacing
  private var count = 0
  /// What paragraphs leave between them; and where lines differ in height, all of the lines too.
  private var offset = 0.0
  /// The height as InteractiveTextNode counts it: with the spacing of the first line as well.
  private var counted = 0.0
  private var pitch = 0.0
  private var gap = 0.0

  init(top: Double, _ options: LayoutOptions) {
    self.top = top
    lineHeight = options.lineHeight
    spacing = options.lineSpacing
  }

  /// Where a line would stand that comes next.
  ///
  /// - Parameters:
  ///   - height: The height of the line, in points.
  ///   - space: What its paragraph leaves free above it.
  /// - Returns: The upper edge of the line.
  func place(_ height: Double, space: Double) -> Double {
    var next = self
    return next.append(height, space: space)
  }

  /// Puts a line below the others.
  ///
  /// - Parameters:
  ///   - height: The height of the line, in points.
  ///   - space: What its paragraph leaves free above it.
  /// - Returns: The upper edge of the line.
  mutating func append(_ height: Double, space: Double) -> Double {
    gap = spacing.gap(after: height, lineHeight)
    defer { count += 1 }
    let space = count == 0 ? 0 : space
    switch lineHeight {
    case .uniform, .absolute, .textNode:
      // A product, not a sum, so that lines stand where they do without a spacing.
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

  /// Leaves room above the next line.
  ///
  /// - Parameter distance: The room, in points.
  mutating func skip(_ distance: Double) {
    offset += distance
    counted += distance
  }

  /// Where the lines end, in points.
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

extension LineSpacing {
  /// The room below a line of a height, in points; below zero where lines move together.
  func gap(after height: Double, _ lineHeight: LineHeight) -> Double {
    let gap =
      switch self {
      case .factor(let factor): (height * factor.offset).offset
      case .points(let points): points.offset
      }
    return max(-height, lineHeight == .textNode ? gap.rounded(.down) : gap)
  }
}
