internal import GalleyGeometry

/// The layout algorithm of a stack.
///
/// Measures each element, breaks elements into lines, flexes them to the length of the line,
/// measures those that changed again, stretches them across, and positions them.
struct StackLayout {
  let spec: StackSpec
  let axis: StackAxis
  let main: ExtentRange
  let cross: ExtentRange
  /// The size that fractions of the elements refer to.
  let innerSize: Size
  let context: LayoutContext
  var lines: [StackLine] = []

  init(_ spec: StackSpec, range: SizeRange, context: LayoutContext) {
    self.spec = spec
    self.context = context
    axis = StackAxis(isHorizontal: spec.direction == .horizontal)
    main = axis.main(range)
    cross = axis.cross(range)
    innerSize = range.max
  }

  mutating func layout() -> NodeLayout {
    lines = lines(of: spec.children.enumerated().map { item($1, at: $0) })
    for index in lines.indices {
      flex(&lines[index])
      measureAcross(&lines[index])
    }
    let size = axis.size(main: main.clamp(lines.map(\.main).max() ?? 0), cross: alignLines())
    for index in lines.indices {
      stretch(&lines[index])
      place(&lines[index], along: axis.main(size))
    }
    return NodeLayout(size: size, sublayouts: parts(in: size))
  }

  /// Resolves the style of an element and measures its base size.
  private func item(_ element: any LayoutElement, at index: Int) -> StackItem {
    let style = element.style
    let resolved = ResolvedStyle(style, parentSize: innerSize, in: context)
    let limits = context.grid.roundedUp(resolved.limits)
    var item = StackItem(
      element: element, index: index, style: style, resolved: resolved,
      alignment: style.alignSelf ?? spec.alignItems,
      before: context.distance(style.spacingBefore), after: context.distance(style.spacingAfter),
      flex: FlexItem(
        base: 0, limits: axis.main(limits), grow: context.flexFactor(style.flexGrow),
        shrink: context.flexFactor(style.flexShrink)))
    if let basis = style.flexBasis.extent(parent: axis.main(innerSize), in: context) {
      item.flex.base = context.grid.roundedUp(basis)
    } else {
      let layout = measure(item, main: .unbounded, cross: crossRange(of: item))
      item.layout = layout
      item.flex.base = axis.main(layout.size)
    }
    return item
  }

  /// Returns the permitted cross sizes of an element before the line's cross size is known.
  private func crossRange(of item: StackItem) -> ExtentRange {
    guard !spec.wraps, isStretched(item) else { return ExtentRange(min: 0, max: cross.max) }
    return ExtentRange(min: stretchedSize(of: item, to: cross.min), max: cross.max)
  }

  /// Returns the cross size of an element stretched to `extent`, within its limits.
  func stretchedSize(of item: StackItem, to extent: Double) -> Double {
    let limits = axis.cross(context.grid.roundedUp(item.resolved.limits))
    return ExtentRange(min: 0, max: cross.max).intersection(limits).clamp(extent)
  }

  func isStretched(_ item: StackItem) -> Bool {
    let asked = axis.isHorizontal ? item.resolved.height : item.resolved.width
    return item.alignment == .stretch && asked == nil && item.resolved.ratio == nil
  }

  func measure(_ item: StackItem, main: ExtentRange, cross: ExtentRange) -> NodeLayout {
    context.layout(
      of: item.element, at: item.index, thatFits: axis.range(main: main, cross: cross),
      parentSize: innerSize)
  }

  /// Breaks elements into lines at the maximum length of the stack (CSS 9.3).
  private func lines(of items: [StackItem]) -> [StackLine] {
    let spacing = context.distance(spec.spacing)
    guard spec.wraps, main.max.isFinite else { return [StackLine(items: items, spacing: spacing)] }
    var lines: [StackLine] = []
    var length = 0.0
    for item in items {
      let own = item.before + item.flex.hypothetical + item.after
      if let last = lines.indices.last, length + spacing + own <= main.max {
        lines[last].items.append(item)
        length += spacing + own
      } else {
        lines.append(StackLine(items: [item], spacing: spacing))
        length = own
      }
    }
    return lines
  }

  /// Flexes the elements of a line, and measures those that changed again.
  private func flex(_ line: inout StackLine) {
    let spaces = line.spaces
    let wanted = line.items.reduce(spaces) { $0 + $1.flex.hypothetical }
    // All lines of a stack have the same length, if it is bounded.
    let length = spec.wraps && lines.count > 1 && main.max.isFinite ? main.max : main.clamp(wanted)
    let flexes = line.items.map(\.flex)
    let sizes =
      length == wanted
      ? flexes.map(\.hypothetical)
      : wholePixels(flexedSizes(flexes, room: length - spaces), of: line.items)
    for index in line.items.indices {
      let item = line.items[index]
      line.items[index].main = sizes[index]
      if let layout = item.layout, axis.main(layout.size) == sizes[index] { continue }
      line.items[index].layout = measure(
        item, main: ExtentRange(exactly: sizes[index]), cross: crossRange(of: item))
    }
  }

  /// Rounds sizes to whole pixels while keeping their sum rounded down to pixels.
  ///
  /// The pixels lost by rounding down go to the first rounded sizes, one each.
  private func wholePixels(_ sizes: [Double], of items: [StackItem]) -> [Double] {
    let grid = context.grid
    var whole = zip(sizes, items).map { size, item in
      max(item.flex.limits.min, grid.roundedDown(size))
    }
    let exactSum = sizes.reduce(0, +)
    let pixel = 1 / grid.scale
    var pixels = ((grid.roundedDown(exactSum) - whole.reduce(0, +)) * grid.scale).rounded()
    for index in whole.indices where pixels > 0 && whole[index] < sizes[index] {
      let larger = grid.roundedUp(whole[index] + pixel)
      guard larger <= items[index].flex.limits.max else { continue }
      whole[index] = larger
      pixels -= 1
    }
    return whole
  }

  /// Computes the cross size and the baselines of a line (CSS 9.4).
  private func measureAcross(_ line: inout StackLine) {
    var (above, below, aboveLast, belowLast) = (0.0, 0.0, 0.0, 0.0)
    var size = 0.0
    for item in line.items {
      switch item.alignment {
      case .baselineFirst where axis.isHorizontal:
        above = max(above, item.firstBaseline)
        below = max(below, item.size.height - item.firstBaseline)
      case .baselineLast where axis.isHorizontal:
        aboveLast = max(aboveLast, item.lastBaseline)
        belowLast = max(belowLast, item.size.height - item.lastBaseline)
      default:
        size = max(size, axis.cross(item.size))
      }
    }
    line.firstBaseline = above
    line.belowLastBaseline = belowLast
    line.cross = context.grid.roundedUp(max(size, above + below, aboveLast + belowLast))
  }
}
