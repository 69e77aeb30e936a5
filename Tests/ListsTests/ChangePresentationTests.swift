import GalleyDisplay
import GalleyGeometry
import GalleyLayers
@testable import GalleyLists
import Testing

/// Animations of a change from the places before it, without a list view.
@MainActor @Suite struct ChangePresentationTests {
  private let bench = SceneBench(20)
  private let linear = ListAnimation(duration: 1, curve: .linear)

  private func content() -> DisplayNode { DisplayNode(environment: bench.environment) }

  /// Returns a live list with items at indices, before a change.
  private func live(_ indices: some Sequence<Int>) -> LiveItems {
    let live = LiveItems()
    for index in indices { live[index] = bench.entry(index, .visible) }
    return live
  }

  @Test(arguments: [(0.009, false), (0.01, true), (-0.009, false), (-0.01, true)])
  func `an item moves to its place from a hundredth of a point on`(
    distance: Double, isMoving: Bool
  ) {
    let (live, ghosts) = (live(0..<1), Ghosts())
    let before = PlacesBefore(bench.scene(), live, ghosts)
    var scrolled = bench
    scrolled.state.scroller.shift(by: distance)
    let presentation = ChangePresentation(
      change: MapChange(of: bench.map), update: ListUpdate(animation: linear), before: before,
      scene: scrolled.scene(at: 3))
    presentation.animate(live, ghosts)
    #expect(live[0]?.motion?.distance == (isMoving ? distance : nil))
    #expect(live.isAnimating)
  }

  @Test func `a distant item moves in from a viewport beyond the visible part`() {
    let (live, ghosts) = (live([0, 19]), Ghosts())
    let before = PlacesBefore(bench.scene(), live, ghosts)
    var scrolled = bench
    // Item 0 goes from 0 to -600, and item 19 from 950 to 350.
    scrolled.state.scroller.shift(by: 600)
    func animate(from start: Double) {
      var update = ListUpdate(animation: linear)
      update.start = start
      let presentation = ChangePresentation(
        change: MapChange(of: bench.map), update: update, before: before,
        scene: scrolled.scene(at: 3))
      presentation.animate(live, ghosts)
    }
    animate(from: 2)
    #expect(live[0]?.motion?.distance == 450)
    #expect(live[19]?.motion?.distance == 450)
    // The animation has begun before.
    #expect(live[0]?.motion?.start == 2)
    animate(from: 4)
    #expect(live[0]?.motion?.start == 3)
  }

  @Test func `an item was seen if any part of it was in the viewport`() {
    var scrolled = bench
    scrolled.state.scroller.shift(by: 50)
    let live = live([2, 12])
    live[2]?.motion = ItemMotion(distance: -150, start: 0, animation: linear)
    live[12]?.motion = ItemMotion(distance: -151, start: 0, animation: linear)
    let before = PlacesBefore(scrolled.scene(at: 0), live, Ghosts())
    #expect(before.place(of: 2) == -100 && before.end(of: 2) == -50)
    #expect(before.place(of: 12) == 399 && before.end(of: 12) == 449)
    #expect((0..<11).filter(before.isSeen) == [1] + Array(3..<9))
    #expect(before.isSeen(12) && !before.isSeen(13))
  }

  @Test func `a change without a duration moves no item and leaves no ghost`() {
    let (live, ghosts) = (live([0, 1]), Ghosts())
    let before = PlacesBefore(bench.scene(), live, ghosts)
    var scrolled = bench
    scrolled.state.scroller.shift(by: 20)
    for animation in [nil, ListAnimation(duration: 0)] {
      let presentation = ChangePresentation(
        change: MapChange(of: bench.map), update: ListUpdate(animation: animation),
        before: before, scene: scrolled.scene(at: 3))
      presentation.animate(live, ghosts)
      #expect(live[0]?.motion == nil && !live.isAnimating)
      let entry = bench.entry(1, .visible)
      _ = entry.attach(to: content(), isShown: true)
      #expect(presentation.ghost(of: entry, at: 1, live) == nil)
    }
  }

  @Test func `a deleted item leaves a ghost of its own, next to a replaced one`() throws {
    var changes = ChangeSet()
    changes.delete(path(0, 2))
    changes.reload(path(0, 5))
    let plan = try ChangePlan(changes, of: bench.map, counts: [19])
    let fresh = ListElement(id: .reserve(), item: ListItem(key: 5, revision: 1))
    let change = MapChange(plan, of: bench.map, items: SummedTree([fresh]), contexts: [])
    #expect(change.replacedIndices == [5])
    let (live, content) = (live([]), content())
    let before = PlacesBefore(bench.scene(), live, Ghosts())
    var after = bench
    after.state.apply(change, lengths: [], keeping: .nothing)
    var update = ListUpdate(animation: linear)
    func ghost(_ index: Int) -> Ghost? {
      let entry = bench.entry(index, .visible)
      _ = entry.attach(to: content, isShown: true)
      return ChangePresentation(
        change: change, update: update, before: before, scene: after.scene(at: 3)
      ).ghost(of: entry, at: index, live)
    }
    let deleted = try #require(ghost(2))
    // The next item takes its place.
    #expect(deleted.boundary == 2 && deleted.end == 4 && deleted.length == 50)
    #expect(deleted.successor == nil && deleted.motion?.distance == 0)
    #expect(deleted.fade?.opacity(at: 3.25) == 0.75)
    let replaced = try #require(ghost(5))
    #expect(replaced.boundary == 4 && replaced.end == 3.5)
    #expect(replaced.successor == fresh.id && replaced.fade == nil)
    update.deletion = .fade
    #expect(ghost(2)?.motion == nil && ghost(2)?.distance == 0)
    // Neither an item that was out of sight, nor one that was not shown, leaves a ghost.
    #expect(ghost(8) == nil)
    let detached = ChangePresentation(
      change: change, update: update, before: before, scene: after.scene(at: 3)
    ).ghost(of: bench.entry(2, .visible), at: 2, live)
    #expect(detached == nil)
  }

  @Test func `inserted items come from the gap between the kept ones`() {
    let live = live([4])
    live[4]?.motion = ItemMotion(distance: 7, start: 0, animation: linear)
    let before = PlacesBefore(bench.scene(), live, Ghosts())
    let map = IndexMap(oldCount: 20, deleted: [], inserted: [0, 5, 6, 22])
    #expect(before.gap(before: 0, in: map) == 0)
    // Before the old item 4, which moves.
    #expect(before.gap(before: 5, in: map) == 207 && before.gap(before: 6, in: map) == 207)
    // Before the last item, and behind it.
    #expect(before.gap(before: 22, in: map) == 950)
    #expect(before.gap(before: 4, in: map) == nil)
    let end = IndexMap(oldCount: 20, deleted: [], inserted: [20, 21])
    #expect(before.gap(before: 21, in: end) == 1_000)
    #expect(before.gap(before: 0, in: IndexMap(oldCount: 0, deleted: [], inserted: [0])) == nil)
  }
}
