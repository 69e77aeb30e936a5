/// The inputs of the flex algorithm for one element, in points along the stack.
struct FlexItem: Hashable, Sendable {
  /// The base size, before growing, shrinking and limits.
  var base: Double
  /// The minimum and maximum size.
  var limits: ExtentRange
  /// The grow factor; not negative.
  var grow = 0.0
  /// The shrink factor, scaled by the base size; not negative.
  var shrink = 0.0

  /// The base size within the limits (CSS: hypothetical main size).
  var hypothetical: Double { limits.clamp(base) }
}

/// Returns the flexed sizes of elements along a stack.
///
/// - Parameters:
///   - items: The elements.
///   - room: The space for all of them, in points.
/// - Returns: The sizes, in order, each within its limits. If any element can still flex and the
///   factors add up to 1 or more, the sizes fill the space.
/// - Complexity: O(*n*²) for *n* items, if each round freezes a single one.
/// - SeeAlso: CSS Flexible Box Layout, 9.7.
func flexedSizes(_ items: [FlexItem], room: Double) -> [Double] {
  // 1: Choose the factor.
  let grows = items.reduce(0) { $0 + $1.hypothetical } < room
  func factor(_ item: FlexItem) -> Double { grows ? item.grow : item.shrink }
  var sizes = items.map(\.hypothetical)
  // 2: Freeze inflexible items, and items that the limits moved in the other direction.
  var flexing = items.indices.filter { index in
    let item = items[index]
    guard factor(item) > 0 else { return false }
    return grows ? item.base <= sizes[index] : item.base >= sizes[index]
  }
  /// Returns the space left by frozen items and the bases of flexing ones.
  func free() -> Double {
    var sum = 0.0
    var rest = flexing[...]
    for index in items.indices {
      let isFlexing = rest.first == index
      if isFlexing { rest.removeFirst() }
      sum += isFlexing ? items[index].base : sizes[index]
    }
    return room - sum
  }
  // 3 and 4.
  let initialFree = free()
  while !flexing.isEmpty {
    var left = free()
    let factors = flexing.reduce(0) { $0 + factor(items[$1]) }
    if factors < 1, abs(initialFree * factors) < abs(left) { left = initialFree * factors }
    let weights = flexing.map { grows ? items[$0].grow : items[$0].shrink * items[$0].base }
    let whole = weights.reduce(0, +)
    var violation = 0.0
    for (index, weight) in zip(flexing, weights) {
      let wanted = items[index].base + (whole > 0 ? left * (weight / whole) : 0)
      sizes[index] = items[index].limits.clamp(wanted)
      violation += sizes[index] - wanted
    }
    guard violation != 0 else { break }
    // Freeze the items with the predominant kind of violation; the rest tries again.
    let before = flexing.count
    flexing = zip(flexing, weights).filter { index, weight in
      let wanted = items[index].base + (whole > 0 ? left * (weight / whole) : 0)
      return violation > 0 ? sizes[index] <= wanted : sizes[index] >= wanted
    }.map(\.0)
    if flexing.count == before { break }
  }
  return sizes
}
