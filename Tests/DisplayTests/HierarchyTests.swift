import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import TestSupport
import Testing

@MainActor struct HierarchyTests {
  let test = TestEnvironment()

  private func makeNodes(_ names: String...) -> [DisplayNode] {
    names.map { name in
      let node = DisplayNode(environment: test.environment)
      node.name = name
      return node
    }
  }

  @Test func `a node tree has a maximum depth in either order of insertion`() throws {
    let limit = DisplayNode.maximumDepth
    for isUpward in [true, false] {
      let nodes = (0..<limit + 1).map { _ in DisplayNode(environment: test.environment) }
      let pairs = zip(nodes.dropLast(), nodes.dropLast().dropFirst()).map { ($0, $1) }
      for (upper, lower) in isUpward ? pairs.reversed() : pairs { upper.addSubnode(lower) }
      #expect(!nodes[limit - 1].addSubnode(nodes[limit]))
      #expect(!nodes[limit].addSubnode(nodes[0]))
      nodes[limit - 1].removeFromSupernode()
      nodes[limit].addSubnode(nodes[0])
      nodes[0].removeFromSupernode()
      nodes[limit - 2].addSubnode(nodes[limit])
      test.tick(showing: nodes[0])
      #expect(nodes[limit].layer.host != nil)
    }
  }

  @Test func `a tree whose deepest nodes were removed counts as deep as it is`() {
    let limit = DisplayNode.maximumDepth
    let nodes = makeNodes("a", "b", "c")
    nodes[0].addSubnode(nodes[1])
    nodes[1].addSubnode(nodes[2])
    nodes[2].removeFromSupernode()
    let chain = (1..<limit).map { _ in DisplayNode(environment: test.environment) }
    for (upper, lower) in zip(chain, chain.dropFirst()) { upper.addSubnode(lower) }
    // Two levels are left, which fit below all but the last of the chain.
    #expect(!chain[limit - 2].addSubnode(nodes[0]))
    #expect(chain[limit - 3].addSubnode(nodes[0]))
  }

  @Test func `deeply nested nodes are built, shown and released in linear time`() throws {
    expectTime(below: 3) {
      let root = DisplayNode(environment: test.environment)
      for _ in 0..<20 {
        var node = root
        for _ in 1..<DisplayNode.maximumDepth {
          let next = DisplayNode(environment: test.environment)
          node.addSubnode(next)
          node = next
        }
      }
      test.tick(showing: root)
    }
  }

  /// Checks that the order of layers is that of nodes.
  private func expectLayers(of node: DisplayNode) {
    #expect(node.layer.sublayers.map(\.id) == node.subnodes.map(\.layer.id))
  }

  // L21: insertion and moves at any index.
  @Test func `layers follow nodes reordered off the main actor, and foreign layers remain`()
    throws
  {
    let nodes = makeNodes("p", "a", "b", "c", "d")
    for node in nodes.dropFirst() { nodes[0].addSubnode(node) }
    test.show(nodes[0])
    let foreign = Layer()
    nodes[0].layer.insertSublayer(foreign, above: nodes[1].layer)
    elsewhere {
      nodes[0].insertSubnode(nodes[4], at: 0)
      nodes[0].insertSubnode(nodes[3], at: 0)
      nodes[2].removeFromSupernode()
      nodes[0].insertSubnode(nodes[2], at: 1)
    }
    #expect(names(nodes[0]) == "cbda")
    test.tick()
    let layers = nodes[0].layer.sublayers
    #expect(layers.filter { $0 !== foreign }.map(\.id) == nodes[0].subnodes.map(\.layer.id))
    #expect(layers.contains { $0 === foreign })
  }

