import GalleyDisplay
import GalleyGeometry
import GalleyScheduling
import TestSupport
import Testing

/// Gestures of several taps and pointers, delivered by the router.
@MainActor struct GestureTests {
  private let test = TestEnvironment()
  private let root: DisplayNode
  private let child: DisplayNode
  private let outer = GestureRecognizer()
  private let inner = GestureRecognizer()
  private let router: PointerRouter
  private let log = Log()

  init() {
    root = DisplayNode(environment: test.environment)
    child = DisplayNode(environment: test.environment)
    root.frame = Rect(x: 0, y: 0, width: 200, height: 200)
    child.frame = Rect(x: 0, y: 0, width: 100, height: 200)
    root.addSubnode(child)
    root.pointerHandler = outer
    child.pointerHandler = inner
    router = PointerRouter(root: root)
    let log = log
    inner.onTap = { log.add("tap \($0.x)") }
    inner.onPress = { log.add($0 == nil ? "up" : "down") }
  }

  private func send(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double = 5, pointer: Int = 1) {
    router.send(
      PointerEvent(phase, at: Point(x: x, y: y), time: test.clock.now, pointer: pointer))
  }

  private func tap(_ x: Double) {
    send(.began, x)
    send(.ended, x)
  }

  private func listenForDoubleTaps() {
    inner.onDoubleTap = { [log] in log.add("double \($0.x)") }
  }

  @Test func `a tap is immediate where nobody listens for a second one`() {
    tap(5)
    #expect(log.take() == ["down", "up", "tap 5.0"])
    listenForDoubleTaps()
    inner.awaitsDoubleTap = { $0.x > 50 }
    tap(5)
    #expect(log.take() == ["down", "up", "tap 5.0"])
    tap(60)
    #expect(log.take() == ["down", "up"])
  }

  @Test func `two taps are a double tap and no tap`() {
    listenForDoubleTaps()
    tap(5)
    test.clock.advance(by: 0.2)
    tap(9)
    #expect(log.take() == ["down", "up", "down", "up", "double 9.0"])
    // A third tap begins anew.
    tap(9)
    #expect(log.take() == ["down", "up"])
  }

  @Test func `a first tap counts by itself after a while, or when another is elsewhere`() {
    listenForDoubleTaps()
    tap(5)
    for _ in 0..<25 { test.tick() }
    #expect(log.take() == ["down", "up", "tap 5.0"])
    #expect(!test.environment.loop.needsTick)
    tap(5)
    tap(80)
    #expect(log.take() == ["down", "up", "tap 5.0", "down", "up"])
  }

  @Test func `a second press that is dragged, held or canceled leaves a tap`() {
    listenForDoubleTaps()
    inner.onLongPress = { [log] _ in log.add("long") }
    tap(5)
    send(.began, 5)
    send(.moved, 40)
    #expect(log.take() == ["down", "up", "down", "tap 5.0", "up"])
    send(.ended, 40)
    tap(5)
    send(.began, 5)
    router.cancel(1)
    #expect(log.take().last == "tap 5.0")
    test.clock.advance(by: 1)
    tap(5)
    send(.began, 5)
    for _ in 0..<40 { test.tick() }
    #expect(log.take() == ["down", "up", "down", "tap 5.0", "up", "long"])
  }

  @Test func `a pointer that moves after a long press is followed, and does not drag`() {
    inner.onLongPress = { [log] _ in log.add("long") }
    inner.onLongPressMove = { [log] in log.add("move \($0.x) \($1)") }
    inner.onDrag = { [log] _, _ in log.add("drag") }
    send(.began, 5)
    for _ in 0..<40 { test.tick() }
    send(.moved, 50)
    send(.ended, 60)
    #expect(log.take() == ["down", "up", "long", "move 50.0 false", "move 60.0 true"])
  }

