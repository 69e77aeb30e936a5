import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyScheduling
import Synchronization
import TestSupport
import Testing

/// Creation, ownership and release of nodes.
@MainActor struct NodeLifetimeTests {
  let test = TestEnvironment()
  let log = Log()

  // MARK: Layers of others

  // L02: a node for an existing layer uses that layer.
  @Test func `a node created off the main actor for a layer uses that layer`() {
    let layer = Layer()
    let made = Mutex<DisplayNode?>(nil)
    let environment = test.environment
    elsewhere {
      let node = DisplayNode(environment: environment) { layer }
      made.withLock { $0 = node }
    }
    let node = made.withLock { $0 }
    #expect(node?.isSynchronous == true)
    #expect(node?.isLoaded == false)
    #expect(node?.layer === layer)
  }

  // L03: a layer closure is called once, on the main actor, when needed.
  // L28: setting properties does not load a wrapping node.
  // L30: a foreign backing makes a node synchronous.
  @Test func `a layer closure is called once, on the main actor, at loading`() {
    let log = log
    let made = Mutex<DisplayNode?>(nil)
    let environment = test.environment
    elsewhere {
      let node = DisplayNode(environment: environment) {
        log.add("made on main: \(isOnMain)")
        return Layer()
      }
      node.opacity = 0.5
      node.frame = Rect(x: 1, y: 2, width: 3, height: 4)
      made.withLock { $0 = node }
    }
    let node = made.withLock { $0 }
    #expect(log.all.isEmpty)
    #expect(node?.isLoaded == false)
    #expect(node?.layer.opacity == 0.5)
    #expect(node?.layer.frame == Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(node?.layer === node?.layer)
    #expect(log.all == ["made on main: true"])
    #expect(node?.isSynchronous == true)
    #expect(node?.displaysAsynchronously == false)
    #expect(node?.canDisplay == false)
  }

  // L25: subnodes of a hosted layer, added before and after loading.
  @Test func `a foreign layer gets subnodes added before and after loading`() throws {
    let layer = Layer()
    let nodes = [
      DisplayNode(environment: test.environment) { layer },
      DisplayNode(environment: test.environment), DisplayNode(environment: test.environment),
      DisplayNode(environment: test.environment),
    ]
    nodes[0].addSubnode(nodes[1])
    _ = nodes[2].layer
    nodes[0].addSubnode(nodes[2])
    #expect(!nodes[1].isLoaded)
    #expect(layer.sublayers.isEmpty)
    _ = nodes[0].layer
    nodes[0].addSubnode(nodes[3])
    #expect(layer.sublayers.map(\.id) == nodes[1...].map(\.layer.id))
  }

  // L32: a hook added off the main actor to a loaded node runs later.
  @Test func `a load hook added off the main actor runs in the next tick`() {
    let (log, node) = (log, DisplayNode(environment: test.environment))
    _ = node.layer
    elsewhere { node.onDidLoad { _ in log.add("on main: \(isOnMain)") } }
    #expect(log.all.isEmpty)
    test.tick()
    #expect(log.all == ["on main: true"])
  }

  // MARK: What keeps nodes alive

  // L16: supernodes retain subnodes, and a surface its topmost nodes.
  @Test func `a surface retains its topmost nodes, and nodes retain their subnodes`() throws {
    weak var root: DisplayNode?
    weak var child: DisplayNode?
    var layer: Layer?
    do {
      let nodes = [
        DisplayNode(environment: test.environment), DisplayNode(environment: test.environment),
      ]
      nodes[0].addSubnode(nodes[1])
      (root, child) = (nodes[0], nodes[1])
      test.show(nodes[0])
      layer = nodes[0].layer
    }
    test.settle()
    #expect(root?.interfaceState == .visible && child?.interfaceState == .visible)
    layer?.removeFromSuperlayer()
    test.settle()
    #expect(root == nil && child == nil)
  }

  // L16: supernodes retain subnodes, and a surface its topmost nodes.
  @Test func `a node moved to another surface is retained by it`() {
    let other = LayerHost(size: Size(width: 10, height: 10))
    weak var node: DisplayNode?
    do {
      let made = DisplayNode(environment: test.environment)
      test.show(made)
      other.root.addSublayer(made.layer)
      node = made
    }
    test.settle()
    #expect(node != nil)
    test.host.root.sublayers.first?.removeFromSuperlayer()
    #expect(node != nil)
    other.root.sublayers.first?.removeFromSuperlayer()
    test.settle()
    #expect(node == nil)
  }

