/// What is known of a stretch of a sequence as a whole.
///
/// Addition is associative, and ``zero`` changes nothing.
protocol SequenceSummary: Sendable {
  static var zero: Self { get }
  static func + (left: Self, right: Self) -> Self
  /// The summary of the same elements when all of them are ``SummarizedElement/reset``.
  var reset: Self { get }
}

/// What a ``SummedTree`` is of.
protocol SummarizedElement: Sendable {
  associatedtype Summary: SequenceSummary
  /// The summary of this element by itself.
  var summary: Summary { get }
  /// What becomes of the element when all are reset; what was reset stays as it is.
  var reset: Self { get }
}

extension SequenceSummary {
  var reset: Self { self }
}

extension SummarizedElement {
  var reset: Self { self }
}

/// A part of a ``SummedTree``: either elements, or nodes one level below.
///
/// All leaves are on level 0. Every node but the root is at least half full. A node is a value; its
/// arrays are shared by copies of the tree until one of them changes, which copies the way down to
/// the change and nothing else.
///
/// That all elements are reset is written down at the root, and told to what is below a node when that
/// is changed.
struct TreeNode<Element: SummarizedElement>: Sendable {
  typealias Summary = Element.Summary

  /// How many elements a leaf has at most.
  ///
  /// A guess: an edit copies a leaf, and each leaf costs some fifty bytes beside its elements.
  static var leafCapacity: Int { 64 }
  /// How many nodes a branch has at most.
  static var branchCapacity: Int { 32 }

  private(set) var elements: [Element]
  private(set) var children: [TreeNode]
  /// How far the node is from the leaves.
  private(set) var level: Int
  /// How many elements are under the node.
  private(set) var count: Int
  /// The summary of all elements under the node.
  private(set) var summary: Summary
  /// Whether all under the node is reset, and has not been told.
  private var isReset = false

  /// Makes a leaf.
  init(leaf elements: [Element]) {
    self.elements = elements
    children = []
    level = 0
    count = 0
    summary = .zero
    refresh()
  }

  /// Makes a branch, of one node at least.
  init(branch children: [TreeNode]) {
    elements = []
    self.children = children
    level = (children.first?.level ?? 0) + 1
    count = 0
    summary = .zero
    refresh()
  }

  /// Makes a tree whose nodes are as full as they can be.
  ///
  /// - Parameters:
  ///   - count: How many elements there are.
  ///   - leaf: The elements of a range; asked for in order.
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

