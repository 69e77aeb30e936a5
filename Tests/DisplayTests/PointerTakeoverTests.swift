import GalleyDisplay
import GalleyGeometry
import GalleyScheduling
import Testing

/// Pointers that nodes take over from their subnodes.
@MainActor @Suite struct PointerTakeoverTests {
  private final class Handler: PointerHandler {
    @MainActor var log: [String] = []
    @MainActor var wantsBeginning = false
    @MainActor var wantsAll = false
    @MainActor var limit = Double.infinity

    func node(_ node: DisplayNode, pointerWillBegin event: PointerEvent) -> Bool {
      log.append("will begin \(event.position.x)")
      return wantsBeginning
    }
    func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
      log.append("began \(event.position.x)")
      return wantsAll
    }
    func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
      log.append("\(event.phase) \(event.position.x)")
    }
    func node(
      _ node: DisplayNode, takesOver event: PointerEvent, since start: PointerEvent
    ) -> Bool {
      abs(event.position.x - start.position.x) > limit
    }
    func node(_ node: DisplayNode, pointerEndedBelow event: PointerEvent) {
      log.append("\(event.phase) below")
    }
  }

  private let outer = Handler()
  private let inner = Handler()
  private let root: DisplayNode
  private let child: DisplayNode
  private let router: PointerRouter

  init() throws {
    let environment = TestEnvironment().environment
    root = DisplayNode(environment: environment)
    child = DisplayNode(environment: environment)
    root.frame = Rect(x: 0, y: 0, width: 100, height: 100)
    child.frame = Rect(x: 10, y: 0, width: 90, height: 100)
    root.addSubnode(child)
    root.pointerHandler = outer
    child.pointerHandler = inner
    router = PointerRouter(root: root)
    inner.wantsAll = true
  }

  private func send(_ phase: PointerEvent.Phase, _ x: Double) {
    router.send(PointerEvent(phase, at: Point(x: x, y: 50), time: 0))
  }

  @Test func `a node may claim a pointer before its subnodes`() {
    outer.wantsBeginning = true
    send(.began, 50)
    send(.moved, 60)
    #expect(outer.log == ["will begin 50.0", "moved 60.0"])
    #expect(inner.log.isEmpty)
  }

  @Test func `a node may take over a subnode's moving pointer, canceling it there`() {
    outer.limit = 10
    send(.began, 50)
    send(.moved, 55)
    send(.moved, 65)
    send(.moved, 70)
    send(.ended, 70)
    #expect(inner.log == ["will begin 40.0", "began 40.0", "moved 45.0", "canceled 45.0"])
    #expect(outer.log == ["will begin 50.0", "moved 65.0", "moved 70.0", "ended 70.0"])
  }

  @Test func `a node is notified when the pointer of a subnode is lifted`() {
    send(.began, 50)
    send(.ended, 50)
    #expect(inner.log.last == "ended 40.0")
    #expect(outer.log == ["will begin 50.0", "ended below"])
  }
}
