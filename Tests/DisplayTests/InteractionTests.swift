import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyScheduling
import Synchronization
import TestSupport
import Testing

@MainActor struct InteractionTests {
  let test = TestEnvironment()

  private func makeNode(_ name: String, _ frame: Rect, in supernode: DisplayNode? = nil) throws
    -> DisplayNode
  {
    let node = DisplayNode(environment: test.environment)
    node.name = name
    node.frame = frame
    supernode?.addSubnode(node)
    return node
  }

  @Test func `a hit test finds the topmost node at a point`() throws {
    let root = try makeNode("r", Rect(x: 0, y: 0, width: 100, height: 100))
    let low = try makeNode("l", Rect(x: 10, y: 10, width: 50, height: 50), in: root)
    let high = try makeNode("h", Rect(x: 40, y: 40, width: 50, height: 50), in: root)
    #expect(root.hitTest(Point(x: 45, y: 45)) === high)
    low.zPosition = 1
    #expect(root.hitTest(Point(x: 45, y: 45)) === low)
    #expect(root.hitTest(Point(x: 95, y: 5)) === root)
    #expect(root.hitTest(Point(x: 100, y: 5)) == nil)
    high.isHidden = true
    #expect(root.hitTest(Point(x: 80, y: 80)) === root)
    low.isUserInteractionEnabled = false
    #expect(root.hitTest(Point(x: 20, y: 20)) === root)
  }

  @Test func `a hit test skips nodes that are almost transparent`() throws {
    let root = try makeNode("r", Rect(x: 0, y: 0, width: 20, height: 20))
    let child = try makeNode("c", Rect(x: 0, y: 0, width: 20, height: 20), in: root)
    child.opacity = 0.01
    #expect(root.hitTest(Point(x: 5, y: 5)) === root)
    child.opacity = 0.011
    #expect(root.hitTest(Point(x: 5, y: 5)) === child)
  }

  @Test func `a hit test finds overhanging subnodes unless they are clipped`() throws {
    let root = try makeNode("r", Rect(x: 0, y: 0, width: 20, height: 20))
    let child = try makeNode("c", Rect(x: 10, y: 10, width: 20, height: 20), in: root)
    #expect(root.hitTest(Point(x: 25, y: 25)) === child)
    root.masksToBounds = true
    #expect(root.hitTest(Point(x: 25, y: 25)) == nil)
  }

  @Test func `a hit test accounts for scrolling, transforms and slop`() throws {
    let root = try makeNode("r", Rect(x: 0, y: 0, width: 100, height: 100))
    let child = try makeNode("c", Rect(x: 10, y: 10, width: 10, height: 10), in: root)
    root.bounds.origin = Point(x: 5, y: 5)
    #expect(root.hitTest(Point(x: 19, y: 19)) === child)
    child.transform = AffineTransform(scaleX: 2, y: 2)
    #expect(root.hitTest(Point(x: 24, y: 24)) === child)
    child.transform = .identity
    child.hitTestSlop = Insets(top: 4, left: 4, bottom: 4, right: 4)
    #expect(root.hitTest(Point(x: 7, y: 7)) === child)
  }

  @Test func `negative slop leaves the edges of a node to those behind it`() throws {
    let root = try makeNode("r", Rect(x: 0, y: 0, width: 100, height: 100))
    let behind = try makeNode("b", Rect(x: 10, y: 10, width: 30, height: 10), in: root)
    let front = try makeNode("f", Rect(x: 10, y: 14, width: 30, height: 20), in: root)
    front.hitTestSlop = Insets(top: -6)
    #expect(root.hitTest(Point(x: 20, y: 19)) === behind)
    #expect(root.hitTest(Point(x: 20, y: 20)) === front)
    front.hitTestSlop = Insets(top: -60)
    #expect(root.hitTest(Point(x: 20, y: 30)) === root)
  }

  @Test func `a pointer belongs to the node that accepted it until it is lifted`() throws {
    let root = try makeNode("r", Rect(x: 0, y: 0, width: 100, height: 100))
    let child = try makeNode("c", Rect(x: 10, y: 10, width: 10, height: 10), in: root)
    let (outer, inner) = (LoggingHandler(takes: true), LoggingHandler(takes: false))
    root.pointerHandler = outer
    child.pointerHandler = inner
    let router = PointerRouter(root: root)
    #expect(router.send(PointerEvent(.began, at: Point(x: 12, y: 12), time: 0)))
    #expect(inner.log.take() == ["began 2.0 2.0"])
    #expect(outer.log.take() == ["began 12.0 12.0"])
    router.send(PointerEvent(.moved, at: Point(x: 300, y: 0), time: 0.1))
    router.send(PointerEvent(.ended, at: Point(x: 300, y: 0), time: 0.2))
    #expect(outer.log.take() == ["moved 300.0 0.0", "ended 300.0 0.0"])
    #expect(!router.send(PointerEvent(.moved, at: .zero, time: 0.3)))
    #expect(inner.log.all.isEmpty)
  }