  /// Makes a tree of one element many times, in which parts of one size are the same part.
  init(repeating element: Element, count: Int) {
    guard count > Self.leafCapacity else {
      self.init(leaf: Array(repeating: element, count: count))
      return
    }
    // What a child holds, where all children are of one level.
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

  /// The element with the number `index`, which is one of the tree's.
  func element(at index: Int) -> Element {
    guard !isLeaf else { return isReset ? elements[index].reset : elements[index] }
    let (child, rest) = place(of: index)
    let element = children[child].element(at: rest)
    return isReset ? element.reset : element
  }

  /// The summary of the first `index` elements.
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

  /// The first element with which the sum from the beginning has reached something.
  ///
  /// - Parameters:
  ///   - start: The sum of what is in front of this node.
  ///   - hasReached: Whether a sum has; once it has, all longer sums have too.
  /// - Returns: The element's number, and the sum of what is in front of it.
  func first(
    after start: Summary, where hasReached: (Summary) -> Bool
  ) -> (index: Int, before: Summary)? {
    guard hasReached(start + summary) else { return nil }
    guard !isReset else { return told.first(after: start, where: hasReached) }
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
    guard !isReset else { return told.forEach(in: range, body) }
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

  /// Changes the element with the number `index`, which is one of the tree's.
  mutating func update(at index: Int, _ body: (inout Element) -> Void) {
    tell()
    if isLeaf {
      body(&elements[index])
    } else {
      let (child, rest) = place(of: index)
      children[child].update(at: rest, body)
    }
    refresh()
  }

  /// Resets all elements, at once.
  mutating func reset() {
    isReset = true
    summary = summary.reset
  }

  /// Parts the tree in front of an element.
  func split(at index: Int) -> (left: TreeNode, right: TreeNode) {
    guard index > 0 else { return (TreeNode(leaf: []), self) }
    guard index < count else { return (self, TreeNode(leaf: [])) }
    guard !isReset else { return told.split(at: index) }
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

  /// The tree with another behind it.
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

  /// Puts a tree that is not higher behind this one.
  ///
  /// - Returns: What has found no room, a node of this level.
  private mutating func append(_ other: TreeNode) -> TreeNode? {
    guard level > other.level else { return merge(with: other) }
    tell()
    let overflow = children[children.count - 1].append(other)
    if let overflow { children.append(overflow) }
    return cut()
  }

  /// Puts a tree that is not higher in front of this one.
  ///
  /// - Returns: What has found no room, a node of this level, which belongs in front.
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
    tell()
    let overflow = children[0].prepend(other)
    if let overflow { children.insert(overflow, at: 0) }
    guard let rest = cut() else { return nil }
    defer { self = rest }
    return self
  }

  /// Takes in what follows, a node of the same level.
  private mutating func merge(with other: TreeNode) -> TreeNode? {
    let least = (isLeaf ? Self.leafCapacity : Self.branchCapacity) / 2
    if size >= least, other.size >= least { return other }
    tell()
    let other = other.told
    elements += other.elements
    children += other.children
    return cut()
  }

  /// Gives the second half away, if there is more than fits.
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

  // MARK: Parts

  /// How many elements or nodes are in the node directly.
  private var size: Int { isLeaf ? elements.count : children.count }

  /// The node below that has an element, and the element's number there.
  private func place(of index: Int) -> (child: Int, rest: Int) {
    var (child, rest) = (0, index)
    while child < children.count - 1, rest >= children[child].count {
      rest -= children[child].count
      child += 1
    }
    return (child, rest)
  }

  /// The node when what is below has been told of everything.
  private var told: TreeNode {
    var node = self
    node.tell()
    return node
  }

  /// Tells what is directly below that it is reset.
  private mutating func tell() {
    guard isReset else { return }
    isReset = false
    for number in elements.indices { elements[number] = elements[number].reset }
    for number in children.indices { children[number].reset() }
  }

  private mutating func refresh() {
    var total = Summary.zero
    if isLeaf {
      for number in elements.indices { total = total + elements[number].summary }
      count = elements.count
    } else {
      var count = 0
      for number in children.indices {
        total = total + children[number].summary
        count += children[number].count
      }
      self.count = count
    }
    summary = total
  }

  private static func wrapped(_ children: ArraySlice<TreeNode>) -> TreeNode {
    guard let first = children.first else { return TreeNode(leaf: []) }
    return children.count == 1 ? first : TreeNode(branch: Array(children))
  }

  /// As few stretches as hold `count` things, each at least half full, unless there is one only.
  private static func pieces(of count: Int, capacity: Int) -> [Range<Int>] {
    let pieces = (count + capacity - 1) / capacity
    return (0..<pieces).map { (count * $0 / pieces)..<(count * ($0 + 1) / pieces) }
  }

  /// Whether the tree is built as it has to be, for tests.
  func isSound(asRoot: Bool = true) -> Bool {
    let capacity = isLeaf ? Self.leafCapacity : Self.branchCapacity
    let least = asRoot ? (isLeaf ? 0 : 2) : capacity / 2
    return (least...capacity).contains(size)
      && (isLeaf ? children.isEmpty : elements.isEmpty)
      && (isLeaf || count == children.reduce(0) { $0 + $1.count })
      && children.allSatisfy { $0.level == level - 1 && $0.isSound(asRoot: false) }
  }
}
