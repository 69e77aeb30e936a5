import GalleyBasics
import GalleyDisplay
import GalleyFuzzCore
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling

/// Operations on a tree of nodes, compared with a model of its edges.
///
/// An operation has three bytes: its kind and two nodes.
struct NodeTarget: FuzzTarget {
  var seeds: [[UInt8]] { [Array(0..<90), Array(repeating: 1, count: 30)] }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    var tree = NodeTree()
    for start in stride(from: 0, to: min(bytes.count, 600) - 2, by: 3) {
      tree.apply(bytes[start], Int(bytes[start + 1]), Int(bytes[start + 2]))
      if random.chance(5) {
        tree.settle()
        try tree.check()
      }
    }
    tree.settle()
    try tree.check()
  }
}

@MainActor private struct NodeTree {
  private let clock = ManualClock()
  private let executor: ManualExecutor
  private let environment: DisplayEnvironment
  private let host = LayerHost(size: Size(width: 100, height: 100), scale: 1)
  private let handlers: [DisplayLoop.Handler]
  private let nodes: [DisplayNode]
  private var model: TreeModel

  init() {
    executor = ManualExecutor(clock: clock)
    let environment = DisplayEnvironment(executor: executor, clock: clock, pool: .shared)
    self.environment = environment
    let host = host
    host.onChange = { environment.loop.setNeedsTick() }
    handlers = [
      environment.loop.onEachTick(in: .layout) { _ in host.root.layoutIfNeeded() },
      environment.loop.onEachTick(in: .display) { _ in host.root.displayTreeIfNeeded() },
    ]
    nodes = (0..<12).map { number in
      let node = DisplayNode(environment: environment)
      node.name = "\(number)"
      return node
    }
    model = TreeModel(count: nodes.count)
    host.root.addSublayer(nodes[0].layer)
  }

  mutating func apply(_ kind: UInt8, _ first: Int, _ second: Int) {
    let (node, other) = (1 + first % (nodes.count - 1), second % nodes.count)
    switch kind % 6 {
    case 0, 1:
      guard nodes[other].addSubnode(nodes[node]), model.parents[node] != other else { return }
      model.insert(node, in: other, at: model.children[other].count)
    case 2:
      let index = Int(kind) % (model.children[other].count + 1)
      guard nodes[other].insertSubnode(nodes[node], at: index) else { return }
      model.remove(node)
      model.insert(node, in: other, at: min(index, model.children[other].count))
    case 3:
      nodes[node].removeFromSupernode()
      model.remove(node)
    case 4:
      nodes[node].frame = Rect(
        x: Double(first) - 100, y: Double(second), width: Double(second) / 3, height: 20)
      nodes[node].opacity = Double(first) / 255
    default: _ = nodes[node].layer
    }
  }

  func settle() {
    clock.advance(by: 1.0 / 60)
    environment.loop.tick()
    environment.loop.settle(limit: 100)
  }

  func check() throws(FuzzFailure) {
    for (number, node) in nodes.enumerated() {
      try expect(
        node.subnodes.map(\.name) == model.children[number].map { "\($0)" },
        "node \(number) has \(node.subnodes.map(\.name)) instead of \(model.children[number])")
      try expect(
        node.supernode?.name == model.parents[number].map { "\($0)" },
        "node \(number) has another parent"
      )
      guard node.isLoaded else { continue }
      try expect(
        node.layer.sublayers.map(\.id) == node.subnodes.map(\.layer.id),
        "the layers of node \(number) differ from its subnodes")
    }
  }
}
