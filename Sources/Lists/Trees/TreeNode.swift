/// The summary of a range of a sequence.
///
/// Addition is associative, and ``zero`` is its identity.
protocol SequenceSummary: Sendable {
  static var zero: Self { get }
  static func + (left: Self, right: Self) -> Self
  /// The summary of the same elements after a reset with ``SummarizedElement/reset``.
  var reset: Self { get }
}

/// An element of a ``SummedTree``.
protocol SummarizedElement: Sendable {
  associatedtype Summary: SequenceSummary
  /// The summary of this element.
  var summary: Summary { get }
  /// The element after a reset, which is idempotent.
  var reset: Self { get }
}

extension SequenceSummary {
  var reset: Self { self }
}

extension SummarizedElement {
  var reset: Self { self }
}

/// A node of a ``SummedTree``, which contains either elements or child nodes.
///
/// All leaves are on level 0. Every node except the root is at least half full. A node is a value;
/// copies of the tree share its arrays until one of them changes, which copies only the path to the
/// change.
///
/// A reset of all elements is recorded at the root, and propagated to the children of a node when
/// the node changes.
struct TreeNode<Element: SummarizedElement>: Sendable {
  typealias Summary = Element.Summary

  /// The maximum number of elements in a leaf.
  ///
  /// A guess: an edit copies a leaf, and each leaf costs about fifty bytes in addition to its
  /// elements.
  static var leafCapacity: Int { 64 }
  /// The maximum number of children of a branch.
  static var branchCapacity: Int { 32 }

  private(set) var elements: [Element] = []
  private(set) var children: [TreeNode] = []
  /// The distance of the node from the leaves.
  private(set) var level = 0
  /// The number of elements in the subtree.
  private(set) var count = 0
  /// The summary of all elements in the subtree.
  private(set) var summary = Summary.zero
  /// Whether the subtree has a reset that is not propagated yet.
  private var isReset = false

  /// Creates a leaf.
  init(leaf elements: [Element]) {
    self.elements = elements
    refresh()
  }

  /// Creates a branch from at least one node.
  init(branch children: [TreeNode]) {
    self.children = children
    level = (children.first?.level ?? 0) + 1
    refresh()
  }

  /// Creates a tree of maximally full nodes.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - leaf: Returns the elements of a range, called in order.
  init(count: Int, leaf: (Range<Int>) throws -> [Element]) rethrows {
    var nodes = try Self.pieces(of: count, capacity: Self.leafCapacity).map {
      TreeNode(leaf: try leaf($0))
    }
    while nodes.count > 1 {
      nodes = Self.pieces(of: nodes.count, capacity: Self.branchCapacity).map {
        TreeNode(branch: Array(nodes[$0]))
      }
    }
    self = nodes.first ?? TreeNode(leaf: [])
  }

  /// Creates a tree that repeats an element, in which subtrees of equal size share storage.
  init(repeating element: Element, count: Int) {
    guard count > Self.leafCapacity else {
      self.init(leaf: Array(repeating: element, count: count))
      return
    }
    // The capacity of a child, where all children are on one level.
    var capacity = Self.leafCapacity
    while capacity * Self.branchCapacity < count { capacity *= Self.branchCapacity }
    var parts: [Int: TreeNode] = [:]
    self.init(
      branch: Self.pieces(of: count, capacity: capacity).map { piece in
        if let part = parts[piece.count] { return part }
        let part = TreeNode(repeating: element, count: piece.count)
        parts[piece.count] = part
        return part
      })
  }

  var isLeaf: Bool { level == 0 }

  // MARK: Reading

  /// Returns the element at a valid index.
  func element(at index: Int) -> Element {
    guard !isLeaf else { return isReset ? elements[index].reset : elements[index] }
    let (child, rest) = place(of: index)
    let element = children[child].element(at: rest)
    return isReset ? element.reset : element
  }

