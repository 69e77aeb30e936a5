import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyScheduling
import Testing

@MainActor struct InterfaceStateTests {
  let test = TestEnvironment()
  let log = Log()
  let observer: LoggingObserver

  init() { observer = LoggingObserver(log) }

  private func makeNode(_ name: String, isDrawn: Bool = false) -> DisplayNode {
    let log = Log()
    let node =
      isDrawn
      ? DisplayNode(ProbeContent(log: log), environment: test.environment)
      : DisplayNode(environment: test.environment)
    node.name = name
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    node.addObserver(observer)
    return node
  }

  // I01: a node enters its states once with the surface and leaves once.
  // I07: a surface takes a node through all states and back.
  // N01: states are reported in one order.
  @Test func `a node enters states in ascending order and leaves in reverse`() {
    let node = makeNode("a")
    test.show(node)
    #expect(log.take() == ["a load"])
    test.tick()
    #expect(
      log.take() == [
        "a enter", "a +measureLayout", "a +preload", "a +display", "a +visible", "a none>visible",
      ])
    #expect(node.interfaceState == .visible)
    node.layer.removeFromSuperlayer()
    test.tick()
    #expect(
      log.take() == [
        "a exit", "a -visible", "a -display", "a -preload", "a -measureLayout", "a visible>none",
      ])
  }

  // I01: a node enters its states once with the surface and leaves once.
  @Test func `a node on a detached layer enters no states`() {
    let (node, loose) = (makeNode("a"), Layer())
    loose.addSublayer(node.layer)
    test.tick()
    #expect(log.take() == ["a load"])
    test.host.root.addSublayer(loose)
    test.tick()
    #expect(log.take().first == "a enter")
    loose.removeFromSuperlayer()
    test.tick()
    #expect(log.take().first == "a exit")
    #expect(node.interfaceState == .none)
  }

  // I05: only subnodes of a hosted layer change states.
  @Test func `a node for a foreign layer has no states, but its subnodes do`() throws {
    let foreign = DisplayNode(environment: test.environment) { Layer() }
    foreign.name = "f"
    foreign.addObserver(observer)
    let child = makeNode("c")
    foreign.addSubnode(child)
    test.tick(showing: foreign)
    #expect(foreign.interfaceState == .none)
    #expect(child.interfaceState == .visible)
    #expect(!log.take().contains { $0.hasPrefix("f ") && $0 != "f load" })
    foreign.layer.removeFromSuperlayer()
    test.tick()
    #expect(child.interfaceState == .none)
    #expect(log.take().allSatisfy { $0.hasPrefix("c ") })
  }

  // I02: subnodes change states with their supernode.
  @Test func `subnodes enter after their supernode, and later ones on their own`() throws {
    let (parent, child, late) = (makeNode("p"), makeNode("c"), makeNode("l"))
    parent.addSubnode(child)
    test.tick(showing: parent)
    #expect(log.take().filter { $0.hasSuffix("enter") } == ["p enter", "c enter"])
    parent.addSubnode(late)
    test.tick()
    #expect(log.take().filter { $0.hasSuffix("enter") } == ["l enter"])
    parent.layer.removeFromSuperlayer()
    test.tick()
    #expect(log.take().filter { $0.hasSuffix("exit") } == ["c exit", "l exit", "p exit"])
    #expect([parent, child, late].allSatisfy { $0.interfaceState == .none })
  }

  // I03: a move within the surface changes no states.
  // I04: consecutive moves change no states.
  @Test func `moving a node between supernodes on a surface changes no states`() throws {
    let (one, other, node) = (makeNode("1"), makeNode("2"), makeNode("n"))
    one.addSubnode(node)
    test.show(one)
    test.tick(showing: other)
    _ = log.take()
    other.addSubnode(node)
    test.tick()
    #expect(log.all.isEmpty)
    #expect(node.layer.superlayer === other.layer)
    // Nor of all that happens within a tick.
    one.addSubnode(node)
    other.addSubnode(node)
    node.removeFromSupernode()
    one.addSubnode(node)
    test.tick()
    #expect(log.all.isEmpty)
    #expect(node.layer.superlayer === one.layer)
    node.removeFromSupernode()
    test.tick()
    #expect(log.count(of: "n exit") == 1)
  }

  // I14: pending states are applied in the tick, not before.
  @Test func `a state entered and left within a tick is not reported`() {
    let node = makeNode("a")
    node.isRangeManaged = true
    node.setInterfaceState(.preload)
    node.setInterfaceState(.none)
    test.tick()
    #expect(log.all.isEmpty)
    node.setInterfaceState(.display)
    #expect(node.interfaceState == .none)
    #expect(node.targetInterfaceState == .display)
    test.tick()
    #expect(node.interfaceState == .display)
  }

  // I13: states can be applied immediately.
  @Test func `interface states can be updated without a tick`() {
    let node = makeNode("a")
    node.isRangeManaged = true
    node.setInterfaceState(.preload)
    test.environment.updateInterfaceStates()
    #expect(node.interfaceState == .preload)
    #expect(log.take() == ["a +measureLayout", "a +preload", "a none>preload"])
    test.tick()
    #expect(log.all.isEmpty)
  }

  // I08: in a cell, states are those that the list sets.
  @Test func `a range-managed node on a surface has the state set by its range`() {
    let node = makeNode("a")
    node.isRangeManaged = true
    node.setInterfaceState(.preload)
    test.tick(showing: node)
    #expect(node.interfaceState == .preload)
    #expect(log.count(of: "a enter") == 1)
    node.setInterfaceState(.visible)
    test.tick()
    node.layer.removeFromSuperlayer()
    test.tick()
    #expect(node.interfaceState == .display)
  }

  // I08: in a cell, states are those that the list sets.
  // I12: entering and leaving the preload state is reported.
  @Test func `subnodes of a range-managed node share its state`() throws {
    let (cell, child) = (makeNode("c"), makeNode("d"))
    cell.addSubnode(child)
    cell.isRangeManaged = true
    cell.setInterfaceState(.preload)
    test.tick()
    #expect(child.interfaceState == .preload)
    #expect(log.take().contains("d +preload"))
    let late = makeNode("e")
    cell.addSubnode(late)
    test.tick()
    #expect(late.interfaceState == .preload)
    late.removeFromSupernode()
    test.tick()
    #expect(late.interfaceState == .none)
    #expect(!late.isRangeManaged)
  }

  // I10: entering and leaving the preload state is reported each time.
  // I11: entering and leaving the display state is reported.
  // I12: entering and leaving the preload state is reported.
  @Test(arguments: [InterfaceState.measureLayout, .preload, .display, .visible])
  func `each entry to and exit from a state is reported`(state: InterfaceState) {
    let node = makeNode("a")
    node.isRangeManaged = true
    for _ in 0..<2 {
      node.setInterfaceState(state)
      test.tick()
      node.setInterfaceState(.none)
      test.tick()
    }
    #expect(log.count(of: "a +\(state)") == 2)
    #expect(log.count(of: "a -\(state)") == 2)
  }

  // N04: leaving the display state cancels drawing, and a tick later clears contents.
  @Test func `leaving display suspends drawing at once and clears contents a tick later`() throws {
    let node = makeNode("a", isDrawn: true)
    node.isRangeManaged = true
    node.setInterfaceState(.display)
    test.settle()
    #expect(node.layer.contents != nil)
    node.setInterfaceState(.preload)
    test.tick()
    #expect(node.isDisplaySuspended)
    #expect(node.layer.contents != nil)
    node.setInterfaceState(.display)
    test.settle()
    #expect(node.layer.contents != nil)
    node.setInterfaceState(.preload)
    test.tick()
    test.tick()
    test.tick()
    #expect(node.layer.contents == nil)
    node.setInterfaceState(.display)
    test.settle()
    #expect(node.layer.contents != nil)
  }

  @Test func `a node that returns to display with its contents is not redrawn`() {
    let node = makeNode("a", isDrawn: true)
    node.isRangeManaged = true
    node.setInterfaceState(.display)
    test.settle()
    _ = log.take()
    node.setInterfaceState(.preload)
    test.tick()
    node.setInterfaceState(.display)
    test.settle()
    #expect(log.count(of: "a will") == 0)
  }

  @Test func `a node in the display state is drawn off screen`() {
    let node = makeNode("a", isDrawn: true)
    node.isRangeManaged = true
    node.setInterfaceState(.display)
    #expect(!node.isLoaded)
    test.settle()
    #expect(node.layer.host == nil)
    #expect(node.layer.contents != nil)
  }

  // L34: a node released with its surface leaves its states first.
  @Test func `a node removed from the surface leaves its states before it is released`() {
    var node: DisplayNode? = makeNode("a")
    let layer = node?.layer
    if let layer { test.host.root.addSublayer(layer) }
    test.tick()
    _ = log.take()
    layer?.removeFromSuperlayer()
    node = nil
    test.tick()
    #expect(log.all.contains("a -visible"))
  }

  // Nearer nodes are drawn first, even if they approach while pending.
  @Test func `pending work is reordered by the distance of its node`() {
    let log = Log()
    let nodes = (0..<3).map { index -> DisplayNode in
      let node = DisplayNode(
        NamedContent(log: log, name: "\(index)"), environment: test.environment)
      node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
      node.isRangeManaged = true
      node.setInterfaceState(.display, distance: Double(index))
      return node
    }
    test.tick()
    for (index, node) in nodes.enumerated() {
      node.setInterfaceState(.display, distance: Double(10 - index))
    }
    test.environment.updateInterfaceStates()
    // Optimized code releases nodes after their last use, which cancels their drawing.
    withExtendedLifetime(nodes) { test.executor.runAll() }
    #expect(log.all == ["2", "1", "0"])
  }
}

/// A content that logs its name when drawn.
private struct NamedContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = .canvas
  let log: Log
  let name: String

  func parameters(for node: DisplayNode) -> NamedContent { self }

  static func draw(_ parameters: NamedContent, on canvas: inout NodeCanvas) {
    parameters.log.add(parameters.name)
  }
}
