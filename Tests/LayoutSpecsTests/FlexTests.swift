import GalleyGeometry
import TestSupport
import Testing

@testable import GalleyLayoutSpecs

@Suite struct FlexTests {
  /// The base, minimum and maximum length, and the grow and shrink factors.
  typealias Row = (Double, Double, Double, Double, Double)

  @Test(
    arguments: [
      // Computed by hand according to CSS Flexbox, section 9.7.
      (100, [(20, 0, .infinity, 1, 0), (20, 0, .infinity, 1, 0)], [50, 50]),
      (100, [(20, 0, 30, 1, 0), (20, 0, .infinity, 1, 0)], [30, 70]),
      (100, [(20, 0, 30, 1, 0), (20, 0, 40, 1, 0)], [30, 40]),
      (100, [(10, 40, .infinity, 1, 0), (10, 0, .infinity, 1, 0)], [50, 50]),
      (100, [(0, 60, .infinity, 1, 0), (0, 0, .infinity, 1, 0)], [60, 40]),
      (100, [(20, 0, .infinity, 0.25, 0), (20, 0, .infinity, 0.25, 0)], [35, 35]),
      (100, [(100, 0, 10, 0.25, 0), (0, 0, .infinity, 0.25, 0)], [10, 22.5]),
      (100, [(50, 0, 30, 1, 0), (20, 0, .infinity, 1, 0)], [30, 70]),
      (60, [(60, 0, .infinity, 0, 1), (60, 0, .infinity, 0, 1)], [30, 30]),
      (60, [(80, 0, .infinity, 0, 1), (40, 0, .infinity, 0, 1)], [40, 20]),
      (60, [(80, 50, .infinity, 0, 1), (40, 0, .infinity, 0, 1)], [50, 10]),
      (60, [(80, 70, .infinity, 0, 1), (40, 0, .infinity, 0, 1)], [70, 0]),
      (60, [(80, 0, .infinity, 0, 0.5), (0, 0, .infinity, 0, 1)], [60, 0]),
      (60, [(100, 0, .infinity, 0, 0.5)], [80]),
      (100, [(150, 0, .infinity, 0, 0)], [150]),
    ] as [(Double, [Row], [Double])])
  func `flexed sizes match the CSS flexbox algorithm`(room: Double, rows: [Row], sizes: [Double]) {
    let items = rows.map {
      FlexItem(base: $0.0, limits: ExtentRange(min: $0.1, max: $0.2), grow: $0.3, shrink: $0.4)
    }
    #expect(flexedSizes(items, room: room) == sizes)
  }

  /// Returns the expected sizes for integral factors, by bisection for the level that fills the
  /// space.
  private func leveled(_ items: [FlexItem], room: Double) -> [Double] {
    let grows = items.map(\.hypothetical).reduce(0, +) < room
    func sizes(_ level: Double) -> [Double] {
      items.map { item in
        let change = grows ? item.grow * level : -item.shrink * item.base * level
        let isFixed = grows ? item.grow == 0 : item.shrink == 0
        return isFixed ? item.hypothetical : item.limits.clamp(item.base + change)
      }
    }
    var (low, high) = (0.0, grows ? 10_000.0 : 1)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      let isBelow = (sizes(middle).reduce(0, +) < room) == grows
      if isBelow { low = middle } else { high = middle }
    }
    return sizes(low)
  }

  @Test(arguments: 0..<500 as Range<UInt64>)
  func `sizes grow or shrink to a common level within their limits`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let items = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      let least = Bool.random(using: &random) ? 0 : Double.random(in: 0...80, using: &random)
      let greatest =
        Bool.random(using: &random) ? .infinity : Double.random(in: 0...150, using: &random)
      return FlexItem(
        base: Double.random(in: 0...100, using: &random),
        limits: ExtentRange(min: least, max: greatest),
        grow: Double(Int.random(in: 0...3, using: &random)),
        shrink: Double(Int.random(in: 0...3, using: &random)))
    }
    let room = Double.random(in: 0...800, using: &random)
    let sizes = flexedSizes(items, room: room)
    for (size, other) in zip(sizes, leveled(items, room: room)) {
      #expect(abs(size - other) < 1e-6)
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `elements fill a stack in whole pixels, in order and within limits`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let scale = [1.0, 2, 3, 1.5][Int.random(in: 0...3, using: &random)]
    let boxes = (0..<Int.random(in: 1...7, using: &random)).map { _ in
      Box(
        Double.random(in: 0...90, using: &random), Double.random(in: 0...90, using: &random)
      ) { style in
        style.flexGrow = Double.random(in: 1...4, using: &random)
        style.flexShrink = Double.random(in: 1...4, using: &random)
        if Bool.random(using: &random) {
          style.minWidth = .points(Double.random(in: 0...60, using: &random))
        }
        if Bool.random(using: &random) {
          style.maxWidth = .points(Double.random(in: 60...160, using: &random))
        }
      }
    }
    let spacing = Double(Int.random(in: 0...9, using: &random))
    let length = Double(Int.random(in: 0...600, using: &random))
    let context = LayoutContext(scale: scale)
    let layout = StackSpec.row(spacing: spacing) { boxes }.layout(exactly: length, 50, in: context)
    let flat = layout.flattened()
    #expect(
      flat.sublayouts.map { $0.element.map(ObjectIdentifier.init) }
        == boxes.map { ObjectIdentifier($0) })
    let sum = flat.sublayouts.reduce(spacing * Double(boxes.count - 1)) { $0 + $1.size.width }
    var end = 0.0
    var canGrow = false, canShrink = false
    for (part, box) in zip(flat.sublayouts, boxes) {
      let limits = context.grid.roundedUp(
        ResolvedStyle(box.style, parentSize: Size(width: length, height: 50), in: context).limits
      ).width
      #expect(limits.clamp(part.size.width) == part.size.width)
      #expect(abs((part.size.width * scale).rounded() - part.size.width * scale) < 1e-6)
      #expect(part.frame.minX >= end - 1e-6)
      end = part.frame.maxX
      canGrow = canGrow || part.size.width < limits.max
      canShrink = canShrink || part.size.width > limits.min
    }
    if canGrow { #expect(sum > layout.size.width - 1 / scale - 1e-6) }
    if canShrink { #expect(sum < layout.size.width + 1e-6) }
  }
}