  /// Returns the summary of the first `index` elements.
  func sum(upTo index: Int) -> Summary {
    guard index < count else { return summary }
    var total = Summary.zero
    if isLeaf {
      for number in 0..<max(0, index) { total = total + elements[number].summary }
    } else {
      let (child, rest) = place(of: index)
      for number in 0..<child { total = total + children[number].summary }
      total = total + children[child].sum(upTo: rest)
    }
    return isReset ? total.reset : total
  }

  /// Returns the first element at which the prefix sum satisfies a predicate.
  ///
  /// - Parameters:
  ///   - start: The sum of the elements before this node.
  ///   - hasReached: A monotonic predicate on prefix sums: once satisfied, it is for all longer
  ///     ones.
  /// - Returns: The index of the element, and the sum of the preceding elements.
  func first(
    after start: Summary, where hasReached: (Summary) -> Bool
  ) -> (index: Int, before: Summary)? {
    guard hasReached(start + summary) else { return nil }
    guard !isReset else { return withResetPropagated.first(after: start, where: hasReached) }
    var (total, index) = (start, 0)
    for number in elements.indices {
      let next = total + elements[number].summary
      if hasReached(next) { return (number, total) }
      total = next
    }
    for number in children.indices {
      if let found = children[number].first(after: total, where: hasReached) {
        return (index + found.index, found.before)
      }
      total = total + children[number].summary
      index += children[number].count
    }
    return nil
  }

