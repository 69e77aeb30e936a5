@testable import GalleyDisplay
import GalleyGeometry
import GalleyScheduling
import Testing

/// The distances and times by which gestures differ.
@MainActor struct GestureLimitTests {
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
    root.frame = Rect(x: 0, y: 0, width: 400, height: 400)
    child.frame = root.frame
    root.addSubnode(child)
    root.pointerHandler = outer
    child.pointerHandler = inner
    router = PointerRouter(root: root)
    let log = log
    inner.onTap = { log.add("tap \($0.x) \($0.y)") }
  }

  /// The directions along the axes.
  private nonisolated static let directions = [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)]

  /// Sends an event at a distance from the middle of the root, or from above it.
  private func send(
    _ phase: PointerEvent.Phase, _ x: Double = 0, _ y: Double = 0, pointer: Int = 1
  ) {
    router.send(
      PointerEvent(
        phase, at: Point(x: 200 + x, y: 150 + y), time: test.clock.now, pointer: pointer))
  }

  private func tap(_ x: Double = 0, _ y: Double = 0) {
    send(.began, x, y)
    send(.ended, x, y)
  }

  @Test(arguments: directions)
  func `a pointer that moves up to ten points taps, and one that moves farther drags`(
    x: Double, y: Double
  ) {
    inner.onDrag = { [log] in log.add("drag \($0.width) \($0.height) \($1)") }
    send(.began)
    send(.moved, 10 * x, 10 * y)
    send(.ended, 10 * x, 10 * y)
    #expect(log.take() == ["tap \(200 + 10 * x) \(150 + 10 * y)"])
    send(.began)
    send(.moved, 10.5 * x, 10.5 * y)
    send(.ended, 2 * x, 2 * y)
    #expect(
      log.take() == ["drag \(10.5 * x) \(10.5 * y) false", "drag \(2 * x) \(2 * y) true"])
  }

  @Test(arguments: directions)
  func `an ancestor takes over a drag of more than ten points`(x: Double, y: Double) {
    outer.takesOverDrags = true
    send(.began)
    send(.moved, 20 * x, 20 * y)
    send(.ended)
    outer.onDrag = { [log] in log.add("outer \($0.width) \($0.height) \($1)") }
    send(.began)
    send(.moved, 10 * x, 10 * y)
    send(.ended)
    #expect(log.take() == ["tap 200.0 150.0"])
    send(.began)
    send(.moved, 10.5 * x, 10.5 * y)
    send(.ended, 11 * x, 11 * y)
    #expect(
      log.take() == ["outer \(10.5 * x) \(10.5 * y) false", "outer \(11 * x) \(11 * y) true"])
  }

  @Test(arguments: directions + [(1, 1), (-1, 1)])
  func `a second tap up to 24 points away makes a double tap`(x: Double, y: Double) {
    inner.onDoubleTap = { [log] in log.add("double \($0.x) \($0.y)") }
    tap()
    tap(24 * x, 24 * y)
    #expect(log.take() == ["double \(200 + 24 * x) \(150 + 24 * y)"])
    tap()
    tap(24.5 * x, 24.5 * y)
    #expect(log.take() == ["tap 200.0 150.0"])
  }

  @Test func `the scale and the center of a pinch are those of both pointers`() {
    inner.onPinch = { [log] pinch, _ in
      let (center, offset) = (pinch.center, pinch.offset)
      log.add("\(pinch.scale) \(center.x) \(center.y) \(offset.width) \(offset.height)")
    }
    send(.began, 0, 0)
    send(.began, 30, 40, pointer: 2)
    // Three times as far in the same direction.
    send(.moved, 90, 120, pointer: 2)
    #expect(log.take() == ["3.0 245.0 210.0 30.0 40.0"])
    send(.moved, 90, 20)
    #expect(log.take() == ["2.0 290.0 220.0 75.0 50.0"])
  }

  // MARK: Times

  private let point = Point(x: 5, y: 5)

  /// Returns the state after a press that may be one of some gestures, and perhaps its end.
  private func pressed(
    _ interests: GestureState.Interests, at time: Double, isLifted: Bool
  ) -> GestureState {
    var state = GestureState()
    state.interests = interests
    _ = state.handle(PointerEvent(.began, at: point, time: time))
    if isLifted { _ = state.handle(PointerEvent(.ended, at: point, time: time)) }
    return state
  }

  @Test(arguments: [0.0, 10])
  func `a tap waits for a second one for 0.3 s`(start: Double) {
    var state = pressed(.doubleTap, at: start, isLifted: true)
    #expect(state.isWaiting)
    #expect(state.rest(until: start + 0.29) == [])
    #expect(state.rest(until: start + 0.31) == [.tap(point)])
    #expect(!state.isWaiting)
    #expect(state.rest(until: start + 1) == [])
    var other = pressed(.doubleTap, at: 0, isLifted: true)
    #expect(other.rest(until: 0.3) == [])
  }

  @Test(arguments: [(0.0, 0.3, true), (10, 10.29, true), (0, 0.31, false), (10, 10.31, false)])
  func `a second press within 0.3 s of a tap belongs to it`(
    start: Double, second: Double, isDouble: Bool
  ) {
    var state = pressed(.doubleTap, at: start, isLifted: true)
    let actions = state.handle(PointerEvent(.began, at: point, time: second))
    #expect(actions == (isDouble ? [] : [.tap(point)]) + [.press(point)])
    // A second press is not a tap by itself, however long it takes.
    #expect(state.rest(until: second + 1) == [])
    let end = state.handle(PointerEvent(.ended, at: point, time: second + 1))
    #expect(end == [.press(nil)] + (isDouble ? [.doubleTap(point)] : []))
  }

  @Test(arguments: [0.0, 10])
  func `a press that rests for half a second is long`(start: Double) {
    var state = pressed(.longPress, at: start, isLifted: false)
    #expect(state.isWaiting)
    #expect(state.rest(until: start + 0.49) == [])
    #expect(state.rest(until: start + 0.5) == [.press(nil), .longPress(point)])
    #expect(!state.isWaiting)
    #expect(state.rest(until: start + 2) == [])
    var other = pressed([], at: start, isLifted: false)
    #expect(!other.isWaiting)
    #expect(other.rest(until: start + 2) == [])
  }
}
