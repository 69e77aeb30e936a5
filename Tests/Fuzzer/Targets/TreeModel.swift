/// The edges of a tree whose nodes are numbers, as a reference for operations on nodes.
package struct TreeModel: Sendable {
  /// The children of each node, in order.
  package private(set) var children: [[Int]]
  /// The parent of each node; `nil` for those without.
  package private(set) var parents: [Int?]

  /// Creates nodes without edges.
  package init(count: Int) {
    children = Array(repeating: [], count: count)
    parents = Array(repeating: nil, count: count)
  }

  /// Moves a node to an index of its new parent's other children.
  package mutating func insert(_ node: Int, in parent: Int, at index: Int) {
    remove(node)
    children[parent].insert(node, at: index)
    parents[node] = parent
  }

  /// Removes a node from its parent.
  package mutating func remove(_ node: Int) {
    guard let parent = parents[node] else { return }
    children[parent].removeAll { $0 == node }
    parents[node] = nil
  }

  /// Returns whether a node is another one or below it.
  package func isInside(_ node: Int, of other: Int) -> Bool {
    var current: Int? = node
    while let number = current {
      if number == other { return true }
      current = parents[number]
    }
    return false
  }
}
