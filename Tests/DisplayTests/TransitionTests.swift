import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
import GalleyScheduling
import Synchronization
import TestSupport
import Testing

@MainActor struct TransitionTests {
  let test = TestEnvironment()
  let range = SizeRange(upTo: Size(width: 100, height: 100))

  private func makeLeaf(_ name: String, _ side: Double) -> DisplayNode {
    let size = Size(width: side, height: side)
    let node = DisplayNode(SizedContent(size: size, log: Log()), environment: test.environment)
    node.name = name
    return node
  }

  // R11: a transition reports on the main actor that it is measured.
  // R12: an animated transition ends with the new nodes.
  // R23: a transition measures off the main actor, with the old layout in place.
  @Test func `a transition keeps the old layout until the new one is measured`() throws {
    let (a, b) = (makeLeaf("a", 10), makeLeaf("b", 20))
    let isSecond = Mutex(false)
    let parent = test.makeParent { _, _ in
      StackSpec.column { isSecond.withLock { $0 } ? [b] : [a] }
    }
    parent.frame = Rect(origin: .zero, size: parent.layoutThatFits(range).size)
    test.settle(showing: parent)
    isSecond.withLock { $0 = true }
    let log = Log()
    parent.transitionLayout(to: range) { log.add("\($0)") }
    test.tick()
    parent.layer.layoutIfNeeded()
    #expect(names(parent) == "a")
    test.settle()
    // Both nodes are present during the transition.
    #expect(names(parent) == "ab" || names(parent) == "ba")
    _ = test.host.commit(at: test.clock.now)
    test.clock.advance(by: 0.1)
    for node in [a, b] {
      let opacity = node.layer.presentation(at: test.clock.now).opacity
      #expect(abs(opacity - 0.5) < 1e-6)
    }
    test.clock.advance(by: 1)
    test.host.tick(at: test.clock.now)
    #expect(log.all == ["true"])
    #expect(names(parent) == "b")
    #expect(parent.frame.size == Size(width: 20, height: 20))
    #expect(a.opacity == 1 && b.opacity == 1)
  }

  // R25: the newest transition wins. In the reference, the older one wins.
  @Test func `the newer of two transitions wins and includes changes made meanwhile`() {
    let sizes = Mutex(10.0)
    let leaf = DisplayNode(
      VaryingContent { Size(width: sizes.withLock { $0 }, height: 10) },
      environment: test.environment)
    let parent = test.makeParent { _, _ in StackSpec.column { [leaf] } }
    parent.frame = Rect(origin: .zero, size: parent.layoutThatFits(range).size)
    test.settle(showing: parent)
    let log = Log()
    let style = LayoutTransition(duration: 0)
    parent.transitionLayout(to: range, style) { log.add("first \($0)") }
    parent.transitionLayout(to: range, style) { [weak parent] isDone in
      log.add("second \(isDone) \(parent?.frame.size.width ?? 0)")
    }
    test.tick()
    test.executor.runAll()
    sizes.withLock { $0 = 40 }
    leaf.invalidateLayout()
    test.settle()
    #expect(log.all == ["first false", "second true 40.0"])
    #expect(parent.frame.size.width == 40)
  }

  // R15: layout during a transition.
  @Test func `a layout pass during a transition's measuring changes nothing`() {
    let (a, b) = (makeLeaf("a", 10), makeLeaf("b", 20))
    let isSecond = Mutex(false)
    let places = Log()
    let parent = test.makeParent { node, _ in
      guard isSecond.withLock({ $0 }) else { return StackSpec.column { [a] } }
      // The stepping executor measures on the main actor's thread.
      MainActor.assumeIsolated {
        node.layer.setNeedsLayout()
        node.layer.layoutIfNeeded()
      }
      places.add(node.subnodes.map { $0.name ?? "" }.joined())
      return StackSpec.column { [b] }
    }
    parent.frame = Rect(origin: .zero, size: parent.layoutThatFits(range).size)
    test.settle(showing: parent)
    isSecond.withLock { $0 = true }
    parent.transitionLayout(to: range, LayoutTransition(duration: 0))
    test.settle()
    #expect(places.all == ["a"])
    #expect(names(parent) == "b")
    #expect(parent.frame.size == Size(width: 20, height: 20))
  }

  @Test func `a node that changes during its measurement is laid out with the next one`() {
    let leaf = makeLeaf("a", 10)
    let isChanging = Shared(true)
    let parent = test.makeParent { node, _ in
      if isChanging.current { node.invalidateLayout() }
      return StackSpec.column { [leaf] }
    }
    parent.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    parent.layoutIfNeeded()
    #expect(parent.subnodes.isEmpty && parent.frame.size == Size(width: 50, height: 50))
    isChanging.change { $0 = false }
    parent.layoutIfNeeded()
    #expect(names(parent) == "a")
  }

  // R24: a transition replaces a layout that was not applied.
  @Test func `a synchronous transition replaces a layout that was not applied`() {
    let leaves = [makeLeaf("a", 10), makeLeaf("b", 20), makeLeaf("c", 30)]
    let shown = Mutex(0)
    let parent = test.makeParent { _, _ in StackSpec.column { [leaves[shown.withLock { $0 }]] } }
    parent.frame = Rect(origin: .zero, size: parent.layoutThatFits(range).size)
    test.settle(showing: parent)
    shown.withLock { $0 = 1 }
    parent.invalidateLayout()
    #expect(parent.layoutThatFits(range).size.width == 20)
    #expect(names(parent) == "a")
    shown.withLock { $0 = 2 }
    let log = Log()
    parent.transitionLayout(to: range, LayoutTransition(duration: 0, isAsynchronous: false)) {
      log.add("\($0)")
    }
    #expect(log.all == ["true"])
    #expect(names(parent) == "c")
    test.settle()
    #expect(names(parent) == "c")
    #expect(parent.frame.size.width == 30)
  }

  // R13: the order is that of the spec after any changes.
  @Test(arguments: 0..<12)
  func `subnodes and layers keep the spec's order after any changes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let leaves = "abcdefgh".map { makeLeaf(String($0), 5) }
    let order = Mutex<[Int]>([])
    let parent = test.makeParent { _, _ in spec(of: order.withLock { $0 }.map { leaves[$0] }) }
    parent.frame = Rect(x: 0, y: 0, width: 60, height: 60)
    test.show(parent)
    for _ in 0..<40 {
      let count = Int.random(in: 0...leaves.count, using: &random)
      let chosen = Array(Array(0..<leaves.count).shuffled(using: &random).prefix(count))
      order.withLock { $0 = chosen }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: parent.invalidateLayout()
      case 1:
        parent.transitionLayout(
          to: SizeRange(exactly: parent.bounds.size), LayoutTransition(duration: 0))
      default:
        parent.transitionLayout(
          to: SizeRange(exactly: parent.bounds.size),
          LayoutTransition(duration: 0, isAsynchronous: false))
      }
      test.settle()
      #expect(names(parent) == chosen.map { leaves[$0].name ?? "" }.joined())
      #expect(parent.layer.sublayers.map(\.id) == parent.subnodes.map(\.layer.id))
    }
  }
}

/// Returns a spec with elements in backgrounds, overlays, rows and columns, in order.
private func spec(of nodes: [DisplayNode]) -> any LayoutElement {
  guard nodes.count >= 4 else { return StackSpec.column { nodes } }
  let background = OverlaySpec(nodes[1], background: nodes[0])
  let overlay = OverlaySpec(nodes[2], overlay: nodes[3])
  return StackSpec.column { [background, overlay, StackSpec.row { Array(nodes[4...]) }] }
}
