import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import Testing

/// Presses, places and moves of a dragged item, without a list.
@MainActor @Suite struct ReorderingStateTests {
  private let bench = SceneBench(20)

  private func event(
    _ phase: PointerEvent.Phase, _ x: Double, _ y: Double, time: Double = 0, pointer: Int = 1
  ) -> PointerEvent {
    PointerEvent(phase, at: Point(x: x, y: y), time: time, pointer: pointer)
  }

  /// Returns the state in which the item at a position is dragged from its middle.
  private func lifted(at y: Double, in bench: SceneBench) throws -> Reordering {
    var reordering = Reordering()
    let scene = bench.scene(at: 1)
    let index = try #require(scene.state.geometry.index(at: y + scene.state.offset))
    reordering.press = (event(.began, 50, y), index)
    let lifted = reordering.liftIfHeld(in: scene) { _ in true }
    #expect(lifted == index)
    return reordering
  }

  // MARK: Presses

  @Test func `a press of 0.6 s lifts a live item`() {
    var reordering = Reordering()
    #expect(!reordering.isActive && reordering.index == nil)
    reordering.press = (event(.began, 50, 70), 1)
    #expect(reordering.isActive)
    let early = reordering.liftIfHeld(in: bench.scene(at: 0.6.nextDown)) { _ in true }
    #expect(early == nil && reordering.index == nil)
    let released = reordering.liftIfHeld(in: bench.scene(at: 0.6)) { $0 != 1 }
    #expect(released == nil)
    let lifted = reordering.liftIfHeld(in: bench.scene(at: 0.6)) { $0 == 1 }
    #expect(lifted == 1 && reordering.index == 1)
    #expect(reordering.isActive && reordering.press == nil)
    #expect(reordering.owns(event(.moved, 0, 0)))
    #expect(!reordering.owns(event(.moved, 0, 0, pointer: 2)))
  }

  @Test func `a press ends with its pointer, or if that moves more than three points`() {
    let moves = [
      (event(.moved, 53, 73), true), (event(.moved, 47, 67), true),
      (event(.moved, 53.5, 70), false), (event(.moved, 46.5, 70), false),
      (event(.moved, 50, 73.5), false), (event(.moved, 50, 66.5), false),
      (event(.ended, 50, 70), false), (event(.canceled, 50, 70), false),
      (event(.moved, 90, 90, pointer: 2), true), (event(.ended, 50, 70, pointer: 2), true),
    ]
    for (move, isPressed) in moves {
      var reordering = Reordering()
      reordering.press = (event(.began, 50, 70), 1)
      reordering.follow(move)
      #expect((reordering.press != nil) == isPressed)
    }
  }

  // MARK: Places

  @Test func `a lifted item keeps its distance from the pointer while the list scrolls`() throws {
    var scrolled = bench
    scrolled.state.scroller.scroll(to: 130, time: 0)
    var reordering = try lifted(at: 30, in: scrolled)
    // Item 3 is 20 points below the top, the pointer 10 points below its edge.
    #expect(reordering.index == 3)
    reordering.move(to: Point(x: 80, y: 200))
    var frame = reordering.frame(in: scrolled.scene())
    #expect(frame?.index == 3)
    #expect(frame?.frame == Rect(x: 0, y: 130 + 190, width: 100, height: 50))
    scrolled.state.scroller.scroll(to: 150, time: 0)
    frame = reordering.frame(in: scrolled.scene())
    #expect(frame?.frame == Rect(x: 0, y: 150 + 190, width: 100, height: 50))
    let dropped = reordering.drop(in: scrolled.scene())
    #expect(dropped?.index == 3)
    // From 340 to its place, 150.
    #expect(dropped?.distance == 190.0)
    #expect(!reordering.isActive && reordering.drop(in: scrolled.scene()) == nil)
    #expect(reordering.frame(in: scrolled.scene()) == nil)
  }

  @Test(arguments: [
    (25.0, 0), (74, 0), (75, 1), (124, 1), (125, 2), (175, 3), (375, 7), (400, 7), (-30, 0),
  ])
  func `an item dragged down takes the index of the last item whose middle it has reached`(
    middle: Double, index: Int
  ) throws {
    var reordering = try lifted(at: 25, in: bench)
    reordering.move(to: Point(x: 50, y: middle))
    let move = reordering.nextMove(in: bench.scene(at: 2), isDropped: false) { _ in true }
    #expect(move?.old == (index == 0 ? nil : 0))
    #expect(move?.new == (index == 0 ? nil : index))
  }

