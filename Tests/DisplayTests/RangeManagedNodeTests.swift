import GalleyDisplay
import GalleyGeometry
import GalleyLayoutSpecs
import GalleyScheduling
import Testing

/// Nodes whose states a range controller sets, such as the rows of a list.
@MainActor struct RangeManagedNodeTests {
  private let test = TestEnvironment()

  private func makeNode() -> DisplayNode {
    let node = DisplayNode(ProbeContent(log: Log()), environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    node.isRangeManaged = true
    return node
  }

  @Test func `a node that is only measured has no subnodes yet`() {
    let leaf = DisplayNode(environment: test.environment)
    leaf.name = "a"
    let node = test.makeParent { _, _ in StackSpec.column { [leaf] } }
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    node.isRangeManaged = true
    node.setInterfaceState(.measureLayout)
    test.tick()
    #expect(node.interfaceState == .measureLayout && names(node) == "")
    node.setInterfaceState(.preload)
    test.tick()
    #expect(node.interfaceState == .preload && names(node) == "a")
  }

  @Test func `the subnodes of a node are its own if they are not managed`() {
    let leaf = DisplayNode(environment: test.environment)
    let node = test.makeParent({ _, _ in StackSpec.column { [leaf] } }, isManaged: false)
    node.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    node.isRangeManaged = true
    node.setInterfaceState(.preload)
    test.tick()
    #expect(node.subnodes.isEmpty)
  }

  @Test func `a node that comes nearer while it waits to be drawn asks for a tick`() {
    let node = makeNode()
    node.setInterfaceState(.display, distance: 5)
    for _ in 0..<3 { test.tick() }
    #expect(test.executor.waiting.count == 1 && !test.environment.loop.needsTick)
    node.setInterfaceState(.display, distance: 5)
    #expect(!test.environment.loop.needsTick)
    node.setInterfaceState(.display, distance: 4)
    #expect(test.environment.loop.needsTick)
  }

  @Test func `the distance of a node that has nothing to draw asks for no tick`() {
    let node = makeNode()
    node.setInterfaceState(.preload, distance: 5)
    test.settle()
    node.setInterfaceState(.preload, distance: 4)
    #expect(!test.environment.loop.needsTick)
  }
}