  /// Calls `body` with the elements of a range, in order.
  func forEach(in range: Range<Int>, _ body: (Element) -> Void) {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return }
    guard !isReset else { return withResetPropagated.forEach(in: range, body) }
    guard !isLeaf else {
      for index in range { body(elements[index]) }
      return
    }
    var start = 0
    for number in children.indices {
      let end = start + children[number].count
      if end > range.lowerBound {
        guard start < range.upperBound else { return }
        let lower = max(0, range.lowerBound - start)
        children[number].forEach(in: lower..<max(lower, range.upperBound - start), body)
      }
      start = end
    }
  }

  // MARK: Changing

  /// Updates the element at a valid index.
  mutating func update(at index: Int, _ body: (inout Element) -> Void) {
    propagateReset()
    if isLeaf {
      body(&elements[index])
    } else {
      let (child, rest) = place(of: index)
      children[child].update(at: rest, body)
    }
    refresh()
  }

  /// Resets all elements, in constant time.
  mutating func reset() {
    isReset = true
    summary = summary.reset
  }

  /// Splits the tree before an element.
  func split(at index: Int) -> (left: TreeNode, right: TreeNode) {
    guard index > 0 else { return (TreeNode(leaf: []), self) }
    guard index < count else { return (self, TreeNode(leaf: [])) }
    guard !isReset else { return withResetPropagated.split(at: index) }
    guard !isLeaf else {
      return (TreeNode(leaf: Array(elements[..<index])), TreeNode(leaf: Array(elements[index...])))
    }
    let (child, rest) = place(of: index)
    let (left, right) = children[child].split(at: rest)
    return (
      Self.wrapped(children[..<child]).joined(left),
      right.joined(Self.wrapped(children[(child + 1)...]))
    )
  }

  /// Returns the concatenation with another tree.
  func joined(_ other: TreeNode) -> TreeNode {
    if other.count == 0 { return self }
    if count == 0 { return other }
    if level >= other.level {
      var first = self
      guard let second = first.append(other) else { return first }
      return TreeNode(branch: [first, second])
    }
    var second = other
    guard let first = second.prepend(self) else { return second }
    return TreeNode(branch: [first, second])
  }

  /// Appends a tree that is not higher than this one.
  ///
  /// - Returns: The overflow, a node of this level, if any.
  private mutating func append(_ other: TreeNode) -> TreeNode? {
    guard level > other.level else { return merge(with: other) }
    propagateReset()
    let overflow = children[children.count - 1].append(other)
    if let overflow { children.append(overflow) }
    return cut()
  }

  /// Prepends a tree that is not higher than this one.
  ///
  /// - Returns: The overflow, a node of this level that precedes this one, if any.
  private mutating func prepend(_ other: TreeNode) -> TreeNode? {
    guard level > other.level else {
      var first = other
      guard let second = first.merge(with: self) else {
        self = first
        return nil
      }
      self = second
      return first
    }
    propagateReset()
    let overflow = children[0].prepend(other)
    if let overflow { children.insert(overflow, at: 0) }
    guard let rest = cut() else { return nil }
    defer { self = rest }
    return self
  }

  /// Appends the contents of the next node on the same level, and returns the overflow.
  private mutating func merge(with other: TreeNode) -> TreeNode? {
    let least = (isLeaf ? Self.leafCapacity : Self.branchCapacity) / 2
    if size >= least, other.size >= least { return other }
    propagateReset()
    let other = other.withResetPropagated
    elements += other.elements
    children += other.children
    return cut()
  }

  /// Splits off and returns the second half if the node exceeds its capacity.
  private mutating func cut() -> TreeNode? {
    defer { refresh() }
    if isLeaf, elements.count > Self.leafCapacity {
      let half = elements.count / 2
      let rest = TreeNode(leaf: Array(elements[half...]))
      elements.removeSubrange(half...)
      return rest
    }
    if children.count > Self.branchCapacity {
      let half = children.count / 2
      let rest = TreeNode(branch: Array(children[half...]))
      children.removeSubrange(half...)
      return rest
    }
    return nil
  }

  // MARK: Helpers

  /// The number of elements or children directly in the node.
  private var size: Int { isLeaf ? elements.count : children.count }

  /// Returns the child that contains an element, and the index of the element in the child.
  private func place(of index: Int) -> (child: Int, rest: Int) {
    var (child, rest) = (0, index)
    while child < children.count - 1, rest >= children[child].count {
      rest -= children[child].count
      child += 1
    }
    return (child, rest)
  }

  /// A copy of the node with its reset propagated.
  private var withResetPropagated: TreeNode {
    var node = self
    node.propagateReset()
    return node
  }

  /// Propagates the reset to the node's children or elements.
  private mutating func propagateReset() {
    guard isReset else { return }
    isReset = false
    for number in elements.indices { elements[number] = elements[number].reset }
    for number in children.indices { children[number].reset() }
  }

  private mutating func refresh() {
    var (count, total) = (elements.count, Summary.zero)
    for number in elements.indices { total = total + elements[number].summary }
    for number in children.indices {
      total = total + children[number].summary
      count += children[number].count
    }
    (self.count, summary) = (count, total)
  }

  private static func wrapped(_ children: ArraySlice<TreeNode>) -> TreeNode {
    guard let first = children.first else { return TreeNode(leaf: []) }
    return children.count == 1 ? first : TreeNode(branch: Array(children))
  }

  /// Returns the fewest ranges that cover `count` elements, each at least half full unless there is
  /// only one.
  private static func pieces(of count: Int, capacity: Int) -> [Range<Int>] {
    let pieces = (count + capacity - 1) / capacity
    return (0..<pieces).map { (count * $0 / pieces)..<(count * ($0 + 1) / pieces) }
  }

  /// Returns whether the invariants of the tree hold, for tests.
  func isSound(asRoot: Bool = true) -> Bool {
    let capacity = isLeaf ? Self.leafCapacity : Self.branchCapacity
    let least = asRoot ? (isLeaf ? 0 : 2) : capacity / 2
    return (least...capacity).contains(size)
      && (isLeaf ? children.isEmpty : elements.isEmpty)
      && (isLeaf || count == children.reduce(0) { $0 + $1.count })
      && children.allSatisfy { $0.level == level - 1 && $0.isSound(asRoot: false) }
  }
}