  // L19: subnodes are in order of insertion, without duplicates.
  @Test func `subnodes keep their insertion order without duplicates`() throws {
    let nodes = makeNodes("p", "a", "b")
    nodes[0].addSubnode(nodes[1])
    nodes[0].addSubnode(nodes[2])
    nodes[0].addSubnode(nodes[1])
    #expect(names(nodes[0]) == "ab")
    // Subnodes removed meanwhile are still visited.
    var seen = ""
    for node in nodes[0].subnodes {
      node.removeFromSupernode()
      seen += node.name ?? ""
    }
    #expect(seen == "ab")
    #expect(nodes[0].subnodes.isEmpty)
  }

  // L20: a replacement takes the old index.
  @Test(arguments: [false, true])
  func `a replacement takes the index of the old subnode`(isLoaded: Bool) throws {
    let nodes = makeNodes("p", "a", "b", "c", "n")
    for node in nodes[1...3] { nodes[0].addSubnode(node) }
    if isLoaded { _ = nodes[0].layer }
    nodes[0].replaceSubnode(nodes[2], with: nodes[4])
    #expect(names(nodes[0]) == "anc")
    #expect(nodes[2].supernode == nil)
    expectLayers(of: nodes[0])
  }

  // L21: insertion and moves at any index.
  // L26: a subnode cannot be inserted relative to itself.
  @Test(arguments: [false, true])
  func `the index of a moved subnode counts only its siblings`(isLoaded: Bool) throws {
    let nodes = makeNodes("p", "a", "b", "c")
    if isLoaded { _ = nodes[0].layer }
    for node in nodes[1...] { nodes[0].addSubnode(node) }
    nodes[0].insertSubnode(nodes[1], at: 2)
    #expect(names(nodes[0]) == "bca")
    nodes[0].insertSubnode(nodes[2], at: 3)
    #expect(names(nodes[0]) == "cab")
    expectLayers(of: nodes[0])
  }

  // L21: insertion and moves at any index.
  @Test(arguments: [false, true], [(0, "nab"), (1, "anb"), (2, "abn")])
  func `an inserted node gets the requested index`(
    isLoaded: Bool, place: (index: Int, result: String)
  ) throws {
    let nodes = makeNodes("p", "a", "b", "n")
    for node in nodes[1...2] { nodes[0].addSubnode(node) }
    if isLoaded { _ = nodes[0].layer }
    nodes[0].insertSubnode(nodes[3], at: place.index)
    #expect(names(nodes[0]) == place.result)
    expectLayers(of: nodes[0])
  }

  // L26: a subnode cannot be inserted relative to itself.
  @Test func `moving the only subnode past its own index leaves it in place`() {
    let nodes = makeNodes("p", "a")
    nodes[0].addSubnode(nodes[1])
    #expect(nodes[0].insertSubnode(nodes[1], at: 1))
    #expect(names(nodes[0]) == "a")
    #expect(nodes[1].supernode === nodes[0])
  }

  // L22: insertion above and below a sibling.
  @Test(arguments: [false, true])
  func `a node is inserted above or below a sibling from any previous position`(isLoaded: Bool)
    throws
  {
    let nodes = makeNodes("p", "a", "b", "c", "q")
    for node in nodes[1...3] { nodes[0].addSubnode(node) }
    if isLoaded { _ = nodes[0].layer }
    nodes[0].insertSubnode(nodes[1], above: nodes[2])
    #expect(names(nodes[0]) == "bac")
    nodes[0].insertSubnode(nodes[3], below: nodes[2])
    #expect(names(nodes[0]) == "cba")
    nodes[4].addSubnode(nodes[2])
    nodes[0].insertSubnode(nodes[2], above: nodes[3])
    #expect(names(nodes[0]) == "cba")
    #expect(nodes[4].subnodes.isEmpty)
    #expect(!nodes[0].insertSubnode(nodes[1], above: nodes[4]))
    expectLayers(of: nodes[0])
  }

