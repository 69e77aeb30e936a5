/// What counts of an element for how long it is along a stack, in points.
struct FlexItem: Hashable, Sendable {
  /// The size before growing and shrinking; not limited yet.
  var base: Double
  /// The least and greatest size.
  var limits: ExtentRange
  /// The share of the free room that it takes; not negative.
  var grow = 0.0
  /// The share, times the base, of what lacks that it gives; not negative.
  var shrink = 0.0

  /// The size if there were neither too much room nor too little.
  var hypothetical: Double { limits.clamp(base) }
}

/// The sizes of elements along a stack that has so much room for them.
///
/// - Parameters:
///   - items: The elements.
///   - room: What they have together, in points.
/// - Returns: The sizes, in order, each within its limits. If any has room to grow or shrink and the
///   factors add up to 1 or more, they fill the room.
/// - Complexity: O(*n*²) for *n* items, if each round reaches the limit of one only.
/// - SeeAlso: CSS Flexible Box Layout, 9.7.
func flexedSizes(_ items: [FlexItem], room: Double) -> [Double] {
  // 1: which factor counts.
  let grows = items.reduce(0) { $0 + $1.hypothetical } < room
  func factor(_ item: FlexItem) -> Double { grows ? item.grow : item.shrink }
  var sizes = items.map(\.hypothetical)
  // 2: what does not flex, or has gone the other way already, stays as it is.
  var flexing = items.indices.filter { index in
    let item = items[index]
    guard factor(item) > 0 else { return false }
    return grows ? item.base <= sizes[index] : item.base >= sizes[index]
  }
  /// The room beside what is fixed, and the bases of all else.
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
    // Those that reached a limit on the side that predominates are fixed; the rest tries again.
    let before = flexing.count
    flexing = zip(flexing, weights).filter { index, weight in
      let wanted = items[index].base + (whole > 0 ? left * (weight / whole) : 0)
      return violation > 0 ? sizes[index] <= wanted : sizes[index] >= wanted
    }.map(\.0)
    if flexing.count == before { break }
  }
  return sizes
}