  @Test func `two fingers pinch, which ends a drag`() {
    inner.onDrag = { [log] in log.add("drag \($0.width) \($1)") }
    inner.onPinch = { [log] in log.add("pinch \($0.scale) \($0.center.x) \($0.offset.width) \($1)")
    }
    send(.began, 20)
    send(.moved, 40)
    send(.began, 60, pointer: 2)
    send(.moved, 80, pointer: 2)
    send(.moved, 0, pointer: 1)
    send(.ended, 0, pointer: 1)
    send(.moved, 90, pointer: 2)
    send(.ended, 90, pointer: 2)
    #expect(
      log.take() == [
        "down", "up", "drag 20.0 false", "drag 20.0 true", "pinch 2.0 60.0 10.0 false",
        "pinch 4.0 40.0 -10.0 false", "pinch 4.0 40.0 -10.0 true",
      ])
    tap(5)
    #expect(log.take() == ["down", "up", "tap 5.0"])
  }

  @Test func `fingers that begin at one point count as a point apart`() {
    inner.onPinch = { [log] in log.add("pinch \($0.scale) \($1)") }
    send(.began, 20)
    send(.began, 20, pointer: 2)
    send(.moved, 24, pointer: 2)
    #expect(log.take().last == "pinch 4.0 false")
    send(.moved, 20, pointer: 2)
    #expect(log.take() == ["pinch 1.0 false"])
  }

  @Test func `a drag continues while pinching if both are wanted`() {
    inner.onDrag = { [log] in log.add("drag \($0.width) \($1)") }
    inner.onPinch = { [log] in log.add("pinch \($0.scale) \($1)") }
    inner.dragsWhilePinching = true
    send(.began, 20)
    send(.moved, 40)
    send(.began, 60, pointer: 2)
    _ = log.take()
    send(.moved, 50, pointer: 1)
    send(.ended, 50, pointer: 1)
    #expect(
      log.take() == ["pinch 0.5 false", "drag 30.0 false", "pinch 0.5 true", "drag 30.0 true"])
  }

  @Test func `an ancestor gets both fingers of a pinch that began on descendants`() {
    outer.onPinch = { [log] in log.add("pinch \($0.scale) \($1)") }
    send(.began, 20)
    send(.began, 40, pointer: 2)
    #expect(log.take() == ["down"])
    send(.moved, 0)
    // The first finger is canceled where it was.
    #expect(log.take() == ["up", "pinch 2.0 false"])
    send(.ended, 40, pointer: 2)
    send(.ended, 0)
    #expect(log.take() == ["pinch 2.0 true"])
    // One finger alone stays with the descendant.
    tap(5)
    #expect(log.take() == ["down", "up", "tap 5.0"])
    send(.began, 5)
    send(.began, 150, pointer: 2)
    send(.moved, 10)
    #expect(log.all.contains { $0.hasPrefix("pinch") })
  }

  @Test func `an ancestor takes over drags only if it says so`() {
    outer.onDrag = { [log] in log.add("outer \($0.width) \($1)") }
    send(.began, 5)
    send(.moved, 40)
    send(.ended, 40)
    #expect(log.take() == ["down", "up"])
    outer.takesOverDrags = true
    send(.began, 5)
    send(.moved, 40)
    send(.ended, 45)
    #expect(log.take() == ["down", "up", "outer 35.0 false", "outer 40.0 true"])
  }

  @Test func `hovering is heard by every node under the pointer until it leaves`() {
    inner.onHover = { [log] in log.add("inner \($0?.x ?? -1)") }
    outer.onHover = { [log] in log.add("outer \($0?.x ?? -1)") }
    func hover(_ phase: PointerEvent.Phase, _ x: Double) {
      router.send(PointerEvent(phase, at: Point(x: x, y: 5), time: 0))
    }
    hover(.hovered, 5)
    hover(.hovered, 150)
    hover(.exited, 150)
    #expect(log.take() == ["inner 5.0", "outer 5.0", "inner -1.0", "outer 150.0", "outer -1.0"])
  }

  @Test func `a secondary click is no press, and goes to the innermost that listens`() {
    outer.onSecondaryClick = { [log] in log.add("click \($0.x)") }
    func press(_ phase: PointerEvent.Phase) -> Bool {
      router.send(PointerEvent(phase, at: Point(x: 5, y: 5), time: 0, button: .secondary))
    }
    #expect(press(.began))
    _ = press(.ended)
    #expect(log.take() == ["click 5.0"])
    inner.onSecondaryClick = { [log] in log.add("inner \($0.x)") }
    _ = press(.began)
    #expect(log.take() == ["inner 5.0"])
  }

  @Test func `a wheel is offered from the innermost node upward`() {
    final class Wheel: PointerHandler {
      let log: Log
      let takes: Bool
      init(_ log: Log, takes: Bool) { (self.log, self.takes) = (log, takes) }
      func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool { false }
      func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {}
      func node(_ node: DisplayNode, scrolled event: ScrollEvent) -> Bool {
        log.add("\(takes) \(event.distance.y)")
        return takes
      }
    }
    child.pointerHandler = Wheel(log, takes: false)
    root.pointerHandler = Wheel(log, takes: true)
    let wheel = ScrollEvent(
      Point(x: 0, y: 3), isPrecise: true, at: Point(x: 5, y: 5), time: 0)
    #expect(router.send(wheel))
    #expect(log.take() == ["false 3.0", "true 3.0"])
    root.pointerHandler = nil
    #expect(!router.send(wheel))
  }

  @Test func `a descendant does not hear of the second finger of an ancestor's pinch`() {
    final class Follower: PointerHandler {
      let log: Log
      init(_ log: Log) { self.log = log }
      func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
        log.add("began \(event.pointer)")
        return true
      }
      func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {}
    }
    child.pointerHandler = Follower(log)
    outer.onPinch = { [log] in log.add("pinch \($0.scale) \($1)") }
    send(.began, 20)
    send(.began, 40, pointer: 2)
    send(.moved, 60, pointer: 2)
    #expect(log.take() == ["began 1", "pinch 2.0 false"])
  }
}