  @Test func `events without a finite position or distance are ignored`() throws {
    let root = try makeNode("r", Rect(x: 0, y: 0, width: 100, height: 100))
    let handler = LoggingHandler(takes: true)
    root.pointerHandler = handler
    let router = PointerRouter(root: root)
    let (inside, way) = (Point(x: 5, y: 5), Point(x: 0, y: 3))
    for point in [Point(x: .nan, y: 5), Point(x: 5, y: .infinity)] {
      #expect(!router.send(PointerEvent(.began, at: point, time: 0)))
      #expect(!router.send(PointerEvent(.hovered, at: point, time: 0)))
      #expect(!router.send(ScrollEvent(way, isPrecise: true, at: point, time: 0)))
      #expect(!router.send(ScrollEvent(point, isPrecise: true, at: inside, time: 0)))
    }
    #expect(handler.log.all.isEmpty)
    #expect(router.send(ScrollEvent(way, isPrecise: true, at: inside, time: 0)))
    #expect(handler.log.all == ["scrolled 0.0 3.0"])
  }

  @Test func `a node is enabled for interaction until it is disabled`() throws {
    let root = try makeNode("r", Rect(x: 0, y: 0, width: 20, height: 20))
    for isEnabled in [true, false, true] {
      root.isUserInteractionEnabled = isEnabled
      #expect(root.isUserInteractionEnabled == isEnabled)
      #expect((root.hitTest(Point(x: 5, y: 5)) === root) == isEnabled)
    }
    #expect(try makeNode("n", .zero).isUserInteractionEnabled)
  }

  @Test func `removing a node cancels its pointer`() throws {
    let root = try makeNode("r", Rect(x: 0, y: 0, width: 100, height: 100))
    let child = try makeNode("c", Rect(x: 10, y: 10, width: 10, height: 10), in: root)
    let handler = LoggingHandler(takes: true)
    child.pointerHandler = handler
    let router = PointerRouter(root: root)
    router.send(PointerEvent(.began, at: Point(x: 12, y: 12), time: 0))
    child.removeFromSupernode()
    #expect(!router.send(PointerEvent(.moved, at: Point(x: 13, y: 12), time: 0.1)))
    #expect(handler.log.all.last?.hasPrefix("canceled") == true)
  }

  @Test func `a node retains its handler and releases it on the main actor`() {
    let log = Log()
    weak var handler: LoggingHandler?
    let shown = Mutex<DisplayNode?>(DisplayNode(environment: test.environment))
    do {
      let made = LoggingHandler(takes: true) { log.add("died on main: \(isOnMain)") }
      handler = made
      shown.withLock { $0?.pointerHandler = made }
    }
    #expect(handler != nil && log.all.isEmpty)
    elsewhere { shown.withLock { $0 = nil } }
    test.settle()
    #expect(handler == nil)
    #expect(log.all == ["died on main: true"])
  }

  @Test func `taps, drags and long presses are distinguished`() throws {
    let root = try makeNode("r", Rect(x: 0, y: 0, width: 100, height: 100))
    let gestures = GestureRecognizer()
    let log = Log()
    gestures.onTap = { _ in log.add("tap") }
    gestures.onLongPress = { _ in log.add("long") }
    gestures.onDrag = { offset, isLast in log.add("drag \(offset.width) \(isLast)") }
    gestures.onPress = { log.add($0 == nil ? "up" : "down") }
    root.pointerHandler = gestures
    let router = PointerRouter(root: root)
    func send(_ phase: PointerEvent.Phase, _ x: Double) {
      router.send(PointerEvent(phase, at: Point(x: x, y: 5), time: test.clock.now))
    }
    send(.began, 5)
    send(.moved, 12)
    send(.ended, 12)
    #expect(log.take() == ["down", "up", "tap"])
    send(.began, 5)
    send(.moved, 16)
    send(.moved, 30)
    send(.ended, 31)
    #expect(log.take() == ["down", "up", "drag 11.0 false", "drag 25.0 false", "drag 26.0 true"])
    send(.began, 5)
    for _ in 0..<40 { test.tick() }
    send(.ended, 5)
    #expect(log.take() == ["down", "up", "long"])
    #expect(!test.environment.loop.needsTick)
  }
}

/// A handler that logs its calls.
private final class LoggingHandler: PointerHandler {
  let log = Log()
  let takes: Bool
  private let onEnd: @Sendable () -> Void

  init(takes: Bool, onEnd: @escaping @Sendable () -> Void = {}) {
    self.takes = takes
    self.onEnd = onEnd
  }

  deinit { onEnd() }

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    log.add("began \(event.position.x) \(event.position.y)")
    return takes
  }

  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    log.add("\(event.phase) \(event.position.x) \(event.position.y)")
  }

  func node(_ node: DisplayNode, scrolled event: ScrollEvent) -> Bool {
    log.add("scrolled \(event.distance.x) \(event.distance.y)")
    return takes
  }
}