  // L34: a node released with its surface leaves its states first.
  @Test func `a node retained only by its surface leaves its states before it is released`() {
    let observer = LoggingObserver(log)
    do {
      let node = DisplayNode(environment: test.environment)
      node.addObserver(observer)
      test.show(node)
    }
    test.settle()
    #expect(log.take().last == "none>visible")
    test.host.root.sublayers.first?.removeFromSuperlayer()
    test.tick()
    #expect(
      log.all == ["exit", "-visible", "-display", "-preload", "-measureLayout", "visible>none"])
  }

  // L16: supernodes retain subnodes, and a surface its topmost nodes.
  // L17: no reference cycle keeps a tree alive.
  @Test func `releasing a surface releases its nodes`() throws {
    weak var root: DisplayNode?
    weak var child: DisplayNode?
    do {
      let test = TestEnvironment()
      let nodes = [
        DisplayNode(ProbeContent(log: log), environment: test.environment),
        DisplayNode(environment: test.environment),
      ]
      nodes[0].frame = Rect(x: 0, y: 0, width: 9, height: 9)
      nodes[0].addSubnode(nodes[1])
      (root, child) = (nodes[0], nodes[1])
      test.tick(showing: nodes[0])
    }
    #expect(root == nil && child == nil)
  }

  // L18: main-actor objects are released on the main actor.
  @Test func `a node released on another thread releases its layer on the main actor`() {
    let node = Mutex<DisplayNode?>(nil)
    weak var layer: Layer?
    do {
      let made = DisplayNode(environment: test.environment)
      layer = made.layer
      let mortal = Mortal(log)
      let fade = LayerAnimation(.opacity(from: 0, to: 1), duration: 1)
      made.layer.add(fade, forKey: "fade") { _ in withExtendedLifetime(mortal) {} }
      node.withLock { $0 = made }
    }
    elsewhere { node.withLock { $0 = nil } }
    #expect(layer != nil)
    #expect(log.all.isEmpty)
    test.settle()
    #expect(layer == nil)
    #expect(log.all == ["died on main: true"])
  }

  // L33: a surface torn down while its node is released elsewhere.
  @Test func `a surface may be released while another thread releases its nodes`() throws {
    for _ in 0..<50 {
      var test: TestEnvironment? = TestEnvironment()
      let nodes = Mutex<[DisplayNode]>([])
      weak var last: DisplayNode?
      test.map { test in
        let made = (0..<4).map { _ in
          DisplayNode(ProbeContent(log: log), environment: test.environment)
        }
        for node in made {
          node.frame = Rect(x: 0, y: 0, width: 4, height: 4)
          test.show(node)
        }
        made[0].addSubnode(made[1])
        last = made[3]
        test.tick()
        nodes.withLock { $0 = made }
      }
      let thread = Threads(1) { _ in nodes.withLock { $0 = [] } }
      test = nil
      thread.wait()
      #expect(test == nil && last == nil)
    }
  }

  // L36: the surface's scale can be read on any thread.
  @Test func `a node's contents scale is readable on any thread`() throws {
    let test = TestEnvironment(scale: 2)
    let nodes = [
      DisplayNode(environment: test.environment), DisplayNode(environment: test.environment),
      DisplayNode(environment: test.environment) { Layer() },
    ]
    nodes[0].addSubnode(nodes[1])
    test.environment.scale = 1.5
    let log = log
    func scales() -> [String] {
      elsewhere { for node in nodes[..<2] { log.add("\(node.contentsScale)") } }
      return log.take()
    }
    #expect(scales() == ["1.5", "1.5"])
    test.show(nodes[0])
    #expect(scales() == ["2.0", "2.0"])
    test.host.scale = 3
    #expect(scales() == ["3.0", "3.0"])
    nodes[1].contentsScale = 1
    #expect(scales() == ["3.0", "1.0"])
    // What is drawn into the bitmap of another has that one's.
    let (root, part) = (
      DisplayNode(environment: test.environment), DisplayNode(environment: test.environment)
    )
    root.rasterizesSubtree = true
    root.addSubnode(part)
    test.show(root)
    #expect(elsewhere { part.contentsScale } == 3)
    nodes[0].layer.removeFromSuperlayer()
    #expect(scales() == ["1.5", "1.0"])
    // The owner of a layer determines its scale.
    #expect(nodes[2].contentsScale == 1)
    #expect(nodes[2].layer.contentsScale == 1)
  }
}

/// An object that reports the thread of its deinitialization.
private final class Mortal: Sendable {
  private let log: Log

  init(_ log: Log) { self.log = log }

  deinit { log.add("died on main: \(isOnMain)") }
}
