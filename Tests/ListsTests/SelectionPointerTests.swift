import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import Testing

/// The pointer that selects text, without a list.
struct SelectionPointerTests {
  private func event(
    _ x: Double, _ y: Double, pointer: Int = 0, time: Double = 0
  ) -> PointerEvent {
    PointerEvent(.moved, at: Point(x: x, y: y), time: time, pointer: pointer)
  }

  private func pressed(isText: Bool = true) -> SelectionPointer {
    var pointer = SelectionPointer()
    _ = pointer.press(event(50, 50), isText: isText)
    return pointer
  }

  /// Moves the pointer, and returns whether each event has started to select.
  private func hasBegun(_ pointer: inout SelectionPointer, _ events: PointerEvent...) -> [Bool] {
    events.map { pointer.beginSelectingIfNeeded($0) }
  }

  @Test(arguments: [(0.0, 3.0), (0, -3), (3, 0), (-3, 0), (3, 3)])
  func `a pointer starts to select when it has moved more than three points`(
    x: Double, y: Double
  ) {
    var pointer = pressed()
    #expect(!pointer.isSelecting && pointer.position == Point(x: 50, y: 50))
    let end = event(50 + 1.25 * x, 50 + 1.25 * y)
    #expect(hasBegun(&pointer, event(50 + x, 50 + y), end) == [false, true])
    #expect(pointer.isSelecting && pointer.position == end.position)
    // It has started already.
    #expect(hasBegun(&pointer, event(90, 90)) == [false])
  }

  @Test func `a pointer beside text, another pointer, and one not pressed do not select`() {
    var (beside, other, fresh) = (pressed(isText: false), pressed(), SelectionPointer())
    #expect(hasBegun(&beside, event(90, 90)) == [false])
    #expect(hasBegun(&other, event(90, 90, pointer: 7)) == [false])
    #expect(hasBegun(&fresh, event(90, 90)) == [false])
    #expect(!beside.isSelecting && !other.isSelecting && !fresh.isSelecting)
  }

  @Test func `a press ends selecting and counts clicks`() {
    var pointer = pressed()
    #expect(hasBegun(&pointer, event(90, 50)) == [true])
    #expect(pointer.press(event(50, 50, time: 0.1), isText: true) == 2)
    #expect(!pointer.isSelecting && pointer.isOnText)
    #expect(pointer.press(event(50, 50, time: 0.2), isText: false) == 3)
    #expect(!pointer.isOnText)
  }

  @Test(arguments: [-1.0, 1])
  func `the list scrolls at twelve times the distance per second, up to a limit`(way: Double) {
    var pointer = pressed()
    // The first tick has no duration.
    #expect(pointer.scrollDistance(beyond: 10 * way, at: 3) == 0)
    #expect(pointer.scrollDistance(beyond: 10 * way, at: 3.5) == 60 * way)
    #expect(pointer.scrollDistance(beyond: 0.25 * way, at: 4) == 1.5 * way)
    #expect(pointer.scrollDistance(beyond: way, at: 4.5) == 6 * way)
    #expect(pointer.scrollDistance(beyond: 0, at: 5) == 0)
    // 150 points beyond an end and more.
    #expect(pointer.scrollDistance(beyond: 150 * way, at: 5.5) == 900 * way)
    #expect(pointer.scrollDistance(beyond: 4_000 * way, at: 6) == 900 * way)
    // Neither twice in a tick, nor backward in time.
    #expect(pointer.scrollDistance(beyond: 10 * way, at: 6) == 0)
    #expect(pointer.scrollDistance(beyond: 10 * way, at: 5) == 0)
  }
}
