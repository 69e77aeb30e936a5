/// A persistent sequence with efficient edits and prefix sums.
///
/// The sequence is a balanced tree of small arrays. Copies share equal parts, so an old state costs
/// only what has changed since. Reading an index out of bounds returns `nil`, and changing one has
/// no effect.
///
/// - Complexity: O(log *n*) for *n* elements to read, change and find elements and compute sums,
///   and to replace a range, apart from creating the new elements.
struct SummedTree<Element: SummarizedElement>: Sendable {
  typealias Summary = Element.Summary

  private(set) var root: TreeNode<Element>

  /// Creates a sequence from an array.
  ///
  /// - Complexity: O(*n*)
  init(_ elements: [Element] = []) {
    root = TreeNode(count: elements.count) { Array(elements[$0]) }
  }

  /// Creates a sequence from a closure that returns the elements of consecutive ranges, in order.
  ///
  /// - Complexity: O(*n*), without memory beyond that of the sequence.
  init(count: Int, _ elements: (Range<Int>) throws -> [Element]) rethrows {
    root = try TreeNode(count: count, leaf: elements)
  }

  /// Creates a sequence that repeats an element.
  ///
  /// - Complexity: O(log *n*)
  init(repeating element: Element, count: Int) { root = TreeNode(repeating: element, count: count) }

  private init(root: TreeNode<Element>) { self.root = root }

  /// The number of elements.
  var count: Int { root.count }

  /// The summary of all elements.
  var summary: Summary { root.summary }

  /// The element at an index, or `nil` if the index is out of bounds.
  subscript(index: Int) -> Element? { index >= 0 && index < count ? root.element(at: index) : nil }

  /// The elements of a range, clamped to the valid indices.
  subscript(range: Range<Int>) -> [Element] {
    let range = range.clamped(to: 0..<count)
    var elements: [Element] = []
    elements.reserveCapacity(range.count)
    root.forEach(in: range) { elements.append($0) }
    return elements
  }

  /// All elements as an array.
  var elements: [Element] { self[0..<count] }

  /// Returns the summary of the first `index` elements, or of all if there are fewer.
  func sum(upTo index: Int) -> Summary { root.sum(upTo: index) }

  /// Returns the first element at which the prefix sum satisfies a predicate.
  ///
  /// - Parameter hasReached: A monotonic predicate on prefix sums: once satisfied, it is for all
  ///   longer ones.
  /// - Returns: The index of the element, and the sum of the preceding elements.
  func first(where hasReached: (Summary) -> Bool) -> (index: Int, before: Summary)? {
    root.first(after: .zero, where: hasReached)
  }

  /// Calls `body` with the elements of a range, in order.
  func forEach(in range: Range<Int>, _ body: (Element) -> Void) { root.forEach(in: range, body) }

  /// Updates an element in place.
  mutating func update(at index: Int, _ body: (inout Element) -> Void) {
    guard index >= 0, index < count else { return }
    root.update(at: index, body)
  }

  /// Resets all elements.
  ///
  /// - Complexity: O(1); each node that is later changed or read pays for its own reset.
  mutating func resetAll() { root.reset() }

  /// Replaces a range, clamped to the valid indices, with new elements.
  mutating func replaceSubrange(_ range: Range<Int>, with elements: [Element]) {
    let range = range.clamped(to: 0..<count)
    let (front, rest) = root.split(at: range.lowerBound)
    let (_, back) = rest.split(at: range.count)
    root = front.joined(SummedTree(elements).root).joined(back)
  }

  /// Removes and inserts ranges in one edit.
  ///
  /// - Parameters:
  ///   - removed: Ranges of this sequence, ascending and disjoint.
  ///   - inserted: Ranges of the new sequence, ascending and disjoint.
  ///   - element: Returns the element for each index in `inserted`, called in order.
  mutating func edit(
    removing removed: [Range<Int>], inserting inserted: [Range<Int>], _ element: (Int) -> Element
  ) {
    // Many ranges are faster to merge in one pass: each separate edit costs about ten leaves.
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
