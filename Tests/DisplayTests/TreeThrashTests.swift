import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import TestSupport
import Testing

/// Random changes of a tree of nodes, compared with a simple model.
@MainActor struct TreeThrashTests {
  /// 20 seeds of 500 operations each.
  @Test(arguments: 0..<20)
  func `random tree changes keep nodes, layers and interface states consistent`(seed: UInt64) throws
  {
    var thrash = TreeThrash(seed: seed)
    for step in 0..<500 {
      try thrash.change()
      if step % 25 == 24 {
        thrash.test.tick()
        thrash.check(seed: seed, step: step)
      }
    }
    thrash.test.settle()
    thrash.check(seed: seed, step: 500)
  }
}

@MainActor private struct TreeThrash {
  let test = TestEnvironment()
  var random: SplitMix64
  let nodes: [DisplayNode]
  /// The subnodes of each node, by number, and its supernode.
  var children: [[Int]]
  var parents: [Int?]
  /// Whether the root is on the surface.
  let root = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let test = test
    nodes = (0..<24).map { number in
      let node = DisplayNode(environment: test.environment)
      node.name = "\(number)"
      return node
    }
    children = nodes.map { _ in [] }
    parents = nodes.map { _ in nil }
    test.show(nodes[0])
  }

  mutating func change() throws {
    let node = Int.random(in: 1..<nodes.count, using: &random)
    let other = Int.random(in: 0..<nodes.count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0...2:
      #expect(nodes[other].addSubnode(nodes[node]) != isInside(other, of: node))
      if !isInside(other, of: node), parents[node] != other {
        insert(node, in: other, at: children[other].count)
      }
    case 3:
      let count = children[other].count - (parents[node] == other ? 1 : 0)
      let index = Int.random(in: 0...(count + 1), using: &random)
      #expect(nodes[other].insertSubnode(nodes[node], at: index) != isInside(other, of: node))
      if !isInside(other, of: node) { insert(node, in: other, at: min(index, count)) }
    case 4, 5: insertBeside(node, in: other)
    case 6: replace(with: node, in: other)
    case 7:
      nodes[node].removeFromSupernode()
      remove(node)
    default: _ = nodes[node].layer
    }
  }

  private mutating func insertBeside(_ node: Int, in other: Int) {
    guard let sibling = children[other].randomElement(using: &random) else { return }
    let isAbove = Bool.random(using: &random)
    let isInserted =
      isAbove
      ? nodes[other].insertSubnode(nodes[node], above: nodes[sibling])
      : nodes[other].insertSubnode(nodes[node], below: nodes[sibling])
    #expect(isInserted == (node == sibling || !isInside(other, of: node)))
    guard isInserted, node != sibling else { return }
    remove(node)
    let place = children[other].firstIndex(of: sibling) ?? 0
    insert(node, in: other, at: place + (isAbove ? 1 : 0))
  }

  private mutating func replace(with node: Int, in other: Int) {
    guard let old = children[other].randomElement(using: &random), old != node else { return }
    let isReplaced = nodes[other].replaceSubnode(nodes[old], with: nodes[node])
    #expect(isReplaced != isInside(other, of: node))
    guard isReplaced else { return }
    remove(node)
    insert(node, in: other, at: children[other].firstIndex(of: old) ?? 0)
    remove(old)
  }

  private mutating func insert(_ node: Int, in parent: Int, at index: Int) {
    remove(node)
    children[parent].insert(node, at: index)
    parents[node] = parent
  }

  private mutating func remove(_ node: Int) {
    guard let parent = parents[node] else { return }
    children[parent].removeAll { $0 == node }
    parents[node] = nil
  }

  private func isInside(_ node: Int, of other: Int) -> Bool {
    var current: Int? = node
    while let number = current {
      if number == other { return true }
      current = parents[number]
    }
    return false
  }

  func check(seed: UInt64, step: Int) {
    let place = Comment(rawValue: "seed \(seed), step \(step)")
    for (number, node) in nodes.enumerated() {
      #expect(node.subnodes.map(\.name) == children[number].map { "\($0)" }, place)
      #expect(node.supernode?.name == parents[number].map { "\($0)" }, place)
      let isShown = isInside(number, of: root)
      #expect(node.interfaceState == (isShown ? .visible : .none), place)
      if isShown { #expect(node.isLoaded, place) }
      guard node.isLoaded else { continue }
      #expect(node.layer.sublayers.map(\.id) == node.subnodes.map(\.layer.id), place)
      #expect((node.layer.host != nil) == isShown, place)
    }
  }
}
