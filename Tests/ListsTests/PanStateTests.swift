import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import Testing

/// The pointers that scroll by dragging, without a list.
struct PanStateTests {
  /// Returns an event, of which the phase does not matter.
  private func event(
    _ y: Double, pointer: Int = 1, kind: PointerEvent.Kind? = nil
  ) -> PointerEvent {
    PointerEvent(.moved, at: Point(x: 50, y: y), time: 0, pointer: pointer, kind: kind)
  }

  @Test func `a pressed pointer keeps others from being taken until it is lifted`() {
    var pan = PanState()
    let (first, second) = (event(100), event(200, pointer: 2))
    #expect([pan.press(first, along: 100), pan.press(second, along: 200)] == [true, false])
    #expect(pan.owns(first) && !pan.owns(second))
    #expect(!pan.isDragging && !pan.isDragging(first))
    #expect([pan.lift(first), pan.press(second, along: 200)] == [true, true])
    #expect(pan.owns(second) && !pan.owns(first))
    pan.end()
    #expect(!pan.owns(second) && !pan.isDragging)
  }

  @Test func `only the pressed pointer starts to scroll, once`() {
    var pan = PanState()
    let isTaken = pan.press(event(100), along: 100)
    #expect(isTaken)
    func begins(_ event: PointerEvent) -> Bool { pan.beginIfNeeded(event) { $0.y } }
    #expect(!begins(event(50, pointer: 2)))
    #expect(!begins(event(95)))
    #expect(!pan.isDragging)
    #expect(begins(event(80)))
    #expect(pan.isDragging && pan.isDragging(event(80)))
    #expect(!pan.isDragging(event(80, pointer: 2)))
    #expect(!begins(event(20)))
  }

  @Test(arguments: [-1.0, 1])
  func `a drag is longer than eight points, and at least as far along the list as across`(
    way: Double
  ) {
    for (x, y, isDrag) in [
      (0.0, 8.0, false), (0, 8.5, true), (9, 9, true), (-9, 9, true), (10, 9, false),
      (-10, 9, false), (100, 0, false), (8, 8, false),
    ] {
      let start = Point(x: 30, y: 40)
      let end = Point(x: 30 + x, y: 40 + way * y)
      #expect(PanState.isDrag(end, from: start) { $0.y } == isDrag)
      // Along a horizontal list, in either growth direction.
      let turned = Point(x: 30 + way * y, y: 40 + x)
      #expect(PanState.isDrag(turned, from: start) { -$0.x } == isDrag)
    }
  }

  @Test func `several fingers move the content by the mean of their movements`() {
    var pan = PanState()
    pan.take(event(100), along: 100)
    #expect(pan.isDragging && pan.position == 100)
    pan.move(event(110), along: 110)
    #expect(pan.position == 110)
    pan.add(event(300, pointer: 2), along: 300)
    pan.move(event(130), along: 130)
    #expect(pan.position == 120)
    pan.move(event(280, pointer: 2), along: 280)
    #expect(pan.position == 110)
    // An unknown pointer moves nothing.
    pan.move(event(900, pointer: 3), along: 900)
    #expect(pan.position == 110)
    let areLast = [pan.lift(event(130)), pan.lift(event(280, pointer: 2))]
    #expect(areLast == [false, true])
    #expect(!pan.isDragging)
  }

  @Test(arguments: [
    (ListView.DragScrolling.all, [true, true, true]), (.touchesOnly, [false, true, true]),
    (.none, [false, false, false]),
  ])
  func `pointers scroll according to their kind`(
    pointers: ListView.DragScrolling, expected: [Bool]
  ) {
    var pan = PanState()
    pan.pointers = pointers
    let kinds = [PointerEvent.Kind.mouse, .touch, .pen]
    #expect(kinds.map { pan.canDrag(event(100, kind: $0)) } == expected)
  }
}
