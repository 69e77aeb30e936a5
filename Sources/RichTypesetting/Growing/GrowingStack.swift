internal import GalleyGeometry
internal import GalleyRichMessages

/// A stack of boxes that grows at its end and shares its boxes with its copies.
///
/// The positions are those of ``BoxStack``. Boxes are grouped in a tree, so that appending one and
/// making the box of the whole take O(log *n*) for *n* boxes. The box of a stack that was sealed is
/// shared by all stacks with one more box.
package struct GrowingStack: Sendable {
  /// The height of the boxes so far, in points.
  package private(set) var height = 0.0
  private var baseline: Double?
  private var below = 0.0
  private var isEmpty = true
  /// The last boxes of each level of the tree; those of higher levels come first.
  private var levels: [[Entry]] = []
  /// The box of all, if the stack was sealed.
  private var whole: BlockBox?

  /// A box with the y coordinate of its upper edge.
  private struct Entry: Sendable {
    var box: BlockBox
    var y: Double
    /// The block; `nil` for several, and for a part of one.
    var path: BlockPath?

    /// Appends the items of the entry in a box at a y coordinate.
    func append(to items: inout [BlockBox.Item], in top: Double) {
      let place = Point(x: 0, y: y - top)
      if let path { items.append(.block(path, Rect(origin: place, size: box.size))) }
      items.append(.box(box, place))
    }
  }

  /// The number of boxes that become one box of the next level.
  private static let arity = 16

  /// Creates an empty stack.
  package init() {}

  /// Appends a box; one without a skip or a height takes no space and does not separate others.
  ///
  /// - Returns: The y coordinate of the box, in points.
  @discardableResult
  mutating func add(_ box: BlockBox, skip: RichMetrics.Skip?, path: BlockPath? = nil) -> Double {
    let skip = box.size.height > 0 ? skip : nil
    let y = y(behind: skip)
    whole = nil
    insert(Entry(box: box, y: y, path: path))
    guard let skip else { return y }
    if isEmpty { baseline = box.baseline }
    (isEmpty, below, height) = (false, skip.below, y + box.size.height)
    return y
  }

  /// Returns the y coordinate of the next box, which has a height if it has a skip.
  private func y(behind skip: RichMetrics.Skip?) -> Double {
    skip.map { isEmpty ? 0 : height + max(below, $0.above) } ?? height
  }

  private mutating func insert(_ entry: Entry) {
    var (entry, level) = (entry, 0)
    while true {
      if level == levels.count { levels.append([]) }
      levels[level].append(entry)
      guard levels[level].count == Self.arity else { return }
      entry = Self.group(levels[level])
      levels[level] = []
      level += 1
    }
  }

  /// Returns one box of several.
  private static func group(_ entries: [Entry]) -> Entry {
    // Below a whole number, the distances are exact, so groups do not change positions.
    let top = (entries.first?.y ?? 0).rounded(.down)
    let bottom = entries.reduce(top) { max($0, $1.y + $1.box.size.height) }
    let width = entries.reduce(0) { max($0, $1.box.size.width) }
    var items: [BlockBox.Item] = []
    for entry in entries { entry.append(to: &items, in: top) }
    return Entry(
      box: BlockBox(size: Size(width: width, height: bottom - top), items: items), y: top)
  }

  /// Makes the box of all, before boxes are tried behind them.
  mutating func seal() {
    let width = levels.joined().reduce(0) { max($0, $1.box.size.width) }
    whole = isEmpty ? nil : box(width: width)
  }

  /// Returns the box of the stack.
  ///
  /// - Complexity: O(log *n*) for *n* boxes.
  package func box(width: Double) -> BlockBox {
    var items: [BlockBox.Item] = []
    append(to: &items)
    return BlockBox(size: Size(width: width, height: height), items: items, baseline: baseline)
  }

  /// Returns the box of the stack with one more box.
  ///
  /// - Complexity: O(1) if the stack was sealed, else O(log *n*) for *n* boxes.
  func box(
    width: Double, with last: BlockBox, skip: RichMetrics.Skip?, path: BlockPath? = nil
  ) -> BlockBox {
    let skip = last.size.height > 0 ? skip : nil
    let entry = Entry(box: last, y: y(behind: skip), path: path)
    let height = skip == nil ? height : entry.y + last.size.height
    var items: [BlockBox.Item] = []
    append(to: &items)
    entry.append(to: &items, in: 0)
    return BlockBox(
      size: Size(width: width, height: height), items: items,
      baseline: isEmpty && skip != nil ? last.baseline : baseline)
  }

  private func append(to items: inout [BlockBox.Item]) {
    // One box, and the frame and the box of another behind it.
    items.reserveCapacity(whole == nil ? 2 * Self.arity : 3)
    if let whole {
      items.append(.box(whole, .zero))
    } else {
      for level in levels.reversed() {
        for entry in level { entry.append(to: &items, in: 0) }
      }
    }
  }
}