  // L23: foreign layers in between keep their positions.
  @Test func `foreign layers keep their order among sublayers`() throws {
    let nodes = makeNodes("p", "a", "b", "n")
    for node in nodes[1...2] { nodes[0].addSubnode(node) }
    let layer = nodes[0].layer
    let foreign = Layer()
    layer.insertSublayer(foreign, above: nodes[1].layer)
    nodes[0].insertSubnode(nodes[3], above: nodes[1])
    #expect(
      layer.sublayers.map(\.id) == [
        nodes[1].layer.id, nodes[3].layer.id, foreign.id, nodes[2].layer.id,
      ])
    let (lowest, topmost) = (Layer(), Layer())
    layer.insertSublayer(lowest, at: 0)
    layer.addSublayer(topmost)
    nodes[0].insertSubnode(nodes[2], at: 0)
    nodes[0].addSubnode(nodes[3])
    #expect(
      layer.sublayers.map(\.id) == [
        lowest.id, nodes[2].layer.id, nodes[1].layer.id, nodes[3].layer.id, foreign.id, topmost.id,
      ])
  }

  // L24: removal detaches node and layer.
  @Test func `removing a node from its supernode removes its layer too`() throws {
    let nodes = makeNodes("p", "a")
    nodes[0].addSubnode(nodes[1])
    let layer = nodes[0].layer
    nodes[1].removeFromSupernode()
    #expect(layer.sublayers.isEmpty)
    #expect(nodes[1].supernode == nil)
    nodes[1].removeFromSupernode()
  }

  @Test func `a loaded node under an unloaded supernode has no superlayer`() throws {
    let nodes = makeNodes("p", "q", "a")
    nodes[0].addSubnode(nodes[2])
    let layer = nodes[0].layer
    nodes[1].addSubnode(nodes[2])
    #expect(layer.sublayers.isEmpty)
    _ = nodes[1].layer
    #expect(nodes[2].layer.superlayer === nodes[1].layer)
  }

  @Test func `a node cannot become its own descendant`() throws {
    let nodes = makeNodes("a", "b", "c")
    nodes[0].addSubnode(nodes[1])
    nodes[1].addSubnode(nodes[2])
    #expect(!nodes[2].addSubnode(nodes[0]))
    #expect(!nodes[0].addSubnode(nodes[0]))
    #expect(names(nodes[0]) == "b")
  }

  @Test func `combining nodes of different environments traps with a message`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let (row, label) = (
            DisplayNode(environment: TestEnvironment().environment),
            DisplayNode(environment: TestEnvironment().environment)
          )
          (row.name, label.name) = ("row", "label")
          row.addSubnode(label)
        }
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("\"label\" is of another environment than the node \"row\""))
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let test = TestEnvironment()
        let surface = NodeSurface(test.host, environment: test.environment)
        surface.rootNode = DisplayNode(environment: TestEnvironment().environment)
      }
    }
  }

  // L16: supernodes retain subnodes, and a surface its topmost nodes.
  // L17: no reference cycle keeps a tree alive.
  @Test func `a node tree is released with its root`() throws {
    weak var child: DisplayNode?
    do {
      let nodes = makeNodes("p", "a")
      nodes[0].addSubnode(nodes[1])
      child = nodes[1]
      _ = nodes[0].layer
    }
    #expect(child == nil)
  }

  // L31: load hooks run in order.
  @Test func `load hooks run in order, or at once on a loaded node`() {
    let log = Log()
    let node = DisplayNode(environment: test.environment)
    node.addObserver(observer)
    node.onDidLoad { _ in log.add("first") }
    node.onDidLoad { _ in log.add("second") }
    _ = node.layer
    #expect(log.take() == ["first", "second"])
    node.onDidLoad { _ in log.add("third") }
    #expect(log.all == ["third"])
  }

  private let observer = LoggingObserver(Log())

  // L12: conversion accounts for frames, origins and anchor points.
  @Test func `points are converted through frames, bounds and anchor points`() throws {
    let nodes = makeNodes("p", "a", "b")
    nodes[0].frame = Rect(x: 0, y: 0, width: 100, height: 100)
    nodes[1].frame = Rect(x: 10, y: 20, width: 50, height: 50)
    nodes[1].bounds.origin = Point(x: 5, y: 5)
    nodes[2].anchorPoint = .zero
    nodes[2].position = Point(x: 7, y: 8)
    nodes[0].addSubnode(nodes[1])
    nodes[1].addSubnode(nodes[2])
    #expect(nodes[2].convert(Point(x: 1, y: 1), to: nodes[0]) == Point(x: 13, y: 24))
    #expect(nodes[0].convert(Point(x: 13, y: 24), to: nodes[2]) == Point(x: 1, y: 1))
    #expect(nodes[2].convert(Point(x: 3, y: 4), to: nodes[2]) == Point(x: 3, y: 4))
    #expect(nodes[2].convert(Point(x: 13, y: 24), from: nodes[0]) == Point(x: 1, y: 1))
  }

  // L13: six levels at (1, 1) convert (55, 55) to (61, 61).
  @Test func `points are converted through six levels`() throws {
    let nodes = makeNodes("0", "1", "2", "3", "4", "5", "6")
    for node in nodes {
      node.anchorPoint = .zero
      node.position = Point(x: 1, y: 1)
    }
    for (above, below) in zip(nodes, nodes.dropFirst()) { above.addSubnode(below) }
    #expect(nodes[6].convert(Point(x: 55, y: 55), to: nodes[0]) == Point(x: 61, y: 61))
  }

  // L14: conversion between trees returns nil.
  @Test func `points of unrelated trees are not converted`() {
    let nodes = makeNodes("a", "b")
    #expect(nodes[0].convert(.zero, to: nodes[1]) == nil)
  }

  // L15: without a target, points convert to the surface.
  @Test func `conversion without a target uses surface coordinates`() throws {
    let nodes = makeNodes("p", "a")
    nodes[0].frame = Rect(x: 10, y: 20, width: 50, height: 50)
    nodes[1].frame = Rect(x: 1, y: 2, width: 5, height: 5)
    nodes[0].addSubnode(nodes[1])
    test.show(nodes[0])
    let point = Point(x: 3, y: 4)
    #expect(nodes[1].convert(point, to: nil) == Point(x: 14, y: 26))
    #expect(nodes[1].layer.convert(point, to: nil) == Point(x: 14, y: 26))
    #expect(nodes[1].convert(Point(x: 14, y: 26), from: nil) == point)
  }

  // L35: descriptions name all nodes, on any thread.
  @Test func `the description of a tree names every node`() throws {
    let nodes = makeNodes("p", "a", "b")
    nodes[0].addSubnode(nodes[1])
    nodes[1].addSubnode(nodes[2])
    for isElsewhere in [false, true] {
      let log = Log()
      if isElsewhere {
        elsewhere { log.add(nodes[0].treeDescription) }
      } else {
        log.add(nodes[0].treeDescription)
      }
      let lines = log.all.joined().split(separator: "\n")
      #expect(lines.map { $0.prefix { $0 != ":" } } == ["p", "  a", "    b"])
    }
  }

  @Test func `the description of a tree names properties without their defaults`() {
    let nodes = makeNodes("p", "a", "b")
    nodes[0].addSubnode(nodes[1])
    nodes[0].addSubnode(nodes[2])
    nodes[0].frame = Rect(x: 1, y: 2, width: 30, height: 40)
    nodes[1].isHidden = true
    nodes[2].opacity = 0.5
    nodes[2].rasterizesSubtree = true
    let frame = "(0.0, 0.0, 0.0, 0.0)"
    #expect(
      nodes[0].treeDescription.split(separator: "\n") == [
        "p: node (1.0, 2.0, 30.0, 40.0) not loaded", "  a: node \(frame) hidden not loaded",
        "  b: node \(frame) opacity 0.5 rasterizes not loaded",
      ])
    nodes[0].frame.origin = .zero
    _ = nodes[0].layer
    #expect(nodes[0].treeDescription.hasPrefix("p: node (0.0, 0.0, 30.0, 40.0)\n"))
  }
}