  @Test(arguments: [
    (375.0, 7), (326, 7), (325, 6), (276, 6), (275, 5), (76, 2), (75, 1), (26, 1), (25, 0),
    (-40, 0),
  ])
  func `an item dragged up takes the index of the last item whose middle it has reached`(
    middle: Double, index: Int
  ) throws {
    var reordering = try lifted(at: 375, in: bench)
    reordering.move(to: Point(x: 50, y: middle))
    let move = reordering.nextMove(in: bench.scene(at: 2), isDropped: false) { _ in true }
    #expect(move?.old == (index == 7 ? nil : 7))
    #expect(move?.new == (index == 7 ? nil : index))
  }

  @Test func `an item does not take the index of one that is not live`() throws {
    var reordering = try lifted(at: 25, in: bench)
    reordering.move(to: Point(x: 50, y: 125))
    let move = reordering.nextMove(in: bench.scene(at: 2), isDropped: true) { $0 != 2 }
    #expect(move == nil)
  }

  @Test func `an item looks for a new index after four points and a fifth of a second`() throws {
    var reordering = try lifted(at: 25, in: bench)
    func move(_ y: Double, at time: Double, isDropped: Bool = false) -> Int? {
      reordering.move(to: Point(x: 50, y: y))
      let scene = bench.scene(at: time)
      return reordering.nextMove(in: scene, isDropped: isDropped) { _ in true }?.new
    }
    // The first position is looked up, and begins the distance.
    #expect(move(72, at: 1) == nil)
    #expect(move(75.5, at: 1) == nil)
    #expect(move(76, at: 1) == 1)
    reordering.noteMove(at: 0)
    #expect(move(90, at: 0.2.nextDown) == nil)
    #expect(move(90, at: 0.2) == 1)
    // Backward as well.
    #expect(move(86.5, at: 3) == nil)
    #expect(move(86, at: 3) == 1)
    #expect(move(86, at: 3, isDropped: true) == 1)
  }

  @Test func `the drag of a deleted item ends, and that of another one follows it`() throws {
    var reordering = try lifted(at: 125, in: bench)
    reordering.follow(IndexMap(oldCount: 20, deleted: [0], inserted: []))
    #expect(reordering.index == 1)
    reordering.follow(IndexMap(oldCount: 19, deleted: [1], inserted: []))
    #expect(reordering.index == nil && !reordering.isActive)
  }

  // MARK: Edges

  @Test func `an item within ten points of an edge scrolls the list`() throws {
    for (y, way) in [
      (34.0, -1.0), (35, 0), (200, 0), (365, 0), (366, 1), (900, 1), (-900, -1),
    ] {
      var reordering = try lifted(at: 225, in: bench)
      reordering.move(to: Point(x: 50, y: y))
      // The first call begins the time.
      #expect(reordering.scrollDistance(in: bench.scene(at: 1)) == 0)
      #expect(reordering.scrollDistance(in: bench.scene(at: 1.5)) == way * 180)
    }
    var idle = Reordering()
    #expect(idle.scrollDistance(in: bench.scene(at: 1)) == 0)
  }

  @Test(arguments: [(0.0, -1.0), (400, 1)])
  func `an item scrolls the list faster after two seconds at an edge`(
    y: Double, way: Double
  ) throws {
    var reordering = try lifted(at: 225, in: bench)
    func distance(at time: Double) -> Double {
      reordering.scrollDistance(in: bench.scene(at: time))
    }
    #expect(distance(at: 1) == 0)
    reordering.move(to: Point(x: 50, y: y))
    // It reaches the edge now.
    #expect(distance(at: 1.5) == way * 180)
    #expect(distance(at: 3.25) == way * 360 * 1.75)
    #expect(distance(at: 3.5) == way * 540 * 0.25)
    #expect(distance(at: 4) == way * 540 * 0.5)
    // Elsewhere, the time begins again.
    reordering.move(to: Point(x: 50, y: 225))
    #expect(distance(at: 5) == 0)
    reordering.move(to: Point(x: 50, y: y))
    #expect(distance(at: 6) == way * 360)
  }
}
