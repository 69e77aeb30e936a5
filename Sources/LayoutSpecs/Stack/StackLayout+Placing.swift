internal import GalleyGeometry

extension StackLayout {
  /// Positions the lines across the stack.
  ///
  /// - Returns: The size of the stack across.
  mutating func alignLines() -> Double {
    guard spec.wraps, !lines.isEmpty else {
      let size = cross.clamp(lines.first?.cross ?? 0)
      if !lines.isEmpty { lines[0].cross = size }
      return size
    }
    let spacing = context.distance(spec.lineSpacing)
    let wanted = lines.reduce(spacing * Double(lines.count - 1)) { $0 + $1.cross }
    let size = cross.clamp(wanted)
    let free = size - wanted
    if spec.alignContent == .stretch, free > 0 { widenLines(by: free) }
    let gaps = Gaps(
      justification, free: spec.alignContent == .stretch ? 0 : free, count: lines.count)
    var sum = 0.0
    for index in lines.indices {
      lines[index].offset = sum + context.grid.roundedDown(gaps.offset(of: index))
      sum += lines[index].cross + spacing
    }
    return size
  }

  /// Widens all lines by equal shares of the free space, in whole pixels.
  private mutating func widenLines(by free: Double) {
    let count = Double(lines.count)
    for index in lines.indices {
      let from = context.grid.roundedDown(free * (Double(index) / count))
      let to = context.grid.roundedDown(free * (Double(index + 1) / count))
      lines[index].cross += to - from
    }
  }

  private var justification: StackSpec.Justification {
    switch spec.alignContent {
    case .start, .stretch: .start
    case .center: .center
    case .end: .end
    case .spaceBetween: .spaceBetween
    case .spaceAround: .spaceAround
    }
  }

  /// Stretches the elements of a line that are aligned so.
  func stretch(_ line: inout StackLine) {
    for index in line.items.indices {
      let item = line.items[index]
      let cross = stretchedSize(of: item, to: line.cross)
      guard isStretched(item), axis.cross(item.size) != cross else { continue }
      line.items[index].layout = measure(
        item, main: ExtentRange(exactly: item.main), cross: ExtentRange(exactly: cross))
    }
  }

  /// Positions the elements of a line.
  func place(_ line: inout StackLine, along length: Double) {
    let gaps = Gaps(spec.justifyContent, free: length - line.main, count: line.items.count)
    var sum = 0.0
    for index in line.items.indices {
      let item = line.items[index]
      sum += item.before
      line.items[index].offset = sum + context.grid.roundedDown(gaps.offset(of: index))
      line.items[index].crossOffset = crossOffset(of: item, in: line)
      sum += item.main + item.after + line.spacing
    }
  }

  private func crossOffset(of item: StackItem, in line: StackLine) -> Double {
    let free = line.cross - axis.cross(item.size)
    switch item.alignment {
    case .start, .stretch: return 0
    case .center: return context.grid.roundedDown(free / 2)
    case .end: return free
    case .baselineFirst:
      return axis.isHorizontal ? line.firstBaseline - item.firstBaseline : 0
    case .baselineLast:
      return axis.isHorizontal ? line.cross - line.belowLastBaseline - item.lastBaseline : 0
    }
  }

  /// Returns the layouts of all elements, in the order of the spec.
  func parts(in size: Size) -> [NodeLayout] {
    let isMirrored = spec.followsDirection && context.isRightToLeft
    return lines.flatMap { line in
      line.items.compactMap { item in
        var position = axis.point(main: item.offset, cross: line.offset + item.crossOffset)
        if isMirrored { position.x = size.width - item.size.width - position.x }
        return item.layout?.positioned(at: position)
      }
    }
  }
}

/// The offsets that distribute free or missing space.
private struct Gaps {
  /// The gap before the first element.
  var first = 0.0
  /// The gap between two elements.
  var between = 0.0

  init(_ justification: StackSpec.Justification, free: Double, count: Int) {
    switch justification {
    case .start: break
    case .center: first = free / 2
    case .end: first = free
    case .spaceBetween where free > 0 && count > 1: between = free / Double(count - 1)
    case .spaceAround where free > 0 && count > 0:
      between = free / Double(count)
      first = between / 2
    case .spaceBetween, .spaceAround: break
    }
  }

  func offset(of index: Int) -> Double { first + between * Double(index) }
}
