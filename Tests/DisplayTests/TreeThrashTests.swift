import GalleyDisplay
import GalleyFuzzTargets
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
  var model: TreeModel
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
    model = TreeModel(count: nodes.count)
    test.show(nodes[0])
  }

  mutating func change() throws {
    let node = Int.random(in: 1..<nodes.count, using: &random)
    let other = Int.random(in: 0..<nodes.count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0...2:
      #expect(nodes[other].addSubnode(nodes[node]) != model.isInside(other, of: node))
      if !model.isInside(other, of: node), model.parents[node] != other {
        model.insert(node, in: other, at: model.children[other].count)
      }
    case 3:
      let count = model.children[other].count - (model.parents[node] == other ? 1 : 0)
      let index = Int.random(in: 0...(count + 1), using: &random)
      #expect(nodes[other].insertSubnode(nodes[node], at: index) != model.isInside(other, of: node))
      if !model.isInside(other, of: node) { model.insert(node, in: other, at: min(index, count)) }
    case 4, 5: insertBeside(node, in: other)
    case 6: replace(with: node, in: other)
    case 7:
      nodes[node].removeFromSupernode()
      model.remove(node)
    default: _ = nodes[node].layer
    }
  }

  private mutating func insertBeside(_ node: Int, in other: Int) {
    guard let sibling = model.children[other].randomElement(using: &random) else { return }
    let isAbove = Bool.random(using: &random)
    let isInserted =
      isAbove
      ? nodes[other].insertSubnode(nodes[node], above: nodes[sibling])
      : nodes[other].insertSubnode(nodes[node], below: nodes[sibling])
    #expect(isInserted == (node == sibling || !model.isInside(other, of: node)))
    guard isInserted, node != sibling else { return }
    model.remove(node)
    let place = model.children[other].firstIndex(of: sibling) ?? 0
    model.insert(node, in: other, at: place + (isAbove ? 1 : 0))
  }

  private mutating func replace(with node: Int, in other: Int) {
    guard let old = model.children[other].randomElement(using: &random), old != node else { return }
    let isReplaced = nodes[other].replaceSubnode(nodes[old], with: nodes[node])
    #expect(isReplaced != model.isInside(other, of: node))
    guard isReplaced else { return }
    model.remove(node)
    model.insert(node, in: other, at: model.children[other].firstIndex(of: old) ?? 0)
    model.remove(old)
  }

  func check(seed: UInt64, step: Int) {
    let place = Comment(rawValue: "seed \(seed), step \(step)")
    for (number, node) in nodes.enumerated() {
      #expect(node.subnodes.map(\.name) == model.children[number].map { "\($0)" }, place)
      #expect(node.supernode?.name == model.parents[number].map { "\($0)" }, place)
      let isShown = model.isInside(number, of: root)
      #expect(node.interfaceState == (isShown ? .visible : .none), place)
      if isShown { #expect(node.isLoaded, place) }
      guard node.isLoaded else { continue }
      #expect(node.layer.sublayers.map(\.id) == node.subnodes.map(\.layer.id), place)
      #expect((node.layer.host != nil) == isShown, place)
    }
  }
}
