/// A sequence that is cheap to edit and to copy, and knows the sum of any beginning.
///
/// It is a balanced tree of small arrays. Copies share all that is equal in them, so keeping an old
/// state costs what changed since. Indices out of range read nothing and change nothing.
///
/// - Complexity: With *n* elements, O(log *n*) for reading, changing, finding and sums, and for
///   replacing a stretch besides what it takes to make the new elements.
struct SummedTree<Element: SummarizedElement>: Sendable {
  typealias Summary = Element.Summary

  private(set) var root: TreeNode<Element>

  /// Makes a sequence.
  ///
  /// - Complexity: O(*n*)
  init(_ elements: [Element] = []) {
    root = TreeNode(count: elements.count) { Array(elements[$0]) }
  }

  /// Makes a sequence of elements that are asked for in order, some at a time, by their numbers.
  ///
  /// - Complexity: O(*n*), and no room beside that of the sequence.
  init(count: Int, _ elements: (Range<Int>) throws -> [Element]) rethrows {
    root = try TreeNode(count: count, leaf: elements)
  }

  /// Makes a sequence of one element many times.
  ///
  /// - Complexity: O(log *n*)
  init(repeating element: Element, count: Int) {
    root = TreeNode(repeating: element, count: count)
  }

  private init(root: TreeNode<Element>) {
    self.root = root
  }

  /// How many elements there are.
  var count: Int { root.count }

  /// The summary of all elements.
  var summary: Summary { root.summary }

  /// The element with a number, or `nil` if there is none.
  subscript(index: Int) -> Element? {
    index >= 0 && index < count ? root.element(at: index) : nil
  }

  /// The elements of a range, as far as there are such.
  subscript(range: Range<Int>) -> [Element] {
    let range = range.clamped(to: 0..<count)
    var elements: [Element] = []
    elements.reserveCapacity(range.count)
    root.forEach(in: range) { elements.append($0) }
    return elements
  }

  /// All elements, in an array.
  var elements: [Element] { self[0..<count] }

  /// The summary of the first `index` elements; of all, if there are fewer.
  func sum(upTo index: Int) -> Summary {
    root.sum(upTo: index)
  }

  /// The first element with which the sum from the beginning has reached something.
  ///
  /// - Parameter hasReached: Whether a sum has; once it has, all longer sums have too.
  /// - Returns: The element's number, and the sum of what is in front of it.
  func first(where hasReached: (Summary) -> Bool) -> (index: Int, before: Summary)? {
    root.first(after: .zero, where: hasReached)
  }

  /// Calls `body` with the elements of a range, in order.
  func forEach(in range: Range<Int>, _ body: (Element) -> Void) {
    root.forEach(in: range, body)
  }

  /// Changes one element.
  mutating func update(at index: Int, _ body: (inout Element) -> Void) {
    guard index >= 0, index < count else { return }
    root.update(at: index, body)
  }

  /// Resets all elements.
  ///
  /// - Complexity: O(1), and for each part of the tree that is changed or read later as much as that.
  mutating func resetAll() {
    root.reset()
  }

  /// Puts elements in the place of a stretch, which is cut to what there is.
  mutating func replaceSubrange(_ range: Range<Int>, with elements: [Element]) {
    let range = range.clamped(to: 0..<count)
    let (front, rest) = root.split(at: range.lowerBound)
    let (_, back) = rest.split(at: range.count)
    root = front.joined(SummedTree(elements).root).joined(back)
  }

  /// The sequence of a stretch, which shares what it can.
  func slice(_ range: Range<Int>) -> SummedTree {
    let range = range.clamped(to: 0..<count)
    let (_, rest) = root.split(at: range.lowerBound)
    return SummedTree(root: rest.split(at: range.count).left)
  }

  /// Takes stretches out and puts others in, all at once.
  ///
  /// - Parameters:
  ///   - removed: Stretches of this sequence, ascending and apart.
  ///   - inserted: Stretches of the new sequence, ascending and apart.
  ///   - element: The element for each number in `inserted`; asked for in order.
  mutating func edit(
    removing removed: [Range<Int>], inserting inserted: [Range<Int>], _ element: (Int) -> Element
  ) {
    // Many stretches are quicker to merge in one go: each by itself costs some ten leaves.
    guard (removed.count + inserted.count) * 10 * TreeNode<Element>.leafCapacity < count else {
      self = merged(removing: removed, inserting: inserted, element)
      return
    }
    for range in removed.reversed() { replaceSubrange(range, with: []) }
    for range in inserted {
      replaceSubrange(range.lowerBound..<range.lowerBound, with: range.map(element))
    }
  }

  private func merged(
    removing removed: [Range<Int>], inserting inserted: [Range<Int>], _ element: (Int) -> Element
  ) -> SummedTree {
    var kept: [Element] = []
    kept.reserveCapacity(count)
    var start = 0
    for range in removed + [count..<count] {
      root.forEach(in: start..<max(start, range.lowerBound)) { kept.append($0) }
      start = range.upperBound
    }
    guard !inserted.isEmpty else { return SummedTree(kept) }
    var merged: [Element] = []
    merged.reserveCapacity(kept.count + inserted.reduce(0) { $0 + $1.count })
    var next = 0
    for range in inserted {
      let end = min(kept.count, next + max(0, range.lowerBound - merged.count))
      merged += kept[next..<end]
      next = end
      for index in range { merged.append(element(index)) }
    }
    merged += kept[next...]
    return SummedTree(merged)
  }
}
